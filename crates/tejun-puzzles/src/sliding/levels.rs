//! Breadth-first search from all goals at once, over a numbered set of positions.
//!
//! Moves are reversible, so one search from all goals finds every distance. The array of distances, a byte a
//! position, is the only store: each level scans it for the positions it expands, and no frontier is kept.
//! Within a level every thread writes the same byte, so the result does not depend on the number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use tejun_search::{Limits, Progress, StopReason, Watch};

/// The byte of a position that no goal has reached.
pub(super) const NEVER: u8 = u8::MAX;
/// The byte of a position that was reached more than [`HALF`] levels ago, in a search of more than [`CYCLE`] levels.
const LONG_AGO: u8 = NEVER - 1;
/// Distances are stored modulo this number.
const CYCLE: u32 = 2 * HALF;
const HALF: u32 = 126;

/// Positions in a word.
const WORD: u64 = 8;
/// Number of words that a thread takes at a time.
const CHUNK: u64 = 4096;

/// Positions numbered without gaps, joined by reversible moves.
pub(super) trait Numbered: Sync {
    /// What a thread keeps from one position to the next.
    type Cursor;

    /// A cursor at no position yet.
    fn cursor(&self) -> Self::Cursor;

    /// Visits the ranks of all positions one move from that of `rank`; some may come up more than once. Returns
    /// the weight of the position itself: what it counts in [`Level::weight`]. Ranks mostly ascend from call to
    /// call.
    fn expand(&self, cursor: &mut Self::Cursor, rank: u64, visit: impl FnMut(u64)) -> u64;
}

/// The positions at one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Level {
    /// How many there are.
    pub number: u64,
    /// The sum of their weights.
    pub weight: u64,
}

/// The distances of numbered positions from the nearest goal.
pub(super) struct Distances {
    /// Eight distances per word, the first in the low byte. The bytes past the last position hold [`NEVER`], so
    /// no level expands them.
    words: Vec<AtomicU64>,
    positions: u64,
    /// The levels that are complete, from the goals on. The last of them is not empty.
    pub levels: Vec<Level>,
}

impl Distances {
    /// Bytes that the distances of so many positions take.
    pub fn bytes(positions: u128) -> u128 {
        positions.div_ceil(WORD.into()) * u128::from(WORD)
    }

    /// No position is reached yet.
    pub fn new(positions: u64) -> Self {
        let words = (0..positions.div_ceil(WORD)).map(|_| AtomicU64::new(u64::MAX)).collect();
        Distances { words, positions, levels: Vec::new() }
    }

    /// Makes a position a goal.
    pub fn start(&self, rank: u64) {
        self.set(rank, 0);
    }

    /// Searches from the goals until every position that can reach one has its distance. `held` is what the caller
    /// holds, in bytes; it is only told to the watch.
    ///
    /// # Errors
    /// Returns what stopped it. The levels before are complete.
    pub fn search<N: Numbered>(
        &mut self,
        space: &N,
        limits: &Limits,
        threads: usize,
        held: u64,
        watch: &mut dyn Watch,
    ) -> Result<(), StopReason> {
        let mut done = 0;
        for depth in 0.. {
            if (depth + 1) % HALF == 0 {
                self.forget(depth + 1, watch)?;
            }
            let write = if depth >= limits.depth { None } else { Some(code(depth + 1)) };
            let mut progress =
                Progress { depth, expanded: done, stored: done, bytes: held, ..Progress::default() };
            let level = self.scan(code(depth), write, space, threads, &mut |found| {
                progress.frontier = found;
                (progress.expanded, progress.stored) = (done + found, done + found);
                watch.tick(&progress)
            });
            let level = match level {
                ControlFlow::Continue(level) => level,
                ControlFlow::Break(reason) => return Err(reason),
            };
            if level.number == 0 {
                break;
            }
            self.levels.push(level);
            done += level.number;
            if write.is_none() {
                return Err(StopReason::Depth);
            }
            if done >= limits.states && done < self.positions {
                return Err(StopReason::States);
            }
        }
        Ok(())
    }

