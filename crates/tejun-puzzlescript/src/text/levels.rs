//! Levels and messages between them.

use super::lines::Line;
use super::syntax::LevelText;
use crate::diagnostic::Diagnostics;

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
    pub fn read(&mut self, line: &Line, diagnostics: &mut Diagnostics) {
        if line.blank {
            self.end_level();
            return;
        }
        let rest = line.lower.strip_prefix("message");
        if rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')) {
            self.message(line, diagnostics);
            return;
        }
        if self.rows.is_empty() {
            self.line = line.number;
        } else if line.lower.chars().count() != self.rows[0].chars().count() {
            diagnostics
                .warning(line.number, "the rows of a level must be equally long; the first row counts");
        }
        self.rows.push(line.lower.clone());
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
