//! A set of states, stored as their indices in a list. States are compared in full, never by hash alone.

use std::hash::{Hash, Hasher};

use crate::collections::hash::Mix;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::workspace::Workspace;

/// Indices of list entries, by the hash of the entry.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Half of the hash, and the index plus one; zero if empty.
    slots: Vec<(u32, u32)>,
    used: usize,
}

/// Slots moved between two checks.
const RUN: usize = 1 << 12;

impl Seen {
    /// Removes all entries and keeps the memory.
    pub fn clear(&mut self) {
        self.slots.fill((0, 0));
        self.used = 0;
    }

    /// How many more entries it has room for.
    pub fn room(&self) -> usize {
        (self.slots.len() / 2).saturating_sub(self.used)
    }

    /// Makes room for `more` entries.
    ///
    /// # Errors
    /// If memory runs out or the search is cancelled; the set is then empty.
    pub fn make_room(&mut self, more: usize, workspace: &mut Workspace) -> Result<(), StopReason> {
        if self.room() >= more {
            return Ok(());
        }
        let size = (2 * (self.used + more)).next_power_of_two().max(64);
        let mut slots = workspace.budget.list(size)?;
        slots.resize(size, (0, 0));
        let mut old = std::mem::replace(&mut self.slots, slots);
        for run in old.chunks(RUN) {
            workspace.cancel.work(4 * run.len())?;
            for &(tag, number) in run.iter().filter(|&&(_, number)| number != 0) {
                let mut slot = tag as usize & (size - 1);
                while self.slots[slot].1 != 0 {
                    slot = (slot + 1) & (size - 1);
                }
                self.slots[slot] = (tag, number);
            }
        }
        workspace.budget.free(&mut old);
        Ok(())
    }

    /// Enters an entry as `number`, unless `same` finds it equal to an earlier one: then returns the number
    /// of that one. The caller must have [made room](Seen::room).
    pub fn enter(&mut self, entry: &impl Hash, number: usize, same: impl Fn(usize) -> bool) -> Option<usize> {
        let mut mix = Mix::default();
        entry.hash(&mut mix);
        let tag = (mix.finish() >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut slot = tag as usize & mask;
        loop {
            match self.slots[slot] {
                (_, 0) => {
                    self.slots[slot] = (tag, number as u32 + 1);
                    self.used += 1;
                    return None;
                }
                (other, found) if other == tag && same(found as usize - 1) => {
                    return Some(found as usize - 1);
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Frees its memory.
    pub fn free(&mut self, budget: &mut Budget) {
        budget.free(&mut self.slots);
        self.used = 0;
    }
}
