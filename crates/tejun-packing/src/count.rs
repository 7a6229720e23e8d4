//! Counts packings, in all and up to symmetry.

use tejun_search::{Limits, Outcome, Stats, StopReason, Watch};

use super::impossible;
use super::rules::{Position, Rules};
use tejun_core::{Counted, Means, SolveError};

/// Counts the solutions from a position.
///
/// # Errors
/// If the pieces have too many placements.
pub(super) fn count(
    rules: &Rules,
    position: &Position,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Counted, SolveError> {
    let counted = |outcome, solutions, solutions_raw, stats| Counted {
        outcome,
        solutions,
        solutions_raw,
        reason: None,
        stats,
    };
    if rules.is_solved(position) {
        return Ok(counted(Outcome::Solved(()), 1, 1, Stats::default()));
    }
    if let Some(reason) = impossible::reason(rules, position) {
        let none = counted(Outcome::Unsolvable, 0, 0, Stats::default());
        return Ok(Counted { reason: Some(reason), ..none });
    }
    if rules.moves_left(position) > means.limits.depth {
        let stopped = Outcome::Stopped(StopReason::Depth, None);
        return Ok(counted(stopped, 0, 0, Stats::default()));
    }
    let (tiling, _) = rules.tiling(position).map_err(SolveError::new)?;
    let limits = Limits { depth: u32::MAX, ..means.limits };
    let answer = tiling.count(tejun_search::Request::new(watch).limits(limits).threads(means.threads));
    let outcome = answer.outcome.as_ref().map(|_| ());
    let (classes, raw) = answer.outcome.found().map_or((0, 0), |count| (count.classes, count.raw));
    Ok(counted(outcome, classes, raw, answer.stats))
}
