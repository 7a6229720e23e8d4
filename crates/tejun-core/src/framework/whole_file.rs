//! Files that are replaced as a whole, or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be replaced.
#[derive(Debug)]
pub enum WriteError {
    /// Something other than a regular file is there.
    Irregular,
    /// The system refuses.
    Io(io::Error),
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            WriteError::Irregular => f.write_str("there is something other than a regular file"),
            // Without the name of the temporary file, which says nothing to anybody.
            WriteError::Io(error) => error.kind().fmt(f),
        }
    }
}

/// Maximum number of symbolic links followed.
const MAX_LINKS: usize = 40;

/// Follows symbolic links from `path` to the file that something written there ends up in.
///
/// # Errors
/// If there is something other than a regular file.
pub fn place(path: &Path) -> Result<PathBuf, WriteError> {
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
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), WriteError> {
    let path = place(path)?;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Others may read it, as far as the umask allows.
    #[cfg(unix)]
    let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let written = builder.prefix(".").suffix(".partial").tempfile_in(directory).and_then(|mut file| {
        write(file.as_file_mut())?;
        file.as_file().sync_all()?;
        Ok(file.persist(&path)?)
    });
    written.map(drop).map_err(WriteError::Io)
}
