//! Lines without their comments.

use super::section::Section;
use crate::diagnostic::Diagnostics;

/// A line of the source without its comments.
pub(super) struct Line<'a> {
    /// From 1.
    pub number: usize,
    /// As written, without comments and blanks around it.
    pub text: String,
    /// As `text`, in lower case: the language does not tell cases disjoint, except in texts for the player.
    pub lower: String,
    /// Whether it separates: a line of comments alone does not.
    pub blank: bool,
    /// As written.
    raw: &'a str,
    /// The bytes of `text` before a comment in the middle.
    head: usize,
}

impl<'a> Line<'a> {
    /// Its text, up to a comment in the middle: of the prelude and of levels, no more is read.
    pub fn head(&self) -> &str {
        self.text[..self.head].trim_end()
    }

    /// What is read of rules and win conditions: all up to the first comment, or what one at the beginning says itself.
    pub fn code(&self) -> &'a str {
        self.raw.split('(').find(|part| !part.is_empty()).unwrap_or_default()
    }

    /// Whether a bracket that may open a comment is in it.
    pub fn has_bracket(&self) -> bool {
        self.raw.contains('(')
    }

    /// As written, comments and all.
    pub fn raw(&self) -> &'a str {
        self.raw
    }
}

/// Reads lines and drops comments: round brackets, nested, over many lines.
pub(super) struct Lines<'a> {
    rest: std::str::Split<'a, char>,
    number: usize,
    depth: usize,
}

/// The text of a line so far.
struct Content {
    text: String,
    /// Whether there is more than blanks.
    begun: bool,
    /// Whether all but the blanks before it are `=`.
    equals: bool,
}

impl Content {
    fn push(&mut self, c: char) {
        self.begun |= !c.is_whitespace();
        self.equals &= c == '=' || !self.begun;
        self.text.push(c);
    }
}

impl<'a> Lines<'a> {
    pub fn new(source: &'a str) -> Self {
        Self { rest: source.split('\n'), number: 0, depth: 0 }
    }

    /// The next line, which is of this section. In rules and levels, the text after the word `message` is the player's,
    /// brackets and all.
    pub fn next(&mut self, section: Section, diagnostics: &mut Diagnostics) -> Option<Line<'a>> {
        let raw = self.rest.next()?;
        let raw = raw.strip_suffix('\r').unwrap_or(raw);
        self.number += 1;
        let mut content = Content { text: String::with_capacity(raw.len()), begun: false, equals: true };
        let mut head = None;
        let mut comment = self.depth > 0;
        let mut blank_at_end = false;
        let mut word = String::new();
        let mut all_is_text = false;
        let mut chars = raw.chars().peekable();
        while let Some(c) = chars.next() {
            if all_is_text {
                content.push(c);
                continue;
            }
            match c {
                // Within a word of a rule it is part of the word.
                '(' if self.depth > 0 || section != Section::Rules || word.is_empty() => {
                    if self.depth == 0 && content.begun {
                        head = head.or(Some(content.text.len()));
                    }
                    self.depth += 1;
                    comment = true;
                    blank_at_end = false;
                    word.clear();
                }
                ')' if self.depth > 0 => {
                    self.depth -= 1;
                    blank_at_end = false;
                    // A comment in the middle of a word parts it.
                    if self.depth == 0 && !content.text.is_empty() {
                        content.push(' ');
                    }
                }
                ')' if section != Section::Rules || word.is_empty() => {
                    diagnostics
                        .warning(self.number, "this bracket closes a comment that was not opened; remove it");
                    if section == Section::Levels && !content.begun {
                        // The line is none of a level.
                        comment = true;
                        break;
                    }
                    content.push(if section == Section::Levels { c } else { ' ' });
                }
                _ if self.depth > 0 => {}
                _ => {
                    blank_at_end = c.is_whitespace();
                    word.extend(c.to_lowercase());
                    // A row of `=` at the beginning is decoration.
                    let decoration = c == '=' && content.equals;
                    if c.is_whitespace() || matches!(c, '[' | '|' | ']') || word == "->" || decoration {
                        word.clear();
                    }
                    content.push(c);
                    all_is_text = match section {
                        Section::Rules => {
                            let next = chars.peek().copied().unwrap_or(' ');
                            word == "message" && (next.is_whitespace() || matches!(next, '[' | '|' | ']'))
                        }
                        Section::Levels => word == "message" && content.text.trim_start().len() == word.len(),
                        _ => false,
                    };
                }
            }
        }
        let text = content.text;
        let before = text.len() - text.trim_start().len();
        let text = text.trim().to_owned();
        let blank = text.is_empty() && (!comment || blank_at_end);
        let head = head.map_or(text.len(), |head| (head - before).min(text.len()));
        Some(Line { number: self.number, lower: lower_case(&text), text, blank, raw, head })
    }
}

/// Lower case, one character for one: a level's columns must stay where they are.
pub(super) fn lower_case(text: &str) -> String {
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