    /// The positions that no goal has reached, and their weights.
    ///
    /// # Errors
    /// Returns what stopped it.
    pub fn unreached<N: Numbered>(
        &self,
        space: &N,
        threads: usize,
        watch: &mut dyn Watch,
    ) -> Result<Level, StopReason> {
        let rest = self.scan(NEVER, None, space, threads, &mut |found| {
            watch.tick(&Progress { expanded: found, ..Progress::default() })
        });
        match rest {
            ControlFlow::Continue(level) => Ok(level),
            ControlFlow::Break(reason) => Err(reason),
        }
    }

    /// Visits the positions at a distance, in order of rank, until `visit` breaks. In a search of more than 252
    /// levels only the last hundred distances are known; others visit nothing.
    pub fn at(&self, distance: u32, mut visit: impl FnMut(u64) -> ControlFlow<()>) {
        let levels = self.levels.len() as u32;
        // The search looked for one level more than it found; see `forget`.
        if distance >= levels || levels + 1 >= HALF * (distance / HALF + 2) {
            return;
        }
        for (at, word) in (0..).zip(&self.words) {
            for rank in hits(word.load(Relaxed), code(distance), at) {
                if visit(rank).is_break() {
                    return;
                }
            }
        }
    }

    /// The distances by rank, one byte each; [`NEVER`] if no goal can be reached. For searches of fewer than 252
    /// levels.
    pub fn into_bytes(self) -> Vec<u8> {
        debug_assert!(self.levels.len() < CYCLE as usize);
        let words = self.words.into_iter();
        let mut bytes: Vec<u8> = words.flat_map(|word| word.into_inner().to_le_bytes()).collect();
        bytes.truncate(self.positions as usize);
        bytes
    }

    /// Before the code of distance `next` and those after it are used again: forgets the levels that have them.
    fn forget(&mut self, next: u32, watch: &mut dyn Watch) -> Result<(), StopReason> {
        if next < CYCLE {
            return Ok(());
        }
        let half = u32::from(code(next)) / HALF;
        let old = |byte: u8| byte < LONG_AGO && u32::from(byte) / HALF == half;
        for words in self.words.chunks_mut(CHUNK as usize) {
            for word in words {
                let word = word.get_mut();
                let bytes = word.to_le_bytes().map(|byte| if old(byte) { LONG_AGO } else { byte });
                *word = u64::from_le_bytes(bytes);
            }
            if let ControlFlow::Break(reason) = watch.tick(&Progress { depth: next, ..Progress::default() }) {
                return Err(reason);
            }
        }
        Ok(())
    }

    fn set(&self, rank: u64, byte: u8) {
        let shift = rank % WORD * 8;
        let word = &self.words[(rank / WORD) as usize];
        if word.load(Relaxed) >> shift & 0xFF == u64::from(NEVER) {
            // The byte was 0xFF, so this stores the new one. If two threads get here, the second changes nothing.
            word.fetch_and(!(u64::from(!byte) << shift), Relaxed);
        }
    }

    /// Visits every position with the byte `read`. If `write` is given, those of its neighbours that are not
    /// reached yet get that byte.
    fn scan<N: Numbered>(
        &self,
        read: u8,
        write: Option<u8>,
        space: &N,
        threads: usize,
        tick: &mut dyn FnMut(u64) -> ControlFlow<StopReason>,
    ) -> ControlFlow<StopReason, Level> {
        let scan = Scan {
            distances: self,
            read,
            write,
            space,
            next: AtomicU64::new(0),
            number: AtomicU64::new(0),
            weight: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        // A thread that finds no chunk is not worth starting.
        let threads = (threads as u64).clamp(1, (self.words.len() as u64).div_ceil(CHUNK).max(1));
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| {
                    let mut cursor = space.cursor();
                    while scan.chunk(&mut cursor) {}
                });
            }
            let mut cursor = space.cursor();
            while scan.chunk(&mut cursor) {
                let go_on = tick(scan.number.load(Relaxed));
                scan.stop.store(go_on.is_break(), Relaxed);
                go_on?;
            }
            ControlFlow::Continue(())
        })?;
        ControlFlow::Continue(Level { number: scan.number.into_inner(), weight: scan.weight.into_inner() })
    }
}

/// The byte of a distance.
fn code(distance: u32) -> u8 {
    (distance % CYCLE) as u8
}

