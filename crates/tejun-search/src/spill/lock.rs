//! Locks that keep other processes out of a directory.
//!
//! The directory itself is locked where the system allows that: it cannot be removed or replaced unseen as long as it
//! holds the search. Elsewhere, and for each of several processes that share a directory, it is a file, which is looked
//! for at every checkpoint of the search.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::spill::error::{SpillError, refused};
use crate::spill::regular_file;

/// What the names of lock files begin with.
pub(super) const LOCK: &str = "lock";

type TryLock = fn(&File) -> Result<(), TryLockError>;

/// Locks, held until they are dropped.
#[derive(Debug)]
pub(super) struct Locks {
    _directory: Option<File>,
    files: Vec<(PathBuf, File)>,
}

impl Locks {
    /// Locks a directory for one process alone.
    ///
    /// # Errors
    /// If another process uses it, or the system refuses.
    pub fn alone(directory: &Path) -> Result<Locks, SpillError> {
        Locks::of(directory, File::try_lock)
    }

    /// Locks a directory for the process of this number, beside others.
    ///
    /// # Errors
    /// If a process has it for itself, or has the same number, or the system refuses.
    pub fn beside(directory: &Path, process: usize) -> Result<Locks, SpillError> {
        let mut locks = Locks::of(directory, File::try_lock_shared)?;
        locks.files.push(lock_file(directory, &format!("{LOCK}-{process}"), File::try_lock)?);
        Ok(locks)
    }

    fn of(directory: &Path, lock: TryLock) -> Result<Locks, SpillError> {
        let opened = File::open(directory).map_err(TryLockError::Error);
        match opened.and_then(|file| lock(&file).map(|()| file)) {
            Ok(file) => Ok(Locks { _directory: Some(file), files: Vec::new() }),
            Err(TryLockError::WouldBlock) => Err(in_use(directory)),
            // Not every system locks directories.
            Err(TryLockError::Error(_)) => {
                Ok(Locks { _directory: None, files: vec![lock_file(directory, LOCK, lock)?] })
            }
        }
    }

    /// The lock file that is no longer there, if one is missing: then another process may have come in.
    pub fn missing(&self) -> Option<&Path> {
        self.files.iter().find(|(path, file)| !is_still(path, file)).map(|(path, _)| path.as_path())
    }
}

fn in_use(directory: &Path) -> SpillError {
    SpillError(format!("{}: another search uses this directory", directory.display()))
}

fn lock_file(directory: &Path, name: &str, lock: TryLock) -> Result<(PathBuf, File), SpillError> {
    let path = directory.join(name);
    loop {
        let file = regular_file::create(&path).map_err(|error| refused(&path, &error))?;
        match lock(&file) {
            Ok(()) if is_still(&path, &file) => return Ok((path, file)),
            // Whoever had it has removed it.
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => return Err(in_use(directory)),
            Err(TryLockError::Error(error)) => return Err(refused(&path, &error)),
        }
    }
}

/// Whether this open file is what goes by that name.
#[cfg(unix)]
fn is_still(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;

    std::fs::metadata(path)
        .and_then(|named| file.metadata().map(|open| (named.dev(), named.ino()) == (open.dev(), open.ino())))
        .unwrap_or(false)
}

/// Other systems do not let go of an open file.
#[cfg(not(unix))]
fn is_still(_: &Path, _: &File) -> bool {
    true
}
