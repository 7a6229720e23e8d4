//! Checks the certificates of [tejun](https://github.com/tejun-puzzles/tejun).
//!
//! A certificate claims something of a puzzle: that a line is the best, that there is none, how many solutions there are.
//! This crate checks it without searching, by rules that it has written a second time, as plainly as can be; only packings
//! it counts again. It depends on nothing, least of all on the program that made the certificate.
//!
//! ```
//! let nonsense = tejun_verify::verify(b"nonsense", 1);
//! assert!(nonsense.unwrap_err().to_string().contains("no certificate"));
//! ```

pub mod certificate;
mod coder;
pub mod levels;
mod ranking;
pub mod rules;
mod sha256;
mod statement;
pub mod tilings;

use std::fmt;

pub use certificate::{Certificate, Claim};
pub use statement::{Statement, Value};

use rules::packing::Packing;
use rules::sliding::Sliding;

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

/// What a certificate proves.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The certificate.
    pub certificate: Certificate,
    /// What was looked at, in a few words.
    pub checked: String,
}

/// Checks the file of a certificate, in so many threads.
///
/// # Errors
/// If it does not prove what it claims; the error says where.
pub fn verify(bytes: &[u8], threads: usize) -> Result<Verified, VerifyError> {
    let certificate = Certificate::read(bytes)?;
    let statement = Statement::read(&certificate.statement)?;
    let checked = match statement.puzzle.as_str() {
        "sliding" => by_levels(&Sliding::read(&statement)?, &certificate, threads)?,
        "packing" => {
            format!("{} partial fillings", tilings::check(&Packing::read(&statement)?, &certificate)?)
        }
        other => return Err(VerifyError::new(format!("the rules of {other} are not known here"))),
    };
    Ok(Verified { certificate, checked })
}

fn by_levels(
    rules: &impl rules::Rules,
    certificate: &Certificate,
    threads: usize,
) -> Result<String, VerifyError> {
    let levels::Checked { positions, moves } = levels::check(rules, certificate, threads)?;
    Ok(format!("{positions} positions, {moves} moves"))
}