struct Scan<'a, N> {
    distances: &'a Distances,
    read: u8,
    write: Option<u8>,
    space: &'a N,
    /// The first word that no thread has taken yet.
    next: AtomicU64,
    number: AtomicU64,
    weight: AtomicU64,
    stop: AtomicBool,
}

impl<N: Numbered> Scan<'_, N> {
    /// Takes the next chunk. Returns `false` if none is left.
    fn chunk(&self, cursor: &mut N::Cursor) -> bool {
        let Scan { distances, read, write, space, .. } = *self;
        let start = self.next.fetch_add(CHUNK, Relaxed);
        let end = start.saturating_add(CHUNK).min(distances.words.len() as u64);
        if start >= end || self.stop.load(Relaxed) {
            return false;
        }
        let mut level = Level::default();
        for at in start..end {
            for rank in hits(distances.words[at as usize].load(Relaxed), read, at) {
                if rank >= distances.positions {
                    break;
                }
                level.number += 1;
                level.weight += match write {
                    Some(byte) => space.expand(cursor, rank, |next| distances.set(next, byte)),
                    None => space.expand(cursor, rank, |_| {}),
                };
            }
        }
        self.number.fetch_add(level.number, Relaxed);
        self.weight.fetch_add(level.weight, Relaxed);
        true
    }
}

/// The ranks of the bytes of word number `at` that equal `byte`, ascending.
fn hits(word: u64, byte: u8, at: u64) -> impl Iterator<Item = u64> {
    let mut hits = equal_bytes(word, byte);
    std::iter::from_fn(move || {
        let rank = (hits != 0).then(|| at * WORD + u64::from(hits.trailing_zeros() / 8))?;
        hits &= hits - 1;
        Some(rank)
    })
}

/// Returns a word with the top bit set in every byte where `word` equals `byte`.
fn equal_bytes(word: u64, byte: u8) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let other = word ^ (u64::from(byte) * 0x0101_0101_0101_0101);
    !(((other & LOW) + LOW) | other | LOW)
}

#[cfg(test)]
mod tests {
    use tejun_search::Unwatched;

    use super::*;

    #[test]
    fn equal_bytes_marks_each_byte_that_is_equal_and_no_other() {
        let word = u64::from_le_bytes([7, 0, 8, 7, 255, 135, 6, 7]);
        assert_eq!(equal_bytes(word, 7), 0x8000_0000_8000_0080);
        assert_eq!(equal_bytes(word, 0), 0x8000);
        assert_eq!(equal_bytes(word, 255), 0x80 << 32);
        assert_eq!(equal_bytes(word, 9), 0);
    }

    /// A path of so many positions.
    struct Path(u64);

    impl Numbered for Path {
        type Cursor = ();

        fn cursor(&self) {}

        fn expand(&self, (): &mut (), rank: u64, mut visit: impl FnMut(u64)) -> u64 {
            rank.checked_sub(1)
                .into_iter()
                .chain(Some(rank + 1).filter(|&next| next < self.0))
                .for_each(&mut visit);
            2
        }
    }

    /// Far more levels than a byte can tell apart.
    #[test]
    fn distances_never_wrap() {
        for length in [1, 125, 126, 127, 251, 252, 253, 254, 255, 256, 377, 378, 504, 2000, 5001] {
            for threads in [1, 2] {
                let mut distances = Distances::new(length);
                distances.start(0);
                distances.search(&Path(length), &Limits::default(), threads, 0, &mut Unwatched).unwrap();
                assert_eq!(distances.levels, vec![Level { number: 1, weight: 2 }; length as usize]);
                let at = |distance: u64| {
                    let mut ranks = Vec::new();
                    distances.at(distance as u32, |rank| {
                        ranks.push(rank);
                        ControlFlow::Continue(())
                    });
                    ranks
                };
                for back in 1..=length.min(100) {
                    assert_eq!(at(length - back), [length - back]);
                }
                for distance in 0..length {
                    assert!(at(distance).iter().all(|&rank| rank == distance));
                }
                assert!(at(length).is_empty());
                let rest = distances.unreached(&Path(length), threads, &mut Unwatched).unwrap();
                assert_eq!(rest, Level::default());
            }
        }
    }
}
