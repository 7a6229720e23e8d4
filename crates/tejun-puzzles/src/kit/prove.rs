//! Certificates by levels, for puzzles that are searched breadth first.

use tejun_search::{Limits, Outcome, Packed, Search, SearchErrorKind, Space, StopReason, Watch};
use tejun_verify::levels::Collector;
use tejun_verify::rules::Rules;
use tejun_verify::{Certificate, Claim};

use crate::framework::move_writer::MoveWriter;
use crate::vocabulary::certificate::{Asked, Proved, Theorem};
use crate::vocabulary::options::{SolveError, SolveOptions};

/// The part of the memory that positions and levels may take, as a divisor.
const PART: u64 = 2;

/// Makes a certificate of what is asked of a space, by the search that answers it. `place` makes a state a position of the
/// rules by which the certificate will be checked.
///
/// # Errors
/// If a state is no position of these rules.
pub(crate) fn by_levels<P: Space<State: Packed>, R: Rules, S: Clone>(
    space: &P,
    rules: &R,
    place: impl Fn(&P::State, &mut R::Position),
    theorem: &Theorem,
    options: &SolveOptions,
    watch: &mut dyn Watch,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Result<Proved, SolveError> {
    let statement = theorem.statement.clone();
    let (claim, line) = match theorem.asked {
        Asked::Reachable => (None, String::new()),
        Asked::Solutions => match Search::new(space).with(options.request(watch)).shortest() {
            Ok(path) => (Some(Claim::Optimal(path.cost.into())), writer.line(&path.moves).join(" ")),
            Err(error) => match error.kind() {
                SearchErrorKind::Stopped(reason) => {
                    return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats: error.stats() });
                }
                _ => (Some(Claim::Unsolvable), String::new()),
            },
        },
    };
    // The last level that a certificate needs; nothing is known of those beyond.
    let last = match claim {
        Some(Claim::Optimal(cost)) => Some(cost as u32),
        _ => None,
    };
    if last == Some(0) {
        let certificate = Certificate { claim: Claim::Optimal(0), statement, line, evidence: Vec::new() };
        return Ok(Proved { outcome: Outcome::Solved(certificate), stats: Default::default() });
    }
    let part = options.limits.bytes / PART;
    let depth = last.map_or(options.limits.depth, |cost| cost - 1);
    let limits = Limits { bytes: options.limits.bytes - part, depth, ..options.limits };
    let options = SolveOptions { limits, ..options.clone() };
    let mut collector = Collector::new(rules.count(), part);
    let mut position = rules.start();
    let (mut stranger, mut full) = (false, false);
    let search = Search::new(space).with(options.request(watch));
    let searched = search.for_each_class(|state, level| {
        full |= collector.bytes() > part;
        if full || stranger {
            return;
        }
        place(&state, &mut position);
        match rules.rank(&position) {
            Some(_) if rules.bound(&position).saturating_add(level) >= last.unwrap_or(u32::MAX) => (),
            Some(rank) => collector.push(rank, level),
            None => stranger = true,
        }
    });
    let stats = match searched {
        Ok(stats) => stats,
        Err(error) => match error.kind() {
            SearchErrorKind::Stopped(StopReason::Depth) if last.is_some() => error.stats(),
            SearchErrorKind::Stopped(reason) => {
                return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats: error.stats() });
            }
            _ => unreachable!("states are visited, unless that is stopped"),
        },
    };
    if stranger {
        return Err(SolveError::new("the search has a position that the rules of certificates do not know"));
    }
    if full {
        return Ok(Proved { outcome: Outcome::Stopped(StopReason::Memory, None), stats });
    }
    let claim = claim.unwrap_or(Claim::Reachable(collector.len()));
    let certificate = Certificate { claim, statement, line, evidence: collector.finish() };
    Ok(Proved { outcome: Outcome::Solved(certificate), stats })
}
