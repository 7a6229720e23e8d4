//! Certificates by levels, for puzzles that are searched breadth first.

use std::cell::Cell;

use tejun_search::{Limits, Outcome, Packed, Search, Space, Spill, Stats, StopReason, Watch};
use tejun_verify::rules::Rules;
use tejun_verify::{Certificate, Claim};

use super::UntilEnough;
use super::collector::Collector;
use crate::framework::move_writer::MoveWriter;
use crate::vocabulary::certificate::{Asked, Proved, Theorem};
use crate::vocabulary::means::{Means, SolveError};

/// The part of the memory that positions and levels may take, as a divisor.
const PART: u64 = 2;

/// Makes a certificate of what is asked of a space whose moves can be taken back, by the search that answers it. `place` makes a state a position of the
/// rules by which the certificate will be checked.
///
/// With a directory, search and levels go to disk where memory ends. A search that resumes from there collects the levels
/// anew from its files.
///
/// # Errors
/// If a state is no position of these rules, or they contradict the moves of the space.
pub fn by_levels<P: Space<State: Packed>, R: Rules, S: Clone>(
    space: &P,
    rules: &R,
    place: impl Fn(&P::State, &mut R::Position) + Sync,
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Result<Proved, SolveError> {
    let rank = |state: &P::State, position: &mut R::Position| {
        place(state, position);
        rules.rank(position)
    };
    let numbering = Numbering { start: || rules.start(), rank, count: rules.count() };
    let solving = theorem.asked == Asked::Solutions;
    let stopped = |reason, stats| Ok(Proved { outcome: Outcome::Stopped(reason, None), stats });
    let Swept { mut collector, goal, stats } = match sweep(space, &numbering, solving, means, watch)? {
        Ok(swept) => swept,
        Err((reason, stats)) => return stopped(reason, stats),
    };
    if let Err(reason) = collector.seal() {
        return stopped(reason, stats);
    }
    let (claim, line, bound) = match goal {
        Some((goal, cost)) => {
            let moves = match retrace(space, &mut collector, &numbering, goal, cost) {
                Ok(Some(moves)) => moves,
                Ok(None) => return Err(SolveError::new("no line follows the levels back to the start")),
                Err(reason) => return stopped(reason, stats),
            };
            (Claim::Optimal(cost.into()), writer.line(&moves).join(" "), cost)
        }
        None if solving => (Claim::Unsolvable, String::new(), u32::MAX),
        None => (Claim::Reachable(collector.positions()), String::new(), u32::MAX),
    };
    let evidence = match bound {
        0 => Vec::new(),
        _ => match collector.finish(bound, watch) {
            Ok(evidence) => evidence,
            Err(reason) => return stopped(reason, stats),
        },
    };
    let certificate = Certificate { claim, statement: theorem.statement.clone(), line, evidence };
    Ok(Proved { outcome: Outcome::Solved(certificate), stats })
}

/// How states are numbered.
struct Numbering<N, F> {
    /// Makes a position of the rules, to be filled.
    start: N,
    /// The number of a state, which becomes that position.
    rank: F,
    /// Numbers are less than this.
    count: u64,
}

/// What a search has met.
struct Swept<'s, S> {
    collector: Collector<'s>,
    /// A nearest solved state, and its distance; the levels below are complete.
    goal: Option<(S, u32)>,
    stats: Stats,
}

/// Why a search was stopped, and what it had spent.
type Cut = (StopReason, Stats);

/// States numbered at once.
const BATCH: usize = 1 << 16;

/// Collects the levels of all positions; with `solving`, only until one of them is solved.
///
/// # Errors
/// If a state has no number. Within, if the search is stopped.
fn sweep<'s, P: Space<State: Packed>, A>(
    space: &P,
    numbering: &Numbering<impl Fn() -> A + Sync, impl Fn(&P::State, &mut A) -> Option<u64> + Sync>,
    solving: bool,
    means: &'s Means,
    watch: &mut dyn Watch,
) -> Result<Result<Swept<'s, P::State>, Cut>, SolveError> {
    let part = means.limits.bytes / PART;
    let disk = match means.spill.as_deref().map(Spill::scratch).transpose() {
        Ok(disk) => disk,
        Err(reason) => return Ok(Err((reason, Stats::default()))),
    };
    let mut collector = Collector::new(numbering.count, part, disk, means.threads);
    let limits = Limits { bytes: means.limits.bytes - part, ..means.limits };
    let means = Means { limits, ..means.clone() };
    let (mut goal, mut failure, enough) = (None, None, Cell::new(false));
    let mut batch = Vec::new();
    let mut flush = |batch: &mut Vec<(P::State, u32)>| {
        let failed = number(batch, numbering, means.threads, &mut collector).err();
        failure = failure.take().or(failed);
        enough.set(enough.get() || failure.is_some());
        batch.clear();
    };
    let mut watch = UntilEnough { watch, enough: &enough };
    let searched = Search::new(space).with(means.request(&mut watch)).for_each_class(|state, level| {
        if enough.get() {
            return;
        }
        if solving && space.is_goal(&state) {
            goal = Some((state.clone(), level));
            enough.set(true);
        }
        batch.push((state, level));
        if batch.len() == BATCH {
            flush(&mut batch);
        }
    });
    flush(&mut batch);
    let (stats, stopped) = match searched {
        Ok(stats) => (stats, None),
        Err(error) => (error.stats(), error.stopped()),
    };
    match failure {
        Some(NumberError::Unknown) => {
            return Err(SolveError::new(
                "the search has a position that the rules of certificates do not know",
            ));
        }
        Some(NumberError::Full(reason)) => return Ok(Err((reason, stats))),
        None => (),
    }
    Ok(match stopped {
        Some(reason) if goal.is_none() => Err((reason, stats)),
        _ => Ok(Swept { collector, goal, stats }),
    })
}

