//! The exit distances of all classes.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use tejun_search::ranked::{Ranked, Reached};
use tejun_search::{Limits, Outcome, StopReason, Watch};

use super::layout::{EXIT, Shape, bits};
use super::rank::{CLASSES, Ranks};

/// The distance of a class from which no exit can be reached.
pub const NEVER: u8 = u8::MAX;

/// The number of solvable classes, so that progress can be shown as a share.
pub const SOLVABLE_CLASSES: u32 = 14_462_140;

/// Computes the exit distance of every class, by rank: the fewest moves (one piece along any path) that bring
/// the 2x2 to the bottom centre, or [`NEVER`].
///
/// Takes about 20 MB. Of the limits, only the one on bytes applies. If stopped, it returns no distances.
pub fn distances(ranks: &Ranks, limits: &Limits, threads: usize, watch: &mut dyn Watch) -> Outcome<Vec<u8>> {
    let bytes = ranks.bytes() + Reached::bytes(CLASSES.into()) as u64 + u64::from(CLASSES);
    if bytes > limits.bytes {
        return Outcome::Stopped(StopReason::Memory, None);
    }
    let mut distances = Vec::new();
    let (Some(reached), Ok(())) =
        (Reached::new(CLASSES.into()), distances.try_reserve_exact(CLASSES as usize))
    else {
        return Outcome::Stopped(StopReason::Memory, None);
    };
    distances.resize_with(CLASSES as usize, || AtomicU8::new(NEVER));
    for entry in (0..ranks.frames()).filter(|&entry| ranks.frame(entry).square == EXIT) {
        (ranks.base(entry)..ranks.base(entry + 1)).for_each(|rank| reached.start(rank.into()));
    }
    watch.expect(SOLVABLE_CLASSES.into());
    let classes = Classes { ranks, distances };
    match reached.search(&classes, 0, &Limits::default(), threads, bytes, watch).stopped {
        None => Outcome::Solved(classes.distances.into_iter().map(AtomicU8::into_inner).collect()),
        Some(reason) => Outcome::Stopped(reason, None),
    }
}

/// The classes, and the distances of those that were reached.
struct Classes<'r> {
    ranks: &'r Ranks,
    distances: Vec<AtomicU8>,
}

/// Classes are what is numbered, so each weighs 1. The cursor is the rank, and the entry of the last one expanded.
impl Ranked for Classes<'_> {
    type Cursor = (u32, usize);
    type Place = ();

    fn positions(&self) -> u64 {
        CLASSES.into()
    }

    fn cursor(&self) -> Self::Cursor {
        (0, 0)
    }

    fn go(&self, (at, _): &mut Self::Cursor, rank: u64) {
        *at = rank as u32;
    }

    fn weight(&self, _: &Self::Cursor) -> u64 {
        1
    }

    fn place(&self, _: &Self::Cursor) {}

    fn note(&self, rank: u64, distance: u32) {
        self.distances[rank as usize].store(distance as u8, Relaxed);
    }

    fn neighbours(&self, &mut (rank, ref mut entry): &mut Self::Cursor, mut visit: impl FnMut(u64)) {
        let ranks = self.ranks;
        let within = |entry: usize| (ranks.base(entry)..ranks.base(entry + 1)).contains(&rank);
        if !within(*entry) {
            // The next rank is mostly of this entry or the one after it.
            *entry = if within(*entry + 1) { *entry + 1 } else { ranks.entry_of(rank) };
        }
        let entry = *entry;
        let layout = ranks.layout_within(entry, rank);
        let (frame, empty) = (layout.frame, layout.empty);
        // Moving a unit leaves the frame unchanged.
        for from in bits(Shape::Unit.movable(layout.units(), empty)) {
            for to in bits(Shape::Unit.reach(from, empty)) {
                visit(ranks.rank_within(entry, empty ^ from ^ to).into());
            }
        }
        for (shape, heads) in
            [(Shape::Square, frame.square), (Shape::Wide, frame.wide), (Shape::Tall, frame.tall)]
        {
            for from in bits(shape.movable(heads, empty)) {
                for to in bits(shape.reach(from, empty)) {
                    visit(ranks.rank(layout.moved(shape, from, to)).into());
                }
            }
        }
    }
}
