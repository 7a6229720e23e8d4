//! Lines: the moves played so far, as text.

use std::fmt;
use std::str::FromStr;

use crate::sentence::{self, Reason};

/// The moves played so far, each as text without white space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "move {} ({}): {}", self.at + 1, sentence::shown(&self.text), self.reason)
    }
}
