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

    /// Takes less memory, by so many bytes or, if it has fewer, by nearly all. What it remembers is forgotten.
    ///
    /// # Errors
    /// Those of [`Recent::new`].
    pub fn shrink(&mut self, by: u64, budget: &mut Budget, pulse: &mut dyn Pulse) -> Result<(), StopReason> {
        let bytes = self.bytes().saturating_sub(by);
        // The old memory goes before the new one is taken.
        let old = std::mem::replace(self, Recent::new(0, budget, pulse)?);
        old.free(budget);
        let least = std::mem::replace(self, Recent::new(bytes, budget, pulse)?);
        least.free(budget);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<S>()) as u64
    }

    /// Frees its memory.
    pub fn free(self, budget: &mut Budget) {
        budget.give(self.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Calm;

    impl Pulse for Calm {
        fn work(&mut self, _: usize) -> Result<(), StopReason> {
            Ok(())
        }
    }

    #[test]
    fn memory_is_given_back_when_others_need_it() {
        let mut budget = Budget::new(100_000);
        let mut recent: Recent<u64> = Recent::new(90_000, &mut budget, &mut Calm).unwrap();
        let keys: Vec<u64> = (0..1000).collect();
        for (by, left) in [(0, 10_000), (40_000, 50_000), (1 << 20, 99_992)] {
            recent.shrink(by, &mut budget, &mut Calm).unwrap();
            assert_eq!(budget.left(), left);
            // All of them are new again, and then at least the last one is known.
            let mut new = 0;
            recent.sift(&keys, |_| new += 1);
            recent.sift(&keys[999..], |_| new += 1);
            assert_eq!(new, 1000);
        }
        // One slot beside the new memory.
        assert_eq!(budget.peak(), 90_008);
        recent.free(&mut budget);
        assert_eq!(budget.used(), 0);
    }
}
