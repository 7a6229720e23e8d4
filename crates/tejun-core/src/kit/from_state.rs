//! The space of a puzzle from a position on.

use tejun_search::{Space, SpaceAdapter};

/// The space from `start` on.
pub(super) struct FromState<'a, P: Space> {
    pub puzzle: &'a P,
    pub start: P::State,
}

impl<P: Space> SpaceAdapter for FromState<'_, P> {
    type Inner = P;

    #[inline(always)]
    fn inner(&self) -> &P {
        self.puzzle
    }

    fn starts(&self, mut visit: impl FnMut(P::State)) {
        visit(self.start.clone());
    }
}
