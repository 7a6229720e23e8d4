//! A directory on disk that holds a search.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::spill::error::{SpillError, damaged, refused};
use crate::spill::journal::{self, Checkpoints};
use crate::spill::lock::{LOCK, Locks};
use crate::spill::manifest::{
    CHECKPOINT, Manifest, PARTIAL, SCRATCH, SEARCH, identity, is_over, read_answer, read_checkpoint,
    write_answer, write_checkpoint,
};
use crate::spill::record::Record;
use crate::spill::regular_file;

/// What the names begin with of the directories of searches of numbered positions.
pub(crate) const NUMBERED: &str = "numbered-";

/// A directory that takes what memory cannot hold, and from which a breadth-first search can go on after it was
/// stopped or killed.
///
/// With it, a search keeps its levels in files. As long as memory allows, it also keeps a table of the states that
/// can recur; after that it writes what it finds in sorted runs, and tells at the end of each level which of it is
/// new. What is on disk counts against no limit. At the end of each level, and now and then within a long one, the
/// search is recorded.
///
/// Only one process at a time can use a directory.
///
/// ```
/// use tejun_search::{Search, Spill, StopReason, graph};
///
/// // From each number, one to the double and one to the next, up to a million.
/// let numbers = graph([1_u32], |&n| [2 * n, n + 1].into_iter().filter(|&to| to <= 1_000_000));
///
/// let directory = std::env::temp_dir().join(format!("tejun-{}", std::process::id()));
/// let explore = |depth| {
///     let spill = Spill::resume(&directory, "numbers", 1).unwrap();
///     Search::new(&numbers).memory(1 << 20).depth(depth).spill(&spill).explore()
/// };
/// assert_eq!(explore(15).unwrap_err().stopped(), Some(StopReason::Depth));
/// assert_eq!(explore(u32::MAX).unwrap().levels.iter().sum::<u64>(), 1_000_000);
/// # std::fs::remove_dir_all(directory).unwrap();
/// ```
#[derive(Debug)]
pub struct Spill {
    directory: PathBuf,
    parts: usize,
    /// The identity of the search.
    id: u32,
    /// Why the search cannot go on, and whether that is because of what stands in the directory.
    failure: Mutex<Option<(SpillError, bool)>>,
    bytes: AtomicU64,
    peak: AtomicU64,
    /// Which of how many processes it is that uses the directory.
    process: (usize, usize),
    locks: Locks,
}

/// How far the search in a directory is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpillStatus {
    /// What the search is, as it was given to [`Spill::begin`].
    pub search: String,
    /// Number of partitions.
    pub parts: usize,
    /// Of each direction searched, the number of states of the levels closed. Searches of numbered positions, in
    /// [`ranked`](crate::ranked), all count as one direction.
    pub levels: Vec<Vec<u64>>,
    /// Number of states of the last levels that are expanded, as far as that is durable.
    pub expanded: u64,
    /// Bytes of its files.
    pub bytes: u64,
    /// Whether it is over: its answer is kept.
    pub finished: bool,
}

impl Spill {
    /// Begins a search in `directory`, which must be empty or not exist yet. `search` is any text that tells the
    /// search apart from others: puzzle, question and whatever else decides the answer. The search has `threads`
    /// partitions, from now on.
    ///
    /// # Errors
    /// If the directory is not empty, or cannot be written.
    pub fn begin(directory: &Path, search: &str, threads: usize) -> Result<Spill, SpillError> {
        Spill::vacant(directory)?;
        let locks = Locks::alone(directory)?;
        let search = Manifest::write(directory, PARTIAL, search, threads.max(1))?;
        Ok(Spill::of(directory, &search, (0, 1), locks))
    }

    /// Checks that a search could begin in `directory`, which is made if it does not exist yet.
    ///
    /// # Errors
    /// If it is not empty, or cannot be made or read.
    pub fn vacant(directory: &Path) -> Result<(), SpillError> {
        let refuse = |error: io::Error| refused(directory, &error);
        fs::create_dir_all(directory).map_err(refuse)?;
        if !is_blank(directory).map_err(refuse)? {
            let held = directory.join(SEARCH).exists();
            let why = if held { "this holds a search: resume it, or" } else { "this is not empty:" };
            return Err(SpillError(format!("{}: {why} name an empty directory", directory.display())));
        }
        Ok(())
    }

