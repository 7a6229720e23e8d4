//! The instance that a certificate is about: its keys and values, as tejun's instance files write them.

use std::collections::BTreeMap;

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
        let mut last = String::new();
        while !reader.rest.is_empty() {
            let key = reader.key()?;
            reader.expect(" = ")?;
            let value = reader.value(0)?;
            reader.expect("\n")?;
            if !values.is_empty() && last != "puzzle" && key <= last {
                return Err(VerifyError::new(format!("the key {key} of the instance is out of order")));
            }
            values.insert(key.clone(), value);
            last = key;
        }
        match values.remove("puzzle") {
            Some(Value::Text(puzzle)) if text.starts_with("puzzle = ") => Ok(Statement { puzzle, values }),
            _ => Err(VerifyError::new("the instance does not begin with its puzzle")),
        }
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
        let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let end = self.rest.find(|c| !is_key(c)).unwrap_or(self.rest.len());
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

/// The rows of a board: its lines, without an empty last one. Where rows may differ in length, they are filled with spaces.
///
/// # Errors
/// If there is none, or a row is longer or shorter than the first and may not be.
pub fn rows(text: &str, may_differ: bool) -> Result<Vec<Vec<char>>, VerifyError> {
    let mut rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    if rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    if rows.first().is_some_and(Vec::is_empty) {
        rows.remove(0);
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 {
        return Err(VerifyError::new("the board of the instance is empty"));
    }
    if !may_differ && rows.iter().any(|row| row.len() != width) {
        return Err(VerifyError::new("the rows of the board differ in length"));
    }
    rows.iter_mut().for_each(|row| row.resize(width, ' '));
    Ok(rows)
}
