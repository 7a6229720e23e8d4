//! IDA*, at first with what a puzzle knows at once, then with its pattern databases.

use tejun_search::{Outcome, Packed, Search, Space, Stats, StopReason};

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
    puzzle: &P,
    start: &P::State,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    by_stages((puzzle, start), means, observer, |stage, cache| {
        let last = stage > 0;
        if last {
            puzzle.load_heuristics(cache)?;
        }
        Ok((FromState { puzzle, start: start.clone() }, if last { u64::MAX } else { EASY }))
    })
}

/// Finds a cheapest line by IDA*, in one stage after the other: each gives a space, and how many states are expanded in it
/// before the next is worth its while. The last says [`u64::MAX`].
pub(super) fn by_stages<P: Puzzle, S: Space<State: Packed, Move = P::Move, Cost = u32>>(
    (puzzle, start): (&P, &P::State),
    means: &Means,
    observer: &mut dyn Observer,
    mut stages: impl FnMut(usize, &mut PatternDbCache) -> Result<(S, u64), StopReason>,
) -> Solution {
    let mut cache = PatternDbCache::new(means, observer);
    let mut known: Option<i64> = None;
    for stage in 0.. {
        let left = cache.limits().states;
        let (mut solution, states) = match stages(stage, &mut cache) {
            Ok((space, states)) => {
                let found = Search::new(&space).with(cache.request(states)).idastar();
                let solution = costed(puzzle, start, found);
                cache.count(&solution.stats);
                (solution, states)
            }
            Err(reason) => {
                (Solution::without_line(Outcome::Stopped(reason, None), Stats::default()), u64::MAX)
            }
        };
        // A stopped search may know less than the one before. Where there is no line, there is no bound.
        if matches!(solution.outcome, Outcome::Stopped(..)) {
            known = solution.bound.cost.max(known);
            solution.bound = Value { cost: known, score: None };
        }
        if !matches!(solution.outcome, Outcome::Stopped(StopReason::States, _)) || left <= states {
            let (stats, details) = cache.into_report();
            return Solution { stats, details, ..solution };
        }
    }
    unreachable!("the last stage ends")
}
