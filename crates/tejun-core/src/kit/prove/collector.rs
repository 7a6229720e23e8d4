//! Levels in the making of a certificate: numbers of positions and their levels, in an array over all numbers where these
//! are few, else in a list, and where memory ends, in sorted runs on disk.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::{ControlFlow, Range};

use tejun_search::{Progress, Scratch, StopReason, Watch};
use tejun_verify::levels;

/// Most bytes of an array over all numbers.
const DENSE: u64 = 1 << 28;
/// The level of numbers that have none, in the array.
const NONE: u8 = u8::MAX;
/// Bytes of an entry on disk: the number, then the level.
const STORED: usize = 12;
/// Bytes read at once of a run.
const BLOCK: usize = STORED << 10;
/// Entries between two looks at the watch.
const TICK: u64 = 1 << 20;
/// The fewest entries for which another thread sorts.
const SHARE: usize = 1 << 14;

/// A number and its level.
type Entry = (u64, u32);

/// Collects levels, in ascending order of them.
pub(super) struct Collector<'s> {
    /// The level of each number, if there are few numbers and no higher level was seen.
    dense: Option<Vec<u8>>,
    list: Vec<Entry>,
    /// The parts of the list that are sorted by number.
    sorted: Vec<Range<usize>>,
    /// Most bytes of it.
    bytes: u64,
    disk: Option<Scratch<'s>>,
    runs: Vec<Run>,
    /// Number of positions of each level.
    by_level: Vec<u64>,
    threads: usize,
}

/// Entries on disk, sorted by number.
struct Run {
    bytes: Range<u64>,
    levels: Range<u32>,
}

