//! An open-addressing set of packed states, probed in batches.

use crate::collections::prefetch::prefetch;
use crate::collections::slots::Slots;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::state::key::{Key, refuse_none};

/// How many keys ahead a slot is prefetched: enough to overlap that many cache misses. Twice as many gain
/// nothing.
const AHEAD: usize = 32;

/// States added between two checks.
const RUN: usize = 1 << 12;

/// A set of packed states: linear probing in one array of full keys, at most three quarters full.
///
/// Its size is fixed. When [`room`](StateTable::room) runs out, the owner frees it and builds a larger one
/// from its own lists, so that the old and the new table never exist side by side.
#[derive(Debug)]
pub(crate) struct StateTable<S> {
    slots: Slots<S>,
    len: usize,
}

impl<S: Key> StateTable<S> {
    /// Bytes of a table for `states` states.
    pub fn bytes_for(states: usize) -> u64 {
        (Self::slots_for(states) * size_of::<S>()) as u64
    }

    fn slots_for(states: usize) -> usize {
        (states + states / 3 + 8).next_multiple_of(8)
    }

    /// Returns a table without memory or states.
    pub fn none() -> Self {
        StateTable { slots: Slots::Heap(Vec::new()), len: 0 }
    }

    /// Returns an empty table with room for `states` states.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, or the search is cancelled.
    pub fn with_room(states: usize, workspace: &mut Workspace) -> Result<Self, StopReason> {
        let bytes = Self::bytes_for(states);
        workspace.budget.take(bytes)?;
        let slots = Slots::free(Self::slots_for(states), workspace.cancel)
            .inspect_err(|_| workspace.budget.give(bytes))?;
        Ok(StateTable { slots, len: 0 })
    }

    /// Returns a table of `states`.
    ///
    /// # Errors
    /// Those of [`StateTable::with_room`].
    pub fn of(states: &[S], workspace: &mut Workspace) -> Result<Self, StopReason> {
        let mut table = Self::with_room(states.len(), workspace)?;
        table.insert_cancellable(states, workspace.cancel)?;
        Ok(table)
    }

    /// Adds all of `states`, however many, checking for cancellation.
    ///
    /// # Errors
    /// If the search is cancelled.
    pub fn insert_cancellable(
        &mut self,
        states: &[S],
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        for states in states.chunks(RUN) {
            refuse_none(states);
            self.insert_all(states, |_| ());
            cancel.work(4 * states.len())?;
        }
        Ok(())
    }

    /// Frees its memory.
    pub fn free(&mut self, budget: &mut Budget) {
        budget.give(self.bytes());
        *self = Self::none();
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of states it can still take.
    pub fn room(&self) -> usize {
        (self.slots.len() - self.slots.len() / 4).saturating_sub(self.len)
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<S>()) as u64
    }

    /// Returns whether `key` is in the set. Cost: expected O(1).
    #[inline]
    pub fn contains(&self, key: S) -> bool {
        let slots = &*self.slots;
        !slots.is_empty() && slots[find(slots, key, home(slots, key))] == key
    }

    /// Adds `key`, which must not be [`Key::NONE`]; returns whether it was new. There must be room.
    #[inline]
    pub fn insert(&mut self, key: S) -> bool {
        let slots = &mut *self.slots;
        let slot = find(slots, key, home(slots, key));
        let new = slots[slot] != key;
        slots[slot] = key;
        self.len += usize::from(new);
        new
    }

    /// Moves the states to a larger table, twice as large if that fits, for an owner without lists of them.
    /// Counts both tables while the states move.
    ///
    /// # Errors
    /// Those of [`StateTable::with_room`].
    #[cold]
    pub fn grow(&mut self, workspace: &mut Workspace) -> Result<(), StopReason> {
        let len = self.len;
        let room = [2 * len.max(64), len + len / 2]
            .into_iter()
            .find(|&room| Self::bytes_for(room) <= workspace.budget.left());
        let mut grown = Self::with_room(room.unwrap_or(len + len / 8 + 8), workspace)?;
        let (mut run, mut filled) = ([S::NONE; AHEAD], 0);
        for slots in self.slots.chunks(RUN) {
            for &state in slots.iter().filter(|&&state| state != S::NONE) {
                run[filled] = state;
                filled += 1;
                if filled == run.len() {
                    grown.insert_all(&run, |_| ());
                    filled = 0;
                }
            }
            workspace.cancel.work(4 * RUN)?;
        }
        grown.insert_all(&run[..filled], |_| ());
        self.free(workspace.budget);
        *self = grown;
        Ok(())
    }

