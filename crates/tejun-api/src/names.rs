//! Finds the text of an instance by its name.

use std::fmt;

use tejun_puzzles::{InputError, Registry};

use crate::library::Library;

/// Why a name stands for no instance file.
#[derive(Debug)]
pub enum NameError {
    /// The name is unknown; `nearest` lists similar ones.
    Unknown {
        /// The name.
        name: String,
        /// Similar names, in words.
        nearest: String,
    },
    /// It looks like a short form, but is not a valid one.
    Bad(InputError),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NameError::Unknown { name, nearest } => {
                write!(f, "there is no instance {name:?}: did you mean {nearest}")
            }
            NameError::Bad(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NameError {}

/// The text of the instance file for a short form, or for a name or title of the library. Reads no files.
///
/// # Errors
/// If there is no such instance, or the short form is invalid.
pub fn named(registry: &Registry, library: &Library, name: &str) -> Result<String, NameError> {
    if let Some(text) = registry.expand_short_form(name) {
        return text.map_err(NameError::Bad);
    }
    let unknown = || NameError::Unknown { name: name.to_owned(), nearest: nearest(library, name) };
    library.text(name).map(str::to_owned).ok_or_else(unknown)
}

/// The names most similar to `name`, in words.
fn nearest(library: &Library, name: &str) -> String {
    // Cut a text much longer than any name, since comparing it would take long.
    let name: String = name.chars().take(100).collect();
    let likeness = |known: &&str| (1e6 * strsim::jaro_winkler(known, &name)) as u64;
    let mut by_likeness: Vec<&str> = library.names().collect();
    by_likeness.sort_by_key(|known| std::cmp::Reverse(likeness(known)));
    by_likeness.truncate(3);
    by_likeness.join(", ")
}
