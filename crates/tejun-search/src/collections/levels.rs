//! The states of a search in order of discovery, by level.

use crate::limits::StopReason;
use crate::runtime::budget::Budget;

/// A list of states that only grows, divided into levels.
///
/// It is stored in segments, so growing copies nothing and never holds the old and the new list side by side.
/// Segments double from a page up to a mebibyte, so that a small search stays small.
#[derive(Debug)]
pub(crate) struct Levels<S> {
    segments: Vec<Vec<S>>,
    /// Where each level begins. The last one is open: it still grows.
    begins: Vec<Cursor>,
    len: u64,
    capacity: usize,
}

/// A position in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    segment: usize,
    offset: usize,
}

const FIRST_SEGMENT_BYTES: usize = 8 << 10;
const LARGEST_SEGMENT_BYTES: usize = 1 << 20;

impl<S: Copy> Levels<S> {
    /// Returns an empty list with one open level.
    pub fn new() -> Self {
        let begin = Cursor { segment: 0, offset: 0 };
        Levels { segments: Vec::new(), begins: vec![begin], len: 0, capacity: 0 }
    }

    /// Number of states in all levels.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Makes room for `more` states. If the last segment is too full, its rest stays unused and a new segment
    /// begins.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    #[inline]
    pub fn make_room(&mut self, more: usize, budget: &mut Budget) -> Result<(), StopReason> {
        if self.segments.last().is_some_and(|last| last.capacity() - last.len() >= more) {
            return Ok(());
        }
        let bytes = (self.capacity * size_of::<S>()).clamp(FIRST_SEGMENT_BYTES, LARGEST_SEGMENT_BYTES);
        let segment: Vec<S> = budget.list((bytes / size_of::<S>()).max(more))?;
        self.capacity += segment.capacity();
        self.segments.push(segment);
        Ok(())
    }

    /// Returns the last `count` states pushed.
    pub fn newest(&self, count: usize) -> &[S] {
        self.segments.last().map_or(&[], |last| &last[last.len() - count..])
    }

    /// Adds a state to the open level. The caller must have [made room](Levels::make_room).
    #[inline(always)]
    pub fn push(&mut self, state: S) {
        let last = self.segments.last_mut().expect("the caller must make room before a push");
        debug_assert!(last.len() < last.capacity());
        last.push(state);
        self.len += 1;
    }

    /// Position of the next state.
    pub fn end(&self) -> Cursor {
        match self.segments.len() {
            0 => Cursor { segment: 0, offset: 0 },
            n => Cursor { segment: n - 1, offset: self.segments[n - 1].len() },
        }
    }

    /// Closes the open level and opens the next.
    pub fn close_level(&mut self) {
        self.begins.push(self.end());
    }

    /// Index of the open level.
    pub fn open_level(&self) -> usize {
        self.begins.len() - 1
    }

    /// Position at which a level begins.
    pub fn begin(&self, level: usize) -> Cursor {
        self.begins[level]
    }

    /// The states of a level, in slices.
    pub fn level(&self, level: usize) -> impl Iterator<Item = &[S]> {
        self.between(self.begins[level], self.begins.get(level + 1).copied().unwrap_or(self.end()))
    }

    /// The states of `level` and all later levels, in slices.
    pub fn since(&self, level: usize) -> impl Iterator<Item = &[S]> {
        self.between(self.begins[level], self.end())
    }

    /// Number of states in a level.
    pub fn level_len(&self, level: usize) -> u64 {
        self.level(level).map(|slice| slice.len() as u64).sum()
    }

    fn between(&self, from: Cursor, to: Cursor) -> impl Iterator<Item = &[S]> {
        (from.segment..=to.segment).filter_map(move |segment| {
            let states = self.segments.get(segment)?;
            let begin = if segment == from.segment { from.offset } else { 0 };
            let end = if segment == to.segment { to.offset } else { states.len() };
            Some(&states[begin..end])
        })
    }

    /// Returns the next slice from `cursor` up to `end`, with at most `most` states, and advances the cursor;
    /// empty at the end.
    pub fn take(&self, cursor: &mut Cursor, end: Cursor, most: usize) -> &[S] {
        loop {
            let Some(states) = self.segments.get(cursor.segment) else { return &[] };
            let last = if cursor.segment == end.segment { end.offset } else { states.len() };
            if cursor.offset < last {
                let begin = cursor.offset;
                cursor.offset = last.min(begin + most);
                return &states[begin..cursor.offset];
            }
            if cursor.segment >= end.segment {
                return &[];
            }
            *cursor = Cursor { segment: cursor.segment + 1, offset: 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_come_back_as_they_went_in() {
        let mut levels = Levels::new();
        let mut budget = Budget::new(u64::MAX);
        let sizes = [1usize, 0, 3, 100_000, 0, 200_001, 7];
        let mut next = 0u64;
        for (level, &size) in sizes.iter().enumerate() {
            if level > 0 {
                levels.close_level();
            }
            for _ in 0..size {
                levels.make_room(1, &mut budget).unwrap();
                levels.push(next);
                next += 1;
            }
        }
        assert_eq!(levels.len(), next);
        let mut expected = 0;
        for (level, &size) in sizes.iter().enumerate() {
            assert_eq!(levels.level_len(level), size as u64);
            for &state in levels.level(level).flatten() {
                assert_eq!(state, expected);
                expected += 1;
            }
        }
        let mut cursor = levels.begin(3);
        let mut taken = 0;
        loop {
            let slice = levels.take(&mut cursor, levels.begin(6), 1000);
            if slice.is_empty() {
                break;
            }
            assert!(slice.len() <= 1000);
            assert_eq!(slice[0], 4 + taken);
            taken += slice.len() as u64;
        }
        assert_eq!(taken, 300_001);
        assert_eq!(levels.since(5).map(<[u64]>::len).sum::<usize>(), 200_008);
    }

    #[test]
    fn a_segment_has_the_room_that_was_asked_for_however_large_a_state_is() {
        let mut levels: Levels<[u64; 64]> = Levels::new();
        let mut budget = Budget::new(4 << 20);
        for _ in 0..4 {
            levels.make_room(1000, &mut budget).unwrap();
            for _ in 0..1000 {
                levels.push([0; 64]);
            }
            let allocated: usize = levels.segments.iter().map(Vec::capacity).sum();
            assert_eq!(budget.used(), (allocated * size_of::<[u64; 64]>()) as u64);
        }
        assert_eq!(levels.make_room(5000, &mut budget), Err(StopReason::Memory));
    }
}
