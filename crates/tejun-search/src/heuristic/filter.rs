//! A quick answer to whether a state may be on the path.

use crate::limits::StopReason;
use crate::runtime::budget::Budget;

/// Slots of a filter, a power of two: many times the states of most paths, so that few states need a look along the path.
const SLOTS: usize = 1 << 11;

/// How many states of a path fall into each of some thousand slots. Most states that are not on the path
/// fall into an empty one, and then need not be compared with those that are.
pub(super) struct Filter {
    counts: Vec<u32>,
    /// The slots of the states on the path, in order.
    slots: Vec<u16>,
}

impl Filter {
    /// Returns the filter of an empty path.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    pub fn new(budget: &mut Budget) -> Result<Self, StopReason> {
        let mut counts = budget.list(SLOTS)?;
        counts.resize(SLOTS, 0);
        Ok(Filter { counts, slots: Vec::new() })
    }

    fn slot(hash: u64) -> u16 {
        (hash % SLOTS as u64) as u16
    }

    /// Keeps the first `states` states of the path.
    #[inline]
    pub fn keep(&mut self, states: usize) {
        while self.slots.len() > states
            && let Some(slot) = self.slots.pop()
        {
            self.counts[usize::from(slot)] -= 1;
        }
    }

    /// Adds a state of this hash to the path.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    #[inline]
    pub fn add(&mut self, hash: u64, budget: &mut Budget) -> Result<(), StopReason> {
        budget.grow(&mut self.slots, 1)?;
        self.slots.push(Self::slot(hash));
        self.counts[usize::from(Self::slot(hash))] += 1;
        Ok(())
    }

    /// Returns whether a state of this hash may be on the path.
    #[inline]
    pub fn may_hold(&self, hash: u64) -> bool {
        self.counts[usize::from(Self::slot(hash))] > 0
    }
}
