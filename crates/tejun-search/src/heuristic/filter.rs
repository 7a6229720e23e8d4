//! A quick answer to whether a state may be on the line.

use crate::budget::Budget;
use crate::limits::StopReason;

/// Slots of a filter, a power of two: several times the states of most lines.
const SLOTS: usize = 1 << 9;

/// How many states of a line fall into each of a few hundred slots. Most states that are not on the line
/// fall into an empty one, and then need not be compared with those that are.
pub(super) struct Filter {
    counts: Vec<u32>,
    /// The slots of the states on the line, in order.
    line: Vec<u16>,
}

impl Filter {
    /// Returns the filter of an empty line.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    pub fn new(budget: &mut Budget) -> Result<Self, StopReason> {
        let mut counts = budget.list(SLOTS)?;
        counts.resize(SLOTS, 0);
        Ok(Filter { counts, line: Vec::new() })
    }

    fn slot(hash: u64) -> u16 {
        (hash % SLOTS as u64) as u16
    }

    /// Keeps the first `states` states of the line.
    #[inline]
    pub fn keep(&mut self, states: usize) {
        while self.line.len() > states
            && let Some(slot) = self.line.pop()
        {
            self.counts[usize::from(slot)] -= 1;
        }
    }

    /// Adds a state of this hash to the line.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    #[inline]
    pub fn add(&mut self, hash: u64, budget: &mut Budget) -> Result<(), StopReason> {
        budget.grow(&mut self.line, 1)?;
        self.line.push(Self::slot(hash));
        self.counts[usize::from(Self::slot(hash))] += 1;
        Ok(())
    }

    /// Returns whether a state of this hash may be on the line.
    #[inline]
    pub fn may_hold(&self, hash: u64) -> bool {
        self.counts[usize::from(Self::slot(hash))] > 0
    }
}
