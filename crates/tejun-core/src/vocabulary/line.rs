//! Lines: the moves played so far, as text.

use std::fmt;
use std::str::FromStr;

use crate::vocabulary::sentence::{self, Reason};

/// The moves played so far, each as text without white space.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Line(pub Vec<String>);

impl FromStr for Line {
    type Err = std::convert::Infallible;

    /// Splits a text into moves at white space. Any text is a line; the rules decide whether it is legal.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Line(text.split_whitespace().map(str::to_owned).collect()))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

/// How the moves of a line are separated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineFormat {
    /// By white space.
    #[default]
    Words,
    /// Not at all: each character is a move. White space is ignored.
    Characters,
}

impl LineFormat {
    /// Reads a line from text.
    pub fn read(self, text: &str) -> Line {
        let moves = text.split_whitespace();
        Line(match self {
            LineFormat::Words => moves.map(str::to_owned).collect(),
            LineFormat::Characters => moves.flat_map(str::chars).map(String::from).collect(),
        })
    }

    /// Writes a line as text.
    pub fn write(self, line: &Line) -> String {
        line.0.join(if self == LineFormat::Words { " " } else { "" })
    }
}

/// An illegal move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// Its index in the line, from 0.
    pub at: usize,
    /// The move.
    pub text: String,
    /// Why it is illegal.
    pub reason: Reason,
}

impl PlayError {
    /// An error for the move `text`, which comes after `at` others.
    pub fn new(at: usize, text: impl Into<String>, reason: Reason) -> Self {
        PlayError { at, text: text.into(), reason }
    }
}

impl std::error::Error for PlayError {}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "move {} ({}): {}", self.at + 1, sentence::shown(&self.text), self.reason)
    }
}
