//! Breadth-first search from all exits at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use tejun_search::{Limits, Outcome, Progress, StopReason, Watch};

use super::layout::{EXIT, Shape, bits};
use super::rank::{CLASSES, Ranks};

/// The distance of a class from which no exit can be reached.
pub const NEVER: u8 = u8::MAX;

/// The number of solvable classes, so that progress can be shown as a share.
pub const SOLVABLE_CLASSES: u32 = 14_462_140;

/// Number of words, of eight classes each, that a thread takes at a time.
const CHUNK: u32 = 4096;

/// Computes the exit distance of every class, by rank: the fewest moves (one piece along any path) that bring
/// the 2x2 to the bottom centre, or [`NEVER`].
///
/// Moves are reversible, so one search from all exits finds every distance. The result itself is the only
/// store, one byte per class, and each level scans it; no frontier is kept. Within a level every thread
/// writes the same distance, so the result does not depend on the number of threads.
///
/// Takes about 31 MB. Of the limits, only the one on bytes applies. If stopped, it returns no distances.
pub fn distances(ranks: &Ranks, limits: &Limits, threads: usize, watch: &mut dyn Watch) -> Outcome<Vec<u8>> {
    let words = CLASSES.div_ceil(8);
    // The store, plus the result copied from it at the end.
    let bytes = ranks.bytes() + 2 * u64::from(words) * 8;
    if bytes > limits.bytes {
        return Outcome::Stopped(StopReason::Memory, None);
    }
    let search = Search {
        ranks,
        // The bytes past the last class hold `NEVER`, so no level expands them.
        distances: (0..words).map(|_| AtomicU64::new(u64::MAX)).collect(),
        next: AtomicU32::new(0),
        found: AtomicU32::new(0),
        stop: AtomicBool::new(false),
    };
    for entry in (0..ranks.frames()).filter(|&entry| ranks.frame(entry).square == EXIT) {
        (ranks.base(entry)..ranks.base(entry + 1)).for_each(|rank| search.set(rank, 0));
    }
    watch.expect(SOLVABLE_CLASSES.into());
    let mut expanded = 0;
    for level in 0..NEVER {
        search.next.store(0, Relaxed);
        search.found.store(0, Relaxed);
        let outcome = std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| while search.chunk(level) {});
            }
            while search.chunk(level) {
                let frontier = u64::from(search.found.load(Relaxed));
                let done = expanded + frontier;
                let progress =
                    Progress { depth: level.into(), frontier, expanded: done, stored: done, bytes };
                let go_on = watch.tick(&progress);
                search.stop.store(go_on.is_break(), Relaxed);
                go_on?;
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(reason) = outcome {
            return Outcome::Stopped(reason, None);
        }
        match search.found.load(Relaxed) {
            0 => break,
            found => expanded += u64::from(found),
        }
    }
    let mut bytes: Vec<u8> =
        search.distances.into_iter().flat_map(|word| word.into_inner().to_le_bytes()).collect();
    bytes.truncate(CLASSES as usize);
    Outcome::Solved(bytes)
}

struct Search<'a> {
    ranks: &'a Ranks,
    /// Eight distances per word, the first in the low byte.
    distances: Vec<AtomicU64>,
    /// The first word that no thread has taken yet in this level.
    next: AtomicU32,
    /// Number of classes at this level's distance.
    found: AtomicU32,
    stop: AtomicBool,
}

impl Search<'_> {
    fn set(&self, rank: u32, distance: u8) {
        let shift = rank % 8 * 8;
        let word = &self.distances[(rank / 8) as usize];
        if word.load(Relaxed) >> shift & 0xFF == u64::from(NEVER) {
            // The byte was 0xFF, so this stores the distance. If two threads get here, the second changes
            // nothing.
            word.fetch_and(!(u64::from(!distance) << shift), Relaxed);
        }
    }

    /// Takes the next chunk and expands its classes at distance `level`. Returns `false` if no chunk is left.
    fn chunk(&self, level: u8) -> bool {
        let start = self.next.fetch_add(CHUNK, Relaxed);
        let end = start.saturating_add(CHUNK).min(self.distances.len() as u32);
        if start >= end || self.stop.load(Relaxed) {
            return false;
        }
        let mut entry = self.ranks.entry_of(start * 8);
        let mut found = 0;
        for at in start..end {
            let mut hits = equal_bytes(self.distances[at as usize].load(Relaxed), level);
            while hits != 0 {
                let rank = at * 8 + hits.trailing_zeros() / 8;
                hits &= hits - 1;
                while rank >= self.ranks.base(entry + 1) {
                    entry += 1;
                }
                self.expand(entry, rank, level + 1);
                found += 1;
            }
        }
        self.found.fetch_add(found, Relaxed);
        true
    }

    fn expand(&self, entry: usize, rank: u32, distance: u8) {
        let layout = self.ranks.layout_within(entry, rank);
        let (frame, empty) = (layout.frame, layout.empty);
        // Moving a unit leaves the frame unchanged.
        for from in bits(Shape::Unit.movable(layout.units(), empty)) {
            for to in bits(Shape::Unit.reach(from, empty)) {
                self.set(self.ranks.rank_within(entry, empty ^ from ^ to), distance);
            }
        }
        for (shape, heads) in
            [(Shape::Square, frame.square), (Shape::Wide, frame.wide), (Shape::Tall, frame.tall)]
        {
            for from in bits(shape.movable(heads, empty)) {
                for to in bits(shape.reach(from, empty)) {
                    self.set(self.ranks.rank(layout.moved(shape, from, to)), distance);
                }
            }
        }
    }
}

/// Returns a word with the top bit set in every byte where `word` equals `byte`.
fn equal_bytes(word: u64, byte: u8) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let other = word ^ (u64::from(byte) * 0x0101_0101_0101_0101);
    !(((other & LOW) + LOW) | other | LOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_marks_each_byte_that_is_equal_and_no_other() {
        let word = u64::from_le_bytes([7, 0, 8, 7, 255, 135, 6, 7]);
        assert_eq!(equal_bytes(word, 7), 0x8000_0000_8000_0080);
        assert_eq!(equal_bytes(word, 0), 0x8000);
        assert_eq!(equal_bytes(word, 255), 0x80 << 32);
        assert_eq!(equal_bytes(word, 9), 0);
    }
}
