//! The search with the marks on disk, in blocks.
//!
//! Each level reads the blocks that have positions of it, one after the other. A neighbour in the same block is marked at
//! once; one in another is appended to a file of that block, to be marked when the next level reads it. A block that
//! changes is written to a new file. When the level is done, the record names the new files, and the old ones go. So a
//! search that is killed goes on from the last level recorded.

mod blocks;
mod buckets;
mod search;

use std::fs;
use std::path::{Path, PathBuf};

use super::{Levels, Ranked};
use crate::limits::{Limits, StopReason, Watch};
use crate::spill::Spill;
use crate::spill::directory::NUMBERED;
use crate::spill::error::{SpillError, refused};
use crate::spill::manifest;
use crate::spill::record::{BlockRecord, Record};
use search::{Room, Run};

/// The fewest and the most neighbours of a block that a thread keeps in memory.
const PACKET: [u64; 2] = [64, buckets::LONGEST];
/// The fewest and the most positions in a block. Within one, positions are numbered in 32 bits.
const BLOCK: [u64; 2] = [1 << 10, 1 << 31];
/// Bytes of a block in memory besides its marks and packets, also for each thread, and of all that does not depend on
/// their number.
const BLOCK_BYTES: u64 = 256;
const LIST_BYTES: u64 = size_of::<Vec<u32>>() as u64;
const OTHER_BYTES: u64 = 64 << 10;

/// A search whose marks are in a directory.
pub struct OnDisk<'a> {
    /// The directory.
    pub spill: &'a Spill,
    /// Which of the searches of this directory it is.
    pub number: u64,
    /// How many positions of the last level are listed.
    pub listed: usize,
    /// What it may use.
    pub limits: &'a Limits,
    /// Number of threads.
    pub threads: usize,
    /// Bytes in use already of those in `limits`.
    pub held: u64,
}

