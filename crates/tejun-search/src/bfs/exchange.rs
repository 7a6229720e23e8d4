//! The boxes in which states go to the partitions that own them.

use crate::budget::Budget;
use crate::limits::StopReason;

/// The states that a partition sends and receives in a round: one box per partition, itself included.
pub(crate) struct Boxes<S> {
    /// States it generated, by owner.
    pub out: Vec<Vec<S>>,
    /// States that others generated for it, by sender.
    pub inbox: Vec<Vec<S>>,
    /// Capacities, in items, of the boxes in `out` and of those lent to their owners. The sender's budget
    /// counts both.
    room: Vec<usize>,
    lent: Vec<usize>,
    pub budget: Budget,
}

impl<S> Boxes<S> {
    /// Returns empty boxes for `parts` partitions, which may take `bytes` bytes.
    pub fn new(parts: usize, bytes: u64) -> Self {
        let boxes = || (0..parts).map(|_| Vec::new()).collect();
        Boxes {
            out: boxes(),
            inbox: boxes(),
            room: vec![0; parts],
            lent: vec![0; parts],
            budget: Budget::new(bytes),
        }
    }

    /// Makes room for `more` items in each outbox: in all of them, or in none.
    ///
    /// # Errors
    /// If the budget does not allow it.
    #[inline]
    pub fn make_room(&mut self, more: usize) -> Result<(), StopReason> {
        let is_short = |(list, room): (&Vec<S>, &usize)| *room - list.len() < more;
        if self.out.iter().zip(&self.room).any(is_short) { self.grow(more) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, more: usize) -> Result<(), StopReason> {
        // If only some could grow, they would take the memory with which all could grow by fewer items.
        let short = self.out.iter().zip(&self.room).filter(|(list, room)| **room - list.len() < more);
        let items: usize = short.map(|(list, _)| list.len() + more).sum();
        self.budget.fits((items * size_of::<S>()) as u64)?;
        for (list, room) in self.out.iter_mut().zip(&mut self.room) {
            if *room - list.len() < more {
                self.budget.grow(list, more)?;
                *room = list.capacity();
            }
        }
        Ok(())
    }

    /// Counts the outboxes again after they have grown on their own.
    ///
    /// # Errors
    /// If they take more than the budget allows.
    pub fn recount(&mut self) -> Result<(), StopReason> {
        for (list, room) in self.out.iter().zip(&mut self.room) {
            let grown = list.capacity() - *room;
            self.budget.take((grown * size_of::<S>()) as u64)?;
            *room = list.capacity();
        }
        Ok(())
    }

    /// Puts states that came from another process into the inbox of a sender.
    ///
    /// # Errors
    /// If the budget does not allow it.
    pub fn take_in(
        &mut self,
        from: usize,
        states: impl Iterator<Item = S>,
        count: usize,
    ) -> Result<(), StopReason> {
        self.budget.grow(&mut self.inbox[from], count)?;
        self.inbox[from].extend(states);
        Ok(())
    }

    /// Moves the outboxes to the inboxes of their owners, in exchange for empty ones: outbox `i` of partition `j`
    /// becomes inbox `j` of partition `i`. `boxes` are those of the partitions `own`; their inboxes are empty before.
    pub fn swap(boxes: &mut [&mut Boxes<S>], own: impl Iterator<Item = usize> + Clone) {
        for (at, to) in own.clone().enumerate() {
            for (maker, from) in own.clone().enumerate() {
                let sent = std::mem::take(&mut boxes[maker].out[to]);
                let emptied = std::mem::replace(&mut boxes[at].inbox[from], sent);
                let maker = &mut *boxes[maker];
                maker.out[to] = emptied;
                std::mem::swap(&mut maker.room[to], &mut maker.lent[to]);
            }
        }
    }

    /// Frees all boxes.
    pub fn free(&mut self) {
        *self = Boxes::new(self.out.len(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_cannot_all_grow_take_nothing() {
        let mut boxes: Boxes<u64> = Boxes::new(10, 1000);
        assert_eq!((boxes.make_room(16), boxes.budget.used()), (Err(StopReason::Memory), 0));
        assert_eq!(boxes.make_room(8), Ok(()));
        assert!(boxes.out.iter().all(|list| list.capacity() >= 8));
    }
}
