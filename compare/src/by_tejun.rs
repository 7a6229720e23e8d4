//! The models in tejun-search.

use std::ops::ControlFlow;

use tejun_search::bfs::{self, Direction, Goals};
use tejun_search::heuristic::{self, CostedOf};
use tejun_search::tiling::{Kind, Tiling};
use tejun_search::{Answer, Moves, Outcome, Request, Space, dfs};

use crate::models::{CELLS, PIECES, SHORT, images, placements};
use crate::puzzle::{Found, Puzzle, best_line, thousands};

/// A puzzle as a space; with `SYMMETRY`, images of a state count as one.
struct As<'p, P, const SYMMETRY: bool>(&'p P);

impl<P: Puzzle, const SYMMETRY: bool> Space for As<'_, P, SYMMETRY> {
    type State = u64;
    /// What the move costs.
    type Move = u32;
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
    fn cost(&self, _: &u64, by: u32) -> u32 {
        by
    }

    #[inline(always)]
    fn bound(&self, state: &u64) -> Option<u32> {
        Some(self.0.bound(*state))
    }
}

pub fn shortest<P: Puzzle, const SYMMETRY: bool>(puzzle: &P, direction: Direction) -> Found {
    let answer = bfs::shortest(&As::<P, SYMMETRY>(puzzle), direction, Request::default());
    best_line(puzzle, answer.outcome.found().map(|line| line.states).as_deref(), Some(answer.stats.expanded))
}

pub fn all_states<P: Puzzle>(puzzle: &P, threads: usize) -> Found {
    let request = Request::default().threads(threads);
    let answer = bfs::explore(&As::<P, false>(puzzle), Goals::Expanded, request);
    let Outcome::Solved(found) = answer.outcome else { panic!("there is no limit") };
    let states: u64 = found.levels.iter().sum();
    Found { answer: format!("{} states", thousands(states)), states: Some(answer.stats.expanded) }
}

pub fn any_line<P: Puzzle, const SYMMETRY: bool>(puzzle: &P) -> Found {
    let answer = dfs::any_path(&As::<P, SYMMETRY>(puzzle), Request::default());
    best_line(puzzle, answer.outcome.found().map(|line| line.states).as_deref(), Some(answer.stats.expanded))
}

pub fn astar<P: Puzzle>(puzzle: &P) -> Found {
    cheapest(puzzle, heuristic::astar(&As::<P, false>(puzzle), Request::default()))
}

pub fn idastar<P: Puzzle>(puzzle: &P) -> Found {
    cheapest(puzzle, heuristic::idastar(&As::<P, false>(puzzle), Request::default()))
}

pub fn dijkstra<P: Puzzle>(puzzle: &P) -> Found {
    cheapest(puzzle, heuristic::dijkstra(&As::<P, false>(puzzle), Request::default()))
}

fn cheapest<P: Puzzle>(puzzle: &P, answer: Answer<CostedOf<As<P, false>>>) -> Found {
    let line = answer.outcome.found().map(|line| line.path.states);
    best_line(puzzle, line.as_deref(), Some(answer.stats.expanded))
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
