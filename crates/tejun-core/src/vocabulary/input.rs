//! One-line errors for bad input, and the keys common to all instance files.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::vocabulary::sentence::{Reason, Sentence, sentences, shown};
use crate::vocabulary::title::Title;

sentences! {
    OTHER_LENGTH = "other-row-length",
        "this row is {n} long, most are {width} long: make them equally long",
        "この行は {n} 文字、ほかの行の多くは {width} 文字です。長さをそろえてください",
        "这一行有 {n} 个字符，其他行大多为 {width} 个：请让各行等长";
    ROW_LENGTH = "row-length",
        "this row has {n} characters, the first has {width}: make them equally long",
        "この行は {n} 文字、最初の行は {width} 文字です。長さをそろえてください",
        "这一行有 {n} 个字符，第一行有 {width} 个：请让各行等长";
    EMPTY = "empty-board",
        "the board is empty: draw it row by row",
        "盤が空です。一行ずつ描いてください",
        "棋盘是空的：请逐行画出";
    TOO_LARGE = "board-size",
        "the board is too large: it may have {most} cells at most",
        "盤が大きすぎます。{most} マスまでです",
        "棋盘太大：最多 {most} 格";
}

/// Maximum length of an instance's text, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Maximum number of cells of a board, empty or not. A family may allow fewer.
pub const MAX_CELLS: usize = 1 << 18;

/// What is wrong with an input: one line that says where it is and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct InputError {
    /// The key of the file at fault, such as `goal`, if there is one.
    pub key: Option<&'static str>,
    /// The position on that key's board, if there is one.
    pub place: Option<Place>,
    /// What is wrong and how to fix it, without a full stop at the end.
    pub message: String,
    /// The same for people who read other languages, without the key, if there is a sentence for it.
    pub reason: Option<Reason>,
}

/// A position on a board, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Row, from the top.
    pub row: usize,
    /// Column, from the left, in characters.
    pub column: usize,
}

impl InputError {
    /// An error without a position on a board: a text in English, or a [`Reason`].
    pub fn new(what: impl Into<Self>) -> Self {
        what.into()
    }

    /// An error at a cell of a board; `row` and `column` count from 0.
    pub fn at(row: usize, column: usize, what: impl Into<Self>) -> Self {
        let place = Some(Place { row: row + 1, column: column + 1 });
        InputError { key: Some("board"), place, ..what.into() }
    }

    /// The same error, in the key `goal`.
    pub fn in_goal(self) -> Self {
        self.in_board("goal")
    }

    /// The same error, on the board of the key `key`. The message says so unless that is `board`.
    pub fn in_board(self, key: &'static str) -> Self {
        let message = if key == "board" { self.message } else { format!("in the {key}: {}", self.message) };
        InputError { key: Some(key), message, ..self }
    }
}

impl From<String> for InputError {
    fn from(message: String) -> Self {
        InputError { key: None, place: None, message, reason: None }
    }
}

impl From<&str> for InputError {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<Reason> for InputError {
    fn from(reason: Reason) -> Self {
        InputError { reason: Some(reason.clone()), ..reason.to_string().into() }
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
    /// The title for people.
    #[serde(default)]
    pub title: Title,
    /// Where the puzzle comes from.
    #[serde(default)]
    pub source: Title,
    /// What it is, in a line.
    #[serde(default)]
    pub about: Title,
    /// The best known cost, in the file's metric.
    pub optimal: Option<i64>,
    /// Which level is opened, from 1, and how many there are: the family tells.
    #[serde(skip)]
    pub level: Option<(usize, usize)>,
}

/// The keys of an instance file that are specific to its family. They are deserialized as a whole
/// ([`Keys::into`]), or taken one by one and [finished](Keys::finish).
#[derive(Clone, Debug, Default)]
pub struct Keys {
    table: toml::Table,
    /// The keys asked for one by one.
    asked: Vec<&'static str>,
}

impl Keys {
    /// Splits the text of an instance file into its header and its family's keys.
    ///
    /// # Errors
    /// If the text is longer than [`MAX_BYTES`] or is not TOML, or if a header key has the wrong type. The
    /// error names the line.
    pub fn split(text: &str) -> Result<(Header, Keys), InputError> {
        check_length(text)?;
        let text = without_mark(text);
        let mut table: toml::Table = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            InputError::new(format!("line {line}: {}", one_line(error.message())))
        })?;
        if !table.contains_key("puzzle") {
            return Err(no_family());
        }
        let header = ["puzzle", "title", "source", "about", "optimal"]
            .into_iter()
            .filter_map(|key| table.remove_entry(key))
            .collect::<toml::Table>();
        let header = header.try_into::<Header>().map_err(|error| in_a_key(&error))?;
        Ok((header, Keys { table, asked: Vec::new() }))
    }

