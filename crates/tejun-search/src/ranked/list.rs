//! The first few positions of a level.

use super::Ranked;

/// The first positions that a thread meets on a level, at most so many.
pub(super) struct List<P> {
    room: usize,
    /// In order once it is full; the last is the one to drop.
    items: Vec<(P, u64)>,
}

impl<P: Ord> List<P> {
    pub fn new(room: usize) -> Self {
        List { room, items: Vec::new() }
    }

    /// Adds the position of a cursor if it is one of the first.
    #[inline]
    pub fn meet<R: Ranked<Place = P>>(&mut self, space: &R, cursor: &R::Cursor, rank: u64) {
        let full = self.items.len() >= self.room;
        if !full || self.items.last().is_some_and(|(last, _)| space.precedes(cursor, last)) {
            self.insert((space.place(cursor), rank));
        }
    }

    #[cold]
    fn insert(&mut self, item: (P, u64)) {
        let at = self.items.partition_point(|known| *known < item);
        self.items.insert(at, item);
        self.items.truncate(self.room);
    }

    /// The first of both lists.
    pub fn merge(&mut self, other: Self) {
        self.items.extend(other.items);
        self.items.sort_unstable();
        self.items.truncate(self.room);
    }

    /// The ranks of the positions, in order.
    pub fn ranks(&self) -> Vec<u64> {
        self.items.iter().map(|&(_, rank)| rank).collect()
    }
}
