//! A list that grows without moving what it holds.

use std::ops::{Index, IndexMut};

use crate::limits::StopReason;
use crate::runtime::budget::Budget;

/// Items of a segment, a power of two.
const SIZE: usize = 1 << 13;

/// Room of the first segment at the beginning, so that a small search stays small.
const FIRST: usize = 32;

/// A list in segments of equal size, read and written by index. Only the first segment grows, up to that
/// size; then growing copies nothing and never holds the old and the new list side by side.
#[derive(Debug)]
pub(crate) struct Segments<T> {
    segments: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Segments<T> {
    /// Returns an empty list without memory.
    pub fn new() -> Self {
        Segments { segments: Vec::new(), len: 0 }
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds an item at the end.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    #[inline]
    pub fn push(&mut self, item: T, budget: &mut Budget) -> Result<(), StopReason> {
        let at = self.len / SIZE;
        if self.segments.get(at).is_none_or(|last| last.len() == last.capacity()) {
            self.make_room(at, budget)?;
        }
        self.segments[at].push(item);
        self.len += 1;
        Ok(())
    }

    #[cold]
    fn make_room(&mut self, at: usize, budget: &mut Budget) -> Result<(), StopReason> {
        if at < self.segments.len() {
            return budget.grow(&mut self.segments[at], 1);
        }
        budget.grow(&mut self.segments, 1)?;
        self.segments.push(budget.list(if at == 0 { FIRST } else { SIZE })?);
        Ok(())
    }

    /// Removes the last item and returns it. Its memory stays for the next.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.segments[self.len / SIZE].pop()
    }

    /// Frees its memory.
    pub fn free(&mut self, budget: &mut Budget) {
        self.segments.iter_mut().for_each(|segment| budget.free(segment));
        budget.free(&mut self.segments);
        self.len = 0;
    }
}

impl<T> Index<usize> for Segments<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.segments[at / SIZE][at % SIZE]
    }
}

impl<T> IndexMut<usize> for Segments<T> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.segments[at / SIZE][at % SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_list_and_a_stack() {
        let mut budget = Budget::new(u64::MAX);
        let mut list = Segments::new();
        for round in 1..4 {
            for item in 0..30_000_u32 {
                list.push(item * round, &mut budget).unwrap();
            }
            assert_eq!((list.len(), list[8191], list[8192]), (30_000, 8191 * round, 8192 * round));
            list[20_000] = 7;
            assert_eq!(list[20_000], 7);
            for item in (0..30_000_u32).rev() {
                assert_eq!(list.pop(), Some(if item == 20_000 { 7 } else { item * round }));
            }
            assert_eq!(list.pop(), None);
        }
        // Nothing was allocated again for the second and the third round.
        assert!(budget.used() < 150_000, "{}", budget.used());
        list.free(&mut budget);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn keeps_to_the_budget() {
        let mut budget = Budget::new(3000);
        let mut list = Segments::new();
        while list.push(0_u64, &mut budget).is_ok() {}
        assert!(list.len() > 100 && budget.peak() <= 3000, "{}", list.len());
    }
}