    /// The value of a key, if it is a string.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.table.get(key)?.as_str()
    }

    /// Sets a key, overriding the file.
    pub fn set(&mut self, key: &str, value: &str) {
        self.table.insert(key.to_owned(), toml::Value::String(value.to_owned()));
    }

    /// The level that is asked for: it overrides the file's. Whether that is another one.
    pub fn set_level(&mut self, level: usize) -> bool {
        let value = toml::Value::Integer(i64::try_from(level).unwrap_or(i64::MAX));
        let before = self.table.insert("level".to_owned(), value.clone());
        before.unwrap_or(toml::Value::Integer(1)) != value
    }

    /// Deserializes the keys. Give `T` the attribute `#[serde(deny_unknown_fields)]`, so that an unknown key
    /// is an error that names it.
    ///
    /// # Errors
    /// If a key is missing, unknown or of the wrong type.
    pub fn into<T: DeserializeOwned>(self) -> Result<T, InputError> {
        self.table.try_into().map_err(|error| in_a_key(&error))
    }

    /// Takes all keys and deserializes them, as [`Keys::into`] does.
    ///
    /// # Errors
    /// If a key is missing, unknown or of the wrong type.
    pub fn take_all<T: DeserializeOwned>(&mut self) -> Result<T, InputError> {
        std::mem::take(self).into()
    }

    /// Takes a key that may be missing.
    ///
    /// # Errors
    /// If its value is of the wrong type.
    pub fn take<T: DeserializeOwned>(&mut self, key: &'static str) -> Result<Option<T>, InputError> {
        self.asked.push(key);
        let value = self.table.remove(key).map(T::deserialize).transpose();
        value.map_err(|error| InputError {
            key: Some(key),
            ..InputError::new(format!("{}, in `{key}`", one_line(error.message())))
        })
    }

    /// Takes a key that must be there.
    ///
    /// # Errors
    /// If it is missing, or its value is of the wrong type.
    pub fn need<T: DeserializeOwned>(&mut self, key: &'static str) -> Result<T, InputError> {
        self.take(key)?.ok_or_else(|| InputError::new(format!("the key `{key}` is missing")))
    }

    /// Ends the taking of keys one by one.
    ///
    /// # Errors
    /// If a key is left that was not asked for; the error names it.
    pub fn finish(self) -> Result<(), InputError> {
        let Some(unknown) = self.table.keys().next() else { return Ok(()) };
        let known: Vec<String> = self.asked.iter().map(|key| format!("`{key}`")).collect();
        let unknown = quoted(unknown).replace('"', "`");
        Err(InputError::new(format!(
            "unknown key {unknown}, expected one of {}{IN_ANY_FILE}",
            known.join(", ")
        )))
    }
}

/// The error of a file that does not say of which family it is.
pub fn no_family() -> InputError {
    InputError::new("the key `puzzle` is missing: it names the family, as in puzzle = \"sliding\"")
}

/// What else a file may hold that has an unknown key.
const IN_ANY_FILE: &str = "; any file may have `title`, `source`, `about` and `optimal`, too";

/// What is wrong with the keys of a table, in the words of files.
fn in_a_key(error: &toml::de::Error) -> InputError {
    let message = one_line(error.message());
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    // Only the whole of it tells the key: "in `metric`".
    let whole = error.to_string();
    let key = whole.lines().last().filter(|line| whole.contains('\n') && line.starts_with("in `"));
    InputError::new(match (missing, message.strip_prefix("unknown field"), key) {
        (Some(name), _, None) => format!("the key `{name}` is missing"),
        (None, Some(rest), None) => format!("unknown key{rest}{IN_ANY_FILE}"),
        (None, Some(rest), Some(key)) => format!("unknown key{rest}, {}", one_line(key)),
        (_, None, Some(key)) => format!("{message}, {}", one_line(key)),
        (..) => message,
    })
}

/// Returns `text` without the byte order mark that some editors prepend.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether a line of a text is the key `puzzle`, which names the family of an instance file.
pub fn names_its_family(text: &str) -> bool {
    without_mark(text).lines().any(|line| {
        let line = line.trim_start().trim_start_matches(['"', '\'']);
        let rest = line.strip_prefix("puzzle").map(|rest| rest.trim_start_matches(['"', '\'']));
        let value = rest.and_then(|rest| rest.trim_start().strip_prefix('='));
        value.is_some_and(|value| !value.trim_start().starts_with(['[', '{', '(']))
    })
}

/// Rejects a text that is too long for an instance before it is parsed.
///
/// # Errors
/// If it is longer than [`MAX_BYTES`].
pub fn check_length(text: &str) -> Result<(), InputError> {
    if text.len() > MAX_BYTES {
        let bytes = text.len();
        return Err(InputError::new(format!("the text has {bytes} bytes: the most is {MAX_BYTES}")));
    }
    Ok(())
}

