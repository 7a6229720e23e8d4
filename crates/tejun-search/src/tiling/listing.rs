//! What a listing of fillings delivers, and what it has found.

use std::ops::ControlFlow;

use super::run::Run;
use super::{Count, Method};
use crate::{Answer, Outcome, Proof, StopReason};

/// Receives fillings: the placements along the line (a pinned piece first), and how many different
/// images the filling has, itself among them. `Break` ends the search.
pub(super) type Each<'a> = dyn FnMut(&[u32], usize) -> ControlFlow<()> + 'a;

/// What a listing has found, and how it ended: by itself, because the receiver wanted no more (`None`), or
/// for a reason.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing {
    pub(super) found: Count,
    pub(super) end: ControlFlow<Option<StopReason>>,
}

impl Listing {
    /// Nothing found yet.
    pub(super) fn new() -> Self {
        Listing {
            found: Count { classes: 0, raw: 0, method: Method::Listing },
            end: ControlFlow::Continue(()),
        }
    }

    /// Counts a filling with so many images.
    pub(super) fn add(&mut self, images: usize) {
        self.found.classes += 1;
        self.found.raw += images as u128;
    }

    /// The answer of a run that ended with this.
    pub(super) fn answer(self, run: &Run) -> Answer<Count> {
        let Listing { found, end } = self;
        let (outcome, proof) = match end {
            ControlFlow::Break(Some(reason)) => (Outcome::Stopped(reason, Some(found)), Proof::None),
            ControlFlow::Break(None) => (Outcome::Solved(found), Proof::None),
            ControlFlow::Continue(()) if found.raw > 0 => (Outcome::Solved(found), Proof::Optimal),
            ControlFlow::Continue(()) => (Outcome::Unsolvable, Proof::None),
        };
        Answer { outcome, bound: None, proof, stats: run.stats() }
    }
}

impl From<StopReason> for Listing {
    /// Stopped before anything was found.
    fn from(reason: StopReason) -> Self {
        Listing { end: ControlFlow::Break(Some(reason)), ..Listing::new() }
    }
}
