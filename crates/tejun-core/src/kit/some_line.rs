//! A line for puzzles that are too large to be solved exactly: found by a beam, then shortened.

use tejun_search::{Featured, Outcome, Packed, Proof, Search, Stats, StopReason};

use super::found::unsolved;
use crate::framework::move_writer::MoveWriter;
use crate::vocabulary::answer::{Solution, Value};
use crate::vocabulary::means::{Found, Means, Observer};

/// Number of states among which a line is shortened first.
const FIRST_ROOM: usize = 1 << 18;
/// How many times as many states a level there are next if the beam found nothing, and as many among which to shorten
/// the line if it became no shorter.
const WIDER: usize = 4;

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
    let mut best = loop {
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
    let tell = |moves: &[P::Move], observer: &mut dyn Observer| {
        let line = writer.line(moves);
        let moves: Vec<&str> = line.iter().map(String::as_str).collect();
        observer.found(&Found { line: &moves, value: Some(line.len() as i64) });
    };
    tell(&best.moves, observer);
    let mut room = FIRST_ROOM;
    while stats.stored < means.limits.states {
        match Search::new(space).with(means.request(observer)).near(&best.states, room) {
            Ok(line) => {
                add(&mut stats, &line.stats);
                if line.proof == Proof::Optimal {
                    return Solution::optimal(writer.line(&line.moves), line.cost.into(), stats);
                }
                if line.moves.len() < best.moves.len() {
                    best = line;
                    tell(&best.moves, observer);
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

/// Adds what one search more has spent.
fn add(stats: &mut Stats, more: &Stats) {
    stats.expanded += more.expanded;
    stats.stored += more.stored;
    stats.peak_bytes = stats.peak_bytes.max(more.peak_bytes);
}