/// Whether a character is visible. Characters that stand for pieces must be.
pub fn is_visible(c: char) -> bool {
    // Invisible characters, other than control characters and white space, that are common in copied text.
    let invisible = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    !c.is_whitespace() && !c.is_control() && !invisible
}

/// Maximum length of a quotation from the input, in characters.
const MAX_QUOTED: usize = 300;

fn one_line(message: &str) -> String {
    let start: String = message.trim().replace('\n', ", ").chars().take(MAX_QUOTED).collect();
    shown(&start)
}

/// Quotes a word of the input. A word too long for a message is cut.
pub fn quoted(word: &str) -> String {
    match word.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{:?}...", &word[..end]),
        None => format!("{word:?}"),
    }
}

/// Reads a board drawn as text: the lines of `text`, without an empty first or last one.
///
/// # Errors
/// If there is no row, the rows differ in length, or there are more than [`MAX_CELLS`] cells; reading stops
/// there.
pub fn rows(text: &str) -> Result<Vec<Vec<char>>, InputError> {
    let rows = lines(text)?;
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 {
        return Err(empty());
    }
    for (at, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(InputError::at(
                at,
                row.len().min(width),
                Reason::new(&ROW_LENGTH).with("n", row.len()).with("width", width),
            ));
        }
    }
    Ok(rows)
}

/// Reads a board drawn as text whose rows may differ in length: each is filled with spaces up to the longest.
///
/// # Errors
/// If all rows are empty, or there are more than [`MAX_CELLS`] cells, the filled ones included.
pub fn ragged_rows(text: &str) -> Result<Vec<Vec<char>>, InputError> {
    let mut rows = lines(text)?;
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 {
        return Err(empty());
    }
    if rows.len() * width > MAX_CELLS {
        return Err(too_large());
    }
    rows.iter_mut().for_each(|row| row.resize(width, ' '));
    Ok(rows)
}

/// The error of a row, counted from 0, that has `n` characters where most have `width`.
pub fn row_length(row: usize, n: usize, width: usize) -> InputError {
    InputError::at(row, n.min(width), Reason::new(&OTHER_LENGTH).with("n", n).with("width", width))
}

/// A goal that is not as large as the board: `{rows}` by `{columns}`, not `{height}` by `{width}`.
pub static OTHER_SIZE: Sentence = Sentence {
    code: "other-size",
    en: "it has {rows} rows of {columns}, the board has {height} rows of {width}: draw both alike",
    ja: "目標は {rows} 行 {columns} 列、盤は {height} 行 {width} 列です。同じ大きさに描いてください",
    zh: "目标是 {rows} 行 {columns} 列，棋盘是 {height} 行 {width} 列：请画得一样大",
};

/// The error of a goal of another size than the board, in a sentence with `{rows}`, `{columns}`, `{height}` and `{width}`; both as rows and columns.
pub fn other_size(sentence: &'static Sentence, goal: (usize, usize), board: (usize, usize)) -> InputError {
    let reason = Reason::new(sentence).with("rows", goal.0).with("columns", goal.1);
    reason.with("height", board.0).with("width", board.1).into()
}

fn empty() -> InputError {
    Reason::new(&EMPTY).into()
}

/// The error of a board of more than [`MAX_CELLS`] cells.
pub fn too_large() -> InputError {
    Reason::new(&TOO_LARGE).with("most", MAX_CELLS).into()
}

/// The lines of a drawn board, without an empty first or last one.
///
/// # Errors
/// If there are more than [`MAX_CELLS`] cells; reading stops there.
fn lines(text: &str) -> Result<Vec<Vec<char>>, InputError> {
    let text = text.strip_prefix('\n').or(text.strip_prefix("\r\n")).unwrap_or(text);
    let mut rows: Vec<Vec<char>> = Vec::new();
    let mut room = MAX_CELLS;
    for line in text.lines() {
        let row: Vec<char> = line.chars().take(room + 1).collect();
        room = room.checked_sub(row.len().max(1)).ok_or_else(too_large)?;
        rows.push(row);
    }
    while rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop();
    }
    Ok(rows)
}

/// The error of a level that is asked for and not there, of a file with so many.
pub fn no_level(number: usize, of: usize) -> InputError {
    InputError::new(format!("there is no level {number}: the file has {of}, counted from 1"))
}

/// Counts the occurrences of each character in `rows`.
pub fn tally(rows: &[Vec<char>]) -> BTreeMap<char, usize> {
    let mut tally = BTreeMap::new();
    for &c in rows.iter().flatten() {
        *tally.entry(c).or_insert(0) += 1;
    }
    tally
}
