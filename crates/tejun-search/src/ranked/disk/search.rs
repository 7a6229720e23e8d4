//! The passes over the blocks.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use super::buckets::{Buckets, Outbox};
use super::files::{names, remove};
use super::plan::{OnDisk, Room};
use super::{blocks, buckets};
use crate::limits::{Progress, StopReason, Watch};
use crate::ranked::list::List;
use crate::ranked::marks::{self, Mark, WORD};
use crate::ranked::scan::{Nothing, Pass, Words, scan};
use crate::ranked::{Level, Ranked};
use crate::spill::error::{SpillError, damaged, refused};
use crate::spill::record::{BlockRecord, Record};

/// A level whose files have fewer bytes is not forced to the disk: if power fails, it is searched again sooner.
const FORCED: u64 = 16 << 20;

/// A search under way.
pub(super) struct Run<'a, R> {
    on: &'a OnDisk<'a>,
    space: &'a R,
    directory: &'a Path,
    identity: &'a str,
    room: Room,
    pub record: Record,
    words: Vec<AtomicU64>,
    /// The block whose marks the words are, as they are on disk.
    loaded: Option<usize>,
}

impl<'a, R: Ranked> Run<'a, R> {
    pub fn new(
        on: &'a OnDisk<'a>,
        space: &'a R,
        directory: &'a Path,
        identity: &'a str,
        room: Room,
        record: Record,
    ) -> Self {
        Run { on, space, directory, identity, room, record, words: Vec::new(), loaded: None }
    }

    /// Writes the goals, as what was found for level 0.
    pub fn begin(
        &mut self,
        goals: impl FnOnce(&mut dyn Watch, &mut dyn FnMut(u64)) -> Result<(), StopReason>,
        watch: &mut dyn Watch,
    ) -> Result<(), StopReason> {
        let (shift, most) = (self.record.block.trailing_zeros(), self.room.packet.max(1 << 10));
        let files = Buckets::new(self.directory, self.identity, 0, self.record.blocks.len());
        let (mut present, mut packet, mut failed) = (0, Vec::with_capacity(most), false);
        goals(watch, &mut |rank| {
            let block = (rank >> shift) as usize;
            if block != present || packet.len() == most {
                failed |= files.append(present, &mut packet).is_err();
            }
            present = block;
            packet.push((rank & ((1 << shift) - 1)) as u32);
        })?;
        let _ = files.append(present, &mut packet);
        let (found, failure) = files.close();
        if let Some(error) = failure {
            return Err(self.fail(error, false));
        }
        let mut next = self.record.clone();
        next.blocks.iter_mut().zip(found).for_each(|(block, found)| block.found = found);
        self.checkpoint(next)
    }

    /// Searches level after level.
    pub fn levels(&mut self, watch: &mut dyn Watch) -> Result<(), StopReason> {
        let limits = self.on.limits;
        while self.record.rest.is_none() {
            let depth = self.record.levels.len() as u32;
            let done: u64 = self.record.levels.iter().map(|[number, _]| number).sum();
            if done >= limits.states && done < self.record.positions {
                return Err(StopReason::States);
            }
            let is_open = |block: &BlockRecord| block.pending > 0 || block.found > 0;
            if !self.record.blocks.iter().any(is_open) {
                let rest = self.rest(watch)?;
                let blocks = vec![BlockRecord::default(); self.record.blocks.len()];
                self.checkpoint(Record {
                    rest: Some([rest.number, rest.weight]),
                    blocks,
                    ..self.record.clone()
                })?;
                continue;
            }
            // Only a resumed search has levels beyond the limit.
            if depth > limits.depth {
                return Err(StopReason::Depth);
            }
            self.level(depth, done, watch)?;
        }
        Ok(())
    }

