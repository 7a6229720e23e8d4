//! The answers of searches that keep only some of the states.

use crate::limits::StopReason;
use crate::outcome::{Answer, Outcome, Proof, Stats};

/// Returns the answer of a search that kept the `whole` of the states, or has dropped some and so may have missed a path.
/// `optimal` is what it proves of a path.
pub(super) fn answer<T>(
    found: Result<Option<T>, StopReason>,
    whole: bool,
    optimal: bool,
    bound: Option<i64>,
    stats: Stats,
) -> Answer<T> {
    let (outcome, bound) = match found {
        Ok(Some(found)) => (Outcome::Solved(found), bound),
        Ok(None) if whole => (Outcome::Unsolvable, None),
        Ok(None) => (Outcome::Stopped(StopReason::Width, None), bound),
        Err(reason) => (Outcome::Stopped(reason, None), bound),
    };
    let solved = matches!(outcome, Outcome::Solved(_));
    let proof = if solved && optimal { Proof::Optimal } else { Proof::Unproved };
    Answer { outcome, bound, proof, stats }
}
