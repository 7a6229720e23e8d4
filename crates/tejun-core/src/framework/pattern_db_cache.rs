//! Pattern databases, kept in the data directory.
//!
//! A file has a magic of 16 bytes, the format version (4), the length of the database's name (4), its number of
//! distances (8) and the CRC-32 of all that follows (4): the name and the distances, a byte each. All numbers are
//! little-endian. A file that is not just as expected is not used, and built anew.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde::Serialize;
use tejun_search::pattern::{Pattern, PatternDatabase};
use tejun_search::{Limits, Outcome, Progress, Request, Stats, StopReason, Watch};

use crate::framework::whole_file::{self, WriteError};
use crate::vocabulary::answer::Details;
use crate::vocabulary::means::{Means, Observer};

const MAGIC: &[u8; 16] = b"tejun patterns\r\n";
/// The format version. It is the only one written and read.
const FORMAT_VERSION: u32 = 1;
const HEADER: usize = 36;
/// Whether there are files. Browsers have none, and their module no room for what reads them.
const KEEPS: bool = !cfg!(target_family = "wasm");

/// Where a puzzle gets its pattern databases ([`Puzzle::load_heuristics`](crate::Puzzle::load_heuristics)): from memory, from
/// a file in the data directory, or else by building them, to be kept there. What is built is watched. A database counts
/// against the limits of the question, a state for each distance, whether it is built or not.
pub struct PatternDbCache<'a> {
    directory: Option<PathBuf>,
    limits: Limits,
    observer: &'a mut dyn Observer,
    /// Bytes of the databases.
    taken: u64,
    stats: Stats,
    unusable: Option<String>,
}

/// A database's directory and name.
type Key = (Option<PathBuf>, String);

/// A database that somebody has asked for.
enum Shared {
    /// Somebody loads or builds it.
    Coming,
    /// It is there as long as somebody uses it.
    Ready(Weak<PatternDatabase>),
}

/// The few databases in use somewhere in the process. Puzzles of one size share them.
static IN_USE: Mutex<Vec<(Key, Shared)>> = Mutex::new(Vec::new());
/// Told when one of them comes or fails to come.
static CAME: Condvar = Condvar::new();
/// How long one waits for a database that another builds, between two looks at what stops it.
const WAIT: Duration = Duration::from_millis(5);
/// Bytes read from a file, or checked, between two such looks.
const RUN: usize = 1 << 20;

fn in_use() -> MutexGuard<'static, Vec<(Key, Shared)>> {
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The promise to bring a database; if it is dropped before, others may try.
struct Promise(Key);

impl Drop for Promise {
    fn drop(&mut self) {
        in_use().retain(|(key, shared)| *key != self.0 || !matches!(shared, Shared::Coming));
        CAME.notify_all();
    }
}

/// Whoever listens to a search that prepares another: it does no work of its own.
struct Preparing<'o>(&'o mut dyn Observer);

impl Watch for Preparing<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.0.prepare(progress)
    }

    fn expect(&mut self, states: u64) {
        self.0.expect(states);
    }
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
enum CacheError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("this is not a regular file")]
    Irregular,
    #[error("this is no pattern database of this name, size and format")]
    Foreign,
    #[error("this is damaged: the checksum does not match")]
    Checksum,
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for CacheError {
    fn from(reason: StopReason) -> CacheError {
        CacheError::Stopped(reason)
    }
}

impl From<WriteError> for CacheError {
    fn from(error: WriteError) -> CacheError {
        match error {
            WriteError::Irregular => CacheError::Irregular,
            WriteError::Io(error) => CacheError::Io(error),
        }
    }
}

/// What an answer says if the data directory is of no use.
#[derive(Serialize)]
struct UnusableDetails {
    patterns_unusable: String,
}

impl<'a> PatternDbCache<'a> {
    /// No databases yet, with the directory and the limits of a question.
    pub fn new(means: &Means, observer: &'a mut dyn Observer) -> Self {
        let directory = means.data.as_ref().map(|directory| directory.join("patterns"));
        PatternDbCache {
            directory,
            limits: means.limits,
            observer,
            taken: 0,
            stats: Stats::default(),
            unusable: None,
        }
    }

