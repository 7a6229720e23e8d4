//! The models in tejun-search.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use tejun_search::tiling::{Kind, Tiling};
use tejun_search::{Moves, Request, Search, SearchError, Solution, Space, graph};

use crate::models::{CELLS, PIECES, SHORT, images, placements};
use crate::puzzle::{Found, Puzzle, best_line, thousands};

/// A puzzle as a space; with `SYMMETRY`, images of a state count as one.
struct As<'p, P, const SYMMETRY: bool>(&'p P);

impl<P: Puzzle, const SYMMETRY: bool> Space for As<'_, P, SYMMETRY> {
    type State = u64;
    /// What the move costs.
    type Move = u32;
    type Cost = u32;
    const MOVES: Moves = P::MOVES;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.0.start());
    }

    #[inline(always)]
    fn is_goal(&self, state: &u64) -> bool {
        self.0.is_goal(*state)
    }

    fn goals(&self) -> Option<Vec<u64>> {
        self.0.only_goal().map(|goal| vec![goal])
    }

    #[inline(always)]
    fn expand(&self, state: &u64, mut visit: impl FnMut(u32, u64)) {
        self.0.successors(*state, |next, cost| visit(cost, next));
    }

    fn has_symmetry(&self) -> bool {
        SYMMETRY
    }

    fn canonical(&self, state: &u64) -> u64 {
        P::representative(state)
    }

    #[inline(always)]
    fn expand_costs(&self, state: &u64, mut visit: impl FnMut(u32, u64, u32)) {
        self.expand(state, |by, next| visit(by, next, by));
    }

    #[inline(always)]
    fn bound(&self, state: &u64) -> Option<u32> {
        Some(self.0.bound(*state))
    }
}

pub fn shortest<P: Puzzle, const SYMMETRY: bool>(puzzle: &P, from_both_ends: bool) -> Found {
    let space = As::<P, SYMMETRY>(puzzle);
    let search = Search::new(&space);
    line(puzzle, if from_both_ends { search.shortest() } else { search.forward().shortest() })
}

pub fn all_states<P: Puzzle>(puzzle: &P, threads: usize) -> Found {
    let found = Search::new(&As::<P, false>(puzzle)).threads(threads).explore().expect("there is no limit");
    let states: u64 = found.levels.iter().sum();
    Found { answer: format!("{} states", thousands(states)), states: Some(found.stats.expanded) }
}

pub fn any_line<P: Puzzle, const SYMMETRY: bool>(puzzle: &P) -> Found {
    line(puzzle, Search::new(&As::<P, SYMMETRY>(puzzle)).any())
}

pub fn astar<P: Puzzle>(puzzle: &P) -> Found {
    line(puzzle, Search::new(&As::<P, false>(puzzle)).astar())
}

pub fn idastar<P: Puzzle>(puzzle: &P) -> Found {
    line(puzzle, Search::new(&As::<P, false>(puzzle)).idastar())
}

pub fn dijkstra<P: Puzzle>(puzzle: &P) -> Found {
    line(puzzle, Search::new(&As::<P, false>(puzzle)).dijkstra())
}

/// The successors of a state as closures return them to [`graph`], in the vectors on the stack that are used for
/// `pathfinding` as well.
#[inline(always)]
fn next<P: Puzzle>(puzzle: &P, state: u64) -> ArrayVec<u64, 16> {
    let mut next = ArrayVec::new();
    puzzle.successors(state, |state, _| next.push(state));
    next
}

/// The same with what each costs.
#[inline(always)]
fn priced<P: Puzzle>(puzzle: &P, state: u64) -> ArrayVec<(u64, u32), 4> {
    let mut next = ArrayVec::new();
    puzzle.successors(state, |state, cost| next.push((state, cost)));
    next
}

pub fn shortest_of_closures<P: Puzzle>(puzzle: &P) -> Found {
    let graph = graph([puzzle.start()], |&state| next(puzzle, state)).goal(|&state| puzzle.is_goal(state));
    line(puzzle, Search::new(&graph.undirected()).forward().shortest())
}

pub fn dijkstra_of_closures<P: Puzzle>(puzzle: &P) -> Found {
    let graph = graph([puzzle.start()], |&state| priced(puzzle, state)).goal(|&state| puzzle.is_goal(state));
    line(puzzle, Search::new(&graph.undirected()).dijkstra())
}

pub fn astar_of_closures<P: Puzzle>(puzzle: &P) -> Found {
    let graph = graph([puzzle.start()], |&state| priced(puzzle, state)).goal(|&state| puzzle.is_goal(state));
    line(puzzle, Search::new(&graph.bound(|&state| puzzle.bound(state)).undirected()).astar())
}

type Line<M> = Solution<u64, M>;

fn line<P: Puzzle, M>(puzzle: &P, found: Result<Line<M>, SearchError<Line<M>>>) -> Found {
    match found {
        Ok(line) => best_line(puzzle, Some(&line.states[..]), Some(line.stats.expanded)),
        Err(error) => {
            assert!(error.is_unsolvable(), "there is no limit");
            best_line(puzzle, None, Some(error.stats().expanded))
        }
    }
}

/// Lists all packings of the pentominoes, or one of each four that are images of each other.
pub fn packings(up_to_symmetry: bool) -> Found {
    let mut kinds = vec![Kind { count: 1, masks: Vec::new() }; PIECES];
    for (piece, cells) in placements(false) {
        kinds[piece].masks.push(cells.iter().map(|cell| 1 << cell).sum());
    }
    // Along the short side, with an empty place between the lines.
    let line = (0..CELLS).map(|cell| cell % (CELLS / SHORT) * (SHORT + 1) + cell / (CELLS / SHORT)).collect();
    let mut tiling = Tiling::new(CELLS, &kinds).and_then(|tiling| tiling.along(line)).expect("it fits");
    if up_to_symmetry {
        tiling = tiling.under(&images());
    }
    let mut found = 0;
    let answer = tiling.fillings(Request::default(), &mut |_, _| {
        found += 1;
        ControlFlow::Continue(())
    });
    Found { answer: format!("{} packings", thousands(found)), states: Some(answer.stats.expanded) }
}
