//! Opening regular files, and nothing else.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file. Whatever else goes by its name is refused: opening a pipe would wait for ever, and a device may have
/// no end.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if it is no file; else those of the system.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no plain file"))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => options.open(path),
    }
}

/// Opens a file to read it.
///
/// # Errors
/// Those of [`open`].
pub(crate) fn read(path: &Path) -> io::Result<File> {
    open(path, File::options().read(true))
}

/// Creates a file, or empties it.
///
/// # Errors
/// Those of [`open`].
pub(crate) fn create(path: &Path) -> io::Result<File> {
    open(path, File::options().write(true).create(true).truncate(true))
}