    /// The database of a pattern: of each `ranks` ranks that follow each other, the least distance, at the rank
    /// divided by `ranks` ([`PatternDatabase::compressed`]). 1 keeps all. The name says all that decides what is
    /// in the database; it consists of letters, digits and hyphens.
    ///
    /// # Errors
    /// If it must be built, and the build is stopped. A file that cannot be used or written only costs time:
    /// the answer says so.
    ///
    /// # Panics
    /// Panics if `ranks` is 0.
    pub fn database<A: Pattern>(
        &mut self,
        name: &str,
        pattern: &A,
        ranks: usize,
    ) -> Result<Arc<PatternDatabase>, StopReason> {
        self.kept(name, pattern.size().div_ceil(ranks), |limits, watch| {
            let answer = PatternDatabase::build(pattern, Request::new(watch).limits(limits));
            let built = match answer.outcome {
                Outcome::Solved(database) => database.compressed(ranks).ok_or(StopReason::Memory),
                Outcome::Stopped(reason, _) => Err(reason),
                Outcome::Unsolvable => unreachable!("a database is built or not"),
            };
            (built, answer.stats)
        })
    }

    /// A database of `size` distances that `build` builds if it is not at hand, within limits that do not count the
    /// database itself; nor does what it says that this took. The name is as for a
    /// [`database`](PatternDbCache::database).
    ///
    /// # Errors
    /// As for a [`database`](PatternDbCache::database).
    pub fn kept(
        &mut self,
        name: &str,
        size: usize,
        build: impl FnOnce(Limits, &mut dyn Watch) -> (Result<PatternDatabase, StopReason>, Stats),
    ) -> Result<Arc<PatternDatabase>, StopReason> {
        self.take(size as u64)?;
        let states = self.limits.states;
        let brought = self.bring(name, size, build);
        // However it came, so that this changes nothing.
        self.limits.states = states.saturating_sub(size as u64);
        if brought.is_err() {
            self.limits.states = states;
            self.limits.bytes = self.limits.bytes.saturating_add(size as u64);
            self.taken -= size as u64;
        }
        brought
    }

    fn bring(
        &mut self,
        name: &str,
        size: usize,
        build: impl FnOnce(Limits, &mut dyn Watch) -> (Result<PatternDatabase, StopReason>, Stats),
    ) -> Result<Arc<PatternDatabase>, StopReason> {
        let key = (self.directory.clone(), name.to_owned());
        let promise = {
            let mut databases = in_use();
            loop {
                match databases.iter().find(|(other, _)| *other == key).map(|(_, shared)| shared) {
                    Some(Shared::Ready(shared)) => match shared.upgrade() {
                        Some(database) => return Ok(database),
                        None => break,
                    },
                    Some(Shared::Coming) if KEEPS => (),
                    _ => break,
                }
                drop(CAME.wait_timeout(databases, WAIT).unwrap_or_else(PoisonError::into_inner));
                // Whoever listens may take its time: nobody waits for that.
                prepare(self.observer)?;
                databases = in_use();
            }
            databases.retain(|(other, _)| *other != key);
            databases.push((key.clone(), Shared::Coming));
            Promise(key)
        };
        let path = self.directory.as_ref().filter(|_| KEEPS).map(|directory| directory.join(name));
        let (database, is_new) = self.read_or_build(path.as_deref(), name, size, build)?;
        let database = Arc::new(database);
        let mut databases = in_use();
        databases.retain(|(key, shared)| match shared {
            Shared::Coming => *key != promise.0,
            Shared::Ready(shared) => shared.strong_count() > 0,
        });
        databases.push((promise.0.clone(), Shared::Ready(Arc::downgrade(&database))));
        drop(databases);
        // Others need not wait until it is written.
        drop(promise);
        if let Some(path) = path.filter(|_| is_new) {
            match write(&path, name, &database, self.observer) {
                // Whoever uses it hears of that soon enough.
                Ok(()) | Err(CacheError::Stopped(_)) => (),
                Err(fault) => self.note(&path, &fault, "it cannot be kept, and will be built again"),
            }
        }
        Ok(database)
    }

    /// Whether a file has a database, as far as its size tells. What is in memory does not matter: that depends on who else
    /// asks in this process.
    pub fn is_at_hand(&self, name: &str, size: usize) -> bool {
        let file = self.directory.as_ref().and_then(|directory| fs::metadata(directory.join(name)).ok());
        file.is_some_and(|file| file.is_file() && file.len() == length(name, size))
    }

    /// The limits that what is left keeps to.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// A database, and whether it is new.
    fn read_or_build(
        &mut self,
        path: Option<&Path>,
        name: &str,
        size: usize,
        build: impl FnOnce(Limits, &mut dyn Watch) -> (Result<PatternDatabase, StopReason>, Stats),
    ) -> Result<(PatternDatabase, bool), StopReason> {
        if let Some(path) = path {
            match read(path, name, size, self.observer) {
                Ok(database) => return Ok((database, false)),
                Err(CacheError::Io(error)) if error.kind() == io::ErrorKind::NotFound => (),
                Err(CacheError::Stopped(reason)) => return Err(reason),
                Err(fault) => self.note(path, &fault, "it is built again"),
            }
        }
        let limits = Limits { depth: u32::MAX, ..self.limits };
        let (built, stats) = build(limits, &mut Preparing(self.observer));
        self.count(&Stats { peak_bytes: stats.peak_bytes, ..Stats::default() });
        Ok((built?, true))
    }

