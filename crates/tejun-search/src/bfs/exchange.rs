//! What carries states to the partitions that own them: a seam.
//!
//! Today all partitions live in one process and boxes change hands. An exchange over a network fits in,
//! too: all that a partition hears of another in a round is what lies in its inbox.

use crate::budget::Budget;
use crate::limits::StopReason;

/// Carries, between two rounds, what partitions made to those that own it.
pub(crate) trait Exchange<S>: Sized {
    /// An exchange between so many partitions.
    fn new(parts: usize) -> Self;

    /// Empties every outbox into the inbox of its addressee: box `i` of the outboxes of partition `j` into
    /// box `j` of the inboxes of partition `i`, in order. The inboxes are empty before.
    fn deliver(&mut self, boxes: &mut [&mut Boxes<S>]);
}

/// What a partition sends and gets in a round: a box for each partition, itself among them.
pub(crate) struct Boxes<S> {
    /// What it has made, by owner.
    pub out: Vec<Vec<S>>,
    /// What others have made for it, by maker.
    pub inbox: Vec<Vec<S>>,
    /// The items that the boxes in `out`, and those lent to the addressees, have room for. The maker
    /// answers for both.
    room: Vec<usize>,
    lent: Vec<usize>,
    pub budget: Budget,
}

impl<S> Boxes<S> {
    /// Empty boxes for so many partitions, which take so many bytes at most.
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
    /// When the budget does not allow it.
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

    /// Counts the outboxes again, after they have grown by themselves.
    ///
    /// # Errors
    /// When they take more than the budget allows.
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

/// The exchange in memory: full and empty boxes change hands.
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
