//! Errors.

use std::fmt;

/// Why a certificate does not prove what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError(String);

impl VerifyError {
    /// An error of one line, also if what it quotes is not.
    pub fn new(what: impl Into<String>) -> VerifyError {
        VerifyError(what.into().replace(char::is_control, " "))
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VerifyError {}
