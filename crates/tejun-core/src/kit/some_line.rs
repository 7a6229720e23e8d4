//! A line for puzzles that are too large to be solved exactly: found by a beam, then shortened.

use tejun_search::{
    Featured, Limits, Outcome, Packed, Proof, Search, SearchError, Solution as Path, Space, SpaceAdapter,
    Stats, StopReason,
};

use super::found::{unsolved, writer};
use super::from_state::FromState;
use crate::framework::move_writer::MoveWriter;
use crate::framework::puzzle::{Puzzle, moves};
use crate::framework::searches::Finder;
use crate::vocabulary::answer::{Solution, Value};
use crate::vocabulary::means::{Found, Means, Observer};

/// Number of states among which a line is shortened first.
const FIRST_ROOM: usize = 1 << 18;
/// The same for lines of a search of all states, which may be long: so that they soon become short.
const NEAREST_ROOM: usize = 1 << 13;
/// States of the first such search.
const FIRST_STATES: u64 = 1 << 18;
/// How many times as many states the next one has.
const MORE: u64 = 1 << 4;
/// How many times as many states a level there are next if the beam found nothing, and as many among which to shorten
/// the line if it became no shorter.
const WIDER: usize = 4;
/// States a level at first where nobody says how many.
pub const FIRST_WIDTH: usize = 1 << 8;
/// Whether lines of beams led by a bound, which are short already, are shortened. The module for browsers is smaller
/// without that.
const SHORTENS: bool = !cfg!(target_family = "wasm");
/// States among which a line is shortened, for each state of a level of the beam that found it.
const ROOM: usize = 1 << 6;

