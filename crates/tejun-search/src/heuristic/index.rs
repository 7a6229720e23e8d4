//! A hash table from states to the places where they are stored.

use crate::collections::prefetch::prefetch;
use crate::collections::slots::Slots;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// Numbers of states, found by hash: linear probing, at most three quarters full. A slot holds the low half
/// of the hash, which tells almost all other states apart without a look at them, and the number.
///
/// The states themselves are elsewhere, so this code is compiled once for all kinds of states.
pub(super) struct Index {
    slots: Slots<u64>,
    len: usize,
}

impl Index {
    /// Returns an index without memory.
    pub fn none() -> Self {
        Index { slots: Slots::Heap(Vec::new()), len: 0 }
    }

    /// Bytes of an index for `states` states.
    pub fn bytes_for(states: usize) -> u64 {
        8 * Self::slots_for(states) as u64
    }

    fn slots_for(states: usize) -> usize {
        (states + states / 3 + 8).next_multiple_of(8)
    }

    /// Returns an empty index with room for `states` states.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, or the search is cancelled.
    pub fn with_room(states: usize, workspace: &mut Workspace) -> Result<Self, StopReason> {
        let bytes = Self::bytes_for(states);
        workspace.budget.take(bytes)?;
        let slots = Slots::free(Self::slots_for(states), workspace.cancel)
            .inspect_err(|_| workspace.budget.give(bytes))?;
        Ok(Index { slots, len: 0 })
    }

    /// Frees its memory.
    pub fn free(&mut self, budget: &mut Budget) {
        budget.give(self.bytes());
        *self = Self::none();
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> u64 {
        8 * self.slots.len() as u64
    }

    /// Returns whether it can take no more states.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len >= self.slots.len() - self.slots.len() / 4
    }

    /// Loads what a state of this hash will be compared with.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.slots, home(hash, self.slots.len()));
    }

    /// Returns the number of the state of this hash for which `is` returns true.
    #[inline]
    pub fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Option<u32> {
        let slots = &*self.slots;
        let mut slot = home(hash, slots.len());
        loop {
            let there = *slots.get(slot)?;
            if there == u64::NONE {
                return None;
            }
            if (there >> 32) as u32 == hash as u32 && is(there as u32) {
                return Some(there as u32);
            }
            slot = if slot + 1 == slots.len() { 0 } else { slot + 1 };
        }
    }

    /// Adds a state that is not in it. There must be room, and the number must not be `u32::MAX`.
    #[inline]
    pub fn insert(&mut self, hash: u64, number: u32) {
        let slots = &mut *self.slots;
        let mut slot = home(hash, slots.len());
        while slots[slot] != u64::NONE {
            slot = if slot + 1 == slots.len() { 0 } else { slot + 1 };
        }
        slots[slot] = hash << 32 | u64::from(number);
        self.len += 1;
    }
}

/// The slot at which probing begins: from the high half of the hash, because the low half is in the slot.
#[inline(always)]
fn home(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}
