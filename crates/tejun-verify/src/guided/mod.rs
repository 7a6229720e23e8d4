//! Guided searches, repeated.
//!
//! The evidence names a bound in words, and that is all. The checker makes the bound by its own code and looks at every
//! position that the bound does not rule out below the cost of the line. If none of them is solved, no line costs less.
//! Of tiles, nothing is remembered of a position that was looked at, so that one to which several lines lead is looked at as often.

mod databases;
pub(crate) mod pegs;
pub(crate) mod sokoban;
pub(crate) mod tiles;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::certificate::Certificate;
use crate::error::VerifyError;
use crate::limits::Limits;
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

/// The places of the bits of a set.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

impl Certificate {
    /// What leads the search that proves the claim; `None` if something else proves it.
    pub fn guide(&self) -> Option<&str> {
        let evidence = Some(&self.evidence[..]).filter(|evidence| evidence.len() <= LONGEST);
        std::str::from_utf8(evidence?).ok()?.strip_prefix(BEGINS)
    }
}

/// The positions that a search may look at, in all threads.
struct Budget<'a> {
    seen: AtomicU64,
    most: u64,
    /// Most of any check.
    longest: u64,
    limits: &'a Limits,
    /// What ended the search.
    fault: Mutex<Option<VerifyError>>,
}

impl<'a> Budget<'a> {
    /// Positions between two looks at the budget, a power of two.
    const STEP: u64 = 1 << 12;

    fn new(longest: u64, limits: &'a Limits) -> Self {
        let most = limits.positions.min(longest);
        Budget { seen: AtomicU64::new(0), most, longest, limits, fault: Mutex::new(None) }
    }

    /// Counts positions.
    ///
    /// # Errors
    /// If they are too many. If the search is over, or to stop.
    fn spend(&self, positions: u64) -> Result<(), VerifyError> {
        if let Some(fault) = &*self.fault.lock().unwrap_or_else(PoisonError::into_inner) {
            return Err(fault.clone());
        }
        self.limits.check()?;
        let seen = self.seen.fetch_add(positions, Ordering::Relaxed) + positions;
        match () {
            () if seen <= self.most => Ok(()),
            () if seen > self.longest => Err(VerifyError::new("the proof is too long to be checked")),
            () => Err(VerifyError::out_of_positions()),
        }
    }

    /// Ends the search in all threads.
    fn end(&self, fault: VerifyError) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
    }

    /// How many positions were looked at.
    ///
    /// # Errors
    /// What ended the search.
    fn finish(self) -> Result<u64, VerifyError> {
        let fault = self.fault.into_inner().unwrap_or_else(PoisonError::into_inner);
        fault.map_or(Ok(self.seen.into_inner()), Err)
    }
}