    /// Opens a directory that several processes of one search use together, each its own partitions: `process` of
    /// `count`. The processes may be other than before, and as many as there are partitions at most. If the directory
    /// is empty or does not exist yet, the search begins with `parts` partitions.
    ///
    /// # Errors
    /// Those of [`Spill::resume`], or if there are more processes than partitions.
    pub fn share(
        directory: &Path,
        search: &str,
        parts: usize,
        (process, count): (usize, usize),
    ) -> Result<Spill, SpillError> {
        let refuse = |error: io::Error| refused(directory, &error);
        fs::create_dir_all(directory).map_err(refuse)?;
        // Beside each other, but not beside a search that has the directory for itself.
        let locks = Locks::beside(directory, process)?;
        if is_blank(directory).map_err(refuse)? {
            Manifest::write(directory, &format!("{PARTIAL}-{process}"), search, parts)?;
        }
        let search = Manifest::read_as(directory, search)?;
        if search.parts < count {
            let (path, parts) = (directory.display(), search.parts);
            let why =
                format!("this search has {parts} partitions: {parts} processes at most can go on with it");
            return Err(SpillError(format!("{path}: {why}")));
        }
        Ok(Spill::of(directory, &search, (process, count), locks))
    }

    /// Goes on with the search in `directory`, or begins it if that is empty.
    ///
    /// The files of its states are read and checked when the search begins, under its watch. If one is damaged, or
    /// belongs to another search, the search stops with [`StopReason::Disk`](crate::StopReason::Disk), and
    /// [`Spill::is_damaged`] says so.
    ///
    /// # Errors
    /// If it is another search, or of another version, or in use, or if it cannot be read or written.
    pub fn resume(directory: &Path, search: &str, threads: usize) -> Result<Spill, SpillError> {
        if is_blank(directory).unwrap_or(true) {
            return Spill::begin(directory, search, threads);
        }
        let search = Manifest::read_as(directory, search)?;
        Ok(Spill::of(directory, &search, (0, 1), Locks::alone(directory)?))
    }

