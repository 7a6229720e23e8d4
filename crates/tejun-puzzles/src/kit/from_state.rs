//! The space of a puzzle from a position on.

use tejun_search::{Moves, Priced, Space};

use super::puzzle::Puzzle;

/// The space from `start` on.
pub(super) struct FromState<'a, P: Puzzle> {
    pub puzzle: &'a P,
    pub start: P::State,
}

impl<P: Puzzle> Space for FromState<'_, P> {
    type State = P::State;
    type Move = P::Move;
    const MOVES: Moves = P::MOVES;

    fn starts(&self, mut visit: impl FnMut(P::State)) {
        visit(self.start);
    }

    #[inline(always)]
    fn is_goal(&self, state: &P::State) -> bool {
        self.puzzle.is_goal(state)
    }

    fn goals(&self) -> Option<Vec<P::State>> {
        self.puzzle.goals()
    }

    #[inline(always)]
    fn expand(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.puzzle.expand(state, visit);
    }

    #[inline(always)]
    fn retract(&self, state: &P::State, visit: impl FnMut(P::State)) {
        self.puzzle.retract(state, visit);
    }

    fn has_symmetry(&self) -> bool {
        self.puzzle.has_symmetry()
    }

    #[inline(always)]
    fn canonical(&self, state: &P::State) -> P::State {
        self.puzzle.canonical(state)
    }

    #[inline(always)]
    fn expand_classes(&self, state: &P::State, visit: impl FnMut(P::State)) {
        self.puzzle.expand_classes(state, visit);
    }
}

impl<P: Puzzle> Priced for FromState<'_, P> {
    #[inline(always)]
    fn cost(&self, from: &P::State, by: P::Move) -> u32 {
        self.puzzle.cost(from, by)
    }

    #[inline(always)]
    fn bound(&self, state: &P::State) -> Option<u32> {
        self.puzzle.bound(state)
    }
}
