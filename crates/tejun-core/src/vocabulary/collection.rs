//! Several puzzles in one text.

use std::sync::Arc;

use crate::vocabulary::input::{InputError, Place, no_level};

/// The puzzles of a text that has several, in its order: a file of levels, a puzzle a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// Its title; perhaps empty.
    pub title: String,
    /// Who made it; perhaps empty.
    pub author: String,
    /// Whether it has a puzzle a line, each called what its line is.
    pub is_list: bool,
    /// The puzzles, at least one. Their numbers count from 1.
    pub puzzles: Vec<CollectedPuzzle>,
}

/// A puzzle of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedPuzzle {
    /// Its own title; perhaps empty.
    pub title: String,
    /// Who made it, if that is said of it alone; perhaps empty.
    pub author: String,
    /// The line of the text on which it begins, from 1.
    pub line: usize,
    /// Whether its board stands there as it is drawn, row by row, so that a place on the board is a place in the text.
    pub is_drawn: bool,
    /// The text of an instance file, or what is wrong.
    pub file: Result<Arc<str>, InputError>,
    /// Which level of that file it is, if the puzzles share one file.
    pub level: Option<usize>,
    /// The lines that came with it as solutions, as they are written there.
    pub solutions: Vec<String>,
}

impl CollectedPuzzle {
    /// A puzzle that begins on this line, with neither title nor solutions.
    pub fn new(line: usize, file: Result<Arc<str>, InputError>) -> Self {
        let (title, author) = Default::default();
        CollectedPuzzle { title, author, line, is_drawn: false, file, level: None, solutions: Vec::new() }
    }
}

impl Collection {
    /// The puzzle of this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn puzzle(&self, number: usize) -> Result<&CollectedPuzzle, InputError> {
        let puzzle = number.checked_sub(1).and_then(|at| self.puzzles.get(at));
        puzzle.ok_or_else(|| no_level(number, self.puzzles.len()))
    }

    /// The number of the puzzle with this title.
    ///
    /// # Errors
    /// If there is none, or several have it.
    pub fn named(&self, title: &str) -> Result<usize, InputError> {
        let sought = title.trim().to_lowercase();
        let has_it = |puzzle: &CollectedPuzzle| puzzle.title.to_lowercase() == sought;
        let mut found =
            (1..).zip(&self.puzzles).filter(|(_, puzzle)| has_it(puzzle)).map(|(number, _)| number);
        match (found.next(), found.next()) {
            (Some(number), None) => Ok(number),
            (Some(one), Some(other)) => Err(InputError::new(format!(
                "levels {one} and {other} are both called {title:?}: give the number of one"
            ))),
            _ => {
                Err(InputError::new(format!("no level is called {title:?}: `list` with the file lists all")))
            }
        }
    }

    /// What is wrong with the puzzle of this number, with its place in the text.
    #[must_use]
    pub fn located(&self, number: usize, error: InputError) -> InputError {
        let Some(CollectedPuzzle { line, is_drawn, .. }) =
            number.checked_sub(1).and_then(|at| self.puzzles.get(at))
        else {
            return error;
        };
        let message = match error.place {
            Some(Place { row, column }) if *is_drawn => {
                format!("level {number}, line {}, column {column}: {}", line + row - 1, error.message)
            }
            _ => format!("level {number}, line {line}: {error}"),
        };
        InputError { key: None, place: None, message, reason: error.reason }
    }
}
