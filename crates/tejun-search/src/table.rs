//! An open-addressing set of packed states that is probed in batches.

use std::collections::TryReserveError;

use crate::prefetch::prefetch;
use crate::slots::Slots;
use crate::space::Packed;

/// How many keys ahead of the one in hand a slot is fetched: enough to wait for that many cache
/// misses at once. Twice as many bring nothing more.
const AHEAD: usize = 32;

/// A set of packed states: linear probing in one array of whole keys, filled to three quarters at
/// most.
///
/// Its size is set when it is made. Who uses it makes a larger one from its own lists when
/// [`room`](StateTable::room) runs out: old and new table then never stand side by side.
#[derive(Debug)]
pub struct StateTable<S> {
    slots: Slots<S>,
    len: usize,
}

impl<S: Packed> StateTable<S> {
    /// The bytes that a table for `states` states takes.
    pub fn bytes_for(states: usize) -> u64 {
        (Self::slots_for(states) * size_of::<S>()) as u64
    }

    fn slots_for(states: usize) -> usize {
        (states + states / 3 + 8).next_multiple_of(8)
    }

    /// An empty table with room for `states` states.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn with_room(states: usize) -> Result<Self, TryReserveError> {
        Ok(StateTable { slots: Slots::free(Self::slots_for(states))?, len: 0 })
    }

    /// How many states it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds no state.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many states more it can take.
    pub fn room(&self) -> usize {
        (self.slots.len() - self.slots.len() / 4).saturating_sub(self.len)
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<S>()) as u64
    }

    /// Whether `key` is in the set. Expected constant time.
    #[inline]
    pub fn contains(&self, key: S) -> bool {
        let slots = &*self.slots;
        slots[find(slots, key, home(slots, key))] == key
    }

    /// Adds `key`; answers whether it is new. Expected constant time.
    ///
    /// # Panics
    /// When there is no room left.
    pub fn insert(&mut self, key: S) -> bool {
        let mut new = false;
        self.insert_all(&[key], |_| new = true);
        new
    }

    /// Adds all of `keys`, and calls `fresh` for each that is new, in order. Equal keys may be among
    /// them. Expected constant time a key, with the cache misses of 32 keys overlapped: on a table
    /// far larger than the cache more than twice as fast as one key after the other.
    ///
    /// # Panics
    /// When there is no room left for so many.
    #[inline]
    pub fn insert_all(&mut self, keys: &[S], mut fresh: impl FnMut(S)) {
        assert!(keys.len() <= self.room(), "the table has no room for {} states more", keys.len());
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

/// The slot at which the search for a key begins: the number of slots need be no power of two.
#[inline(always)]
fn home<S: Packed>(slots: &[S], key: S) -> usize {
    ((u128::from(key.mix()) * slots.len() as u128) >> 64) as usize
}

/// The slot that holds `key`, or the free one where it belongs, searched from `slot` on.
#[inline(always)]
fn find<S: Packed>(slots: &[S], key: S, mut slot: usize) -> usize {
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

    proptest! {
        #[test]
        fn agrees_with_a_hash_set(keys in proptest::collection::vec(0u64..500, 0..1000)) {
            let mut table = StateTable::with_room(keys.len()).unwrap();
            let mut set = HashSet::new();
            let mut new = Vec::new();
            table.insert_all(&keys, |key| new.push(key));
            let expected: Vec<u64> = keys.iter().copied().filter(|&key| set.insert(key)).collect();
            prop_assert_eq!(new, expected);
            prop_assert_eq!(table.len(), set.len());
            for key in 0..500 {
                prop_assert_eq!(table.contains(key), set.contains(&key));
            }
        }
    }

    #[test]
    #[should_panic(expected = "no room")]
    fn refuses_more_than_it_was_made_for() {
        let mut table = StateTable::<u64>::with_room(10).unwrap();
        let keys: Vec<u64> = (0..100).collect();
        table.insert_all(&keys, |_| ());
    }
}
