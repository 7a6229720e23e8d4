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
    /// By white space, but a word of these letters alone is a move for each, as in `rrU`. A number before a letter
    /// repeats it: `3rU`.
    Steps(&'static str),
}

/// The most moves that the numbers of a line may add.
const REPEATED: usize = 1 << 16;

impl LineFormat {
    /// Reads a line from text.
    pub fn read(self, text: &str) -> Line {
        let mut room = Some(REPEATED);
        let moves = text.split_whitespace().flat_map(|word| self.moves(word, &mut room)).collect();
        // Else the words are left as they are.
        if room.is_some() { Line(moves) } else { LineFormat::Words.read(text) }
    }

    /// The moves of a text without white space.
    pub(crate) fn split(self, word: &str) -> Vec<String> {
        self.moves(word, &mut Some(REPEATED))
    }

    fn moves(self, word: &str, room: &mut Option<usize>) -> Vec<String> {
        let steps = match self {
            LineFormat::Words => None,
            LineFormat::Characters => Some(word.chars().map(String::from).collect()),
            LineFormat::Steps(letters) => steps(word, letters, room),
        };
        steps.unwrap_or_else(|| vec![word.to_owned()])
    }

    /// Writes a line as text.
    pub fn write(self, line: &Line) -> String {
        line.0.join(if self == LineFormat::Characters { "" } else { " " })
    }
}

/// The steps of a word; `None` if it is something else, or if there is no `room` for what its numbers add.
fn steps(word: &str, letters: &str, room: &mut Option<usize>) -> Option<Vec<String>> {
    let (mut steps, mut rest) = (Vec::new(), word);
    while !rest.is_empty() {
        let at = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, after) = rest.split_at(at);
        let letter = after.chars().next().filter(|&letter| letters.contains(letter))?;
        let times = if number.is_empty() { 1 } else { number.parse().ok().filter(|&times| times > 0)? };
        *room = room.and_then(|room| room.checked_sub(times - 1));
        (*room)?;
        steps.extend(std::iter::repeat_n(String::from(letter), times));
        rest = &after[letter.len_utf8()..];
    }
    (!steps.is_empty()).then_some(steps)
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
