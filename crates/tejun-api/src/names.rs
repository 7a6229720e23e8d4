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

/// The text of the instance file for a short form, for a name or title of the library, or for a puzzle in a notation of
/// other programs, which [`Registry::import`] reads; a text of several lines as it is. Reads no files.
///
/// # Errors
/// If there is no such instance, or the short form or the puzzle is invalid.
pub fn named(registry: &Registry, library: &Library, name: &str) -> Result<String, NameError> {
    if let Some(text) = registry.expand_short_form(name) {
        return text.map_err(NameError::Bad);
    }
    let unknown = || NameError::Unknown {
        name: name.to_owned(),
        nearest: of_a_family(registry, name).unwrap_or_else(|| nearest(library, name)),
    };
    if let Some(text) = library.text(name) {
        return Ok(text.to_owned());
    }
    // No name has several lines: which puzzles the text has, or what is wrong, is said when it is read.
    if name.contains(['\n', '\r']) && !name.contains(is_no_text) {
        return Ok(name.to_owned());
    }
    match registry.import(name) {
        Some(Ok(text)) => Ok(text),
        Some(Err(error)) if !could_be_a_name(name) => Err(NameError::Bad(error)),
        _ => Err(unknown()),
    }
}

/// Whether a character has no place in a pasted text.
fn is_no_text(c: char) -> bool {
    c.is_control() && !"\n\r\t".contains(c)
}

/// Whether a text is like the names of the library: what is wrong with it is rather its spelling.
fn could_be_a_name(text: &str) -> bool {
    text.len() < 25
        && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        && text.contains(char::is_alphabetic)
}

/// What to write instead of a word for all puzzles of a family.
fn of_a_family(registry: &Registry, name: &str) -> Option<String> {
    let plain = |text: &str| -> String {
        text.chars().filter(|char| char.is_alphanumeric()).take(100).flat_map(char::to_lowercase).collect()
    };
    let name = plain(name);
    let info = registry.families().map(|family| &family.info).find(|info| {
        let titles = info.title.map_or_else(Vec::new, |title| vec![title.en, title.ja, title.zh]);
        let mut words = titles.into_iter().chain(info.names.iter().copied()).chain([info.name]);
        words.any(|word| plain(word) == name)
    })?;
    let forms: Vec<&str> = info.short_forms.iter().map(|short_form| short_form.form).collect();
    let or = if forms.is_empty() { "" } else { " or " };
    Some(format!("{}{or}a puzzle of the family {}", forms.join(", "), info.name))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_for_all_puzzles_of_a_family_is_no_typing_error() {
        let registry = Registry::standard();
        let library = Library::new(&registry);
        let advice = |name: &str| named(&registry, &library, name).unwrap_err().to_string();
        for name in ["klotski", "Hua Rong Dao", "華容道", "rush-hour", "sliding"] {
            let forms = "klotski:LAYOUT, rushhour:POSITION or a puzzle of the family sliding";
            assert_eq!(advice(name), format!("there is no instance {name:?}: did you mean {forms}"));
        }
        assert!(advice("15-puzzle").ends_with("did you mean a puzzle of the family sliding-tiles"));
        assert!(advice("centuri").contains("did you mean century, "));
    }
}
