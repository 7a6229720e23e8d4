//! What a store on disk consists of.

use crate::bfs::disk::block::stream_bytes;
use crate::bfs::disk::partition_dir::PartitionDir;
use crate::bfs::disk::pins::Pins;
use crate::bfs::disk::recent_cache::RecentCache;
use crate::bfs::disk::sorter::Sorter;
use crate::bfs::disk::state_file::{Reader, Writer};
use crate::collections::table::StateTable;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::space::Moves;
use crate::spill::journal::{Checkpoint, Journal, StateFile};
use crate::state::key::Key;

/// Room of a new table, in states.
pub(super) const FIRST_ROOM: usize = 4 << 10;
/// The most bytes of a sorter: more files merged at a time, or longer runs, gain nothing.
pub(super) const SORTER_BYTES: u64 = 32 << 20;
/// Bytes of files that are not synced to the disk at once.
pub(super) const SYNC_BYTES: u64 = 16 << 20;
/// Files open at a time beside those of a sorter: the frontier, the open level, its pinned states, and one that is
/// scanned.
pub(super) const STREAMS: u64 = 4;

/// States in files, level by level.
pub(crate) struct DiskStore<'s, S> {
    pub(super) dir: PartitionDir<'s>,
    pub(super) moves: Moves,
    pub(super) journal: Journal,
    /// The checkpoints in the journal when it was opened.
    pub(super) checkpoints: Vec<(Checkpoint, u64)>,
    /// Where the search resumes, between [`Store::restore`] and [`Store::open`].
    pub(super) resume_point: ResumePoint,
    pub(super) levels: Vec<StateFile>,
    /// States of closed levels.
    pub(super) closed: u64,
    /// Reads the last closed level, to be expanded.
    pub(super) frontier: Option<Reader<S>>,
    pub(super) open_level: OpenLevel<S>,
    pub(super) pins: Pins<S>,
    /// If detection is delayed: sorted files of all states that can recur, the newest last, but of pinned ones.
    pub(super) known: Vec<StateFile>,
    /// Number of the next file that is not a level.
    pub(super) next: u64,
    /// Files that the next checkpoint does not need. They go when all partitions have recorded that checkpoint, so when this
    /// one records the checkpoint after it.
    pub(super) unneeded: Vec<StateFile>,
    pub(super) removable: Vec<StateFile>,
    /// Files of checkpoints that were not synced to the disk, and their bytes.
    pub(super) unsynced: Vec<String>,
    pub(super) unsynced_bytes: u64,
}

/// The open level.
pub(super) enum OpenLevel<S> {
    /// The table holds all states that can recur, those of the open level included.
    Table { table: StateTable<S>, found: Writer<S>, fresh: Vec<S> },
    /// Which states are new is known when the level is closed.
    Delayed { recent: RecentCache<S>, sorter: Sorter<S> },
    /// No state can be added any more.
    Sealed,
}

/// Where a partition resumes.
#[derive(Default)]
pub(super) struct ResumePoint {
    /// States that all partitions had expanded.
    pub all: u64,
    /// States of the last closed level that were expanded.
    pub taken: u64,
    /// What was found of the open level.
    pub files: Vec<StateFile>,
}

impl<'s, S: Key> DiskStore<'s, S> {
    /// Opens the store at `dir`: empty until [`Store::restore`] says where to resume.
    ///
    /// # Errors
    /// If the disk refuses, or the journal is damaged, or not even an empty store fits.
    pub fn open(dir: PartitionDir<'s>, moves: Moves, budget: &mut Budget) -> Result<Self, StopReason> {
        budget.take(STREAMS * stream_bytes::<S>())?;
        let opened = Journal::open(dir.path(), &dir.identity());
        let (journal, checkpoints) = opened.map_err(|error| dir.journal_failed(&error))?;
        Ok(DiskStore {
            dir,
            moves,
            journal,
            checkpoints,
            resume_point: ResumePoint::default(),
            levels: Vec::new(),
            closed: 0,
            frontier: None,
            open_level: OpenLevel::Sealed,
            pins: Pins::new(moves, budget)?,
            known: Vec::new(),
            next: 0,
            unneeded: Vec::new(),
            removable: Vec::new(),
            unsynced: Vec::new(),
            unsynced_bytes: 0,
        })
    }

    /// Opens the next level.
    pub(super) fn begin_level(&mut self) -> Result<(), StopReason> {
        let name = format!("found-{}", self.levels.len());
        if let OpenLevel::Table { found, .. } = &mut self.open_level {
            *found = Writer::create(&self.dir, name, false)?;
        }
        Ok(())
    }

    pub(super) fn push_level(&mut self, level: StateFile) -> Result<(), StopReason> {
        self.closed += level.states;
        self.frontier = Some(Reader::open(&self.dir, &level)?);
        self.levels.push(level);
        Ok(())
    }

    /// The file of the last level, sorted, with some older states perhaps; only if detection is delayed.
    pub(super) fn sorted_frontier(&self) -> Option<&StateFile> {
        matches!(self.open_level, OpenLevel::Delayed { .. }).then(|| self.known.last()).flatten()
    }
}
