//! IDA*, at first with what a puzzle knows at once, then with its pattern databases.

use tejun_search::heuristic::{CostedOf, idastar};
use tejun_search::{Answer, Outcome, Packed, Proof, StopReason};

use super::from_state::FromState;
use crate::framework::pattern_db_cache::PatternDbCache;
use crate::framework::puzzle::Puzzle;
use crate::vocabulary::answer::Details;
use crate::vocabulary::options::{Observer, SolveOptions};

/// States expanded before a search is worth databases: a twentieth of a second or so.
const EASY: u64 = 1 << 18;

/// Finds a cheapest line by IDA*. Unless that is easy, the puzzle [loads its pattern databases](Puzzle::load_heuristics) for it first.
pub(super) fn deepen<P: Puzzle<State: Packed>>(
    space: &FromState<P>,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> (Answer<CostedOf<P>>, Details) {
    let mut cache = PatternDbCache::new(options, observer);
    let mut answer = idastar(space, cache.request(EASY));
    cache.count(&answer.stats);
    if matches!(answer.outcome, Outcome::Stopped(StopReason::States, _)) && options.limits.states > EASY {
        let known = answer.bound;
        answer = match space.puzzle.load_heuristics(&mut cache) {
            Ok(()) => idastar(space, cache.request(u64::MAX)),
            Err(reason) => Answer {
                outcome: Outcome::Stopped(reason, None),
                bound: known,
                proof: Proof::Unproved,
                stats: Default::default(),
            },
        };
        cache.count(&answer.stats);
        // A stopped search may know less than the first one. Where there is no line, there is no bound.
        if matches!(answer.outcome, Outcome::Stopped(..)) {
            answer.bound = answer.bound.max(known);
        }
    }
    let (stats, details) = cache.into_report();
    (Answer { stats, ..answer }, details)
}
