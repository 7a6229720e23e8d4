//! Resolves the INSTANCE of the command line to the text of an instance file.

use std::fmt;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use tejun_puzzles::{InputError, Instance, Registry};

use crate::library::Library;
use crate::program::program;

/// Makes the instance given by a library name, a title, a path, a short form or `-`. A `metric` given here
/// overrides the file's.
///
/// # Errors
/// If there is no such instance, or its text is invalid; the message is one line.
pub fn instance(registry: &Registry, name: &str, metric: Option<&str>) -> Result<Box<dyn Instance>> {
    read(registry, name, &text(registry, name)?, metric)
}

/// Makes the instance of the text that is called `name`.
///
/// # Errors
/// If the text is invalid; the message is one line.
pub fn read(registry: &Registry, name: &str, text: &str, metric: Option<&str>) -> Result<Box<dyn Instance>> {
    registry.read(text, metric).with_context(|| shown(name))
}

fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}

/// The text of the instance given in any of these ways.
///
/// # Errors
/// If there is no such instance.
pub fn text(registry: &Registry, name: &str) -> Result<String> {
    if name == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        return utf8(name, bytes);
    }
    let path = Path::new(name);
    if path.is_file() && registry.expand_short_form(name).is_none() {
        let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
        return utf8(name, bytes);
    }
    named(registry, &Library::new(registry), name).map_err(|unknown| match unknown {
        Unnamed::Unknown { .. } if name.contains(['/', '\\']) || path.extension().is_some() => {
            anyhow::anyhow!("{name}: there is no such file")
        }
        Unnamed::Unknown { .. } => anyhow::anyhow!("{unknown}? `{} list` lists them all", program()),
        Unnamed::Bad(error) => anyhow::Error::new(error).context(name.to_owned()),
    })
}

/// Why a name stands for no instance file.
#[derive(Debug)]
pub enum Unnamed {
    /// The name is unknown; `nearest` lists similar ones.
    Unknown { name: String, nearest: String },
    /// It looks like a short form, but is not a valid one.
    Bad(InputError),
}

impl fmt::Display for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unnamed::Unknown { name, nearest } => {
                write!(f, "there is no instance {name:?}: did you mean {nearest}")
            }
            Unnamed::Bad(error) => error.fmt(f),
        }
    }
}

/// The text of the instance file for a short form, or for a name or title of the library. Reads no files.
///
/// # Errors
/// If there is no such instance, or the short form is invalid.
pub fn named(registry: &Registry, library: &Library, name: &str) -> std::result::Result<String, Unnamed> {
    if let Some(text) = registry.expand_short_form(name) {
        return text.map_err(Unnamed::Bad);
    }
    let unknown = || Unnamed::Unknown { name: name.to_owned(), nearest: nearest(library, name) };
    library.text(name).map(str::to_owned).ok_or_else(unknown)
}

fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow::anyhow!("{}: line {line} is not UTF-8 (byte {at}): save the file as UTF-8", shown(name))
    })
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
