//! IDA*, at first with what a puzzle knows at once, then with its pattern databases.

use tejun_search::heuristic::{CostedOf, idastar};
use tejun_search::{Answer, Outcome, Proof, StopReason};

use super::onward::Onward;
use super::puzzle::Puzzle;
use super::shelf::Shelf;
use crate::answer::Details;
use crate::ask::{Ask, Audience};

/// States expanded before a search is worth databases: a twentieth of a second or so.
const EASY: u64 = 1 << 18;

/// Finds a cheapest line by IDA*. Unless that is easy, the puzzle is [prepared](Puzzle::prepare) for it first.
pub(super) fn deepen<P: Puzzle>(
    onward: &Onward<P>,
    ask: &Ask,
    audience: &mut dyn Audience,
) -> (Answer<CostedOf<P>>, Details) {
    let mut shelf = Shelf::new(ask, audience);
    let mut answer = idastar(onward, shelf.request(EASY));
    shelf.count(&answer.stats);
    if matches!(answer.outcome, Outcome::Stopped(StopReason::States, _)) && ask.limits.states > EASY {
        let known = answer.bound;
        answer = match onward.puzzle.prepare(&mut shelf) {
            Ok(()) => idastar(onward, shelf.request(u64::MAX)),
            Err(reason) => Answer {
                outcome: Outcome::Stopped(reason, None),
                bound: known,
                proof: Proof::None,
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