impl<'s> Collector<'s> {
    /// Begins, for numbers below `count`, in at most so many bytes; what they do not hold goes to disk, if there is one.
    pub fn new(count: u64, bytes: u64, disk: Option<Scratch<'s>>, threads: usize) -> Collector<'s> {
        let dense = (count <= DENSE.min(bytes / 2)).then(|| vec![NONE; count as usize]);
        let (list, sorted, runs, by_level) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Collector { dense, list, sorted, bytes, disk, runs, by_level, threads }
    }

    /// Adds a position that was not there.
    ///
    /// # Errors
    /// If memory or disk are full.
    pub fn push(&mut self, rank: u64, level: u32) -> Result<(), StopReason> {
        let levels = self.by_level.len().max(level as usize + 1);
        self.by_level.resize(levels, 0);
        self.by_level[level as usize] += 1;
        if let Some(dense) = &mut self.dense {
            if level < u32::from(NONE) {
                dense[rank as usize] = level as u8;
                return Ok(());
            }
            let dense = self.dense.take().unwrap_or_default();
            let bytes = dense.len() as u64;
            self.bytes -= bytes;
            for (rank, level) in (0..).zip(dense).filter(|(_, level)| *level != NONE) {
                self.append(rank, level.into())?;
            }
            self.bytes += bytes;
        }
        self.append(rank, level)
    }

    fn append(&mut self, rank: u64, level: u32) -> Result<(), StopReason> {
        if self.list.len() == self.list.capacity() {
            let (held, entry) = (self.list.len(), size_of::<Entry>() as u64);
            // While the list moves, it is there twice.
            let more = held.max(1 << 10);
            if (2 * held + more) as u64 * entry <= self.bytes {
                self.list.reserve_exact(more);
            } else if self.disk.is_some() {
                self.spill()?;
            } else {
                return Err(StopReason::Memory);
            }
        }
        self.list.push((rank, level));
        Ok(())
    }

    /// Sorts what is in memory, in one part for each thread, and makes the parts runs on disk.
    fn spill(&mut self) -> Result<(), StopReason> {
        self.sort();
        let disk = self.disk.as_mut().expect("there is a disk");
        let mut block = Vec::with_capacity(BLOCK);
        for part in self.sorted.drain(..) {
            let part = &self.list[part];
            let mut bytes = 0..0;
            for entries in part.chunks(BLOCK / STORED) {
                block.clear();
                for (rank, level) in entries {
                    block.extend(rank.to_le_bytes());
                    block.extend(level.to_le_bytes());
                }
                let place = disk.append(&block)?;
                bytes = if bytes.is_empty() { place } else { bytes.start..place.end };
            }
            let levels = part.iter().map(|entry| entry.1);
            let levels = levels.clone().min().unwrap_or(0)..levels.max().map_or(0, |most| most + 1);
            self.runs.push(Run { bytes, levels });
        }
        self.list.clear();
        Ok(())
    }

    fn sort(&mut self) {
        let share = self.list.len().div_ceil(self.threads).max(SHARE);
        std::thread::scope(|scope| {
            let mut parts = self.list.chunks_mut(share);
            let own = parts.next();
            // Where the system starts no thread, the part is sorted below.
            let sort = |part: &mut [Entry]| part.sort_unstable();
            let start = |part| std::thread::Builder::new().spawn_scoped(scope, move || sort(part)).ok();
            let others: Vec<_> = parts.filter_map(start).collect();
            own.into_iter().for_each(sort);
            others.into_iter().for_each(|other| other.join().expect("sorting does not panic"));
        });
        for part in self.list.chunks_mut(share).filter(|part| !part.is_sorted()) {
            part.sort_unstable();
        }
        let parts = (0..self.list.len()).step_by(share);
        self.sorted = parts.map(|begin| begin..self.list.len().min(begin + share)).collect();
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.by_level.iter().sum()
    }

    /// Ends the collection: from now on, levels can be looked up.
    ///
    /// # Errors
    /// If the disk is full.
    pub fn seal(&mut self) -> Result<(), StopReason> {
        if self.runs.is_empty() {
            self.sort();
            return Ok(());
        }
        self.spill()?;
        // The room is for the evidence.
        self.list = Vec::new();
        Ok(())
    }

    /// Whether a number has this level. To be called after [`Collector::seal`].
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn has(&mut self, rank: u64, level: u32) -> Result<bool, StopReason> {
        if let Some(dense) = &self.dense {
            return Ok(u32::from(dense[rank as usize]) == level && level < u32::from(NONE));
        }
        if self.sorted.iter().any(|part| self.list[part.clone()].binary_search(&(rank, level)).is_ok()) {
            return Ok(true);
        }
        let Some(disk) = &mut self.disk else { return Ok(false) };
        for run in self.runs.iter().filter(|run| run.levels.contains(&level)) {
            let (mut low, mut high) = (0, (run.bytes.end - run.bytes.start) / STORED as u64);
            while low < high {
                let middle = (low + high) / 2;
                let mut stored = [0; STORED];
                disk.read(run.bytes.start + middle * STORED as u64, &mut stored)?;
                let found = entry(&stored);
                if found == (rank, level) {
                    return Ok(true);
                }
                if found < (rank, level) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
        }
        Ok(false)
    }

    /// Writes the levels below `bound` as evidence. To be called after [`Collector::seal`].
    ///
    /// # Errors
    /// If the disk refuses, or the watch stops it.
    pub fn finish(self, bound: u32, watch: &mut dyn Watch) -> Result<Vec<u8>, StopReason> {
        let most = self.by_level.len().min(bound as usize);
        let length = self.by_level[..most].iter().sum();
        if let Some(dense) = self.dense {
            let bound = bound.min(u32::from(NONE)) as u8;
            let levels = (0..).zip(dense).filter(|(_, level)| *level < bound);
            return Ok(levels::encode(length, levels.map(|(rank, level)| (rank, level.into()))));
        }
        let Collector { list, sorted, mut disk, runs, .. } = self;
        let mut sources: Vec<Source> =
            sorted.iter().map(|part| Source::List(list[part.clone()].iter())).collect();
        sources.extend(runs.into_iter().map(|run| Source::Disk {
            rest: run.bytes,
            block: Vec::new(),
            at: 0,
        }));
        let mut merge = Merge::new(sources, disk.as_mut())?;
        let (mut failure, mut written) = (None, 0_u64);
        let entries = std::iter::from_fn(|| {
            let next = merge.find(|entry| entry.as_ref().map_or(true, |&(_, level)| level < bound))?;
            written += 1;
            if written % TICK == 0 {
                let progress =
                    Progress { depth: bound, frontier: 0, expanded: written, stored: length, bytes: 0 };
                if let ControlFlow::Break(reason) = watch.tick(&progress) {
                    failure = Some(reason);
                    return None;
                }
            }
            next.map_err(|reason| failure = Some(reason)).ok()
        });
        let evidence = levels::encode(length, entries);
        failure.map_or(Ok(evidence), Err)
    }
}

/// Entries in ascending order.
enum Source<'l> {
    List(std::slice::Iter<'l, Entry>),
    Disk { rest: Range<u64>, block: Vec<u8>, at: usize },
}

impl Source<'_> {
    fn next(&mut self, disk: Option<&mut Scratch>) -> Result<Option<Entry>, StopReason> {
        match self {
            Source::List(entries) => Ok(entries.next().copied()),
            Source::Disk { rest, block, at } => {
                if *at == block.len() {
                    let Some(disk) = disk.filter(|_| !rest.is_empty()) else { return Ok(None) };
                    block.resize((rest.end - rest.start).min(BLOCK as u64) as usize, 0);
                    disk.read(rest.start, block)?;
                    rest.start += block.len() as u64;
                    *at = 0;
                }
                let stored = block[*at..].first_chunk().expect("blocks hold whole entries");
                *at += STORED;
                Ok(Some(entry(stored)))
            }
        }
    }
}

fn entry(stored: &[u8; STORED]) -> Entry {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    (number(&stored[..8]), number(&stored[8..]) as u32)
}

/// The entries of several sources in ascending order.
struct Merge<'l, 'd, 's> {
    sources: Vec<Source<'l>>,
    heads: BinaryHeap<Reverse<(Entry, usize)>>,
    disk: Option<&'d mut Scratch<'s>>,
}

