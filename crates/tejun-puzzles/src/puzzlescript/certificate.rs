//! Certificates: the positions within the bound and their levels, which the plain engine follows.

use std::cell::Cell;

use tejun_search::{Key, Limits, Outcome, Search, Stats, StopReason, Watch};
use tejun_verify::puzzlescript::{Level, evidence, position};
use tejun_verify::{Certificate, Claim};

use super::script::Script;
use super::search::{self, From};
use tejun_core::{
    Asked, Means, Proved, SolveError, Theorem,
    kit::prove::{Unheard, UntilEnough, read_rules},
    question::Solve,
};

/// Makes a certificate: solves the level, then lists all positions that are nearer than the best line, those that the search
/// knows to be lost included.
///
/// # Errors
/// If nothing can be proved of the level, or its cells have more different contents than evidence lists.
pub(super) fn prove<const N: usize>(
    script: &Script<N>,
    start: &[u64; N],
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError>
where
    [u64; N]: Key,
{
    if let Some(why) = script.origin.not_stated() {
        return Err(why.into());
    }
    let level = read_rules(Level::read, theorem)?;
    // Some line is no use.
    let stopped = |reason, stats| Ok(Proved { outcome: Outcome::Stopped(reason, None), stats });
    let (claim, line, bound) = if theorem.asked == Asked::Reachable {
        (None, String::new(), u32::MAX)
    } else {
        let solution = search::solve(script, start, &Solve::default(), means, &mut Unheard(watch))?;
        match (solution.outcome, solution.value.cost) {
            (Outcome::Solved(_), Some(0)) => {
                // Nothing is nearer than the start: that needs no evidence.
                let (claim, statement) = (Claim::Optimal(0), theorem.statement.clone());
                let certificate = Certificate { claim, statement, line: String::new(), evidence: Vec::new() };
                return Ok(Proved { outcome: Outcome::Solved(certificate), stats: solution.stats });
            }
            (Outcome::Solved(line), Some(cost)) => {
                (Some(Claim::Optimal(cost as u64)), line.join(" "), cost as u32)
            }
            (Outcome::Unsolvable, _) => (Some(Claim::Unsolvable), String::new(), u32::MAX),
            (outcome, _) => return stopped(outcome.stopped().unwrap_or(StopReason::Memory), solution.stats),
        }
    };
    let (states, stats) = match sweep(script, start, bound, means, watch) {
        Ok(swept) => swept,
        Err((reason, stats)) => return stopped(reason, stats),
    };
    search::complete(script)?;
    let listed = |number: usize| {
        let (state, level): &([u64; N], u32) = &states[number];
        let model = &script.model;
        (position(model.cells(script.words(state)), model.is_won(script.words(state))), *level)
    };
    let rest = means.limits.bytes.saturating_sub(bytes(&states));
    let evidence = evidence(level.start(), states.len(), listed, rest)
        .map_err(|error| SolveError::new(format!("there is no certificate of this: {error}")))?;
    let Some(evidence) = evidence else { return stopped(StopReason::Memory, stats) };
    let claim = claim.unwrap_or(Claim::Reachable(states.len() as u64));
    let certificate = Certificate { claim, statement: theorem.statement.clone(), line, evidence };
    Ok(Proved { outcome: Outcome::Solved(certificate), stats })
}

/// States and their levels.
type Levels<const N: usize> = Vec<([u64; N], u32)>;

fn bytes<const N: usize>(states: &Levels<N>) -> u64 {
    (states.capacity() * size_of::<([u64; N], u32)>()) as u64
}

/// All states that are reached in fewer than `bound` moves. They and the search take half of the memory each.
///
/// # Errors
/// If the search is stopped.
fn sweep<const N: usize>(
    script: &Script<N>,
    start: &[u64; N],
    bound: u32,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<(Levels<N>, Stats), (StopReason, Stats)>
where
    [u64; N]: Key,
{
    let half = means.limits.bytes / 2;
    let (mut states, enough) = (Levels::new(), Cell::new(false));
    let limits = Limits { bytes: half, depth: means.limits.depth.min(bound - 1), ..means.limits };
    let means = Means { limits, ..means.clone() };
    let space = From::new(script, *start, true);
    let mut watch = UntilEnough { watch, enough: &enough };
    let searched = Search::new(&space).with(means.request(&mut watch)).for_each_class(|state, level| {
        if states.len() == states.capacity() && !enough.get() {
            // While the list moves, it is there twice.
            let more = states.len().max(1 << 10);
            let grown = (2 * states.len() + more) as u64 * size_of_val(&(state, level)) as u64;
            match grown <= half {
                true => states.reserve_exact(more),
                false => enough.set(true),
            }
        }
        if !enough.get() {
            states.push((state, level));
        }
    });
    match searched {
        Ok(stats) if !enough.get() => Ok((states, stats)),
        Ok(stats) => Err((StopReason::Memory, stats)),
        Err(error) => match error.stopped() {
            Some(StopReason::Depth) if !enough.get() && limits.depth == bound - 1 => {
                Ok((states, error.stats()))
            }
            Some(reason) if !enough.get() => Err((reason, error.stats())),
            _ => Err((StopReason::Memory, error.stats())),
        },
    }
}
