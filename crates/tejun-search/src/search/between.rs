//! A space with other starts and goals.

use std::collections::HashSet;

use crate::bfs::{Expander, SweepMode, Tally};
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::space::Moves;
use crate::state::Key;

/// A space with these starts and goals in place of its own. What it knows of its own goals and its symmetry does not hold
/// for these. Only for searches that expand goals.
pub(super) struct Between<'a, S> {
    space: &'a dyn Expander<S>,
    from: Vec<S>,
    to: Vec<S>,
    goals: HashSet<S>,
}

impl<'a, S: Key> Between<'a, S> {
    pub fn new(space: &'a dyn Expander<S>, from: Vec<S>, to: Vec<S>) -> Self {
        let goals = to.iter().copied().collect();
        Between { space, from, to, goals }
    }
}

impl<S: Key> Expander<S> for Between<'_, S> {
    fn moves(&self) -> Moves {
        self.space.moves()
    }

    fn has_symmetry(&self) -> bool {
        false
    }

    fn starts(&self, visit: &mut dyn FnMut(S)) {
        self.from.iter().copied().for_each(visit);
    }

    fn goals(&self) -> Option<Vec<S>> {
        Some(self.to.clone())
    }

    fn canonicalize(&self, _: &mut [S]) {}

    fn visit_goals(&self, states: &[S], visit: &mut dyn FnMut(S)) {
        states.iter().copied().filter(|state| self.goals.contains(state)).for_each(visit);
    }

    fn expand(
        &self,
        states: &[S],
        mode: SweepMode,
        _goals_only: bool,
        tally: &mut Tally,
        outboxes: &mut [Vec<S>],
        cancel: &mut dyn CancelCheck,
    ) -> Result<usize, StopReason> {
        self.space.expand(states, mode, false, tally, outboxes, cancel)
    }
}
