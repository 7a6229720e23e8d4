//! Checks the certificates of [tejun](https://github.com/tejun-puzzles/tejun).
//!
//! A certificate claims something of a puzzle: that a line is the best, that there is no solution, or how many there are.
//! This crate checks it without searching, by rules that it has written a second time, as plainly as can be; only packings
//! it counts again. It depends on nothing, least of all on the program that made the certificate. With the feature
//! `puzzlescript` it also checks PuzzleScript games, by the plain engine of `tejun-puzzlescript`.
//!
//! ```
//! let nonsense = tejun_verify::verify(b"nonsense", 1);
//! assert!(nonsense.unwrap_err().to_string().contains("no certificate"));
//! ```

#[cfg(target_family = "wasm")]
mod abi;
pub mod certificate;
mod coder;
mod error;
pub mod levels;
mod limits;
pub mod pacman;
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
pub use statement::{Statement, Value};

use rules::packing::Packing;
use rules::peg_solitaire::PegSolitaire;
use rules::sliding::Sliding;
use rules::sliding_tiles::SlidingTiles;
use rules::sokoban::Sokoban;
use rules::tank_change::TankChange;

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
    let statement = Statement::read(&certificate.statement)?;
    let limits = &limits.less(certificate.evidence.len() as u64)?;
    let _entered = limits.enter();
    let checked = match statement.puzzle.as_str() {
        "peg-solitaire" => by_levels(&PegSolitaire::read(&statement)?, &certificate, limits)?,
        "sliding" => by_levels(&Sliding::read(&statement)?, &certificate, limits)?,
        "sliding-tiles" => by_levels(&SlidingTiles::read(&statement)?, &certificate, limits)?,
        "sokoban" => by_levels(&Sokoban::read(&statement)?, &certificate, limits)?,
        "tank-change" => by_levels(&TankChange::read(&statement)?, &certificate, limits)?,
        "pacman" => pacman::check(&statement, &certificate, limits)?,
        "packing" => {
            format!("{} partial fillings", tilings::check(&Packing::read(&statement)?, &certificate, limits)?)
        }
        #[cfg(feature = "puzzlescript")]
        "puzzlescript" => puzzlescript::check(&statement, &certificate, limits)?,
        #[cfg(not(feature = "puzzlescript"))]
        "puzzlescript" => {
            return Err(VerifyError::new(
                "the rules of PuzzleScript games are not known here: use `tejun verify`, or build this program with the feature puzzlescript",
            ));
        }
        other => return Err(VerifyError::new(format!("the rules of {other} are not known here"))),
    };
    Ok(Verified { certificate, checked })
}

fn by_levels(
    rules: &impl rules::Rules,
    certificate: &Certificate,
    limits: &Limits,
) -> Result<String, VerifyError> {
    let levels::Checked { positions, moves } =
        levels::check(rules, certificate, &certificate.evidence, limits)?;
    Ok(format!("{positions} positions, {moves} moves"))
}
