//! Sorting more states than memory holds.

use crate::bfs::disk::block::stream_bytes;
use crate::bfs::disk::merge::{Source, merge};
use crate::bfs::disk::partition_dir::PartitionDir;
use crate::bfs::disk::state_file::{Reader, Writer};
use crate::bfs::store::Visit;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::spill::journal::StateFile;
use crate::state::key::Key;

/// Bytes of the states that are sorted in memory: more take longer than the caches, and the watch, like.
const LARGEST_RUN_BYTES: u64 = 16 << 20;
/// The most files merged at a time.
const MOST_SOURCES: u64 = 256;
/// The fewest files that can be merged: a run, and what is known in three files.
const FEWEST_SOURCES: u64 = 4;
const FEWEST_PENDING: u64 = 256;

/// Collects states in sorted runs on disk, and merges them.
pub(super) struct Sorter<S> {
    /// States of the next run.
    pending: Vec<S>,
    /// Most states pending.
    room: usize,
    /// Runs by generation: those of the first were sorted in memory, others are merged from the one before.
    generations: Vec<Vec<StateFile>>,
    /// Most files merged at a time.
    sources: usize,
    /// What the names of its files begin with, and the number of the next.
    prefix: &'static str,
    next: u64,
    /// Files that are part of later ones.
    merged: Vec<StateFile>,
    /// Bytes it takes from the budget.
    bytes: u64,
}

/// The least memory of a sorter.
pub(super) const fn least_bytes<S>() -> u64 {
    2 * FEWEST_PENDING * size_of::<S>() as u64 + (FEWEST_SOURCES + 2) * stream_bytes::<S>()
}

impl<S: Key> Sorter<S> {
    /// Returns an empty sorter that takes at most `bytes`. Its files' names begin with `prefix`.
    ///
    /// # Errors
    /// If that is too little, or the budget does not allow it.
    pub fn new(bytes: u64, prefix: &'static str, budget: &mut Budget) -> Result<Self, StopReason> {
        // One stream more for what is read beside, one for the file that is written.
        let streams = bytes / 2 / stream_bytes::<S>();
        let sources = (streams.saturating_sub(2)).clamp(FEWEST_SOURCES, MOST_SOURCES);
        let streams = (sources + 2) * stream_bytes::<S>();
        let pending = bytes.saturating_sub(streams).min(LARGEST_RUN_BYTES);
        let room = (pending / size_of::<S>() as u64).max(FEWEST_PENDING) as usize;
        let pending = budget.list(room)?;
        budget.take(streams).inspect_err(|_| budget.give((room * size_of::<S>()) as u64))?;
        Ok(Sorter {
            pending,
            room,
            generations: Vec::new(),
            sources: sources as usize,
            prefix,
            next: 0,
            merged: Vec::new(),
            bytes: streams + (room * size_of::<S>()) as u64,
        })
    }

    /// Goes on with these runs, after what was lost was pushed again. No file has a number of `next` or more.
    pub fn resume(&mut self, runs: Vec<StateFile>, next: u64) {
        self.generations = vec![runs];
        self.next = next;
    }

    /// Adds states, which may repeat.
    ///
    /// # Errors
    /// If the disk refuses, or the search is cancelled.
    pub fn push_all(
        &mut self,
        dir: &PartitionDir,
        mut states: &[S],
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        while !states.is_empty() {
            if self.pending.len() == self.room {
                self.flush(dir, cancel)?;
            }
            let (now, later) = states.split_at(states.len().min(self.room - self.pending.len()));
            self.pending.extend_from_slice(now);
            states = later;
        }
        Ok(())
    }

    /// Makes room for `more` states, at most [`Sorter::room`] of them, that [`Sorter::push`] will add.
    ///
    /// # Errors
    /// Those of [`Sorter::push_all`].
    pub fn make_room(
        &mut self,
        dir: &PartitionDir,
        more: usize,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        if self.room - self.pending.len() < more { self.flush(dir, cancel) } else { Ok(()) }
    }

    /// Most states for which room can be made.
    pub fn room(&self) -> usize {
        self.room
    }

    /// The most files of known states beside which it can merge.
    pub fn most_known(&self) -> usize {
        self.sources - 1
    }

