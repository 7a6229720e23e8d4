//! Solving with bounds that are kept up to date slide by slide, and with large pattern databases.

mod arrangements;
mod build;
mod frame;
mod grid;
mod guide;
mod model;
mod partitions;
mod state;
mod walking;

use std::sync::Arc;

use tejun_core::kit::some_line::{self, FIRST_WIDTH};
use tejun_core::kit::{self, PatternDbCache};
use tejun_core::question::Solve;
use tejun_core::{Means, Observer, Puzzle, Solution};
use tejun_search::{Limits, StopReason};

pub(super) use self::frame::Frame;
use self::guide::Guide;
use self::model::Model;
use self::partitions::Partition;
use self::walking::Walking;
use super::numbers::CELLS;

#[cfg(test)]
mod tests;

/// The cell of each tile and of the gap, by its home.
type Places = [u8; CELLS];

/// States expanded before anything is prepared: a few milliseconds.
const VERY_EASY: u64 = 1 << 14;
/// Number of distances that are built in the time in which a search expands a state, or less. So databases are built when
/// the search without them has taken as long as that.
const ENTRIES_FOR_A_STATE: u64 = 32;
/// The same of what is read from a file.
const KEPT_ENTRIES_FOR_A_STATE: u64 = 512;
/// Maximum number of distances that are built for a finder. It has better to do meanwhile.
const FOR_A_FINDER: u64 = 1 << 26;

/// Databases that may lead the proving search.
struct Candidate {
    partition: Partition,
    /// Whether files have them.
    kept: bool,
    /// The number of states that the search expands before they are worth their while.
    due: u64,
}

impl Candidate {
    fn new(partition: Partition, cache: &PatternDbCache) -> Self {
        let kept = partition.is_at_hand(cache);
        let rate = if kept { KEPT_ENTRIES_FOR_A_STATE } else { ENTRIES_FOR_A_STATE };
        Candidate { kept, due: partition.entries() / rate, partition }
    }

    /// Whether the limits leave room for them when they are due, and states to search with them.
    fn is_within(&self, limits: Limits, spent: u64) -> bool {
        let before = self.due.saturating_sub(spent);
        self.partition.fits(self.kept, limits.bytes)
            && before.saturating_add(self.partition.entries()) < limits.states
    }
}

/// A guide with the databases of a partition; `None` if there is no room for them after all.
///
/// # Errors
/// If time is up, or the user interrupts.
fn load(
    plain: &Guide,
    frame: &Frame,
    partition: &Partition,
    cache: &mut PatternDbCache,
) -> Result<Option<Guide>, StopReason> {
    match plain.load(frame, partition, cache) {
        Ok(guide) => Ok(Some(guide)),
        Err(reason @ (StopReason::Time | StopReason::Interrupted)) => Err(reason),
        Err(_) => Ok(None),
    }
}

/// Finds a cheapest line by IDA*: by the Manhattan distance, then with larger and larger databases.
pub(super) fn solve<P: Puzzle<State = Places, Move = u8>>(
    (puzzle, frame): (&P, Frame),
    start: &Places,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let mut candidates: Vec<Candidate> = Vec::new();
    let (mut next, mut spent) = (0, VERY_EASY);
    let mut guide = Arc::new(Guide::manhattan());
    let stages = |stage: usize, cache: &mut PatternDbCache| {
        if stage == 0 {
            return Ok((Model::forward(frame, *start, guide.clone()), spent));
        } else if stage == 1 {
            // Half of the states, whether a file has them or not: so a file never leaves less for the search.
            let most = cache.limits().states / 2;
            let partitions = partitions::of(&frame).into_iter();
            candidates = partitions
                .filter(|partition| partition.entries() <= most)
                .map(|partition| Candidate::new(partition, cache))
                .collect();
            guide = Arc::new(Guide::manhattan().walking(Walking::of(&frame)));
        }
        let due = |candidates: &[Candidate], next: usize, limits: Limits| {
            let within = (next..candidates.len()).filter(|&at| candidates[at].is_within(limits, spent));
            within.map(|at| (at, candidates[at].due)).collect::<Vec<_>>()
        };
        while let Some(&(at, _)) =
            due(&candidates, next, cache.limits()).iter().rfind(|(_, due)| *due <= spent)
        {
            if let Some(loaded) = load(&guide, &frame, &candidates[at].partition, cache)? {
                guide = Arc::new(loaded);
                next = at + 1;
            } else {
                candidates.remove(at);
            }
        }
        let due = due(&candidates, next, cache.limits()).iter().map(|(_, due)| *due).min();
        let patience = due.map_or(u64::MAX, |due| due - spent);
        spent = spent.saturating_add(patience);
        Ok((Model::forward(frame, *start, guide.clone()), patience))
    };
    kit::deepen_by_stages((puzzle, start), solve, means, observer, stages)
}

/// Finds lines by beams, each led by larger databases than the one before, which come from the finder's own share of the
/// memory.
pub(super) fn find<P: Puzzle<State = Places, Move = u8>>(
    (puzzle, frame): (&P, Frame),
    start: &Places,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let (partitions, walking) = (partitions::of(&frame), Walking::of(&frame));
    let Limits { states, bytes, .. } = means.limits;
    let spaces = |width: usize, observer: &mut dyn Observer| {
        let wider = (width / FIRST_WIDTH).ilog2() as usize / 2;
        let cache = &mut PatternDbCache::new(means, observer);
        // The other half is the beam's.
        let is_for_it = |partition: &&Partition| {
            partition.entries() <= FOR_A_FINDER.min(states) && partition.fits(false, bytes / 2)
        };
        let plain = Guide::manhattan().walking(walking.clone());
        let (mut guide, mut taken) = (None, 0);
        if let Some(partition) = partitions.iter().take(wider).take_while(is_for_it).last() {
            guide = load(&plain, &frame, partition, cache)?;
            taken = partition.entries();
        }
        Ok((Model::new(frame, *start, guide.unwrap_or(plain)), taken))
    };
    some_line::by_bound((puzzle, start), means, observer, spaces)
}
