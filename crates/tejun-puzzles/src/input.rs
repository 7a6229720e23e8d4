//! Bad input, said in one line, and the keys that every instance file may have.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::title::Title;

/// Bytes of an instance's text at most.
pub const MOST_BYTES: usize = 1 << 20;
/// Cells of a board at most, whatever stands there; a family may take fewer.
pub const MOST_CELLS: usize = 1 << 18;

/// What is wrong with an input: one line that says where it is and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct InputError {
    /// The key of the file that it is about, such as `goal`, if it is about one.
    pub key: Option<&'static str>,
    /// Where on the board of that key, if it is there.
    pub place: Option<Place>,
    /// What is wrong and how to mend it, without a final full stop.
    pub message: String,
}

/// A place on a board, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Row, from the top.
    pub row: usize,
    /// Column, from the left, in characters.
    pub column: usize,
}

impl InputError {
    /// A mistake that has no place on a board.
    pub fn new(message: impl Into<String>) -> Self {
        InputError { key: None, place: None, message: message.into() }
    }

    /// A mistake at a cell of a board; `row` and `column` count from 0.
    pub fn at(row: usize, column: usize, message: impl Into<String>) -> Self {
        let place = Some(Place { row: row + 1, column: column + 1 });
        InputError { key: Some("board"), place, message: message.into() }
    }

    /// The same mistake, made in the key `goal`.
    pub fn in_goal(self) -> Self {
        InputError { key: Some("goal"), message: format!("in the goal: {}", self.message), ..self }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(Place { row, column }) = self.place {
            write!(f, "row {row}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// The keys that an instance file of any family may have.
#[derive(Clone, Debug, Deserialize)]
pub struct Header {
    /// The family.
    pub puzzle: String,
    /// What people call it.
    #[serde(default)]
    pub title: Title,
    /// Where it comes from.
    pub source: Option<String>,
    /// The known best cost, in the file's metric.
    pub optimal: Option<i64>,
}

/// The keys of an instance file that belong to its family.
#[derive(Clone, Debug, Default)]
pub struct Keys(toml::Table);

impl Keys {
    /// Splits the text of an instance file into its header and its family's keys.
    ///
    /// # Errors
    /// When the text has more than [`MOST_BYTES`], is no TOML or a key of the header has the wrong type; the error names the line.
    pub fn split(text: &str) -> Result<(Header, Keys), InputError> {
        check_length(text)?;
        let text = without_mark(text);
        let mut table: toml::Table = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            InputError::new(format!("line {line}: {}", one_line(error.message())))
        })?;
        if !table.contains_key("puzzle") {
            return Err(InputError::new(
                "the key `puzzle` is missing: it names the family, as in puzzle = \"sliding\"",
            ));
        }
        let header = ["puzzle", "title", "source", "optimal"]
            .into_iter()
            .filter_map(|key| table.remove_entry(key))
            .collect::<toml::Table>();
        let header =
            header.try_into::<Header>().map_err(|error| InputError::new(one_line(error.message())))?;
        Ok((header, Keys(table)))
    }

    /// Sets a key, in place of what the file said.
    pub fn set(&mut self, key: &str, value: &str) {
        self.0.insert(key.to_owned(), toml::Value::String(value.to_owned()));
    }

    /// The keys as the family's own type. Give it `#[serde(deny_unknown_fields)]`, so that an
    /// unknown key is an error that names it.
    ///
    /// # Errors
    /// When a key is missing, unknown or of the wrong type.
    pub fn into<T: DeserializeOwned>(self) -> Result<T, InputError> {
        self.0.try_into().map_err(|error| {
            InputError::new(one_line(error.message()).replace("unknown field", "unknown key"))
        })
    }
}

/// A text without the byte order mark that some editors put before it.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Refuses a text that is too long for an instance, before anything is made of it.
///
/// # Errors
/// When it has more than [`MOST_BYTES`].
pub(crate) fn check_length(text: &str) -> Result<(), InputError> {
    if text.len() > MOST_BYTES {
        let bytes = text.len();
        return Err(InputError::new(format!("the text has {bytes} bytes: the most is {MOST_BYTES}")));
    }
    Ok(())
}

/// Whether a character can be seen, as one has to that stands for a piece.
pub(crate) fn is_visible(c: char) -> bool {
    // Of those that neither print nor separate, the ones that texts are known to carry along.
    let invisible = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    !c.is_whitespace() && !c.is_control() && !invisible
}

/// What is quoted of an input at most, in characters.
const MOST_QUOTED: usize = 300;

fn one_line(message: &str) -> String {
    message.trim().replace('\n', ", ").chars().take(MOST_QUOTED).collect()
}

/// A word of the input in quotation marks; of one that is too long for a message, its beginning.
pub(crate) fn quoted(word: &str) -> String {
    match word.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{:?}...", &word[..end]),
        None => format!("{word:?}"),
    }
}

/// The rows of a board drawn in text: the lines of `text`, without an empty first or last one. No more
/// than [`MOST_CELLS`] are read.
///
/// # Errors
/// When there is no row, a row is longer or shorter than the first, or there are too many cells.
pub fn rows(text: &str) -> Result<Vec<Vec<char>>, InputError> {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let mut rows: Vec<Vec<char>> = Vec::new();
    let mut room = MOST_CELLS;
    for line in text.lines() {
        let row: Vec<char> = line.chars().take(room + 1).collect();
        room = room.checked_sub(row.len().max(1)).ok_or_else(|| {
            InputError::new(format!("the board is too large: it may have {MOST_CELLS} cells at most"))
        })?;
        rows.push(row);
    }
    while rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop();
    }
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 {
        return Err(InputError::new("the board is empty: draw it row by row"));
    }
    for (at, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(InputError::at(
                at,
                row.len().min(width),
                format!(
                    "this row has {} characters, the first has {width}: make them equally long",
                    row.len()
                ),
            ));
        }
    }
    Ok(rows)
}

/// Counts how often each character stands in `rows`.
pub fn tally(rows: &[Vec<char>]) -> BTreeMap<char, usize> {
    let mut tally = BTreeMap::new();
    for &c in rows.iter().flatten() {
        *tally.entry(c).or_insert(0) += 1;
    }
    tally
}
