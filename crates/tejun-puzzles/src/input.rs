//! Bad input, said in one line, and the keys that every instance file may have.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::about::Title;

/// What is wrong with an input: one line that says where it is and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct InputError {
    /// Where on the board, if it is there.
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
        InputError { place: None, message: message.into() }
    }

    /// A mistake at a cell of a board; `row` and `column` count from 0.
    pub fn at(row: usize, column: usize, message: impl Into<String>) -> Self {
        InputError { place: Some(Place { row: row + 1, column: column + 1 }), message: message.into() }
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
    /// When the text is no TOML or a key of the header has the wrong type; the error names the line.
    pub fn split(text: &str) -> Result<(Header, Keys), InputError> {
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

fn one_line(message: &str) -> String {
    message.trim().replace('\n', ", ")
}

/// The rows of a board drawn in text: the lines of `text`, without an empty first or last one.
///
/// # Errors
/// When there is no row, or a row is longer or shorter than the first.
pub fn rows(text: &str) -> Result<Vec<Vec<char>>, InputError> {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let mut rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
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
