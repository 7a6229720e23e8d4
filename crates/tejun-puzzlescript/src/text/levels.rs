//! Levels and messages between them.

use super::lines::{Line, lower_case};
use super::source::Source;
use super::syntax::LevelText;
use crate::diagnostic::{Diagnostics, quoted};

/// The words that fit a screen of the original.
const MESSAGE_CHARS: usize = 12 * 30;

/// Reads levels line by line.
#[derive(Default)]
pub(super) struct LevelReader {
    done: Vec<LevelText>,
    line: usize,
    rows: Vec<String>,
}

impl LevelReader {
    pub fn read(&mut self, line: &Line, source: &Source, diagnostics: &mut Diagnostics) {
        if line.blank {
            self.end_level();
            return;
        }
        if let Some(rest) = line.lower.strip_prefix("message") {
            if rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
                diagnostics.warning(line.number, "put a blank after “message”");
            }
            self.message(line, diagnostics);
            return;
        }
        // What follows a comment is no part of the level, and what is too long is cut off; but it is looked at.
        for sign in line.lower.chars().filter(|sign| !sign.is_whitespace()) {
            if !source.is_declared(sign.encode_utf8(&mut [0; 4])) {
                diagnostics.error(line.number, format!("{} is not in the legend", quoted(&sign.to_string())));
            }
        }
        let row = lower_case(line.head());
        if self.rows.is_empty() {
            self.line = line.number;
        } else if row.chars().count() != self.rows[0].chars().count() {
            diagnostics
                .warning(line.number, "the rows of a level must be equally long; the first row counts");
        }
        self.rows.push(row);
    }

    fn message(&mut self, line: &Line, diagnostics: &mut Diagnostics) {
        self.end_level();
        let text: String = line.text.chars().skip("message".len()).collect();
        let text = text.trim().to_owned();
        if text.chars().count() > MESSAGE_CHARS {
            diagnostics
                .warning(line.number, "this message is too long for a screen of the original; shorten it");
        }
        self.done.push(LevelText::Message { text });
    }

    fn end_level(&mut self) {
        if !self.rows.is_empty() {
            self.done.push(LevelText::Level { line: self.line, rows: std::mem::take(&mut self.rows) });
        }
    }

    pub fn finish(mut self) -> Vec<LevelText> {
        self.end_level();
        self.done
    }
}
