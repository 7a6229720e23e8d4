//! What a listing of fillings delivers and finds.

use std::ops::ControlFlow;

use super::run::Run;
use crate::{Answer, Outcome, Proof, StopReason};

/// How a count was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every filling was generated.
    Listing,
    /// Dynamic programming over the frontier.
    Frontier,
}

/// The number of fillings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Number of fillings up to symmetry: of orbits under the symmetries.
    pub classes: u128,
    /// Number of all fillings.
    pub raw: u128,
    /// How they were counted.
    pub method: Method,
}

/// Receives fillings: the placements in the order of the line (a pinned piece first), and the size of the
/// filling's orbit, the number of its distinct images including itself. `Break` ends the search.
pub(super) type Each<'a> = dyn FnMut(&[u32], usize) -> ControlFlow<()> + 'a;

/// What a listing found and how it ended: it completed, the receiver ended it (`None`), or it was stopped for
/// a reason.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing {
    pub(super) found: Count,
    pub(super) end: ControlFlow<Option<StopReason>>,
}

impl Listing {
    /// Returns a listing that has found nothing yet.
    pub(super) fn new() -> Self {
        Listing {
            found: Count { classes: 0, raw: 0, method: Method::Listing },
            end: ControlFlow::Continue(()),
        }
    }

    /// Counts a filling with `images` images.
    pub(super) fn add(&mut self, images: usize) {
        self.found.classes += 1;
        self.found.raw += images as u128;
    }

    /// Returns the answer of a run that ended with this listing.
    pub(super) fn answer(self, run: &Run) -> Answer<Count> {
        let Listing { found, end } = self;
        let (outcome, proof) = match end {
            ControlFlow::Break(Some(reason)) => (Outcome::Stopped(reason, Some(found)), Proof::Unproved),
            ControlFlow::Break(None) => (Outcome::Solved(found), Proof::Unproved),
            ControlFlow::Continue(()) if found.raw > 0 => (Outcome::Solved(found), Proof::Optimal),
            ControlFlow::Continue(()) => (Outcome::Unsolvable, Proof::Unproved),
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
