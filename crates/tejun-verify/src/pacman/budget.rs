//! What checking a certificate may take: any file has an answer in bounded time and memory.

use crate::error::VerifyError;

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

/// The steps that are left.
pub(super) struct Budget(u64);

impl Budget {
    pub fn new() -> Budget {
        Budget(MOST_WORK)
    }

    /// Counts steps.
    ///
    /// # Errors
    /// If there were too many.
    pub fn spend(&mut self, steps: u64) -> Result<(), VerifyError> {
        self.0 = self
            .0
            .checked_sub(steps)
            .ok_or_else(|| VerifyError::new("the proof is too long to be checked"))?;
        Ok(())
    }
}
