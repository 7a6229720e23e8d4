//! Pattern databases, kept in the data directory.
//!
//! A file has a magic of 16 bytes, the format version (4), the length of the database's name (4), its number of
//! distances (8) and the CRC-32 of all that follows (4): the name and the distances, a byte each. All numbers are
//! little-endian. A file that is not just as expected is not used, and built anew.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde::Serialize;
use tejun_search::pattern::{Pattern, PatternDatabase};
use tejun_search::{Limits, Outcome, Request, Stats, StopReason};

use crate::framework::whole_file::{self, WriteError};
use crate::vocabulary::answer::Details;
use crate::vocabulary::means::{Means, Observer};

const MAGIC: &[u8; 16] = b"tejun patterns\r\n";
/// The format version. It is the only one written and read.
const FORMAT_VERSION: u32 = 1;
const HEADER: usize = 36;

/// Where a puzzle gets its pattern databases ([`Puzzle::load_heuristics`](crate::Puzzle::load_heuristics)): from memory, from
/// a file in the data directory, or else by building them, to be kept there. What is built is watched and
/// counts against the limits of the question.
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

/// The databases in use somewhere in the process. Puzzles of one size share them.
static IN_USE: Mutex<BTreeMap<Key, Weak<PatternDatabase>>> = Mutex::new(BTreeMap::new());

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
    /// A shelf with the directory and the limits of a question.
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
        let key = (self.directory.clone(), name.to_owned());
        let in_use = || IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = in_use().get(&key).and_then(Weak::upgrade);
        self.take(pattern.size().div_ceil(ranks) as u64)?;
        let database = match shared {
            Some(database) => database,
            None => Arc::new(self.read_or_build(name, pattern, ranks)?),
        };
        let mut in_use = in_use();
        in_use.retain(|_, database| database.strong_count() > 0);
        in_use.insert(key, Arc::downgrade(&database));
        Ok(database)
    }

    fn read_or_build<A: Pattern>(
        &mut self,
        name: &str,
        pattern: &A,
        ranks: usize,
    ) -> Result<PatternDatabase, StopReason> {
        let path = self.directory.as_ref().map(|directory| directory.join(name));
        if let Some(path) = &path {
            match read(path, name, pattern.size().div_ceil(ranks)) {
                Ok(database) => return Ok(database),
                Err(CacheError::Io(error)) if error.kind() == io::ErrorKind::NotFound => (),
                Err(fault) => self.note(path, &fault, "it is built again"),
            }
        }
        let limits = Limits { depth: u32::MAX, ..self.limits };
        let answer = PatternDatabase::build(pattern, Request::new(&mut *self.observer).limits(limits));
        self.count(&answer.stats);
        let database = match answer.outcome {
            Outcome::Solved(database) => database.compressed(ranks).ok_or(StopReason::Memory)?,
            Outcome::Stopped(reason, _) => return Err(reason),
            Outcome::Unsolvable => unreachable!("a database is built or not"),
        };
        if let Some(path) = &path
            && let Err(fault) = write(path, name, &database)
        {
            self.note(path, &fault, "it cannot be kept, and will be built again");
        }
        Ok(database)
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

fn checksum(name: &str, distances: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(name.as_bytes());
    hasher.update(distances);
    hasher.finalize()
}

fn read(path: &Path, name: &str, size: usize) -> Result<PatternDatabase, CacheError> {
    // Checked first, because opening a pipe would block until someone writes to it.
    let file = fs::metadata(path)?;
    if !file.is_file() {
        return Err(CacheError::Irregular);
    }
    let length = HEADER + name.len() + size;
    if file.len() != length as u64 {
        return Err(CacheError::Foreign);
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(io::Error::other)?;
    File::open(path)?.take(length as u64).read_to_end(&mut bytes)?;
    let (Some((head, rest)), true) = (bytes.split_at_checked(HEADER), bytes.len() == length) else {
        return Err(CacheError::Foreign);
    };
    let (found, distances) = rest.split_at(name.len());
    let sum = checksum(name, distances);
    if head[..32] != header(name, size, 0)[..32] || found != name.as_bytes() {
        return Err(CacheError::Foreign);
    }
    if head != header(name, size, sum) {
        return Err(CacheError::Checksum);
    }
    PatternDatabase::from_bytes(distances, size).ok_or_else(|| io::Error::other("no memory").into())
}

fn write(path: &Path, name: &str, database: &PatternDatabase) -> Result<(), CacheError> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let distances = database.as_bytes();
    Ok(whole_file::replace(path, |file| {
        file.write_all(&header(name, distances.len(), checksum(name, distances)))?;
        file.write_all(name.as_bytes())?;
        file.write_all(distances)
    })?)
}
