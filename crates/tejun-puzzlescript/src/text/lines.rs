//! Lines without their comments.

use crate::diagnostic::Diagnostics;

/// A line of the source without its comments.
pub(super) struct Line {
    /// From 1.
    pub number: usize,
    /// As written, without comments and blanks around it.
    pub text: String,
    /// As `text`, in lower case: the language does not tell cases disjoint, except in texts for the player.
    pub lower: String,
    /// Whether it separates: a line of comments alone does not.
    pub blank: bool,
}

/// Reads lines and drops comments: round brackets, nested, over many lines.
pub(super) struct Lines<'a> {
    rest: std::str::Split<'a, char>,
    number: usize,
    depth: usize,
}

impl<'a> Lines<'a> {
    pub fn new(source: &'a str) -> Self {
        Self { rest: source.split('\n'), number: 0, depth: 0 }
    }

    /// The next line. With `messages`, the text after the word `message` is the player's, brackets and all.
    pub fn next(&mut self, messages: bool, diagnostics: &mut Diagnostics) -> Option<Line> {
        let raw = self.rest.next()?;
        let raw = raw.strip_suffix('\r').unwrap_or(raw);
        self.number += 1;
        let mut text = String::with_capacity(raw.len());
        let mut comment = self.depth > 0;
        let mut blank_at_end = false;
        let mut word = String::new();
        let mut all_is_text = false;
        let mut chars = raw.chars().peekable();
        while let Some(c) = chars.next() {
            if all_is_text {
                text.push(c);
                continue;
            }
            match c {
                '(' => {
                    self.depth += 1;
                    comment = true;
                    blank_at_end = false;
                }
                ')' if self.depth > 0 => {
                    self.depth -= 1;
                    blank_at_end = false;
                    // A comment in the middle of a word parts it.
                    if self.depth == 0 && !text.is_empty() {
                        text.push(' ');
                    }
                }
                ')' => {
                    diagnostics
                        .warning(self.number, "this bracket closes a comment that was not opened; remove it");
                }
                _ if self.depth > 0 => {}
                _ => {
                    blank_at_end = c.is_whitespace();
                    if c.is_alphanumeric() || c == '_' {
                        word.extend(c.to_lowercase());
                    } else {
                        word.clear();
                    }
                    text.push(c);
                    let ends = !chars.peek().is_some_and(|&next| next.is_alphanumeric() || next == '_');
                    all_is_text = messages && word == "message" && ends;
                }
            }
        }
        let text = text.trim().to_owned();
        let blank = text.is_empty() && (!comment || blank_at_end);
        Some(Line { number: self.number, lower: lower_case(&text), text, blank })
    }
}

/// Lower case, one character for one: a level's columns must stay where they are.
fn lower_case(text: &str) -> String {
    text.chars()
        .map(|c| {
            let mut lower = c.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(one), None) => one,
                _ => c,
            }
        })
        .collect()
}
