//! IDA*, at first with what a puzzle knows at once, then with its pattern databases.

use tejun_search::heuristic::{CostedOf, idastar};
use tejun_search::{Answer, Outcome, Proof, StopReason};

use super::from_state::FromState;
use super::pattern_db_cache::PatternDbCache;
use super::puzzle::Puzzle;
use crate::answer::Details;
use crate::options::{Observer, SolveOptions};

/// States expanded before a search is worth databases: a twentieth of a second or so.
const EASY: u64 = 1 << 18;

/// Finds a cheapest line by IDA*. Unless that is easy, the puzzle is [prepared](Puzzle::prepare) for it first.
pub(super) fn deepen<P: Puzzle>(
    onward: &FromState<P>,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> (Answer<CostedOf<P>>, Details) {
    let mut shelf = PatternDbCache::new(options, observer);
    let mut answer = idastar(onward, shelf.request(EASY));
    shelf.count(&answer.stats);
    if matches!(answer.outcome, Outcome::Stopped(StopReason::States, _)) && options.limits.states > EASY {
        let known = answer.bound;
        answer = match onward.puzzle.prepare(&mut shelf) {
            Ok(()) => idastar(onward, shelf.request(u64::MAX)),
            Err(reason) => Answer {
                outcome: Outcome::Stopped(reason, None),
                bound: known,
                proof: Proof::Unproved,
                stats: Default::default(),
            },
        };
        shelf.count(&answer.stats);
        // A stopped search may know less than the first one. Where there is no line, there is no bound.
        if matches!(answer.outcome, Outcome::Stopped(..)) {
            answer.bound = answer.bound.max(known);
        }
    }
    let (stats, details) = shelf.told();
    (Answer { stats, ..answer }, details)
}
