//! The instance that a certificate is about: its keys and values, as tejun's instance files write them.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use crate::error::VerifyError;

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Text(String),
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Flag(bool),
    /// `[a, b]`.
    List(Vec<Value>),
    /// `{ a = b }`.
    Table(BTreeMap<String, Value>),
}

/// An instance: the family, and the values of its keys. It is written as a part of TOML, a key a line.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name of the family.
    pub puzzle: String,
    values: BTreeMap<String, Value>,
}

impl Statement {
    /// Reads the text of an instance as a certificate holds it.
    ///
    /// # Errors
    /// If it is written in any other way: a certificate has one spelling of everything.
    pub fn read(text: &str) -> Result<Statement, VerifyError> {
        let mut reader = Reader { rest: text };
        let mut values = BTreeMap::new();
        while !reader.rest.is_empty() {
            let key = reader.key()?;
            reader.expect(" = ")?;
            let value = reader.value(0)?;
            reader.expect("\n")?;
            values.insert(key, value);
        }
        let Some(Value::Text(puzzle)) = values.remove("puzzle") else {
            return Err(VerifyError::new("the instance does not begin with its puzzle"));
        };
        let statement = Statement { puzzle, values };
        // Keys that come twice, or out of order, numbers with zeros before them: what was read is less than what is there.
        if statement.write() != text {
            return Err(VerifyError::new(
                "a key of the instance is out of order or there twice, or a value is spelled in another way",
            ));
        }
        Ok(statement)
    }

    /// Writes it as it is read: the puzzle, then the other keys in ascending order.
    fn write(&self) -> String {
        let rest = self.values.iter().map(|(key, value)| format!("{} = {value}\n", Key(key)));
        format!("puzzle = {}\n{}", Quoted(&self.puzzle), rest.collect::<String>())
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    /// The text of a key that must be there.
    ///
    /// # Errors
    /// If it is not there, or is no text.
    pub fn text(&self, key: &str) -> Result<&str, VerifyError> {
        self.optional_text(key)?.ok_or_else(|| VerifyError::new(format!("the instance has no {key}")))
    }

    /// The text of a key, if it is there.
    ///
    /// # Errors
    /// If it is no text.
    pub fn optional_text(&self, key: &str) -> Result<Option<&str>, VerifyError> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(VerifyError::new(format!("{key} of the instance is not a text"))),
        }
    }

    /// Refuses keys that a family does not have.
    ///
    /// # Errors
    /// If there is one.
    pub fn only(&self, keys: &[&str]) -> Result<(), VerifyError> {
        match self.values.keys().find(|key| !keys.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(VerifyError::new(format!(
                "the instance has a key {key}, whose meaning is not known here"
            ))),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Value::Text(text) if text.contains('\n') && !text.contains("'''") && !text.ends_with('\'') => {
                write!(f, "'''\n{text}'''")
            }
            Value::Text(text) => Quoted(text).fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
            Value::List(values) => {
                f.write_str("[")?;
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Table(values) => {
                f.write_str("{")?;
                for (at, (key, value)) in values.iter().enumerate() {
                    write!(f, "{}{} = {value}", if at > 0 { ", " } else { "" }, Key(key))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// A key, in quotation marks where it needs them.
struct Key<'a>(&'a str);

impl Display for Key<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match !self.0.is_empty() && self.0.chars().all(is_bare) {
            true => f.write_str(self.0),
            false => Quoted(self.0).fmt(f),
        }
    }
}

/// Whether a key that has only such characters needs no quotation marks.
fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// A text in quotation marks.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        write!(f, "\"{escaped}\"")
    }
}

struct Reader<'a> {
    rest: &'a str,
}

/// How deep lists and tables may be nested.
const DEEPEST: usize = 8;

impl<'a> Reader<'a> {
    fn expect(&mut self, word: &str) -> Result<(), VerifyError> {
        if self.takes(word) {
            return Ok(());
        }
        let found: String = self.rest.chars().take(12).collect();
        Err(VerifyError::new(format!("the instance has {found:?} where {word:?} belongs")))
    }

