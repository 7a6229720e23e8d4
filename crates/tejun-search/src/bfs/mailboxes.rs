//! Mailboxes: how states reach the partitions that own them.

use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::state::key::Key;

/// Returns which of `partitions` partitions owns a state.
#[inline(always)]
pub(crate) fn owner<S: Key>(state: S, partitions: usize) -> usize {
    // The table uses the upper half of the hash, so the partitions use the lower half.
    (((state.mix() & 0xffff_ffff) * partitions as u64) >> 32) as usize
}

/// The states that a partition sends and receives in a round: one mailbox per partition, itself included.
pub(crate) struct Mailboxes<S> {
    /// States it generated, by owner.
    pub outboxes: Vec<Vec<S>>,
    /// States that others generated for it, by sender.
    pub inboxes: Vec<Vec<S>>,
    /// Capacities, in items, of the `outboxes` and of those lent to their owners. The sender's budget
    /// counts both.
    capacities: Vec<usize>,
    lent: Vec<usize>,
    pub budget: Budget,
}

impl<S> Mailboxes<S> {
    /// Returns empty mailboxes for `partitions` partitions, which may take `bytes` bytes.
    pub fn new(partitions: usize, bytes: u64) -> Self {
        let empty = || (0..partitions).map(|_| Vec::new()).collect();
        Mailboxes {
            outboxes: empty(),
            inboxes: empty(),
            capacities: vec![0; partitions],
            lent: vec![0; partitions],
            budget: Budget::new(bytes),
        }
    }

    /// Makes room for `more` items in each outbox: in all of them, or in none.
    ///
    /// # Errors
    /// If the budget does not allow it.
    #[inline]
    pub fn make_room(&mut self, more: usize) -> Result<(), StopReason> {
        let is_short = |(list, capacity): (&Vec<S>, &usize)| *capacity - list.len() < more;
        if self.outboxes.iter().zip(&self.capacities).any(is_short) { self.grow(more) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, more: usize) -> Result<(), StopReason> {
        // If only some could grow, they would take the memory with which all could grow by fewer items.
        let short = self
            .outboxes
            .iter()
            .zip(&self.capacities)
            .filter(|(list, capacity)| **capacity - list.len() < more);
        let items: usize = short.map(|(list, _)| list.len() + more).sum();
        self.budget.fits((items * size_of::<S>()) as u64)?;
        for (list, capacity) in self.outboxes.iter_mut().zip(&mut self.capacities) {
            if *capacity - list.len() < more {
                self.budget.grow(list, more)?;
                *capacity = list.capacity();
            }
        }
        Ok(())
    }

    /// Counts the outboxes again after they have grown on their own.
    ///
    /// # Errors
    /// If they take more than the budget allows.
    pub fn recount(&mut self) -> Result<(), StopReason> {
        for (list, capacity) in self.outboxes.iter().zip(&mut self.capacities) {
            let grown = list.capacity() - *capacity;
            self.budget.take((grown * size_of::<S>()) as u64)?;
            *capacity = list.capacity();
        }
        Ok(())
    }

    /// Puts states that came from another process into the inbox of a sender.
    ///
    /// # Errors
    /// If the budget does not allow it.
    pub fn receive(
        &mut self,
        from: usize,
        states: impl Iterator<Item = S>,
        count: usize,
    ) -> Result<(), StopReason> {
        self.budget.grow(&mut self.inboxes[from], count)?;
        self.inboxes[from].extend(states);
        Ok(())
    }

    /// Moves the outboxes to the inboxes of their owners, in exchange for empty ones: outbox `i` of partition `j`
    /// becomes inbox `j` of partition `i`. `mailboxes` are those of the partitions `own`; their inboxes are empty before.
    pub fn swap(mailboxes: &mut [&mut Mailboxes<S>], own: impl Iterator<Item = usize> + Clone) {
        for (at, to) in own.clone().enumerate() {
            for (maker, from) in own.clone().enumerate() {
                let sent = std::mem::take(&mut mailboxes[maker].outboxes[to]);
                let emptied = std::mem::replace(&mut mailboxes[at].inboxes[from], sent);
                let maker = &mut *mailboxes[maker];
                maker.outboxes[to] = emptied;
                std::mem::swap(&mut maker.capacities[to], &mut maker.lent[to]);
            }
        }
    }

    /// Frees all mailboxes.
    pub fn free(&mut self) {
        *self = Mailboxes::new(self.outboxes.len(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_cannot_all_grow_take_nothing() {
        let mut mailboxes: Mailboxes<u64> = Mailboxes::new(10, 1000);
        assert_eq!((mailboxes.make_room(16), mailboxes.budget.used()), (Err(StopReason::Memory), 0));
        assert_eq!(mailboxes.make_room(8), Ok(()));
        assert!(mailboxes.outboxes.iter().all(|list| list.capacity() >= 8));
    }
}