    fn note(&mut self, path: &Path, fault: &CacheError, then: &str) {
        self.unusable.get_or_insert(format!("{}: {fault}; {then}", path.display()));
    }

    /// Takes memory for a database that stays.
    fn take(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.limits.bytes = self.limits.bytes.checked_sub(bytes).ok_or(StopReason::Memory)?;
        self.taken += bytes;
        Ok(())
    }

    /// Adds what a search has done to the statistics of the whole answer, and takes it from what is left.
    pub(crate) fn count(&mut self, search: &Stats) {
        self.limits.states = self.limits.states.saturating_sub(if search.stored > 0 {
            search.stored
        } else {
            search.expanded
        });
        self.stats.expanded += search.expanded;
        self.stats.stored += search.stored;
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.taken + search.peak_bytes);
    }

    /// The request for a search that uses the databases; it may expand `states` at most.
    pub(crate) fn request(&mut self, states: u64) -> Request<'_> {
        let limits = Limits { states: self.limits.states.min(states), ..self.limits };
        Request::new(&mut *self.observer).limits(limits)
    }

    /// The statistics of all searches so far, and what else is to be said.
    pub(crate) fn into_report(self) -> (Stats, Details) {
        let unusable =
            self.unusable.map(|patterns_unusable| Details::new(UnusableDetails { patterns_unusable }));
        (self.stats, unusable.unwrap_or_default())
    }
}

/// What comes before the name and the distances.
fn header(name: &str, size: usize, checksum: u32) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(FORMAT_VERSION.to_le_bytes());
    header.extend((name.len() as u32).to_le_bytes());
    header.extend((size as u64).to_le_bytes());
    header.extend(checksum.to_le_bytes());
    header
}

/// The length of a file.
fn length(name: &str, size: usize) -> u64 {
    (HEADER + name.len() + size) as u64
}

fn read(
    path: &Path,
    name: &str,
    size: usize,
    observer: &mut dyn Observer,
) -> Result<PatternDatabase, CacheError> {
    // Checked first, because opening a pipe would block until someone writes to it.
    let kind = fs::metadata(path)?;
    if !kind.is_file() {
        return Err(CacheError::Irregular);
    }
    if kind.len() != length(name, size) {
        return Err(CacheError::Foreign);
    }
    let mut file = File::open(path)?;
    let mut head = vec![0; HEADER + name.len()];
    read_whole(&mut file, &mut head)?;
    let (head, found) = head.split_at(HEADER);
    if head[..32] != header(name, size, 0)[..32] || found != name.as_bytes() {
        return Err(CacheError::Foreign);
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(found);
    let database = PatternDatabase::filled(size, |distances| {
        for run in distances.chunks_mut(RUN) {
            read_whole(&mut file, run)?;
            hasher.update(run);
            prepare(observer)?;
        }
        Ok::<(), CacheError>(())
    })?;
    if head != header(name, size, hasher.finalize()) {
        return Err(CacheError::Checksum);
    }
    Ok(database)
}

/// Fills a buffer. A file that has become shorter is none of these.
fn read_whole(file: &mut File, buffer: &mut [u8]) -> Result<(), CacheError> {
    file.read_exact(buffer).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => CacheError::Foreign,
        _ => CacheError::Io(error),
    })
}

/// Writes a file, or nothing if that is stopped.
fn write(
    path: &Path,
    name: &str,
    database: &PatternDatabase,
    observer: &mut dyn Observer,
) -> Result<(), CacheError> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let distances = database.as_bytes();
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(name.as_bytes());
    for run in distances.chunks(RUN) {
        prepare(observer)?;
        hasher.update(run);
    }
    let header = header(name, distances.len(), hasher.finalize());
    let mut stopped = None;
    let written = whole_file::replace(path, |file| {
        file.write_all(&header)?;
        file.write_all(name.as_bytes())?;
        for run in distances.chunks(RUN) {
            if let Err(reason) = prepare(observer) {
                stopped = Some(reason);
                return Err(io::ErrorKind::Interrupted.into());
            }
            file.write_all(run)?;
        }
        Ok(())
    });
    match stopped {
        Some(reason) => Err(reason.into()),
        None => Ok(written?),
    }
}

/// Looks at what stops the work.
fn prepare(observer: &mut dyn Observer) -> Result<(), StopReason> {
    observer.prepare(&Progress::default()).break_value().map_or(Ok(()), Err)
}
