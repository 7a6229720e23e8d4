//! What checking a certificate may take: any file has an answer in bounded time and memory.

use crate::error::VerifyError;
use crate::limits::Limits;

/// Most steps in all: the states reached count each, and the entries of the tables that say how long a walk must be.
pub const MOST_WORK: u64 = 1 << 40;
/// Most bytes of the states reached in one layer, what it takes to look them up included.
pub const MOST_BYTES: usize = 24 << 20;
/// Most cases within cases of a proof that no walk eats the rest in time.
pub const DEEPEST: u32 = 1000;

/// The bytes that a state takes while its layer is searched. `values` is how many numbers it has.
pub fn state_bytes(values: usize) -> usize {
    2 * (2 * values.next_multiple_of(8) + 16) + 48
}

/// The steps that it takes to find where the moves from a state lead: as many as take about that time in tables.
pub fn state_work(values: usize) -> u64 {
    (1 << 12) + 64 * values as u64
}

/// Steps between two looks at whether to stop: a few milliseconds.
const STEPS: u64 = 1 << 20;

/// The steps that are left.
pub(super) struct Budget<'a> {
    left: u64,
    /// How many are left at the next look.
    next: u64,
    limits: &'a Limits,
}

impl<'a> Budget<'a> {
    pub fn new(limits: &'a Limits) -> Budget<'a> {
        Budget { left: MOST_WORK, next: MOST_WORK, limits }
    }

    /// Counts steps.
    ///
    /// # Errors
    /// If there were too many, or the check is to stop.
    pub fn spend(&mut self, steps: u64) -> Result<(), VerifyError> {
        let too_long = || VerifyError::new("the proof is too long to be checked");
        self.left = self.left.checked_sub(steps).ok_or_else(too_long)?;
        if self.left <= self.next {
            self.limits.check()?;
            self.next = self.left.saturating_sub(STEPS);
        }
        Ok(())
    }

    /// # Errors
    /// If so many bytes are too many for the states of a layer.
    pub fn hold(&self, bytes: usize) -> Result<(), VerifyError> {
        if bytes > MOST_BYTES {
            return Err(VerifyError::new("the proof has a layer of too many states"));
        }
        self.limits.hold(bytes as u64)
    }
}
