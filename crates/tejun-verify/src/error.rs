//! Errors.

use std::fmt;

/// Characters of an error, at most.
const LONGEST: usize = 400;

/// Why a certificate does not prove what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError(String);

impl VerifyError {
    /// An error of one line that is not too long, also if what it quotes is.
    pub fn new(what: impl Into<String>) -> VerifyError {
        let mut what = what.into();
        if let Some((end, _)) = what.char_indices().nth(LONGEST) {
            what.truncate(end);
            what.push('…');
        }
        VerifyError(what.replace(char::is_control, " "))
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VerifyError {}
