//! A space with other starts and goals.

use std::collections::HashSet;

use crate::space::{Space, SpaceAdapter};
use crate::state::Key;

/// A space with these starts and goals in place of its own. What it knows of its own goals (bounds, symmetry) does not
/// hold for these.
pub(super) struct Between<'a, P: Space<State: Key>> {
    space: &'a P,
    from: Vec<P::State>,
    to: Vec<P::State>,
    goals: HashSet<P::State>,
}

impl<'a, P: Space<State: Key>> Between<'a, P> {
    pub fn new(space: &'a P, from: Vec<P::State>, to: Vec<P::State>) -> Self {
        let goals = to.iter().copied().collect();
        Between { space, from, to, goals }
    }
}

impl<P: Space<State: Key>> SpaceAdapter for Between<'_, P> {
    type Inner = P;

    #[inline(always)]
    fn inner(&self) -> &P {
        self.space
    }

    fn starts(&self, visit: impl FnMut(P::State)) {
        self.from.iter().copied().for_each(visit);
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.goals.contains(state)
    }

    fn has_move_to_goal(&self, _: &P::State) -> bool {
        true
    }

    fn goals(&self) -> Option<Vec<P::State>> {
        Some(self.to.clone())
    }

    fn bound(&self, _: &P::State) -> Option<P::Cost> {
        Some(P::Cost::default())
    }

    fn has_symmetry(&self) -> bool {
        false
    }

    fn canonical(&self, state: &P::State) -> P::State {
        *state
    }

    fn expand_classes(&self, state: &P::State, mut visit: impl FnMut(P::State)) {
        self.space.expand(state, |_, next| visit(next));
    }
}