    fn takes(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// What comes before `end`, which is skipped.
    fn until(&mut self, end: &str) -> Result<&'a str, VerifyError> {
        let (before, after) = self
            .rest
            .split_once(end)
            .ok_or_else(|| VerifyError::new(format!("{end} is missing in the instance")))?;
        self.rest = after;
        Ok(before)
    }

    fn key(&mut self) -> Result<String, VerifyError> {
        if self.rest.starts_with('"') {
            return self.quoted();
        }
        let end = self.rest.find(|c| !is_bare(c)).unwrap_or(self.rest.len());
        let (key, rest) = self.rest.split_at(end);
        if key.is_empty() {
            self.expect("a key")?;
        }
        self.rest = rest;
        Ok(key.to_owned())
    }

    fn value(&mut self, depth: usize) -> Result<Value, VerifyError> {
        if depth > DEEPEST {
            return Err(VerifyError::new("the instance is nested too deeply"));
        }
        if self.takes("'''\n") {
            return Ok(Value::Text(self.until("'''")?.to_owned()));
        }
        if self.rest.starts_with('"') {
            return Ok(Value::Text(self.quoted()?));
        }
        if self.takes("true") {
            return Ok(Value::Flag(true));
        }
        if self.takes("false") {
            return Ok(Value::Flag(false));
        }
        if self.takes("[") {
            let mut values = Vec::new();
            while !self.takes("]") {
                if !values.is_empty() {
                    self.expect(", ")?;
                }
                values.push(self.value(depth + 1)?);
            }
            return Ok(Value::List(values));
        }
        if self.takes("{") {
            let mut values = BTreeMap::new();
            while !self.takes("}") {
                if !values.is_empty() {
                    self.expect(", ")?;
                }
                let key = self.key()?;
                self.expect(" = ")?;
                values.insert(key, self.value(depth + 1)?);
            }
            return Ok(Value::Table(values));
        }
        let end = self.rest.find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let number =
            digits.parse().map_err(|_| VerifyError::new("the instance has a value of no known kind"))?;
        self.rest = rest;
        Ok(Value::Number(number))
    }

    /// A text in quotation marks, with backslashes before those within, before `n` for a new line, and before themselves.
    fn quoted(&mut self) -> Result<String, VerifyError> {
        self.expect("\"")?;
        let mut text = String::new();
        let mut signs = self.rest.chars();
        while let Some(sign) = signs.next() {
            match sign {
                '"' => {
                    self.rest = signs.as_str();
                    return Ok(text);
                }
                '\\' => match signs.next() {
                    Some('n') => text.push('\n'),
                    Some(sign @ ('"' | '\\')) => text.push(sign),
                    _ => break,
                },
                sign => text.push(sign),
            }
        }
        Err(VerifyError::new("a text of the instance does not end"))
    }
}

/// Most cells of a drawing.
const MOST_CELLS: usize = 1 << 18;

/// The rows of a board: its lines, without an empty first one and empty last ones. Where rows may differ in length, they are
/// filled with spaces.
///
/// # Errors
/// If there is none, or a row is longer or shorter than the first and may not be, or there are too many cells.
pub fn rows(text: &str, may_differ: bool) -> Result<Vec<Vec<char>>, VerifyError> {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let mut rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    // An empty row counts as one cell.
    let drawn: usize = rows.iter().map(|row| row.len().max(1)).sum();
    while rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 {
        return Err(VerifyError::new("the board of the instance is empty"));
    }
    if drawn.max(width.saturating_mul(rows.len())) > MOST_CELLS {
        return Err(VerifyError::new(format!("a board of the instance is larger than {MOST_CELLS} cells")));
    }
    if let Some(sign) = rows.iter().flatten().find(|sign| sign.is_whitespace() && **sign != ' ') {
        return Err(VerifyError::new(format!(
            "a board of the instance has the character {sign:?}, which looks like a space"
        )));
    }
    if let Some(row) = rows.iter().position(|row| row.len() != width).filter(|_| !may_differ) {
        let length = rows[row].len();
        return Err(VerifyError::at(
            (row, length),
            format!("a row of length {length}, where another has {width}"),
        ));
    }
    rows.iter_mut().for_each(|row| row.resize(width, ' '));
    Ok(rows)
}
