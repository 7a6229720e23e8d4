//! Files that are replaced as a whole, or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Why a file cannot be replaced.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// Something other than a regular file is there.
    Irregular,
    /// The system refuses.
    Io(io::Error),
}

/// Maximum number of symbolic links followed.
const MAX_LINKS: usize = 40;

/// Follows symbolic links from `path` to the file that something written there ends up in.
///
/// # Errors
/// If there is something other than a regular file.
pub(crate) fn place(path: &Path) -> Result<PathBuf, WriteError> {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&place) else {
            return match fs::metadata(&place) {
                Ok(file) if !file.is_file() => Err(WriteError::Irregular),
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(WriteError::Io(error)),
                _ => Ok(place),
            };
        };
        // A relative target is relative to the link's directory.
        place = place.with_file_name("").join(target);
    }
    Err(WriteError::Io(io::Error::other("there are too many symbolic links here")))
}

/// Replaces the file at `path` by what `write` writes: a temporary file next to its [`place`], which is then
/// renamed. Nobody sees a part of it, and an error leaves what was there.
///
/// # Errors
/// If there is something other than a regular file, or the system refuses.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), WriteError> {
    let path = place(path)?;
    let name = path.file_name().ok_or_else(|| WriteError::Io(io::Error::other("this names no file")))?;
    // Two threads may write the same file.
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_file_name(format!(".{}.{}.{number}.partial", name.display(), std::process::id()));
    let partial = Partial(&beside);
    let written = File::create(&beside).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(WriteError::Io)?;
    std::mem::forget(partial);
    Ok(())
}

/// Removes the temporary file when dropped.
struct Partial<'a>(&'a Path);

impl Drop for Partial<'_> {
    fn drop(&mut self) {
        // The file may not exist yet; an error here cannot be handled anyway.
        let _ = fs::remove_file(self.0);
    }
}