    /// One level.
    fn level(&mut self, depth: u32, done: u64, watch: &mut dyn Watch) -> Result<(), StopReason> {
        let last = depth >= self.on.limits.depth;
        let mut next = self.record.clone();
        let (directory, identity) = (self.directory, self.identity);
        let files = Buckets::new(directory, identity, depth + 1, next.blocks.len());
        let mut level = Level::default();
        let mut list = List::new(self.on.listed);
        for block in 0..next.blocks.len() {
            let BlockRecord { pending, found, .. } = self.record.blocks[block];
            if pending == 0 && found == 0 {
                continue;
            }
            self.load(block)?;
            self.loaded = None;
            let mut beyond = false;
            let words = &self.words;
            let end = self.positions_of(block);
            if found > 0 {
                buckets::read(directory, identity, (depth, block), found, |number| {
                    beyond |= u64::from(number) >= end;
                    if u64::from(number) < end {
                        marks::reach(words, number.into(), Mark::of(depth));
                    }
                })
                .map_err(|(error, damaged)| self.fail(error, damaged))?;
            }
            if beyond {
                let path = directory.join(buckets::name(depth, block));
                return Err(self.fail(damaged(&path), true));
            }
            let held = self.on.held + 8 * self.words.len() as u64;
            let before = done + level.number;
            let mut progress = Progress { depth, bytes: held, ..Progress::default() };
            let mut tick = |more| {
                progress.frontier = level.number + more;
                (progress.expanded, progress.stored) = (before + more, before + more);
                watch.tick(&progress)
            };
            let pass = if last { Pass::Count(depth) } else { Pass::Expand(depth) };
            let reached = AtomicU64::new(0);
            let (shift, most) = (self.record.block.trailing_zeros(), self.room.packet);
            let sink = || Outbox::new(words, Mark::of(depth + 1), (block, shift), most, &files, &reached);
            let words = Words { words, first: block as u64 * self.record.block };
            let settings = (self.on.threads, self.on.listed);
            let scanned = scan(self.space, words, pass, settings, |_| false, sink, &mut tick);
            let (more, firsts) = match scanned {
                Ok(scanned) => scanned,
                Err(reason) => {
                    if let (_, Some(error)) = files.close() {
                        return Err(self.fail(error, false));
                    }
                    return Err(reason);
                }
            };
            level.number += more.number;
            level.weight += more.weight;
            list.merge(firsts);
            if !last {
                blocks::write(directory, identity, (depth + 1, block), &self.words)
                    .map_err(|error| self.fail(error, false))?;
                let record = &mut next.blocks[block];
                (record.marks, record.pending) = (Some(depth + 1), reached.into_inner());
                self.loaded = Some(block);
            }
        }
        if level.number > 0 {
            next.levels.push([level.number, level.weight]);
            next.farthest = list.ranks();
        }
        if last {
            // The files are those of the level before: a search with a higher limit goes on from there.
            self.record = next;
            return Err(StopReason::Depth);
        }
        let (found, _) = files.close();
        next.blocks.iter_mut().zip(found).for_each(|(block, found)| block.found = found);
        if level.number == 0 {
            // All that was found had been reached before. The files are numbered by the levels.
            next.blocks.iter_mut().for_each(|block| (block.pending, block.found) = (0, 0));
        }
        self.checkpoint(next)
    }

    /// Counts the positions that were not reached.
    fn rest(&mut self, watch: &mut dyn Watch) -> Result<Level, StopReason> {
        let mut rest = Level::default();
        for block in 0..self.record.blocks.len() {
            self.load(block)?;
            let mut progress = Progress { bytes: self.on.held, ..Progress::default() };
            let mut tick = |more| {
                progress.expanded = rest.number + more;
                watch.tick(&progress)
            };
            let words = Words { words: &self.words, first: block as u64 * self.record.block };
            let settings = (self.on.threads, 0);
            let (more, _) = scan(self.space, words, Pass::Rest, settings, |_| false, || Nothing, &mut tick)?;
            rest.number += more.number;
            rest.weight += more.weight;
        }
        Ok(rest)
    }

    /// Number of positions in a block.
    fn positions_of(&self, block: usize) -> u64 {
        (self.record.positions - block as u64 * self.record.block).min(self.record.block)
    }

    /// Reads the marks of a block.
    fn load(&mut self, block: usize) -> Result<(), StopReason> {
        if self.loaded == Some(block) {
            return Ok(());
        }
        self.loaded = None;
        let positions = self.positions_of(block);
        match self.record.blocks[block].marks {
            Some(level) => {
                let words = positions.div_ceil(WORD) as usize;
                if self.words.len() != words {
                    self.words = Vec::new();
                    self.words = marks::blanks(positions).ok_or(StopReason::Memory)?;
                }
                blocks::read(self.directory, self.identity, (level, block), &self.words)
                    .map_err(|(error, damaged)| self.fail(error, damaged))?;
            }
            None => {
                self.words = Vec::new();
                self.words = marks::blanks(positions).ok_or(StopReason::Memory)?;
            }
        }
        self.loaded = Some(block);
        Ok(())
    }

    /// Records how far the search is, and removes the files that this needs no more.
    fn checkpoint(&mut self, mut next: Record) -> Result<(), StopReason> {
        if let Some(lock) = self.on.spill.missing_lock() {
            let why = format!("{}: someone has removed this lock", lock.display());
            return Err(self.fail(SpillError(why), false));
        }
        let (old, new) = (names(&self.record), names(&next));
        next.bytes = next.blocks.iter().enumerate().fold(0, |sum, (at, block)| {
            let words = self.positions_of(at).div_ceil(WORD) as usize;
            sum + block.found + block.marks.map_or(0, |_| blocks::bytes(words))
        });
        let spill = self.on.spill;
        // The old files stand beside the new ones for a moment.
        spill.count(next.bytes);
        let record = || -> Result<(), SpillError> {
            let forced = next.bytes >= FORCED;
            if forced {
                for name in new.difference(&old) {
                    let path = self.directory.join(name);
                    let synced = File::open(&path).and_then(|file| file.sync_data());
                    synced.map_err(|error| refused(&path, &error))?;
                }
            }
            next.write(self.directory, self.identity, forced)?;
            old.difference(&new).try_for_each(|name| remove(&self.directory.join(name)))
        };
        let recorded = record();
        spill.uncount(self.record.bytes);
        recorded.map_err(|error| self.fail(error, false))?;
        self.record = next;
        Ok(())
    }

    fn fail(&self, error: SpillError, damaged: bool) -> StopReason {
        self.on.spill.note(error, damaged);
        StopReason::Disk
    }
}
