//! The normal form of a puzzle, which certificates are about: what was read of it, in one spelling. A part of TOML, which is an
//! instance file again, of the same puzzle and in the same normal form.

use std::fmt::Display;

/// A puzzle in normal form. Each family writes its keys in an order of its own, and leaves none out that has a default.
pub struct NormalForm(String);

impl NormalForm {
    /// Begins one.
    pub fn of(puzzle: &str) -> Self {
        NormalForm(String::new()).word("puzzle", puzzle)
    }

    /// A key with a number, or `true` or `false`.
    pub fn value(mut self, key: &str, value: impl Display) -> Self {
        self.0 += &format!("{key} = {value}\n");
        self
    }

    /// A key with a text in a line.
    pub fn word(self, key: &str, word: &str) -> Self {
        self.value(key, quoted(word))
    }

    /// A key with characters.
    pub fn letters(self, key: &str, letters: impl Iterator<Item = char>) -> Self {
        let letters: Vec<String> = letters.map(|letter| quoted(&letter.to_string())).collect();
        self.value(key, format!("[{}]", letters.join(", ")))
    }

    /// A key with lines, of which the last is not ended. A text between three apostrophes is easiest to read, but has no escapes.
    pub fn text(self, key: &str, text: &str) -> Self {
        match text.contains("'''") || text.ends_with('\'') {
            true => self.word(key, text),
            false => self.value(key, format!("'''\n{text}'''")),
        }
    }

    /// A key with a drawing, row by row.
    pub fn rows(self, key: &str, rows: &[String]) -> Self {
        self.text(key, &rows.join("\n"))
    }

    /// Begins a table of a list of tables.
    pub fn table(mut self, key: &str) -> Self {
        self.0 += &format!("[[{key}]]\n");
        self
    }

    /// Its text.
    pub fn finish(self) -> String {
        self.0
    }
}

/// A text in quotation marks. Only what the reader of a certificate would misread is escaped.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
