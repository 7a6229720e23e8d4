//! The manifest of a directory, which describes its search, and the answer when the search is over.
//!
//! Both begin with a checksum of all that follows. The checksum of the search is its identity: its answer, and all files
//! of its partitions, carry it.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::spill::error::{SpillError, damaged, refused};
use crate::spill::regular_file;

/// The file that tells what a directory holds.
pub(super) const SEARCH: &str = "search";
/// The file with the answer of a search that is over.
const ANSWER: &str = "answer";
/// What the names of texts begin with that are not written completely.
pub(super) const PARTIAL: &str = "search.partial";
/// Its number changes with the layout of the files.
const MAGIC: &str = "tejun search 3";
/// What it begins with in all versions.
const MAGIC_OF_ALL: &str = "tejun search ";
/// No version has longer lines.
const LONGEST_VERSION: usize = 64;
/// The file with what a search goes on from that has no states on disk.
pub(super) const CHECKPOINT: &str = "checkpoint";
/// The file with what is made again when a search resumes.
pub(super) const SCRATCH: &str = "scratch";
const CHECKPOINT_MAGIC: &str = "tejun checkpoint of";
const ANSWER_MAGIC: &str = "tejun answer of";
/// A description of more bytes is not read.
const LONGEST: u64 = 16 << 20;
/// An answer of more bytes is neither kept nor read.
const LONGEST_ANSWER: u64 = 1 << 30;

/// What the search of a directory is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    pub parts: usize,
    /// The text that tells it apart from others.
    pub text: String,
    /// The checksum of all this and the version.
    pub id: u32,
}

impl Manifest {
    /// Reads what the search of a directory is.
    ///
    /// # Errors
    /// If there is none, or it is damaged or of another version.
    pub fn read(directory: &Path) -> Result<Manifest, SpillError> {
        if directory.is_file() {
            return Err(SpillError(format!(
                "{}: this is a file: name the directory of a search",
                directory.display()
            )));
        }
        let path = directory.join(SEARCH);
        let text = read(&path, LONGEST)?.ok_or_else(|| {
            SpillError(format!(
                "{}: this holds no search: name the directory of one; a new search takes an empty one",
                directory.display()
            ))
        })?;
        let (id, head) = checked(&path, &text)?;
        let mut lines = head.splitn(5, '\n');
        let mut line = || lines.next().unwrap_or_default();
        let (magic, version, parts, _, search) = (line(), line(), line(), line(), line());
        // Something else has the place of the description: a line that quotes it might be of any length.
        if !magic.starts_with(MAGIC_OF_ALL) || magic.len().max(version.len()) > LONGEST_VERSION {
            return Err(damaged(&path));
        }
        let own = format!("version {}", env!("CARGO_PKG_VERSION"));
        if magic != MAGIC || version != own {
            return Err(SpillError(format!(
                "{}: this is of another version ({magic}, {version}; this is {MAGIC}, {own}): begin anew in an empty directory",
                directory.display()
            )));
        }
        let parts =
            parts.strip_prefix("parts ").and_then(|parts| parts.parse().ok()).filter(|&parts| parts > 0);
        Ok(Manifest { parts: parts.ok_or_else(|| damaged(&path))?, text: search.to_owned(), id })
    }

    /// Reads what the search of a directory is, which must be this one.
    ///
    /// # Errors
    /// Those of [`Manifest::read`], or if it is another one.
    pub fn read_as(directory: &Path, text: &str) -> Result<Manifest, SpillError> {
        let search = Manifest::read(directory)?;
        if search.text == text {
            return Ok(search);
        }
        Err(SpillError(format!(
            "{}: this holds another search: name an empty directory",
            directory.display()
        )))
    }

    /// Writes what the search of a directory is. `partial` is the name of the file until it is complete.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn write(directory: &Path, partial: &str, text: &str, parts: usize) -> Result<Manifest, SpillError> {
        let head = format!("{MAGIC}\nversion {}\nparts {parts}\n\n{text}", env!("CARGO_PKG_VERSION"));
        let id = crc32fast::hash(head.as_bytes());
        write(directory, partial, SEARCH, &head, true)?;
        Ok(Manifest { parts, text: text.to_owned(), id })
    }
}

/// What the journal of a partition begins with.
pub(crate) fn identity(search: u32, partition: &str) -> String {
    format!("tejun journal of search {search:08x}, partition {partition}")
}

/// Whether the search of a directory is over.
///
/// # Errors
/// If that cannot be determined.
pub(super) fn is_over(directory: &Path) -> Result<bool, SpillError> {
    let path = directory.join(ANSWER);
    match regular_file::read(&path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(refused(&path, &error)),
    }
}