    /// Adds a state. There must be room.
    #[inline(always)]
    pub fn push(&mut self, state: S) {
        debug_assert!(self.pending.len() < self.room);
        self.pending.push(state);
    }

    /// Writes what is pending as a run.
    ///
    /// # Errors
    /// If the disk refuses, or the search is cancelled.
    pub fn flush(&mut self, dir: &PartitionDir, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        self.sort_pending(cancel)?;
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut writer = Writer::create(dir, self.name(), true)?;
        for states in self.pending.chunks(1 << 12) {
            writer.push_all(dir, states)?;
            cancel.work(2 * states.len())?;
        }
        let run = writer.finish(dir)?;
        self.pending.clear();
        self.add(0, run);
        let mut generation = 0;
        while self.generations[generation].len() >= self.sources {
            let runs = self.generations[generation].drain(..self.sources).collect();
            let run = self.combine(dir, runs, cancel)?;
            generation += 1;
            self.add(generation, run);
        }
        Ok(())
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("{}-{}", self.prefix, self.next - 1)
    }

    fn add(&mut self, generation: usize, run: StateFile) {
        if generation == self.generations.len() {
            self.generations.push(Vec::new());
        }
        self.generations[generation].push(run);
    }

    fn combine(
        &mut self,
        dir: &PartitionDir,
        runs: Vec<StateFile>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<StateFile, StopReason> {
        let name = self.name();
        let run = combine::<S>(dir, &runs, name, cancel)?;
        self.merged.extend(runs);
        Ok(run)
    }

    fn sort_pending(&mut self, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        // Few enough for the standard library's sort, which takes some hundredths of a second.
        cancel.work(8 * self.pending.len())?;
        self.pending.sort_unstable();
        self.pending.dedup();
        Ok(())
    }

    /// The runs on disk, and the number of the next file.
    pub fn runs(&self) -> (impl Iterator<Item = &StateFile>, u64) {
        (self.generations.iter().flatten(), self.next)
    }

    /// Visits all states that are in no file of `known`, ascending, each once. `known` files are sorted. Returns
    /// the files that are of no more use; the sorter is then empty.
    ///
    /// # Errors
    /// Those of `visit`, or if the disk refuses, or the search is cancelled.
    pub fn merge(
        &mut self,
        dir: &PartitionDir,
        known: &[StateFile],
        cancel: &mut dyn CancelCheck,
        visit: Visit<S>,
    ) -> Result<Vec<StateFile>, StopReason> {
        self.sort_pending(cancel)?;
        // One of the sources is what is pending. The smallest runs are combined first.
        let most = self.sources.saturating_sub(known.len()).max(2) - 1;
        let mut runs: Vec<StateFile> = self.generations.drain(..).flatten().collect();
        while runs.len() > most {
            runs.sort_by_key(|run| run.states);
            let few: Vec<StateFile> = runs.drain(..(runs.len() - most + 1).min(self.sources)).collect();
            let run = self.combine(dir, few, cancel)?;
            runs.push(run);
        }
        let open = |file: &StateFile| Ok(Source::File(Reader::open(dir, file)?));
        let mut sources: Vec<Source<S>> = runs.iter().map(open).collect::<Result<_, _>>()?;
        sources.push(Source::List(&self.pending));
        let known = known.iter().map(open).collect::<Result<_, _>>()?;
        merge(dir, sources, known, cancel, visit)?;
        self.pending.clear();
        runs.append(&mut self.merged);
        Ok(runs)
    }

    /// Frees its memory.
    pub fn free(self, budget: &mut Budget) {
        budget.give(self.bytes);
    }
}

/// Combines sorted files into one.
///
/// # Errors
/// If the disk refuses, or the search is cancelled.
pub(super) fn combine<S: Key>(
    dir: &PartitionDir,
    files: &[StateFile],
    name: String,
    cancel: &mut dyn CancelCheck,
) -> Result<StateFile, StopReason> {
    let open = |file: &StateFile| Ok(Source::<S>::File(Reader::open(dir, file)?));
    let sources = files.iter().map(open).collect::<Result<_, _>>()?;
    let mut writer = Writer::create(dir, name, true)?;
    merge(dir, sources, Vec::new(), cancel, &mut |states, _| writer.push_all(dir, states))?;
    writer.finish(dir)
}
