//! What the successors of a state may be.

use std::fmt::Debug;

use crate::space::Cost;

/// A successor of a state: the state alone, at a cost of 1; the state and the cost; or a move, the state and the cost.
pub trait Step<S> {
    /// The move.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What it costs.
    type Cost: Cost;

    /// The move, the state and the cost.
    fn split(self) -> (Self::Move, S, Self::Cost);
}

impl<S> Step<S> for S {
    type Move = ();
    type Cost = u32;

    #[inline(always)]
    fn split(self) -> ((), S, u32) {
        ((), self, 1)
    }
}

impl<S, C: Cost> Step<S> for (S, C) {
    type Move = ();
    type Cost = C;

    #[inline(always)]
    fn split(self) -> ((), S, C) {
        ((), self.0, self.1)
    }
}

impl<S, M: Copy + Eq + Debug + Send + Sync, C: Cost> Step<S> for (M, S, C) {
    type Move = M;
    type Cost = C;

    #[inline(always)]
    fn split(self) -> (M, S, C) {
        self
    }
}
