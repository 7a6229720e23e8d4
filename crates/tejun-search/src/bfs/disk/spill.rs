//! A directory on disk that holds a search.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::bfs::disk::block::{HEADER, checked};
use crate::bfs::disk::file::{PREFIX, StateFile};
use crate::bfs::disk::journal;

/// The file that tells what a directory holds.
const SEARCH: &str = "search";
const PARTIAL: &str = "search.partial";
const LOCK: &str = "lock";
/// Its number changes with the layout of the files.
const MAGIC: &str = "tejun search 2";
/// A description of more bytes is not read.
const LONGEST: u64 = 16 << 20;

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
/// use tejun_search::bfs::{self, Goals, Spill};
/// use tejun_search::{Limits, Moves, Outcome, Request, Space, StopReason};
///
/// /// From each number, one to the double and one to the next, up to a million.
/// struct Numbers;
///
/// impl Space for Numbers {
///     type State = u32;
///     type Move = ();
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(1);
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == 1_000_000
///     }
///     fn expand(&self, state: &u32, mut visit: impl FnMut((), u32)) {
///         [2 * state, state + 1].into_iter().filter(|&to| to <= 1_000_000).for_each(|to| visit((), to));
///     }
/// }
///
/// let directory = std::env::temp_dir().join(format!("tejun-{}", std::process::id()));
/// let explore = |depth| {
///     let spill = Spill::resume(&directory, "numbers", 1).unwrap();
///     let limits = Limits { bytes: 1 << 20, depth, ..Limits::default() };
///     bfs::explore(&Numbers, Goals::Passed, Request::default().limits(limits).spill(&spill))
/// };
/// assert_eq!(explore(15).outcome.stopped(), Some(StopReason::Depth));
/// let Outcome::Solved(found) = explore(u32::MAX).outcome else { panic!("there is room on disk") };
/// assert_eq!(found.levels.iter().sum::<u64>(), 1_000_000);
/// # std::fs::remove_dir_all(directory).unwrap();
/// ```
#[derive(Debug)]
pub struct Spill {
    directory: PathBuf,
    parts: usize,
    failure: Mutex<Option<String>>,
    bytes: AtomicU64,
    peak: AtomicU64,
    /// Which of how many processes it is that uses the directory.
    process: (usize, usize),
    /// Locked as long as it is open.
    _locks: Vec<File>,
}

/// Why a directory is of no use. One line, without a full stop.
#[derive(Debug)]
pub struct SpillError(String);

impl fmt::Display for SpillError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpillError {}