    /// Adds all of `keys`, which may repeat, and calls `fresh` for each new one, in order. No key may be
    /// [`Key::NONE`].
    ///
    /// Cost: expected O(1) per key, with the cache misses of 32 keys overlapped. On a table far larger than
    /// the cache this is more than twice as fast as inserting one key after the other.
    ///
    /// # Panics
    /// Panics if there is no room for all of them.
    #[inline]
    pub fn insert_all(&mut self, keys: &[S], mut fresh: impl FnMut(S)) {
        assert!(keys.len() <= self.room(), "the table has no room for {} more states", keys.len());
        let slots = &mut *self.slots;
        let mut homes = [0usize; AHEAD];
        for (at, &key) in homes.iter_mut().zip(keys) {
            *at = home(slots, key);
            prefetch(slots, *at);
        }
        for (i, &key) in keys.iter().enumerate() {
            let slot = find(slots, key, homes[i % AHEAD]);
            if let Some(&ahead) = keys.get(i + AHEAD) {
                homes[i % AHEAD] = home(slots, ahead);
                prefetch(slots, homes[i % AHEAD]);
            }
            if slots[slot] != key {
                slots[slot] = key;
                self.len += 1;
                fresh(key);
            }
        }
    }
}

/// The slot at which probing for a key begins. The number of slots need not be a power of two.
#[inline(always)]
fn home<S: Key>(slots: &[S], key: S) -> usize {
    ((u128::from(key.mix()) * slots.len() as u128) >> 64) as usize
}

/// The slot that holds `key`, or the free slot where it belongs, probing from `slot`.
#[inline(always)]
fn find<S: Key>(slots: &[S], key: S, mut slot: usize) -> usize {
    loop {
        let there = slots[slot];
        if there == key || there == S::NONE {
            return slot;
        }
        slot += 1;
        if slot == slots.len() {
            slot = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    struct NeverCancel;

    impl CancelCheck for NeverCancel {
        fn work(&mut self, _: usize) -> Result<(), StopReason> {
            Ok(())
        }
    }

    fn table<S: Key>(room: usize) -> StateTable<S> {
        StateTable::with_room(room, &mut Workspace::new(&mut Budget::new(u64::MAX), &mut NeverCancel))
            .unwrap()
    }

    fn agrees<S: Key>(keys: &[u16], state: impl Fn(u16) -> S) -> Result<(), TestCaseError> {
        let mut table = table(keys.len());
        let keys: Vec<S> = keys.iter().map(|&key| state(key)).collect();
        let mut set = HashSet::new();
        let mut new = Vec::new();
        table.insert_all(&keys, |key| new.push(key));
        let expected: Vec<S> = keys.iter().copied().filter(|&key| set.insert(key)).collect();
        prop_assert_eq!(new, expected);
        prop_assert_eq!(table.len(), set.len());
        for key in (0..500).map(state) {
            prop_assert_eq!(table.contains(key), set.contains(&key));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn agrees_with_a_hash_set(keys in proptest::collection::vec(0u16..500, 0..1000)) {
            agrees::<u64>(&keys, u64::from)?;
            agrees::<u32>(&keys, u32::from)?;
            agrees::<[u64; 3]>(&keys, |key| [0, u64::from(key), 7])?;
            agrees::<[u8; 3]>(&keys, |key| [key as u8, 9, (key >> 8) as u8])?;
            agrees::<[u8; 11]>(&keys, |key| {
                let [low, high] = key.to_le_bytes();
                [low, 0, 0, 0, 0, 0, 0, 0, 0, 0, high]
            })?;
        }
    }

    #[test]
    #[should_panic(expected = "no room")]
    fn refuses_more_than_it_was_made_for() {
        let mut table = table::<u64>(10);
        let keys: Vec<u64> = (0..100).collect();
        table.insert_all(&keys, |_| ());
    }

    #[test]
    fn a_table_that_grows_keeps_its_states() {
        let mut budget = Budget::new(1 << 20);
        let mut table = StateTable::none();
        let mut added = 0_u64;
        loop {
            if table.room() == 0 && table.grow(&mut Workspace::new(&mut budget, &mut NeverCancel)).is_err() {
                break;
            }
            assert!(table.insert(added) && !table.insert(added / 2));
            added += 1;
            assert_eq!((table.len() as u64, budget.used()), (added, table.bytes()));
        }
        assert!((0..added).all(|state| table.contains(state)) && !table.contains(added));
        // Old and new table exist side by side for a while.
        assert!(added > 1 << 15 && budget.peak() <= 1 << 20, "{added}");
    }

    #[test]
    fn large_tables_of_odd_states_lie_on_pages_too() {
        let mut budget = Budget::new(100 << 20);
        let states: Vec<[u8; 7]> =
            (0..1_000_000_u64).map(|i| i.to_le_bytes()[..7].try_into().unwrap()).collect();
        let mut table = StateTable::of(&states, &mut Workspace::new(&mut budget, &mut NeverCancel)).unwrap();
        assert!(table.bytes() > 7_000_000);
        assert_eq!((table.len(), budget.used()), (1_000_000, table.bytes()));
        assert!(states.iter().all(|&state| table.contains(state)));
        table.free(&mut budget);
        assert_eq!((budget.used(), table.contains([0; 7])), (0, false));
    }
}
