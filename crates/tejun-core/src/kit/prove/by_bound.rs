//! Certificates of what a guided search has found.

use std::collections::{BTreeMap, HashMap};

use tejun_search::{Limits, Outcome, Progress, Stats, StopReason, Watch};
use tejun_verify::levels::encode;
use tejun_verify::rules::Rules;
use tejun_verify::{Certificate, Claim, Statement, VerifyError, read_puzzle};

use super::guided::{Guides, guided};
use super::{Unheard, read_rules};
use crate::framework::puzzle::Puzzle;
use crate::vocabulary::certificate::{Asked, Proved, Theorem};
use crate::vocabulary::means::{Means, SolveError};
use crate::vocabulary::question::Solve;

/// Most positions whose levels are found where a guide may prove the same: some 60 KB.
pub const MOST_LEVELS: u64 = 40_000;
/// The same where there is no solution: the levels of all positions, which take few bytes each.
pub const MOST_LEVELS_UNSOLVABLE: u64 = 1 << 20;

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
    start: (&P, &P::State),
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    prove(read, None, start, theorem, means, watch)
}

/// Makes a certificate like [`by_bound`]. If the positions are more than [`MOST_LEVELS`], or without a solution
/// [`MOST_LEVELS_UNSOLVABLE`], and there are guides for the claim, the certificate names what leads a search of the checker's own
/// instead: the first guide by which that looks at no more positions than the guide says. If there is none, the levels are found after
/// all.
///
/// Cost: that of [`by_bound`], and a check for each guide.
///
/// # Errors
/// As [`by_bound`]; a puzzle that is too large for the rules may have a guide.
pub fn by_guide<P: Puzzle, R: Rules>(
    read: fn(&Statement) -> Result<R, VerifyError>,
    guides: Guides,
    start: (&P, &P::State),
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    prove(read, Some(guides), start, theorem, means, watch)
}

fn prove<P: Puzzle, R: Rules>(
    read: fn(&Statement) -> Result<R, VerifyError>,
    guides: Option<Guides>,
    (puzzle, start): (&P, &P::State),
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    let rules = match read_rules(read, theorem) {
        // What has too many positions to be numbered may be searched again all the same.
        Err(error) if guides.is_none() || !is_read_without_numbers(theorem) => return Err(error),
        rules => rules,
    };
    let solve = match (theorem.asked, P::SEARCHES.solve) {
        (Asked::Solutions, Some(solve)) if (P::SEARCHES.has_goal)(puzzle) => solve,
        _ => {
            let (levels, stats) = levels(&rules?, u32::MAX, true, means.limits, watch)?;
            let certified =
                |levels: Levels| certificate(theorem, Claim::Reachable(levels.len() as u64), "", levels);
            return Ok(proved(levels.map(certified), stats));
        }
    };
    let solution = solve(puzzle, start, &Solve::default(), means, &mut Unheard(watch))?;
    let mut stats = solution.stats;
    let (claim, line, bound) = match (solution.outcome, solution.value.cost) {
        (Outcome::Solved(line), Some(cost)) => (Claim::Optimal(cost as u64), line.join(" "), cost as u32),
        (Outcome::Unsolvable, _) => (Claim::Unsolvable, String::new(), u32::MAX),
        (outcome, _) => {
            return Ok(proved(Err(outcome.stopped().unwrap_or(StopReason::Memory)), stats));
        }
    };
    let mut by_levels = |rules: &R, limits: Limits, watch: &mut dyn Watch| {
        let (levels, spent) = levels(rules, bound, false, limits, watch)?;
        stats = together(stats, spent);
        Ok::<_, SolveError>(levels.map(|levels| certificate(theorem, claim.clone(), &line, levels)))
    };
    let guides = guides.map(|guides| guides(&claim)).unwrap_or_default();
    let most = if claim == Claim::Unsolvable { MOST_LEVELS_UNSOLVABLE } else { MOST_LEVELS };
    let few = Limits { states: means.limits.states.min(most), ..means.limits };
    let first = match &rules {
        Ok(rules) if guides.is_empty() => by_levels(rules, means.limits, watch)?,
        Ok(rules) => by_levels(rules, few, watch)?,
        Err(error) if guides.is_empty() => return Err(error.clone()),
        Err(_) => Err(StopReason::States),
    };
    let is_over = |reason: &StopReason| matches!(reason, StopReason::Time | StopReason::Interrupted);
    let found = match first {
        Err(reason) if !guides.is_empty() && !is_over(&reason) => {
            let unproved = certificate(theorem, claim.clone(), &line, Levels::new());
            match guided(&unproved, guides, means, watch)? {
                Err(reason) if !is_over(&reason) => by_levels(&rules?, means.limits, watch)?,
                guided => guided,
            }
        }
        first => first,
    };
    Ok(proved(found, stats))
}

/// Whether the checker reads the puzzle for a search.
fn is_read_without_numbers(theorem: &Theorem) -> bool {
    let evidence = tejun_verify::guided::evidence("");
    read_puzzle(&Certificate { evidence, ..certificate(theorem, Claim::Unsolvable, "", Levels::new()) })
        .is_ok()
}

/// The certificate of a claim with the levels of these positions.
fn certificate(theorem: &Theorem, claim: Claim, line: &str, levels: Levels) -> Certificate {
    // What costs nothing needs no evidence.
    let evidence = match claim {
        Claim::Optimal(0) => Vec::new(),
        _ => encode(levels.len() as u64, levels.into_iter()),
    };
    Certificate { claim, statement: theorem.statement.clone(), line: line.to_owned(), evidence }
}

/// The answer, with what it took.
fn proved(certificate: Result<Certificate, StopReason>, stats: Stats) -> Proved {
    let stopped = |reason| Outcome::Stopped(reason, None);
    Proved { outcome: certificate.map_or_else(stopped, Outcome::Solved), stats }
}

/// What both have taken.
fn together(one: Stats, other: Stats) -> Stats {
    Stats {
        expanded: one.expanded + other.expanded,
        stored: one.stored + other.stored,
        peak_bytes: one.peak_bytes.max(other.peak_bytes),
    }
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
