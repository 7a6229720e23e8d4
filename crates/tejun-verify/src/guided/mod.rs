//! Guided searches, repeated.
//!
//! The evidence names a bound in words, and that is all. The checker makes the bound by its own code and looks at every
//! position that the bound does not rule out below the cost of the line. If none of them is solved, no line costs less.
//! Of tiles, no position is remembered: one to which several lines lead is looked at as often.

mod databases;
pub(crate) mod pegs;
pub(crate) mod sokoban;
pub(crate) mod tiles;

use std::str::FromStr;

use crate::certificate::Certificate;
use crate::error::VerifyError;
use crate::limits::Limits;
use crate::rules::packing::places as bits;
pub use databases::database_bytes;

/// Most positions that a check looks at.
pub const MOST_POSITIONS: u64 = 1 << 34;
/// Most positions that a check keeps in memory, each of which takes so many bytes: a gigabyte.
pub const MOST_KNOWN: u64 = 1 << 23;
const KNOWN_BYTES: u64 = 128;
/// Most boxes of such a search.
pub const MOST_BOXES: u32 = 32;
/// The highest price of a goal.
pub const HIGHEST_PRICE: usize = 1 << 12;
/// Most bytes of the databases of a check, what it takes to build them included.
pub const MOST_BYTES: u64 = 256 << 20;

/// What the evidence begins with. Levels never do: as their number, it would be more than any file has room for.
const BEGINS: &str = "guided by ";
/// Longest evidence that names a bound: 64 functions of 63 holes have room in it, and little is made of it.
const LONGEST: usize = 1 << 16;

/// The evidence that names a bound. A maker of certificates calls this.
pub fn evidence(bound: &str) -> Vec<u8> {
    format!("{BEGINS}{bound}").into_bytes()
}

impl Certificate {
    /// What leads the search that proves the claim; `None` if something else proves it.
    pub fn guide(&self) -> Option<&str> {
        let evidence = Some(&self.evidence[..]).filter(|evidence| evidence.len() <= LONGEST);
        std::str::from_utf8(evidence?).ok()?.strip_prefix(BEGINS)
    }
}

/// A number that is spelled in the only way.
fn number<N: FromStr + ToString>(word: &str) -> Option<N> {
    word.parse().ok().filter(|number: &N| number.to_string() == word)
}

/// The positions that a search looks at.
struct Budget<'a> {
    seen: u64,
    /// Most of any check.
    most: u64,
    limits: &'a Limits,
}

impl Budget<'_> {
    /// Counts a position.
    ///
    /// # Errors
    /// If they are too many. If the check is to stop.
    fn spend(&mut self) -> Result<(), VerifyError> {
        self.limits.check_every(1 << 10, self.seen)?;
        self.seen += 1;
        match () {
            () if self.seen > self.most => Err(VerifyError::new("the proof is too long to be checked")),
            () if self.seen > self.limits.positions => Err(VerifyError::out_of_positions()),
            () => Ok(()),
        }
    }
}