/// Why states are not collected.
enum NumberError {
    /// One has no number.
    Unknown,
    /// Memory or disk are full.
    Full(StopReason),
}

/// Numbers states, in several threads if there are many, and collects their levels.
fn number<S: Send + Sync, A>(
    states: &[(S, u32)],
    numbering: &Numbering<impl Fn() -> A + Sync, impl Fn(&S, &mut A) -> Option<u64> + Sync>,
    threads: usize,
    collector: &mut Collector,
) -> Result<(), NumberError> {
    let mut push = |rank: Option<u64>, level| {
        collector.push(rank.ok_or(NumberError::Unknown)?, level).map_err(NumberError::Full)
    };
    let ranks = |states: &[(S, u32)]| -> Vec<Option<u64>> {
        let mut position = (numbering.start)();
        states.iter().map(|(state, _)| (numbering.rank)(state, &mut position)).collect()
    };
    let share = states.len().div_ceil(threads).max(BATCH / 8);
    let ranks: Vec<Vec<Option<u64>>> = std::thread::scope(|scope| {
        let (mut parts, ranks) = (states.chunks(share), &ranks);
        let own = parts.next().unwrap_or_default();
        let start = |part| {
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || ranks(part));
            thread.map_err(|_| part)
        };
        let others: Vec<_> = parts.map(start).collect();
        let own = ranks(own);
        let others = others.into_iter().map(|other| match other {
            Ok(thread) => thread.join().expect("numbering does not panic"),
            // The system starts no thread.
            Err(part) => ranks(part),
        });
        std::iter::once(own).chain(others).collect()
    });
    states.iter().zip(ranks.into_iter().flatten()).try_for_each(|((_, level), rank)| push(rank, *level))
}

/// The moves of a shortest line to a goal, found by the levels; `None` if they contradict the moves.
///
/// The way back meets the images of states, as they happen to be; the way forth from the start makes the moves that lead
/// to the same classes.
///
/// # Errors
/// If the disk refuses.
fn retrace<P: Space, A>(
    space: &P,
    collector: &mut Collector,
    numbering: &Numbering<impl Fn() -> A, impl Fn(&P::State, &mut A) -> Option<u64>>,
    goal: P::State,
    cost: u32,
) -> Result<Option<Vec<P::Move>>, StopReason> {
    let mut position = (numbering.start)();
    let mut rank = |state: &P::State| (numbering.rank)(state, &mut position);
    let Some(first) = rank(&goal) else { return Ok(None) };
    let (mut ranks, mut state) = (vec![first], goal);
    for level in (0..cost).rev() {
        let (mut before, mut failure) = (None, None);
        space.retract(&state, |other| {
            let Some(rank) = rank(&other).filter(|_| before.is_none()) else { return };
            match collector.has(rank, level) {
                Ok(true) => before = Some((other, rank)),
                Ok(false) => (),
                Err(reason) => failure = Some(reason),
            }
        });
        if let Some(reason) = failure {
            return Err(reason);
        }
        let Some((other, rank)) = before else { return Ok(None) };
        ranks.push(rank);
        state = other;
    }
    let mut moves = Vec::new();
    let mut start = None;
    space.starts(|state| start = start.take().or(Some(state)));
    let Some(mut state) = start else { return Ok(None) };
    for &wanted in ranks.iter().rev().skip(1) {
        let mut next = None;
        space.expand(&state, |by, other| {
            if next.is_none() && rank(&other) == Some(wanted) {
                next = Some((by, other));
            }
        });
        let Some((by, other)) = next else { return Ok(None) };
        moves.push(by);
        state = other;
    }
    Ok(Some(moves))
}
