//! Errors.

use std::fmt;

/// Characters of an error, at most.
const LONGEST: usize = 400;

/// Why a certificate does not prove what it claims, or was not checked to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    what: String,
    stop: Option<Stop>,
}

/// The limit that ended a check. Nothing is known of the certificate then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// [`Limits::cancel`](crate::Limits::cancel) said so.
    Cancelled,
    /// It would have taken more than [`Limits::bytes`](crate::Limits::bytes).
    Memory,
    /// It would have looked at more than [`Limits::positions`](crate::Limits::positions).
    Positions,
}

impl VerifyError {
    /// An error at a place of a drawing, counted from 0.
    pub(crate) fn at((row, column): (usize, usize), what: impl fmt::Display) -> VerifyError {
        VerifyError::new(format!("row {}, column {}: {what}", row + 1, column + 1))
    }

    /// The same error, in the drawing of a key.
    pub(crate) fn within(self, key: &str) -> VerifyError {
        if key == "board" { self } else { VerifyError::new(format!("in the {key}: {self}")) }
    }

    /// An error of one line that is not too long, also if what it quotes is.
    pub fn new(what: impl Into<String>) -> VerifyError {
        let mut what = what.into();
        if let Some((end, _)) = what.char_indices().nth(LONGEST) {
            what.truncate(end);
            what.push('…');
        }
        VerifyError { what: what.replace(char::is_control, " "), stop: None }
    }

    pub(crate) fn cancelled() -> VerifyError {
        VerifyError { what: "the check was stopped".to_owned(), stop: Some(Stop::Cancelled) }
    }

    pub(crate) fn out_of_memory() -> VerifyError {
        VerifyError { what: "the check takes more memory than it may".to_owned(), stop: Some(Stop::Memory) }
    }

    pub(crate) fn out_of_positions() -> VerifyError {
        let what = "the check looks at more positions than it may".to_owned();
        VerifyError { what, stop: Some(Stop::Positions) }
    }

    /// The limit that ended the check; `None` if the certificate is refused.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for VerifyError {}
