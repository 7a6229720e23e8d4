//! The puzzles of a file: the levels of a collection, or its lines, one at a time.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result};
use tejun_api::{ApiError, ErrorKind};
use tejun_puzzles::input::MAX_BYTES;
use tejun_puzzles::{Collection, Registry, file_kind};

/// A line that is too long may go on for as many bytes before it ends; what goes on longer has no lines.
const MAX_SKIPPED: u64 = 16 << 20;

/// The puzzles of a file.
pub(super) enum Puzzles {
    Levels(Collection),
    Lines(Lines),
}

impl Puzzles {
    /// Opens a file, or standard input if it is called `-`. Puzzles of a word each may come one by one: no more is read of a
    /// pipe than the first, if it can be nothing else.
    ///
    /// # Errors
    /// If it cannot be read, or has boards that are no collection.
    pub fn open(registry: &Registry, file: &str) -> Result<Puzzles> {
        let unread = || format!("{file} cannot be read");
        let input: Box<dyn Read> = match file {
            "-" => Box::new(std::io::stdin()),
            _ => Box::new(File::open(file).with_context(unread)?),
        };
        let is_pipe = file == "-" || !Path::new(file).is_file();
        let mut input = BufReader::new(input);
        let mut bytes = Vec::new();
        let mut is_line = false;
        while !is_line && bytes.len() <= MAX_BYTES {
            let begin = bytes.len();
            let room = (MAX_BYTES + 1 - begin) as u64;
            if input.by_ref().take(room).read_until(b'\n', &mut bytes).with_context(unread)? == 0 {
                break;
            }
            let line = str::from_utf8(&bytes[begin..]).unwrap_or_default();
            // What is a file can be read twice: the whole of it tells more than a line.
            is_line = is_pipe && !is_skipped(line) && stands_alone(registry, line);
            if !is_skipped(line) && !is_line {
                input.by_ref().take(room).read_to_end(&mut bytes).with_context(unread)?;
                break;
            }
        }
        let text = str::from_utf8(&bytes).ok().filter(|text| !is_line && text.len() <= MAX_BYTES);
        let levels = text.map(|text| levels(registry, text)).transpose()?.flatten();
        Ok(levels.map_or_else(|| Puzzles::Lines(Lines::new(bytes, input)), Puzzles::Levels))
    }
}

/// The levels of a text, unless it has a puzzle a line.
///
/// # Errors
/// If it has boards below each other, and not of one kind.
fn levels(registry: &Registry, text: &str) -> Result<Option<Collection>> {
    let collection = match registry.collection(text) {
        Ok(collection) if collection.is_list => return Ok(None),
        Ok(collection) => collection,
        Err(error) if error.reason.as_ref().is_some_and(|reason| BOARDS.contains(&reason.code())) => {
            return Err(error.into());
        }
        Err(_) => return Ok(None),
    };
    let mut lines = text.lines().filter(|line| !is_skipped(line));
    let is_line = lines.next().is_some_and(|line| opens(registry, line)) && lines.next().is_none();
    Ok(Some(collection).filter(|collection| collection.puzzles.len() > 1 || !is_line))
}

/// The codes of what is wrong with boards below each other.
const BOARDS: [&str; 2] = ["two-kinds", "text-around"];

/// The fewest characters of a line that is a puzzle and no title, nor a row of a board.
const WORD: usize = 9;

/// Whether a line is a puzzle, and can be no part of a larger text: a word that is not the beginning of levels.
fn stands_alone(registry: &Registry, line: &str) -> bool {
    let word = line.trim();
    let is_word = word.chars().count() >= WORD && !word.contains(char::is_whitespace);
    is_word
        && opens(registry, word)
        && !registry.families().any(|family| (family.info.collection)(word).is_some())
}

/// Whether a line is a puzzle.
fn opens(registry: &Registry, line: &str) -> bool {
    matches!(registry.import_line(line), Some(Ok(file)) if registry.read(&file, None).is_ok())
}

/// Whether a line is none of the puzzles: it is empty, or a comment.
pub(super) fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// The lines of a file, one at a time. Only one is in memory, and what was read to tell what the file is.
pub(super) struct Lines {
    input: Box<dyn BufRead>,
    /// The number of the last line, from 1.
    pub number: u64,
}

impl Lines {
    fn new(begin: Vec<u8>, rest: BufReader<Box<dyn Read>>) -> Self {
        Lines { input: Box::new(BufReader::new(Cursor::new(begin)).chain(rest)), number: 0 }
    }

    /// The next line, or what is wrong with it; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next(&mut self) -> std::io::Result<Option<Result<String>>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if bytes.len() > MAX_BYTES && !bytes.ends_with(b"\n") {
            if self.input.by_ref().take(MAX_SKIPPED).skip_until(b'\n')? as u64 == MAX_SKIPPED {
                return Err(std::io::Error::other(format!("line {} does not end", self.number)));
            }
            return Ok(Some(Err(ApiError::beyond(format!(
                "it is too long: a puzzle has {MAX_BYTES} bytes at most"
            ))
            .into())));
        }
        Ok(Some(String::from_utf8(bytes).map_err(|error| {
            let kind = file_kind(error.as_bytes()).map(|kind| kind.to_string());
            let message = kind.unwrap_or_else(|| "it is not UTF-8: save the file as UTF-8".to_owned());
            ApiError::impossible(ErrorKind::File, message).into()
        })))
    }
}
