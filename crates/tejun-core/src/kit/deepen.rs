//! IDA*, at first with what a puzzle knows at once, then with its pattern databases.

use tejun_search::{Outcome, Packed, Search, Stats, StopReason};

use super::found::costed;
use super::from_state::FromState;
use crate::framework::pattern_db_cache::PatternDbCache;
use crate::framework::puzzle::Puzzle;
use crate::vocabulary::answer::{Solution, Value};
use crate::vocabulary::means::{Means, Observer};

/// States expanded before a search is worth databases: a twentieth of a second or so.
const EASY: u64 = 1 << 18;

/// Finds a cheapest line by IDA*. Unless that is easy, the puzzle [loads its pattern databases](Puzzle::load_heuristics) for it first.
pub(super) fn deepen<P: Puzzle<State: Packed>>(
    space: &FromState<P>,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let mut cache = PatternDbCache::new(means, observer);
    let search = |cache: &mut PatternDbCache, states| {
        let found = Search::new(space).with(cache.request(states)).idastar();
        let solution = costed(space.puzzle, &space.start, found);
        cache.count(&solution.stats);
        solution
    };
    let mut solution = search(&mut cache, EASY);
    if matches!(solution.outcome, Outcome::Stopped(StopReason::States, _)) && means.limits.states > EASY {
        let known = solution.bound.cost;
        solution = match space.puzzle.load_heuristics(&mut cache) {
            Ok(()) => search(&mut cache, u64::MAX),
            Err(reason) => Solution::without_line(Outcome::Stopped(reason, None), Stats::default()),
        };
        // A stopped search may know less than the first one. Where there is no line, there is no bound.
        if matches!(solution.outcome, Outcome::Stopped(..)) {
            solution.bound = Value { cost: solution.bound.cost.max(known), score: None };
        }
    }
    let (stats, details) = cache.into_report();
    Solution { stats, details, ..solution }
}
