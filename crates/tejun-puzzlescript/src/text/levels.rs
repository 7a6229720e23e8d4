//! Levels and messages between them.

use super::lines::Line;
use crate::diagnostic::Diagnostics;

/// A level or a message, as written.
pub(crate) enum LevelText {
    Message {
        text: String,
    },
    /// Rows in lower case, from the line `line` on.
    Level {
        line: usize,
        rows: Vec<String>,
    },
}

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
        if let Some(rest) = line.lower.strip_prefix("message") {
            if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                self.end_level();
                let text: String = line.text.chars().skip("message".len()).collect();
                let text = text.trim().to_owned();
                if text.chars().count() > MESSAGE_CHARS {
                    diagnostics.warning(
                        line.number,
                        "this message is too long for a screen of the original; shorten it",
                    );
                }
                self.done.push(LevelText::Message { text });
                return;
            }
        }
        if self.rows.is_empty() {
            self.line = line.number;
        } else if line.lower.chars().count() != self.rows[0].chars().count() {
            diagnostics
                .warning(line.number, "the rows of a level must be equally long; the first row counts");
        }
        self.rows.push(line.lower.clone());
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