/// Reads the answer of a search, if it is over.
///
/// # Errors
/// If it is damaged, or the answer of another search, or the disk refuses.
pub(super) fn read_answer(directory: &Path, search: &Manifest) -> Result<Option<String>, SpillError> {
    let why = "this is the answer of another search: begin anew in an empty directory";
    read_below(&directory.join(ANSWER), LONGEST_ANSWER, &answer_head(search.id), why)
}

/// Reads what a search goes on from, if it has kept that.
///
/// # Errors
/// If it is damaged or of another search, or the disk refuses.
pub(super) fn read_checkpoint(directory: &Path, search: u32) -> Result<Option<String>, SpillError> {
    let why = "this is of another search: begin anew in an empty directory";
    read_below(&directory.join(CHECKPOINT), LONGEST, &checkpoint_head(search), why)
}

/// Writes what a search goes on from.
///
/// # Errors
/// If the disk refuses.
pub(super) fn write_checkpoint(directory: &Path, search: u32, text: &str) -> Result<(), SpillError> {
    let text = format!("{}\n{text}", checkpoint_head(search));
    write(directory, &format!("{PARTIAL}-{CHECKPOINT}"), CHECKPOINT, &text, true)
}

fn checkpoint_head(search: u32) -> String {
    format!("{CHECKPOINT_MAGIC} {search:08x}")
}

/// Reads a text below a line that says whose it is; `why` is what to say if it is not that line.
fn read_below(path: &Path, longest: u64, head: &str, why: &str) -> Result<Option<String>, SpillError> {
    let Some(text) = read(path, longest)? else { return Ok(None) };
    let (_, text) = checked(path, &text)?;
    match text.split_once('\n') {
        Some((own, text)) if own == head => Ok(Some(text.to_owned())),
        Some(_) => Err(SpillError(format!("{}: {why}", path.display()))),
        None => Err(damaged(path)),
    }
}

/// Writes the answer of a search. Processes that share a directory may do so at the same time.
///
/// # Errors
/// If the disk refuses, or it is longer than what is read again.
pub(super) fn write_answer(
    directory: &Path,
    search: u32,
    process: usize,
    answer: &str,
) -> Result<(), SpillError> {
    if answer.len() as u64 > LONGEST_ANSWER - 64 {
        let why = format!("the answer is longer than {LONGEST_ANSWER} bytes, so it is not kept");
        return Err(SpillError(format!("{}: {why}", directory.join(ANSWER).display())));
    }
    write(
        directory,
        &format!("{PARTIAL}-{ANSWER}-{process}"),
        ANSWER,
        &format!("{}\n{answer}", answer_head(search)),
        true,
    )
}

fn answer_head(search: u32) -> String {
    format!("{ANSWER_MAGIC} {search:08x}")
}

/// Writes a text as a whole, or not at all: under another name first. If it is not `forced` to the disk, that is so as long
/// as power does not fail.
pub(super) fn write(
    directory: &Path,
    partial: &str,
    name: &str,
    text: &str,
    forced: bool,
) -> Result<(), SpillError> {
    let (partial, path) = (directory.join(partial), directory.join(name));
    let write = || {
        let mut file = regular_file::create(&partial)?;
        file.write_all(format!("{:08x} ", crc32fast::hash(text.as_bytes())).as_bytes())?;
        file.write_all(text.as_bytes())?;
        if forced {
            file.sync_all()?;
        }
        fs::rename(&partial, &path)
    };
    write().map_err(|error| refused(&path, &error))
}

/// Reads a text of at most `longest` bytes; `None` if there is none.
pub(super) fn read(path: &Path, longest: u64) -> Result<Option<String>, SpillError> {
    let mut text = String::new();
    let read = regular_file::read(path).and_then(|file| file.take(longest + 1).read_to_string(&mut text));
    match read {
        Ok(length) if length as u64 <= longest => Ok(Some(text)),
        Ok(_) => Err(damaged(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(damaged(path)),
        Err(error) => Err(refused(path, &error)),
    }
}

/// The checksum of a text, and what follows it.
pub(super) fn checked<'t>(path: &Path, text: &'t str) -> Result<(u32, &'t str), SpillError> {
    let whole = text.split_once(' ').and_then(|(sum, rest)| {
        let sum = u32::from_str_radix(sum, 16).ok()?;
        (sum == crc32fast::hash(rest.as_bytes())).then_some((sum, rest))
    });
    whole.ok_or_else(|| damaged(path))
}
