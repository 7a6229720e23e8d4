//! The seam through which states reach the partitions that own them.
//!
//! Today all partitions live in one process and swap boxes. An exchange over a network would fit as well: all
//! that a partition learns of another in a round is in its inbox.

use crate::budget::Budget;
use crate::limits::StopReason;

/// Carries states from the partitions that generated them to the owners, between two rounds.
pub(crate) trait Exchange<S>: Sized {
    /// Returns an exchange between `parts` partitions.
    fn new(parts: usize) -> Self;

    /// Moves every outbox to the inbox of its owner: outbox `i` of partition `j` becomes inbox `j` of
    /// partition `i`, in order. The inboxes are empty before.
    fn deliver(&mut self, boxes: &mut [&mut Boxes<S>]);
}

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

    /// Makes room for `more` items in each outbox.
    ///
    /// # Errors
    /// If the budget does not allow it.
    #[inline]
    pub fn make_room(&mut self, more: usize) -> Result<(), StopReason> {
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

    /// Frees all boxes.
    pub fn free(&mut self) {
        *self = Boxes::new(self.out.len(), 0);
    }
}

/// The exchange in memory: full boxes are swapped for empty ones.
pub(crate) struct Swap;

impl<S> Exchange<S> for Swap {
    fn new(_: usize) -> Self {
        Swap
    }

    fn deliver(&mut self, boxes: &mut [&mut Boxes<S>]) {
        for to in 0..boxes.len() {
            for from in 0..boxes.len() {
                let sent = std::mem::take(&mut boxes[from].out[to]);
                let emptied = std::mem::replace(&mut boxes[to].inbox[from], sent);
                let maker = &mut *boxes[from];
                maker.out[to] = emptied;
                std::mem::swap(&mut maker.room[to], &mut maker.lent[to]);
            }
        }
    }
}
