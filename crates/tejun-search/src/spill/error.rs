//! Errors of a directory.

use std::fmt;
use std::io;
use std::path::Path;

/// Errors of a directory. One line, without a full stop.
#[derive(Clone, Debug)]
pub struct SpillError(pub(crate) String);

impl fmt::Display for SpillError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpillError {}

/// The system refuses a file.
pub(crate) fn refused(path: &Path, error: &io::Error) -> SpillError {
    SpillError(format!("{}: {error}", path.display()))
}

/// A file is not as it was written.
pub(crate) fn damaged(path: &Path) -> SpillError {
    SpillError(format!("{}: this is damaged: begin anew in an empty directory", path.display()))
}

/// Whether something else has the place of a file or a directory.
pub(crate) fn is_misplaced(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, InvalidInput, IsADirectory, NotADirectory};
    matches!(error.kind(), AlreadyExists | InvalidInput | IsADirectory | NotADirectory)
}