impl<'l, 'd, 's> Merge<'l, 'd, 's> {
    fn new(mut sources: Vec<Source<'l>>, mut disk: Option<&'d mut Scratch<'s>>) -> Result<Self, StopReason> {
        let mut heads = BinaryHeap::new();
        for (index, source) in sources.iter_mut().enumerate() {
            heads.extend(source.next(disk.as_deref_mut())?.map(|entry| Reverse((entry, index))));
        }
        Ok(Merge { sources, heads, disk })
    }
}

impl Iterator for Merge<'_, '_, '_> {
    type Item = Result<Entry, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut head = self.heads.peek_mut()?;
        let Reverse((entry, index)) = *head;
        match self.sources[index].next(self.disk.as_deref_mut()) {
            Ok(Some(next)) => *head = Reverse((next, index)),
            Ok(None) => drop(std::collections::binary_heap::PeekMut::pop(head)),
            Err(reason) => return Some(Err(reason)),
        }
        Some(Ok(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tejun_search::{Spill, Unwatched};

    /// Numbers below 2^40 that a walk meets, and levels that ascend.
    fn entries(count: u64) -> Vec<Entry> {
        let mut entries: Vec<Entry> =
            (0..count).map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24, (n / 1000) as u32)).collect();
        entries.dedup_by_key(|entry| entry.0);
        entries
    }

    fn written(entries: &[Entry], bound: u32) -> Vec<u8> {
        let mut below: Vec<Entry> = entries.iter().copied().filter(|entry| entry.1 < bound).collect();
        below.sort_unstable();
        levels::encode(below.len() as u64, below.into_iter())
    }

    #[test]
    fn arrays_lists_and_runs_write_the_same() {
        let entries = entries(100_000);
        let directory = std::env::temp_dir().join(format!("tejun-collector-{}", std::process::id()));
        let spill = Spill::begin(&directory, "levels", 1).unwrap();
        for (bytes, on_disk) in [(u64::MAX, false), (1 << 20, true), (1 << 16, true)] {
            for bound in [1, 50, u32::MAX] {
                let disk = on_disk.then(|| spill.scratch().unwrap());
                let mut collector = Collector::new(1 << 40, bytes, disk, 2);
                entries.iter().for_each(|&(rank, level)| collector.push(rank, level).unwrap());
                collector.seal().unwrap();
                assert_eq!(collector.positions(), entries.len() as u64);
                for &(rank, level) in entries.iter().step_by(997) {
                    assert!(collector.has(rank, level).unwrap());
                    assert!(!collector.has(rank, level + 1).unwrap());
                    assert!(!collector.has(rank + 1, level).unwrap() || entries.contains(&(rank + 1, level)));
                }
                assert_eq!(on_disk, !collector.runs.is_empty());
                assert!(collector.finish(bound, &mut Unwatched).unwrap() == written(&entries, bound));
            }
        }
        assert!(!directory.join("scratch").exists(), "it is removed");
        std::fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn an_array_becomes_a_list_at_a_level_that_it_does_not_hold() {
        let entries: Vec<Entry> = (0..300).map(|n| (n * 7 % 300, n as u32)).collect();
        let mut collector = Collector::new(300, 1 << 20, None, 2);
        entries.iter().for_each(|&(rank, level)| collector.push(rank, level).unwrap());
        collector.seal().unwrap();
        assert!(collector.dense.is_none() && collector.has(299 * 7 % 300, 299).unwrap());
        assert_eq!(collector.finish(280, &mut Unwatched).unwrap(), written(&entries, 280));
    }

    #[test]
    fn without_a_disk_memory_ends() {
        let mut collector = Collector::new(u64::MAX, 1 << 16, None, 1);
        let full = (0..10_000).find_map(|rank| collector.push(rank, 0).err());
        assert_eq!(full, Some(StopReason::Memory));
    }
}
