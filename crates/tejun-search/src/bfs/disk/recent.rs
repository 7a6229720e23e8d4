//! States met recently, so that most of those that are met again go no further.

use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::prefetch::prefetch;
use crate::pulse::Pulse;
use crate::slots::Slots;

/// How many keys ahead a slot is prefetched.
const AHEAD: usize = 32;

/// The last state of each hash that was met. What is in it was surely met before, in this level or an earlier one;
/// what is not in it may have been met, too.
pub(super) struct Recent<S> {
    slots: Slots<S>,
}

impl<S: Packed> Recent<S> {
    /// Returns an empty one of `bytes` bytes.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, or the pulse stops the search.
    pub fn new(bytes: u64, budget: &mut Budget, pulse: &mut dyn Pulse) -> Result<Self, StopReason> {
        let slots = (bytes as usize / size_of::<S>()).max(1);
        let bytes = (slots * size_of::<S>()) as u64;
        budget.take(bytes)?;
        let slots = Slots::free(slots, pulse).inspect_err(|_| budget.give(bytes))?;
        Ok(Recent { slots })
    }

    /// Visits those of `keys` that are not among the recent ones, and remembers them.
    #[inline]
    pub fn sift(&mut self, keys: &[S], mut visit: impl FnMut(S)) {
        let slots = &mut *self.slots;
        let size = slots.len() as u128;
        let home = |key: S| ((u128::from(key.mix()) * size) >> 64) as usize;
        let mut homes = [0; AHEAD];
        for (at, &key) in homes.iter_mut().zip(keys) {
            *at = home(key);
            prefetch(slots, *at);
        }
        for (i, &key) in keys.iter().enumerate() {
            let slot = homes[i % AHEAD];
            if let Some(&ahead) = keys.get(i + AHEAD) {
                homes[i % AHEAD] = home(ahead);
                prefetch(slots, homes[i % AHEAD]);
            }
            if slots[slot] != key {
                slots[slot] = key;
                visit(key);
            }
        }
    }

    /// Frees its memory.
    pub fn free(self, budget: &mut Budget) {
        budget.give((self.slots.len() * size_of::<S>()) as u64);
    }
}
