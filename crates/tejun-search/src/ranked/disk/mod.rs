//! The search with the marks on disk, in blocks.
//!
//! Each level reads the blocks that have positions of it, one after the other. A neighbour in the same block is marked at
//! once; one in another is appended to a file of that block, to be marked when the next level reads it. A block that
//! changes is written to a new file. When the level is done, the record names the new files, and the old ones go. So a
//! search that is killed goes on from the last level recorded.

mod blocks;
mod buckets;
mod files;
mod plan;
mod search;

pub use plan::OnDisk;

use super::{Level, Levels, Ranked};
use crate::limits::{StopReason, Watch};
use crate::spill::directory::NUMBERED;
use crate::spill::error::damaged;
use crate::spill::manifest;
use crate::spill::record::{BlockRecord, Record};
use files::open;
use search::Run;

impl OnDisk<'_> {
    /// Searches from the goals that `goals` visits, in ascending order, or goes on where a search was stopped. What it
    /// returns is what [`Reached::search`](super::Reached::search) does, in any memory, if the search is complete. If the
    /// disk refuses or a file is damaged, [`Spill::failure`](crate::Spill::failure) says more.
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
            self.spill.note(damaged(&directory), true);
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
}

impl Record {
    fn found(&self) -> Levels {
        let level = |&[number, weight]: &[u64; 2]| Level { number, weight };
        Levels {
            levels: self.levels.iter().map(level).collect(),
            farthest: self.farthest.clone(),
            unreached: self.rest.as_ref().map(level),
            stopped: None,
        }
    }
}
