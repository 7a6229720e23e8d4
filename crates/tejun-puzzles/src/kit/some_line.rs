//! A line for puzzles that are too large to be solved exactly: found by a beam, then shortened.

use tejun_search::heuristic::{Featured, novelty_beam, shortest_near};
use tejun_search::{Outcome, Proof, Stats, StopReason};

use crate::framework::move_writer::MoveWriter;
use crate::vocabulary::answer::{Solution, Value};
use crate::vocabulary::options::{Found, Observer, SolveOptions};

/// Number of states among which a line is shortened first.
const FIRST_ROOM: usize = 1 << 18;
/// How many times as many states a level there are next if the beam found nothing, and as many among which to shorten
/// the line if it became no shorter.
const WIDER: usize = 4;

/// Finds some line from the start of `space` with a beam of so many states a level, or more if it finds none, and
/// shortens it while time and memory last, or until all states were searched and it is proved.
pub fn solve<P: Featured, S: Clone>(
    space: &P,
    width: usize,
    options: &SolveOptions,
    observer: &mut dyn Observer,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Solution {
    let (mut width, mut stats) = (width, Stats::default());
    let answer = loop {
        let answer = novelty_beam(space, width, options.request(observer));
        add(&mut stats, &answer.stats);
        if answer.outcome.stopped() != Some(StopReason::Width) || stats.stored >= options.limits.states {
            break answer;
        }
        width = width.saturating_mul(WIDER);
    };
    let mut best = match answer.outcome {
        Outcome::Solved(line) if answer.proof == Proof::Optimal => {
            return Solution::optimal(writer.line(&line.path.moves), line.cost.into(), stats);
        }
        Outcome::Solved(line) => line.path,
        other => return Solution::without_line(other.map(|_| Vec::new()), stats),
    };
    let tell = |moves: &[P::Move], observer: &mut dyn Observer| {
        let line = writer.line(moves);
        let moves: Vec<&str> = line.iter().map(String::as_str).collect();
        observer.found(&Found { line: &moves, value: Some(line.len() as i64) });
    };
    tell(&best.moves, observer);
    let mut room = FIRST_ROOM;
    while stats.stored < options.limits.states {
        let answer = shortest_near(space, &best.states, room, options.request(observer));
        add(&mut stats, &answer.stats);
        match answer.outcome {
            Outcome::Solved(line) => {
                let path = line.path;
                if answer.proof == Proof::Optimal {
                    let cost = path.moves.len() as i64;
                    return Solution::optimal(writer.line(&path.moves), cost, stats);
                }
                if path.moves.len() < best.moves.len() {
                    best = path;
                    tell(&best.moves, observer);
                } else {
                    room = room.saturating_mul(WIDER);
                }
            }
            Outcome::Stopped(..) => break,
            Outcome::Unsolvable => unreachable!("the line that is shortened is among the states"),
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
