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

use tejun_core::kit::some_line::{self, FIRST_WIDTH};
use tejun_core::kit::{self, PatternDbCache};
use tejun_core::question::Solve;
use tejun_core::{FINDER_SHARE, Means, Observer, Puzzle, Solution};

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

/// Finds a cheapest line by IDA*: by the ways of the tiles, then with larger and larger databases.
pub(super) fn solve<P: Puzzle<State = Places, Move = u8>>(
    (puzzle, frame): (&P, Frame),
    start: &Places,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let (mut partitions, mut walking) = (Vec::new(), None);
    let (mut next, mut spent) = (0, VERY_EASY);
    let stages = |stage: usize, cache: &mut PatternDbCache| {
        let ways = Guide::ways();
        if stage == 0 {
            return Ok((Model::forward(frame, *start, ways), spent));
        } else if stage == 1 {
            // Looked up here, where no finder has begun: what is at hand later depends on how fast that is.
            let with_due = |partition: Partition| {
                let kept = partition.is_at_hand(cache);
                let rate = if kept { KEPT_ENTRIES_FOR_A_STATE } else { ENTRIES_FOR_A_STATE };
                (partition.entries() / rate, kept, partition)
            };
            partitions = partitions::of(&frame).into_iter().map(with_due).collect();
            walking = Walking::of(&frame);
        }
        // Without the first ones there is not enough memory; of others, those that it cannot hold are left out.
        let dues: Vec<(usize, u64)> = (next..partitions.len())
            .filter(|&at| at == 0 || partitions[at].2.fits(partitions[at].1, cache.limits().bytes))
            .map(|at| (at, partitions[at].0))
            .collect();
        let mut guide = ways.walking(walking.clone());
        if let Some(&(at, _)) = dues.iter().rfind(|(_, due)| *due <= spent) {
            guide = guide.load(&frame, &partitions[at].2, cache)?;
            next = at + 1;
        }
        let due = dues.iter().filter(|(at, _)| *at >= next).map(|(_, due)| *due).min();
        let patience = due.map_or(u64::MAX, |due| due - spent);
        spent = spent.saturating_add(patience);
        Ok((Model::forward(frame, *start, guide), patience))
    };
    kit::deepen_by_stages((puzzle, start), solve, means, observer, stages)
}

/// Finds lines by beams, each led by larger databases than the one before.
pub(super) fn find<P: Puzzle<State = Places, Move = u8>>(
    (puzzle, frame): (&P, Frame),
    start: &Places,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let (partitions, walking) = (partitions::of(&frame), Walking::of(&frame));
    // The proving search uses the same databases, or would: they come from its share.
    let mut shared = means.clone();
    shared.limits.bytes = means.limits.bytes.saturating_mul(FINDER_SHARE - 1);
    let spaces = |width: usize, observer: &mut dyn Observer| {
        let wider = (width / FIRST_WIDTH).ilog2() as usize / 2;
        let cache = &mut PatternDbCache::new(&shared, observer);
        let is_for_it = |partition: &&Partition| {
            partition.entries() <= FOR_A_FINDER && partition.fits(false, shared.limits.bytes)
        };
        let partition = partitions.iter().take(wider).take_while(is_for_it).last();
        let plain = Guide::ways().walking(walking.clone());
        let guide = match partition {
            Some(partition) => plain.load(&frame, partition, cache)?,
            None => plain,
        };
        Ok(Model::new(frame, *start, guide))
    };
    some_line::by_bound((puzzle, start), means, observer, spaces)
}