impl OnDisk<'_> {
    /// The least memory of a search of so many positions, in bytes.
    pub fn bytes(positions: u128, threads: usize) -> u128 {
        let least = |blocks: u128| {
            let block = (positions.div_ceil(blocks)).next_power_of_two().max(BLOCK[0].into());
            let packets = if blocks == 1 { 0 } else { 4 * u128::from(PACKET[0]) * (blocks + 2) };
            let lists = u128::from(BLOCK_BYTES) + u128::from(LIST_BYTES) * threads as u128;
            block / 4 + blocks * lists + packets * threads as u128
        };
        let all = (0..48).map(|power| least(1 << power));
        all.min().unwrap_or(0) + u128::from(OTHER_BYTES)
    }

    /// Bytes that a search of so many positions that begins takes of those in the limits.
    pub fn memory(&self, positions: u64) -> u64 {
        let threads = self.threads.max(1) as u64;
        self.room(positions, None).map_or(0, |(room, size)| {
            let blocks = positions.div_ceil(size);
            let packets = 4 * room.packet as u64 * threads * (blocks + 2);
            OTHER_BYTES + size.min(positions.next_multiple_of(32)) / 4 + blocks * BLOCK_BYTES + packets
        })
    }

    /// Searches from the goals that `goals` visits, in ascending order, or goes on where a search was stopped. What it
    /// returns is what [`Reached::search`](super::Reached::search) does, in any memory, if the search is complete. If the
    /// disk refuses or a file is damaged, [`Spill::failure`] says more.
    pub fn search<R: Ranked>(
        &self,
        space: &R,
        goals: impl FnOnce(&mut dyn Watch, &mut dyn FnMut(u64)) -> Result<(), StopReason>,
        watch: &mut dyn Watch,
    ) -> Levels {
        self.search_in_blocks(space, None, goals, watch)
    }

    /// With so many positions in a block, a power of two, if the search begins.
    pub(super) fn search_in_blocks<R: Ranked>(
        &self,
        space: &R,
        block: Option<u64>,
        goals: impl FnOnce(&mut dyn Watch, &mut dyn FnMut(u64)) -> Result<(), StopReason>,
        watch: &mut dyn Watch,
    ) -> Levels {
        let name = format!("{NUMBERED}{}", self.number);
        let directory = self.spill.directory().join(&name);
        let identity = manifest::identity(self.spill.id(), &name);
        let record = match open(&directory, &identity) {
            Ok(record) => record,
            Err(error) => {
                self.spill.note(error, true);
                return Levels { stopped: Some(StopReason::Disk), ..Levels::default() };
            }
        };
        if record.as_ref().is_some_and(|record| record.positions != space.positions()) {
            self.spill.note(crate::spill::error::damaged(&directory), true);
            return Levels { stopped: Some(StopReason::Disk), ..Levels::default() };
        }
        let block = record.as_ref().map(|record| record.block).or(block);
        let Some((room, block)) = self.room(space.positions(), block) else {
            let levels = record.map_or_else(Levels::default, |record| record.found());
            return Levels { stopped: Some(StopReason::Memory), ..levels };
        };
        let is_new = record.is_none();
        let blocks = space.positions().div_ceil(block) as usize;
        let record = record.unwrap_or_else(|| Record {
            positions: space.positions(),
            block,
            blocks: vec![BlockRecord::default(); blocks],
            ..Record::default()
        });
        self.spill.count(record.bytes);
        let mut run = Run::new(self, space, &directory, &identity, room, record);
        let begun = if is_new { run.begin(goals, watch) } else { Ok(()) };
        let stopped = begun.and_then(|()| run.levels(watch)).err();
        Levels { stopped, ..run.record.found() }
    }

    /// How memory is divided, and the positions in a block; `None` if there is too little.
    fn room(&self, positions: u64, block: Option<u64>) -> Option<(Room, u64)> {
        let free = self.limits.bytes.saturating_sub(self.held).checked_sub(OTHER_BYTES)?;
        let all = positions.next_power_of_two().clamp(BLOCK[0], BLOCK[1]);
        let threads = self.threads.max(1) as u64;
        // The largest block that leaves room for packets, so that most neighbours are in it.
        let sizes = (0..).map(|half| all >> half).take_while(|&size| size >= BLOCK[0]);
        sizes.filter(|&size| block.is_none_or(|block| block == size)).chain(block).find_map(|size| {
            let blocks = positions.div_ceil(size);
            let left = free.checked_sub(size / 4 + blocks * (BLOCK_BYTES + threads * LIST_BYTES))?;
            let packet = if blocks == 1 { 0 } else { (left / (4 * threads * (blocks + 2))).min(PACKET[1]) };
            // Packets are written at once if they are short, which takes long, unless the block is a given one.
            let least = if block.is_some() { PACKET[0] } else { 4 * PACKET[0] };
            let fits = blocks == 1 || packet >= least || size == BLOCK[0] && packet >= PACKET[0];
            fits.then_some((Room { packet: packet as usize }, size))
        })
    }
}

impl Record {
    fn found(&self) -> Levels {
        let level = |&[number, weight]: &[u64; 2]| super::Level { number, weight };
        Levels {
            levels: self.levels.iter().map(level).collect(),
            farthest: self.farthest.clone(),
            unreached: self.rest.as_ref().map(level),
            stopped: None,
        }
    }
}

/// Opens the directory of a search, and removes what its record does not name.
fn open(directory: &PathBuf, identity: &str) -> Result<Option<Record>, SpillError> {
    let refuse = |error: std::io::Error| refused(directory, &error);
    fs::create_dir_all(directory).map_err(refuse)?;
    let record = Record::read(directory, identity)?;
    let named = record.as_ref().map(names).unwrap_or_default();
    for entry in fs::read_dir(directory).map_err(refuse)? {
        let name = entry.map_err(refuse)?.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_own = name.starts_with("marks-") || name.starts_with("found-");
        if is_own && !named.contains(name) {
            remove(&directory.join(name))?;
        }
    }
    Ok(record)
}

/// The files that a record names.
fn names(record: &Record) -> std::collections::HashSet<String> {
    let level = record.levels.len() as u32;
    let blocks = record.blocks.iter().enumerate();
    blocks
        .flat_map(|(at, block)| {
            let found = (block.found > 0).then(|| buckets::name(level, at));
            block.marks.map(|level| blocks::name(level, at)).into_iter().chain(found)
        })
        .collect()
}

fn remove(path: &Path) -> Result<(), SpillError> {
    fs::remove_file(path).map_err(|error| refused(path, &error))
}
