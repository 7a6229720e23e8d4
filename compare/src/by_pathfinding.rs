//! The models in `pathfinding`.

use std::cell::Cell;

use arrayvec::ArrayVec;
use pathfinding::directed::astar::astar as pathfinding_astar;
use pathfinding::directed::bfs::{bfs, bfs_bidirectional, bfs_reach};
use pathfinding::directed::dfs::dfs;
use pathfinding::directed::dijkstra::dijkstra as pathfinding_dijkstra;
use pathfinding::directed::idastar::idastar as pathfinding_idastar;

use crate::puzzle::{Found, Puzzle, best_line, thousands};

/// The rules as the closures that the library wants. Lists of successors are vectors on the stack, which are faster
/// than `Vec` here. The states expanded are counted, as the library does not tell.
struct As<'p, P> {
    puzzle: &'p P,
    expanded: Cell<u64>,
}

impl<'p, P: Puzzle> As<'p, P> {
    fn new(puzzle: &'p P) -> Self {
        As { puzzle, expanded: Cell::new(0) }
    }

    #[inline(always)]
    fn next(&self, state: &u64) -> ArrayVec<u64, 16> {
        self.expanded.set(self.expanded.get() + 1);
        let mut next = ArrayVec::new();
        self.puzzle.successors(*state, |state, _| next.push(state));
        next
    }

    #[inline(always)]
    fn priced(&self, state: &u64) -> ArrayVec<(u64, u32), 4> {
        self.expanded.set(self.expanded.get() + 1);
        let mut next = ArrayVec::new();
        self.puzzle.successors(*state, |state, cost| next.push((state, cost)));
        next
    }

    fn line(&self, line: Option<Vec<u64>>) -> Found {
        best_line(self.puzzle, line.as_deref(), Some(self.expanded.get()))
    }

    fn cheapest(&self, line: Option<(Vec<u64>, u32)>) -> Found {
        let cost = line.as_ref().map(|line| line.1);
        let found = self.line(line.map(|line| line.0));
        assert!(cost.is_none_or(|cost| found.answer == format!("cost {cost}")));
        found
    }
}

pub fn shortest<P: Puzzle>(puzzle: &P) -> Found {
    let rules = As::new(puzzle);
    rules.line(bfs(&puzzle.start(), |state| rules.next(state), |state| puzzle.is_goal(*state)))
}

pub fn shortest_from_both_ends<P: Puzzle>(puzzle: &P) -> Found {
    let rules = As::new(puzzle);
    let goal = puzzle.only_goal().expect("it has only one goal");
    let next = |state: &u64| rules.next(state);
    rules.line(bfs_bidirectional(&puzzle.start(), &goal, next, next))
}

pub fn all_states<P: Puzzle>(puzzle: &P) -> Found {
    let rules = As::new(puzzle);
    let states = bfs_reach(puzzle.start(), |state| rules.next(state)).count();
    Found { answer: format!("{} states", thousands(states as u64)), states: Some(rules.expanded.get()) }
}

pub fn any_line<P: Puzzle>(puzzle: &P) -> Found {
    let rules = As::new(puzzle);
    rules.line(dfs(puzzle.start(), |state| rules.next(state), |state| puzzle.is_goal(*state)))
}

pub fn astar<P: Puzzle>(puzzle: &P) -> Found {
    let rules = As::new(puzzle);
    rules.cheapest(pathfinding_astar(
        &puzzle.start(),
        |state| rules.priced(state),
        |state| puzzle.bound(*state),
        |state| puzzle.is_goal(*state),
    ))
}

pub fn idastar<P: Puzzle>(puzzle: &P) -> Found {
    let rules = As::new(puzzle);
    rules.cheapest(pathfinding_idastar(
        &puzzle.start(),
        |state| rules.priced(state),
        |state| puzzle.bound(*state),
        |state| puzzle.is_goal(*state),
    ))
}

pub fn dijkstra<P: Puzzle>(puzzle: &P) -> Found {
    let rules = As::new(puzzle);
    rules.cheapest(pathfinding_dijkstra(
        &puzzle.start(),
        |state| rules.priced(state),
        |state| puzzle.is_goal(*state),
    ))
}
