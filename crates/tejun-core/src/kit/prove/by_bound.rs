//! Certificates of what a guided search has found.

use std::collections::{BTreeMap, HashMap};

use tejun_search::{Limits, Outcome, Progress, Stats, StopReason, Watch};
use tejun_verify::levels::encode;
use tejun_verify::rules::Rules;
use tejun_verify::{Certificate, Claim, Statement, VerifyError};

use super::{Unheard, read_rules};
use crate::framework::puzzle::Puzzle;
use crate::vocabulary::certificate::{Asked, Proved, Theorem};
use crate::vocabulary::means::{Means, SolveError};
use crate::vocabulary::question::Solve;

/// Makes a certificate of what a search by another order than that of the levels has found. The levels of all positions
/// that the bound of the rules does not rule out are found by these rules, which are those that the checker has of the puzzle
/// ([`check_by`](tejun_verify::check_by)). The theorem states the puzzle in its [normal form](Puzzle::normal_form).
///
/// Cost: the search, and each move of each such position once more by the plain rules.
///
/// # Errors
/// If the puzzle is too large for the rules, or they contradict the search.
pub fn by_bound<P: Puzzle, R: Rules>(
    read: fn(&Statement) -> Result<R, VerifyError>,
    (puzzle, start): (&P, &P::State),
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    let rules = read_rules(read, theorem)?;
    let mut stats = Stats::default();
    let (claim, line, bound) = match (theorem.asked, P::SEARCHES.solve) {
        (Asked::Solutions, Some(solve)) if (P::SEARCHES.has_goal)(puzzle) => {
            let solution = solve(puzzle, start, &Solve::default(), means, &mut Unheard(watch))?;
            stats = solution.stats;
            match (solution.outcome, solution.value.cost) {
                (Outcome::Solved(line), Some(cost)) => {
                    (Some(Claim::Optimal(cost as u64)), line.join(" "), cost as u32)
                }
                (Outcome::Unsolvable, _) => (Some(Claim::Unsolvable), String::new(), u32::MAX),
                (outcome, _) => {
                    let reason = outcome.stopped().unwrap_or(StopReason::Memory);
                    return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats });
                }
            }
        }
        _ => (None, String::new(), u32::MAX),
    };
    let (levels, spent) = levels(&rules, bound, claim.is_none(), means.limits, watch)?;
    let stats = Stats {
        expanded: stats.expanded + spent.expanded,
        stored: stats.stored + spent.stored,
        peak_bytes: stats.peak_bytes.max(spent.peak_bytes),
    };
    let levels = match levels {
        Ok(levels) => levels,
        Err(reason) => return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats }),
    };
    let positions = levels.len() as u64;
    let claim = claim.unwrap_or(Claim::Reachable(positions));
    let evidence = if bound == 0 { Vec::new() } else { encode(positions, levels.into_iter()) };
    let certificate = Certificate { claim, statement: theorem.statement.clone(), line, evidence };
    Ok(Proved { outcome: Outcome::Solved(certificate), stats })
}

/// Numbers of positions, ascending, and their levels.
type Levels = Vec<(u64, u32)>;

/// Bytes of a position in a hash table, with what lies empty there, and of its place in a queue.
const POSITION: u64 = 48;
/// Positions between two looks at the watch.
const TICK: u64 = 1 << 10;

/// The levels of all positions, by number, from which the bound of the rules does not rule out a line that costs less than `bound`,
/// or of all, if they may be solved, and what that took: Dijkstra's search.
///
/// # Errors
/// If a position is solved though it is nearer.
fn levels<R: Rules>(
    rules: &R,
    bound: u32,
    may_be_solved: bool,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<(Result<Levels, StopReason>, Stats), SolveError> {
    let mut position = rules.start();
    let unknown = || SolveError::new("the rules of certificates do not know a position that they lead to");
    let mut best: HashMap<u64, u32> = HashMap::new();
    let mut waiting: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let mut stats = Stats::default();
    if may_be_solved || rules.bound(&position) < bound {
        let rank = rules.rank(&position).ok_or_else(unknown)?;
        best.insert(rank, 0);
        waiting.insert(0, vec![rank]);
    }
    while let Some((level, ranks)) = waiting.pop_first() {
        for rank in ranks {
            if best[&rank] < level {
                continue;
            }
            rules.unrank(rank, &mut position);
            if !may_be_solved && rules.is_goal(&position) {
                return Err(SolveError::new(format!(
                    "the rules of certificates solve this at a cost of {level}"
                )));
            }
            let (mut lost, mut deeper) = (false, false);
            rules.expand(&position, |next, cost| {
                let at = level.saturating_add(cost);
                if !may_be_solved && at.saturating_add(rules.bound(next)) >= bound {
                    return;
                }
                let Some(rank) = rules.rank(next) else { return lost = true };
                if best.get(&rank).is_none_or(|&before| at < before) {
                    // A search for solutions keeps to the limit by itself.
                    deeper |= may_be_solved && at > limits.depth;
                    best.insert(rank, at);
                    waiting.entry(at).or_default().push(rank);
                }
            });
            if lost {
                return Err(unknown());
            }
            let (expanded, stored) = (stats.expanded + 1, best.len() as u64);
            let bytes = stored * POSITION;
            stats = Stats { expanded, stored, peak_bytes: bytes };
            let stopped = match () {
                () if deeper => Some(StopReason::Depth),
                () if bytes > limits.bytes => Some(StopReason::Memory),
                () if stored > limits.states => Some(StopReason::States),
                () if expanded % TICK == 0 => {
                    let frontier = stored - expanded.min(stored);
                    let progress = Progress { depth: level, frontier, expanded, stored, bytes };
                    watch.tick(&progress).break_value()
                }
                () => None,
            };
            if let Some(reason) = stopped {
                return Ok((Err(reason), stats));
            }
        }
    }
    let mut levels: Vec<_> = best.into_iter().collect();
    levels.sort_unstable();
    Ok((Ok(levels), stats))
}