/// Finds some line from the start of `space` with a beam of so many states a level, or more if it finds none, and
/// shortens it while time and memory last, or until all states were searched and it is proved.
pub fn solve<P: Featured<State: Packed>, S: Clone>(
    space: &P,
    width: usize,
    means: &Means,
    observer: &mut dyn Observer,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Solution {
    let (mut width, mut stats) = (width, Stats::default());
    let best = loop {
        match Search::new(space).with(means.request(observer)).novelty_beam(width) {
            Ok(line) => {
                add(&mut stats, &line.stats);
                if line.proof == Proof::Optimal {
                    return Solution::optimal(writer.line(&line.moves), line.cost.into(), stats);
                }
                break line;
            }
            Err(error) => {
                add(&mut stats, &error.stats());
                if error.stopped() != Some(StopReason::Width) || stats.stored >= means.limits.states {
                    let unsolved = unsolved(error, |_| None);
                    return Solution { bound: Value::default(), stats, ..unsolved };
                }
            }
        }
        width = width.saturating_mul(WIDER);
    };
    shortened(space, best, FIRST_ROOM, stats, means, observer, writer)
}

/// Finds some line as [`solve`] does, but before each beam by a search that goes to what is new first, and of that to what is
/// nearest to a goal, of more and more states. For spaces with a [distance](Featured::distance) of some use.
pub fn nearest_first<P: Featured<State: Packed>, S: Clone>(
    space: &P,
    means: &Means,
    observer: &mut dyn Observer,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Solution {
    let (mut width, mut states, mut stats) = (FIRST_WIDTH, FIRST_STATES, Stats::default());
    let best = loop {
        let limits = Limits { states: states.min(means.limits.states), ..means.limits };
        let part = Means { limits, ..means.clone() };
        let found = match Search::new(space).with(part.request(observer)).novelty_first() {
            Err(error) if matches!(error.stopped(), Some(StopReason::States | StopReason::Memory)) => {
                add(&mut stats, &error.stats());
                states =
                    if error.stopped() == Some(StopReason::Memory) { 0 } else { states.saturating_mul(MORE) };
                let beam = Search::new(space).with(means.request(observer)).novelty_beam(width);
                width = width.saturating_mul(WIDER);
                beam
            }
            found => found,
        };
        match found {
            Ok(line) => {
                add(&mut stats, &line.stats);
                break line;
            }
            Err(error) => {
                add(&mut stats, &error.stats());
                if error.stopped() != Some(StopReason::Width) || stats.stored >= means.limits.states {
                    let unsolved = unsolved(error, |_| None);
                    return Solution { bound: Value::default(), stats, ..unsolved };
                }
            }
        }
    };
    shortened(space, best, NEAREST_ROOM, stats, means, observer, writer)
}

/// Shortens a line among so many states near it, then among more, while time and memory last, or until it is proved.
fn shortened<P: Space<State: Packed>, S: Clone>(
    space: &P,
    mut best: Path<P::State, P::Move>,
    mut room: usize,
    mut stats: Stats,
    means: &Means,
    observer: &mut dyn Observer,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Solution {
    report(&best.moves, writer, observer);
    while stats.stored < means.limits.states {
        match Search::new(space).with(means.request(observer)).near(&best.states, room) {
            Ok(line) => {
                add(&mut stats, &line.stats);
                if line.proof == Proof::Optimal {
                    return Solution::optimal(writer.line(&line.moves), line.cost.into(), stats);
                }
                if line.moves.len() < best.moves.len() {
                    best = line;
                    report(&best.moves, writer, observer);
                } else {
                    room = room.saturating_mul(WIDER);
                }
            }
            // The line that is shortened is among the states, so it was stopped.
            Err(error) => {
                add(&mut stats, &error.stats());
                break;
            }
        }
    }
    let line = writer.line(&best.moves);
    let value = Value::cost(line.len() as i64);
    Solution { value, ..Solution::without_line(Outcome::Solved(line), stats) }
}

/// Finds lines from `start` on with wider and wider beams led by the bound, and shortens each, while time and memory
/// last. Each beam has a space of its own, which is told its width: the puzzle's own graph, or the same in other states.
/// It comes with the bytes that it holds, which are taken from the limit meanwhile.
pub fn by_bound<P: Puzzle<State: Packed>, S: Space<State: Packed, Move = P::Move, Cost = u32>>(
    (puzzle, start): (&P, &P::State),
    means: &Means,
    observer: &mut dyn Observer,
    mut spaces: impl FnMut(usize, &mut dyn Observer) -> Result<(S, u64), StopReason>,
) -> Solution {
    let writer = &writer(puzzle, start);
    let (mut best, mut stats): (Option<Vec<P::Move>>, _) = (None, Stats::default());
    let mut width = FIRST_WIDTH;
    let stopped = loop {
        let room = width.saturating_mul(ROOM);
        let (space, taken) = match spaces(width, observer) {
            Ok(space) => space,
            Err(reason) => break Some(reason),
        };
        let mut left = means.clone();
        left.limits.bytes = left.limits.bytes.saturating_sub(taken);
        let beam = Search::new(&space).with(left.request(observer)).beam(width);
        add(&mut stats, &beam.as_ref().map_or_else(SearchError::stats, |line| line.stats));
        let found = match beam {
            Err(error) if error.stopped() != Some(StopReason::Width) => break error.stopped(),
            found => found.ok(),
        };
        if let Some(line) = found {
            best = Some(shorter(best, line.moves, writer, observer));
        }
        if let Some(line) = best.as_ref().filter(|_| SHORTENS) {
            let space = FromState { puzzle, start: start.clone() };
            let around = states_along(puzzle, start, line);
            let nearer = Search::new(&space).with(left.request(observer)).near(&around, room);
            add(&mut stats, &nearer.as_ref().map_or_else(SearchError::stats, |line| line.stats));
            match nearer {
                Ok(line) => best = Some(shorter(best, line.moves, writer, observer)),
                Err(error) => break error.stopped(),
            }
        }
        if stats.stored >= means.limits.states {
            break Some(StopReason::States);
        }
        width = width.saturating_mul(WIDER);
    };
    let line = best.map(|best| writer.line(&best));
    let value = Value { cost: line.as_ref().map(|line| line.len() as i64), score: None };
    let outcome = match (line, stopped) {
        (Some(line), _) => Outcome::Solved(line),
        (None, Some(reason)) => Outcome::Stopped(reason, None),
        (None, None) => Outcome::Unsolvable,
    };
    Solution { value, ..Solution::without_line(outcome, stats) }
}

/// The states of a line, its ends included.
fn states_along<P: Puzzle>(puzzle: &P, start: &P::State, line: &[P::Move]) -> Vec<P::State> {
    let mut states = vec![start.clone()];
    for &by in line {
        let at = states.last().expect("the start is one");
        let next = moves(puzzle, at).into_iter().find(|(other, _)| *other == by);
        states.push(next.expect("a search makes moves of the space").1);
    }
    states
}

/// The shorter of the best line so far and a new one, which is reported if it is the new one.
fn shorter<M: Copy, S: Clone>(
    best: Option<Vec<M>>,
    line: Vec<M>,
    writer: &MoveWriter<S, impl Fn(&mut S, M) -> String>,
    observer: &mut dyn Observer,
) -> Vec<M> {
    match best {
        Some(best) if best.len() <= line.len() => best,
        _ => {
            report(&line, writer, observer);
            line
        }
    }
}

fn report<M: Copy, S: Clone>(
    moves: &[M],
    writer: &MoveWriter<S, impl Fn(&mut S, M) -> String>,
    observer: &mut dyn Observer,
) {
    let line = writer.line(moves);
    let moves: Vec<&str> = line.iter().map(String::as_str).collect();
    observer.found(&Found { line: &moves, value: Some(line.len() as i64) });
}

/// A finder for any puzzle whose states are packed: a beam to all kinds of states, whose features are the bytes of the
/// words that hold them.
pub(super) const fn novelty_finder<P: Puzzle<State: Packed>>() -> Finder<P> {
    Finder {
        find: |puzzle, state, means, observer| {
            let space = Bytes(FromState { puzzle, start: state.clone() });
            solve(&space, FIRST_WIDTH, means, observer, &writer(puzzle, state))
        },
        after: 1 << 18,
        pace: 1 << 6,
    }
}

/// A finder for puzzles with a [bound](tejun_search::Space::bound) of some use: beams led by it, wider and wider.
pub(super) const fn beam_finder<P: Puzzle<State: Packed>>() -> Finder<P> {
    Finder {
        find: |puzzle, state, means, observer| {
            let space = || FromState { puzzle, start: state.clone() };
            by_bound((puzzle, state), means, observer, |_, _| Ok((space(), 0)))
        },
        // Before pattern databases are built, which takes longer.
        after: 1 << 17,
        pace: 1 << 6,
    }
}

/// A space whose features are the bytes of its states.
struct Bytes<'a, P: Puzzle>(FromState<'a, P>);

impl<'a, P: Puzzle> SpaceAdapter for Bytes<'a, P> {
    type Inner = FromState<'a, P>;

    fn inner(&self) -> &Self::Inner {
        &self.0
    }
}

impl<P: Puzzle<State: Packed>> Featured for Bytes<'_, P> {
    fn features(&self, state: &P::State, visit: impl FnMut(u32)) {
        let key = state.pack();
        let bytes = bytemuck::bytes_of(&key).iter();
        (0..).zip(bytes).map(|(at, &byte)| at << 8 | u32::from(byte)).for_each(visit);
    }
}

/// Adds what one search more has spent.
fn add(stats: &mut Stats, more: &Stats) {
    stats.expanded += more.expanded;
    stats.stored += more.stored;
    stats.peak_bytes = stats.peak_bytes.max(more.peak_bytes);
}
