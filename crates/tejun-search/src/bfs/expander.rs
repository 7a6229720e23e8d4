//! What the breadth-first searches ask of a space: the only part of them that is compiled for each space. The rest is
//! compiled for each type of keys.

use crate::bfs::mailboxes::owner;
use crate::bfs::mode::{Goals, SweepDirection, SweepMode};
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::space::{Moves, Space};
use crate::state::key::Key;

/// What was expanded so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub expanded: u64,
    /// Expanded states without a move.
    pub dead_ends: u64,
    /// The most keys that one state has generated; at least 1.
    pub max_branching: usize,
}

impl Tally {
    pub const NONE: Tally = Tally { expanded: 0, dead_ends: 0, max_branching: 1 };
}

/// A [`Space`] behind a pointer. Where much is to be done, methods take many states at once, so that the indirect call
/// costs nothing.
pub(crate) trait Expander<S>: Sync {
    fn moves(&self) -> Moves;

    fn has_symmetry(&self) -> bool;

    fn starts(&self, visit: &mut dyn FnMut(S));

    fn goals(&self) -> Option<Vec<S>>;

    /// Replaces states by the representatives of their classes.
    fn canonicalize(&self, states: &mut [S]);

    /// Visits those of `states` that are goals.
    fn visit_goals(&self, states: &[S], visit: &mut dyn FnMut(S));

    /// Pushes the keys that `states` lead to into the outboxes of their owners, and returns how many. Goals lead nowhere
    /// if they are terminal. With `goals_only`, nothing but goals is wanted.
    ///
    /// # Errors
    /// If the search is cancelled.
    fn expand(
        &self,
        states: &[S],
        mode: SweepMode,
        goals_only: bool,
        tally: &mut Tally,
        outboxes: &mut [Vec<S>],
        cancel: &mut dyn CancelCheck,
    ) -> Result<usize, StopReason>;
}

impl<S: Key> dyn Expander<S> + '_ {
    pub fn is_goal(&self, state: S) -> bool {
        let mut is_goal = false;
        self.visit_goals(&[state], &mut |_| is_goal = true);
        is_goal
    }
}

impl<P: Space<State: Key>> Expander<P::State> for P {
    fn moves(&self) -> Moves {
        P::MOVES
    }

    fn has_symmetry(&self) -> bool {
        Space::has_symmetry(self)
    }

    fn starts(&self, visit: &mut dyn FnMut(P::State)) {
        Space::starts(self, visit);
    }

    fn goals(&self) -> Option<Vec<P::State>> {
        Space::goals(self)
    }

    fn canonicalize(&self, states: &mut [P::State]) {
        states.iter_mut().for_each(|state| *state = self.canonical(state));
    }

    fn visit_goals(&self, states: &[P::State], visit: &mut dyn FnMut(P::State)) {
        states.iter().filter(|state| self.is_goal(state)).for_each(|&state| visit(state));
    }

    fn expand(
        &self,
        states: &[P::State],
        mode: SweepMode,
        goals_only: bool,
        tally: &mut Tally,
        outboxes: &mut [Vec<P::State>],
        cancel: &mut dyn CancelCheck,
    ) -> Result<usize, StopReason> {
        let partitions = outboxes.len();
        let mut made = 0;
        for state in states {
            if mode.goals == Goals::Terminal && self.is_goal(state) {
                continue;
            }
            tally.expanded += 1;
            if goals_only && !self.has_move_to_goal(state) {
                continue;
            }
            let before = made;
            let mut send = |next: P::State| {
                outboxes[if partitions == 1 { 0 } else { owner(next, partitions) }].push(next);
                made += 1;
            };
            match (mode.direction, mode.classes) {
                (SweepDirection::Forward, true) => self.expand_classes(state, send),
                (SweepDirection::Forward, false) => Space::expand(self, state, |_, next| send(next)),
                (SweepDirection::Backward, classes) => self.retract(state, |before| {
                    send(if classes { self.canonical(&before) } else { before });
                }),
            }
            tally.dead_ends += u64::from(made == before);
            tally.max_branching = tally.max_branching.max(made - before);
            let work = self.take_work();
            if work > 0 {
                cancel.work(work)?;
            }
        }
        Ok(made)
    }
}
