//! Checks the certificates of [tejun](https://github.com/tejun-puzzles/tejun).
//!
//! A certificate claims something of a puzzle: that a line is the best, that there is no solution, or how many there are.
//! This crate checks it by rules that it has written a second time, as plainly as can be, and without searching; only packings
//! it counts again, and what a bound has led it [repeats](guided). It depends on nothing, least of all on the program that made the certificate. With the feature
//! `puzzlescript` it also checks PuzzleScript games, by the plain engine of `tejun-puzzlescript`.
//!
//! ```
//! let nonsense = tejun_verify::verify(b"nonsense", 1);
//! assert!(nonsense.unwrap_err().to_string().contains("no certificate"));
//! ```

#[cfg(target_family = "wasm")]
mod abi;
mod assignment;
pub mod certificate;
mod coder;
mod error;
pub mod guided;
pub mod levels;
mod limits;
pub mod pacman;
mod puzzle;
#[cfg(feature = "puzzlescript")]
pub mod puzzlescript;
mod ranking;
pub mod rules;
mod sha256;
mod statement;
pub mod tilings;

pub use certificate::{Certificate, Claim};
pub use error::{Stop, VerifyError};
pub use limits::Limits;
pub use statement::{Keys, Statement};

use puzzle::Puzzle;

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
    check(Certificate::read(bytes)?, &Limits::threads(threads))
}

/// Checks a certificate within limits.
///
/// # Errors
/// If it does not prove what it claims; the error says where. If the limits [end](VerifyError::stop) the check.
pub fn check(certificate: Certificate, limits: &Limits) -> Result<Verified, VerifyError> {
    let limits = &limits.less(certificate.evidence.len() as u64)?;
    let _entered = limits.enter();
    let checked = Puzzle::read(&certificate)?.check(&certificate, limits)?;
    Ok(Verified { certificate, checked })
}

/// Checks a certificate about a puzzle of one's own, by [rules](rules::Rules) of one's own, which `read` makes of the puzzle in
/// normal form. The evidence are [levels].
///
/// # Errors
/// Those of [`check`].
pub fn check_by<R: rules::Rules>(
    certificate: Certificate,
    read: impl FnOnce(&Statement) -> Result<R, VerifyError>,
    limits: &Limits,
) -> Result<Verified, VerifyError> {
    let limits = &limits.less(certificate.evidence.len() as u64)?;
    let _entered = limits.enter();
    let rules = read(&Statement::read(&certificate.statement)?)?;
    let checked = puzzle::by_levels(&rules, &certificate, limits)?;
    Ok(Verified { certificate, checked })
}

/// Reads the puzzle of a certificate as [`verify`] does. What is claimed of it is not looked at.
///
/// # Errors
/// If there is none, or one that is too large.
pub fn read_puzzle(certificate: &Certificate) -> Result<(), VerifyError> {
    Puzzle::read(certificate).map(drop)
}