    /// Tells how far the search in `directory` is, also while it runs.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn status(directory: &Path) -> Result<SpillStatus, SpillError> {
        let search = Manifest::read(directory)?;
        let finished = is_over(directory)?;
        let mut levels: Vec<Vec<u64>> = Vec::new();
        let (mut bytes, mut expanded) = (0, 0);
        for direction in ["forward", "backward"] {
            let mut sums: Option<Vec<u64>> = None;
            for (name, part) in
                parts_of(directory)?.into_iter().filter(|(name, _)| name.starts_with(direction))
            {
                let mut own = Vec::new();
                let mut within = 0;
                for (checkpoint, _) in checkpoints(&part, &identity(search.id, &name))? {
                    within = checkpoint.taken.unwrap_or(0);
                    if checkpoint.taken.is_none() {
                        own.push(checkpoint.files[0].states);
                        bytes += checkpoint.files[0].bytes;
                    }
                }
                expanded += within;
                sums = Some(match sums {
                    Some(sums) => sums.iter().zip(&own).map(|(a, b)| a + b).collect(),
                    None => own,
                });
            }
            levels.extend(sums);
        }
        let mut numbered: Option<Vec<u64>> = None;
        for (name, part) in parts_of(directory)?.into_iter().filter(|(name, _)| name.starts_with(NUMBERED)) {
            let record = Record::read(&part, &identity(search.id, &name))?.unwrap_or_default();
            bytes += record.bytes;
            let sums = numbered.get_or_insert_default();
            sums.resize(sums.len().max(record.levels.len()), 0);
            sums.iter_mut().zip(&record.levels).for_each(|(sum, [number, _])| *sum += number);
        }
        levels.extend(numbered);
        Ok(SpillStatus { search: search.text, parts: search.parts, levels, expanded, bytes, finished })
    }

    fn of(directory: &Path, search: &Manifest, process: (usize, usize), locks: Locks) -> Spill {
        Spill {
            directory: directory.to_owned(),
            parts: search.parts,
            id: search.id,
            failure: Mutex::new(None),
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            process,
            locks,
        }
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Number of partitions of the search.
    pub fn parts(&self) -> usize {
        self.parts
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Why a search that used it stopped with [`StopReason::Disk`](crate::StopReason::Disk): one line, without a
    /// full stop.
    pub fn failure(&self) -> Option<String> {
        self.failed().as_ref().map(|(why, _)| why.to_string())
    }

    /// Whether a search that used it stopped because of what stands in the directory: files that are damaged, missing
    /// or of another search. Going on from there is of no use.
    pub fn is_damaged(&self) -> bool {
        self.failed().as_ref().is_some_and(|(_, damaged)| *damaged)
    }

    fn failed(&self) -> MutexGuard<'_, Option<(SpillError, bool)>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most bytes that its files have had.
    pub fn peak_bytes(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Keeps a text from which the search can go on, in place of the one before. Returns whether the disk took it; if not,
    /// [`Spill::failure`] says why.
    pub fn save(&self, text: &str) -> bool {
        let saved = write_checkpoint(&self.directory, self.id, text);
        saved.map_err(|failure| self.note(failure, false)).is_ok()
    }

    /// The text that was kept last, if any.
    ///
    /// # Errors
    /// If it is damaged or of another search, or the disk refuses.
    pub fn saved(&self) -> Result<Option<String>, SpillError> {
        read_checkpoint(&self.directory, self.id)
    }

    /// Keeps the answer of the search, which is over, and removes its files. What it was stays known.
    ///
    /// # Errors
    /// If the disk refuses, or the answer has more than a gibibyte; then the files stay.
    pub fn finish(&self, answer: &str) -> Result<(), SpillError> {
        write_answer(&self.directory, self.id, self.process.0, answer)?;
        for name in [CHECKPOINT, SCRATCH] {
            let _ = fs::remove_file(self.directory.join(name));
        }
        for part in self.own().unwrap_or_default() {
            // What cannot be removed only takes room.
            let _ = fs::remove_dir_all(part);
        }
        Ok(())
    }

    /// Returns the answer that [`Spill::finish`] kept in `directory`; `None` if the search is not over.
    ///
    /// # Errors
    /// If the directory holds another search or none, or the answer is damaged or that of another search.
    pub fn answer(directory: &Path, search: &str) -> Result<Option<String>, SpillError> {
        if is_blank(directory).unwrap_or(true) {
            return Ok(None);
        }
        read_answer(directory, &Manifest::read_as(directory, search)?)
    }

    /// The directories of the partitions that this process owns.
    fn own(&self) -> Result<Vec<PathBuf>, SpillError> {
        let (process, count) = self.process;
        let is_own = |name: &str| {
            let part = name.rsplit_once('-').and_then(|(_, part)| part.parse::<usize>().ok());
            part.is_some_and(|part| part % count == process)
        };
        let all = parts_of(&self.directory)?;
        Ok(all.into_iter().filter(|(name, _)| is_own(name)).map(|(_, part)| part).collect())
    }

    /// The lock that someone has removed.
    pub(crate) fn missing_lock(&self) -> Option<&Path> {
        self.locks.missing()
    }

    /// Notes why the search cannot go on, and whether that is because of what stands in the directory.
    pub(crate) fn note(&self, failure: SpillError, damaged: bool) {
        self.failed().get_or_insert((failure, damaged));
    }

    pub(crate) fn count(&self, bytes: u64) {
        let now = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
    }

    pub(crate) fn uncount(&self, bytes: u64) {
        let less = |now: u64| Some(now.saturating_sub(bytes));
        let _ = self.bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

/// Whether a directory holds nothing but what a search that was killed at once may leave.
fn is_blank(directory: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        if !name.to_str().is_some_and(|name| name.starts_with(LOCK) || name.starts_with(PARTIAL)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The partitions in a directory, by name.
fn parts_of(directory: &Path) -> Result<Vec<(String, PathBuf)>, SpillError> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(directory).map_err(|error| refused(directory, &error))? {
        let entry = entry.map_err(|error| refused(directory, &error))?;
        if let Some(name) =
            entry.file_name().to_str().filter(|name| name.contains("ward-") || name.starts_with(NUMBERED))
        {
            parts.push((name.to_owned(), entry.path()));
        }
    }
    Ok(parts)
}

/// The checkpoints in the journal of a partition.
fn checkpoints(part: &Path, identity: &str) -> Result<Vec<(journal::Checkpoint, u64)>, SpillError> {
    let path = part.join(journal::NAME);
    let read = regular_file::read(&path).and_then(|file| Checkpoints::read(file, identity));
    read.map(|read| read.checkpoints).or_else(|error| match error.kind() {
        // The search was stopped before it wrote one.
        io::ErrorKind::NotFound => Ok(Vec::new()),
        io::ErrorKind::InvalidData => Err(damaged(&path)),
        _ => Err(refused(&path, &error)),
    })
}