/// How far the search in a directory is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpillStatus {
    /// What the search is, as it was given to [`Spill::begin`].
    pub search: String,
    /// Number of partitions.
    pub parts: usize,
    /// Of each direction searched, the number of states of the levels closed.
    pub levels: Vec<Vec<u64>>,
    /// Number of states of the last levels that are expanded, as far as that is durable.
    pub expanded: u64,
    /// Bytes of its files.
    pub bytes: u64,
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
        let lock = lock(directory, LOCK, File::try_lock)?;
        let parts = threads.max(1);
        write_search(directory, PARTIAL, search, parts)?;
        Ok(Spill::of(directory, parts, (0, 1), vec![lock]))
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
        let locks = vec![
            lock(directory, LOCK, File::try_lock_shared)?,
            lock(directory, &format!("{LOCK}-{process}"), File::try_lock)?,
        ];
        if is_blank(directory).map_err(refuse)? {
            write_search(directory, &format!("{PARTIAL}-{process}"), search, parts)?;
        }
        let parts = held_as(directory, search)?;
        if parts < count {
            let place = directory.display();
            let why =
                format!("this search has {parts} partitions: {parts} processes at most can go on with it");
            return Err(SpillError(format!("{place}: {why}")));
        }
        let spill = Spill::of(directory, parts, (process, count), locks);
        spill.check_own()?;
        Ok(spill)
    }

    /// Goes on with the search in `directory`, or begins it if that is empty. All files are read and checked.
    ///
    /// # Errors
    /// If it is another search, or of another version, or damaged, or in use, or if it cannot be read or written.
    pub fn resume(directory: &Path, search: &str, threads: usize) -> Result<Spill, SpillError> {
        if is_blank(directory).unwrap_or(true) {
            return Spill::begin(directory, search, threads);
        }
        let parts = held_as(directory, search)?;
        let lock = lock(directory, LOCK, File::try_lock)?;
        let spill = Spill::of(directory, parts, (0, 1), vec![lock]);
        spill.check_own()?;
        Ok(spill)
    }

    /// Tells how far the search in `directory` is, also while it runs.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn status(directory: &Path) -> Result<SpillStatus, SpillError> {
        let (parts, search) = held(directory)?;
        let mut levels: Vec<Vec<u64>> = Vec::new();
        let (mut bytes, mut expanded) = (0, 0);
        for way in ["forward", "backward"] {
            let mut sums: Option<Vec<u64>> = None;
            for (_, part) in parts_of(directory)?.into_iter().filter(|(name, _)| name.starts_with(way)) {
                let mut own = Vec::new();
                let mut within = 0;
                for (point, _) in points(&part)? {
                    within = point.taken.unwrap_or(0);
                    if point.taken.is_none() {
                        own.push(point.files[0].states);
                        bytes += point.files[0].bytes;
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
        Ok(SpillStatus { search, parts, levels, expanded, bytes })
    }

    fn of(directory: &Path, parts: usize, process: (usize, usize), locks: Vec<File>) -> Spill {
        Spill {
            directory: directory.to_owned(),
            parts,
            failure: Mutex::new(None),
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            process,
            _locks: locks,
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

    /// Why a search that used it stopped with [`StopReason::Disk`](crate::StopReason::Disk): one line, without a
    /// full stop.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The most bytes that its files have had.
    pub fn peak_bytes(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Removes the files of the search, which is over. What it was stays known.
    pub fn clear(&self) {
        for part in self.own().unwrap_or_default() {
            // What cannot be removed only takes room.
            let _ = fs::remove_dir_all(part);
        }
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

    fn check_own(&self) -> Result<(), SpillError> {
        self.own()?.iter().try_for_each(|part| self.check(part))
    }

    /// Checks the files of a partition that its search would use. If a file is missing or damaged that may never have
    /// come to the disk, because power failed, the points from there on are forgotten.
    fn check(&self, part: &Path) -> Result<(), SpillError> {
        let points = points(part)?;
        let last = points.len().saturating_sub(1);
        let forced = points.iter().rposition(|(point, _)| point.forced);
        for (at, (point, _)) in points.iter().enumerate() {
            // Files of the level that was open are used only from the last point on.
            if point.taken.is_some() && at != last {
                continue;
            }
            let files = point.files.iter().try_for_each(|file| {
                self.count(file.bytes);
                check(&part.join(&file.name), file)
            });
            match files {
                Err(_) if forced.is_none_or(|forced| forced < at) => {
                    let length = at.checked_sub(1).map_or(0, |before| points[before].1);
                    let path = part.join(journal::NAME);
                    let cut = File::options().write(true).open(&path).and_then(|file| file.set_len(length));
                    cut.map_err(|error| refused(&path, &error))?;
                    // What comes before may be a point within a level.
                    return self.check(part);
                }
                files => files?,
            }
        }
        Ok(())
    }

    pub(super) fn note(&self, failure: String) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }

    pub(super) fn count(&self, bytes: u64) {
        let now = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
    }

    pub(super) fn uncount(&self, bytes: u64) {
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

fn refused(path: &Path, error: &io::Error) -> SpillError {
    SpillError(format!("{}: {error}", path.display()))
}

fn damaged(path: &Path) -> SpillError {
    SpillError(format!("{}: this is damaged: begin anew in an empty directory", path.display()))
}

/// Writes what the search of a directory is.
fn write_search(directory: &Path, partial: &str, search: &str, parts: usize) -> Result<(), SpillError> {
    let head = format!("{MAGIC}\nversion {}\nparts {parts}\n\n{search}", env!("CARGO_PKG_VERSION"));
    let text = format!("{:08x} {head}", crc32fast::hash(head.as_bytes()));
    let path = directory.join(SEARCH);
    // Written under another name first: so it is there as a whole, or not at all.
    let partial = directory.join(partial);
    let write = || {
        let mut file = File::create(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, &path)
    };
    write().map_err(|error| refused(&path, &error))
}

/// Locks a directory by one of its files, until the file returned is closed.
fn lock(
    directory: &Path,
    name: &str,
    lock: fn(&File) -> Result<(), TryLockError>,
) -> Result<File, SpillError> {
    let path = directory.join(name);
    let file = File::create(&path).map_err(|error| refused(&path, &error))?;
    match lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(SpillError(format!("{}: another search uses this directory", directory.display())))
        }
        Err(TryLockError::Error(error)) => Err(refused(&path, &error)),
    }
}

/// The number of partitions of the search that a directory holds, which must be this one.
fn held_as(directory: &Path, search: &str) -> Result<usize, SpillError> {
    let (parts, held) = held(directory)?;
    if held == search {
        return Ok(parts);
    }
    Err(SpillError(format!("{}: this holds another search: name an empty directory", directory.display())))
}

/// The number of partitions and the search that a directory holds.
fn held(directory: &Path) -> Result<(usize, String), SpillError> {
    let path = directory.join(SEARCH);
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            SpillError(format!("{}: this holds no search: name an empty directory", directory.display()))
        }
        io::ErrorKind::InvalidData => damaged(&path),
        _ => refused(&path, &error),
    })?;
    let whole = text.split_once(' ').filter(|(sum, head)| {
        u32::from_str_radix(sum, 16).is_ok_and(|sum| sum == crc32fast::hash(head.as_bytes()))
    });
    let head = whole.ok_or_else(|| damaged(&path))?.1;
    let mut lines = head.splitn(5, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (magic, version, parts, _, search) = (line(), line(), line(), line(), line());
    let own = format!("version {}", env!("CARGO_PKG_VERSION"));
    if magic != MAGIC || version != own {
        return Err(SpillError(format!(
            "{}: this is of another version ({version}, this is {own}): begin anew in an empty directory",
            directory.display()
        )));
    }
    let parts = parts.strip_prefix("parts ").and_then(|parts| parts.parse().ok());
    Ok((parts.filter(|&parts| parts > 0).ok_or_else(|| damaged(&path))?, search.to_owned()))
}

/// The partitions in a directory, by name.
fn parts_of(directory: &Path) -> Result<Vec<(String, PathBuf)>, SpillError> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(directory).map_err(|error| refused(directory, &error))? {
        let entry = entry.map_err(|error| refused(directory, &error))?;
        if let Some(name) = entry.file_name().to_str().filter(|name| name.contains("ward-")) {
            parts.push((name.to_owned(), entry.path()));
        }
    }
    Ok(parts)
}

/// The points in the journal of a partition.
fn points(part: &Path) -> Result<Vec<(journal::Point, u64)>, SpillError> {
    let path = part.join(journal::NAME);
    let read = File::open(&path).and_then(|mut file| journal::read(&mut file));
    read.or_else(|error| match error.kind() {
        // The search was stopped before it wrote one.
        io::ErrorKind::NotFound => Ok(Vec::new()),
        io::ErrorKind::InvalidData => Err(damaged(&path)),
        _ => Err(refused(&path, &error)),
    })
}

/// Checks that a file is there and as it was written.
fn check(path: &Path, kept: &StateFile) -> Result<(), SpillError> {
    let mut file =
        io::BufReader::with_capacity(1 << 16, File::open(path).map_err(|error| refused(path, &error))?);
    let mut bytes = PREFIX as u64;
    let mut states = 0;
    let mut rest = Vec::new();
    let mut read = |length: usize, into: &mut Vec<u8>| {
        into.resize(length, 0);
        file.read_exact(into).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged(path),
            _ => refused(path, &error),
        })
    };
    read(PREFIX, &mut rest)?;
    while bytes < kept.bytes {
        let mut header = Vec::new();
        read(HEADER, &mut header)?;
        let header: [u8; HEADER] = header.try_into().expect("it was made that long");
        let length = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as u64;
        bytes += HEADER as u64 + length;
        if bytes > kept.bytes {
            return Err(damaged(path));
        }
        read(length as usize, &mut rest)?;
        states += checked(&header, &rest).map_err(|_| damaged(path))?;
    }
    if (bytes, states) == (kept.bytes, kept.states) { Ok(()) } else { Err(damaged(path)) }
}
