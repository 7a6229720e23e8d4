//! A lossy cache of recent states, which filters most duplicates.

use crate::collections::prefetch::prefetch;
use crate::collections::slots::Slots;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// How many keys ahead a slot is prefetched.
const AHEAD: usize = 32;

/// A lossy cache with one entry per hash: it drops states, but never reports a false duplicate.
pub(super) struct RecentCache<S> {
    slots: Slots<S>,
}

impl<S: Key> RecentCache<S> {
    /// Returns an empty one of `bytes` bytes.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, or the search is cancelled.
    pub fn new(bytes: u64, workspace: &mut Workspace) -> Result<Self, StopReason> {
        let slots = (bytes as usize / size_of::<S>()).max(1);
        let bytes = (slots * size_of::<S>()) as u64;
        workspace.budget.take(bytes)?;
        let slots = Slots::free(slots, workspace.cancel).inspect_err(|_| workspace.budget.give(bytes))?;
        Ok(RecentCache { slots })
    }

    /// Visits those of `keys` that are not among the recent ones, and remembers them.
    #[inline]
    pub fn filter_new(&mut self, keys: &[S], mut visit: impl FnMut(S)) {
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

    /// Takes less memory, by so many bytes or, if it has fewer, by nearly all. The cache is empty afterwards.
    ///
    /// # Errors
    /// Those of [`RecentCache::new`].
    pub fn shrink(&mut self, by: u64, workspace: &mut Workspace) -> Result<(), StopReason> {
        let bytes = self.bytes().saturating_sub(by);
        // The old memory goes before the new one is taken.
        let old = std::mem::replace(self, RecentCache::new(0, workspace)?);
        old.free(workspace.budget);
        let least = std::mem::replace(self, RecentCache::new(bytes, workspace)?);
        least.free(workspace.budget);
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
    use crate::runtime::cancel::CancelCheck;

    struct NeverCancel;

    impl CancelCheck for NeverCancel {
        fn work(&mut self, _: usize) -> Result<(), StopReason> {
            Ok(())
        }
    }

    #[test]
    fn memory_is_given_back_when_others_need_it() {
        let mut budget = Budget::new(100_000);
        let mut recent: RecentCache<u64> =
            RecentCache::new(90_000, &mut Workspace::new(&mut budget, &mut NeverCancel)).unwrap();
        let keys: Vec<u64> = (0..1000).collect();
        for (by, left) in [(0, 10_000), (40_000, 50_000), (1 << 20, 99_992)] {
            recent.shrink(by, &mut Workspace::new(&mut budget, &mut NeverCancel)).unwrap();
            assert_eq!(budget.left(), left);
            // All of them are new again, and then at least the last one is known.
            let mut new = 0;
            recent.filter_new(&keys, |_| new += 1);
            recent.filter_new(&keys[999..], |_| new += 1);
            assert_eq!(new, 1000);
        }
        // One slot beside the new memory.
        assert_eq!(budget.peak(), 90_008);
        recent.free(&mut budget);
        assert_eq!(budget.used(), 0);
    }
}
