//! The exit distances of all classes.

use tejun_search::{Limits, Outcome, StopReason, Watch};

use super::layout::{EXIT, Shape, bits};
use super::rank::{CLASSES, Ranks};
use crate::families::sliding::levels::{Distances, Numbered};

/// The distance of a class from which no exit can be reached.
pub const NEVER: u8 = u8::MAX;

/// The number of solvable classes, so that progress can be shown as a share.
pub const SOLVABLE_CLASSES: u32 = 14_462_140;

/// Computes the exit distance of every class, by rank: the fewest moves (one piece along any path) that bring
/// the 2x2 to the bottom centre, or [`NEVER`].
///
/// Takes about 31 MB. Of the limits, only the one on bytes applies. If stopped, it returns no distances.
pub fn distances(ranks: &Ranks, limits: &Limits, threads: usize, watch: &mut dyn Watch) -> Outcome<Vec<u8>> {
    // The store, plus the result copied from it at the end.
    let bytes = ranks.bytes() + 2 * Distances::bytes(CLASSES.into()) as u64;
    if bytes > limits.bytes {
        return Outcome::Stopped(StopReason::Memory, None);
    }
    let Some(mut distances) = Distances::new(CLASSES.into(), 0) else {
        return Outcome::Stopped(StopReason::Memory, None);
    };
    for entry in (0..ranks.frames()).filter(|&entry| ranks.frame(entry).square == EXIT) {
        (ranks.base(entry)..ranks.base(entry + 1)).for_each(|rank| distances.start(rank.into()));
    }
    watch.expect(SOLVABLE_CLASSES.into());
    match distances.search(ranks, &Limits::default(), threads, bytes, watch) {
        Ok(()) => Outcome::Solved(distances.into_bytes()),
        Err(reason) => Outcome::Stopped(reason, None),
    }
}

/// Classes are what is numbered, so each weighs 1. The cursor is the entry of the last rank.
impl Numbered for Ranks {
    type Cursor = usize;

    fn cursor(&self) -> usize {
        0
    }

    fn expand(&self, entry: &mut usize, rank: u64, mut visit: impl FnMut(u64)) -> u64 {
        let rank = rank as u32;
        let within = |entry: usize| (self.base(entry)..self.base(entry + 1)).contains(&rank);
        if !within(*entry) {
            // The next rank is mostly of this entry or the one after it.
            *entry = if within(*entry + 1) { *entry + 1 } else { self.entry_of(rank) };
        }
        let entry = *entry;
        let layout = self.layout_within(entry, rank);
        let (frame, empty) = (layout.frame, layout.empty);
        // Moving a unit leaves the frame unchanged.
        for from in bits(Shape::Unit.movable(layout.units(), empty)) {
            for to in bits(Shape::Unit.reach(from, empty)) {
                visit(self.rank_within(entry, empty ^ from ^ to).into());
            }
        }
        for (shape, heads) in
            [(Shape::Square, frame.square), (Shape::Wide, frame.wide), (Shape::Tall, frame.tall)]
        {
            for from in bits(shape.movable(heads, empty)) {
                for to in bits(shape.reach(from, empty)) {
                    visit(self.rank(layout.moved(shape, from, to)).into());
                }
            }
        }
        1
    }
}
