//! Breadth-first search from all goals at once, over a numbered set of positions.
//!
//! Moves are reversible, so one search from all goals finds every distance. The array of distances, a byte a
//! position, is the only store: each level scans it for the positions it expands, and no frontier is kept.
//! Within a level every thread writes the same byte, so the result does not depend on the number of threads.
//!
//! The array is allocated as zeros, and zero means that no goal has reached the position. So it costs nothing to begin
//! with, however large it is: the system provides a page when the search first writes to it.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use tejun_search::{Limits, Progress, StopReason, Watch};

/// The byte of a position that no goal has reached.
const UNREACHED: u8 = 0;
/// The byte of a position that was reached more than [`HALF`] levels ago, in a search of more than [`CYCLE`] levels.
const LONG_AGO: u8 = u8::MAX;
/// Distances are stored modulo this number, plus one.
const CYCLE: u32 = 2 * HALF;
const HALF: u32 = 126;

/// Positions in a word.
const WORD: u64 = 8;
/// Number of words that a thread takes at a time.
const CHUNK: u64 = 4096;
/// Number of positions that a thread expands between two looks at whether to stop. A page that is written to for the
/// first time takes microseconds, and a position has dozens of neighbours.
const PAUSE: u64 = 256;

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
    /// Eight distances per word, the first in the low byte. The bytes past the last position hold [`UNREACHED`], so
    /// no level expands them.
    words: Vec<AtomicU64>,
    positions: u64,
    /// The levels that are complete, from the goals on. The last of them is not empty.
    pub levels: Vec<Level>,
    /// The lowest ranks of the last of them, ascending; at most as many as are to be listed.
    pub farthest: Vec<u64>,
    listed: usize,
}

impl Distances {
    /// Bytes that the distances of so many positions take.
    pub fn bytes(positions: u128) -> u128 {
        positions.div_ceil(WORD.into()) * u128::from(WORD)
    }

    /// No position is reached yet. Of the last level, so many ranks are listed. `None` if the system refuses the
    /// memory.
    pub fn new(positions: u64, listed: usize) -> Option<Self> {
        let words = usize::try_from(positions.div_ceil(WORD)).ok()?;
        let words = bytemuck::allocation::try_zeroed_vec(words).ok()?;
        Some(Distances { words, positions, levels: Vec::new(), farthest: Vec::new(), listed })
    }

    /// Makes a position a goal.
    pub fn start(&self, rank: u64) {
        self.set(rank, code(0));
    }

    /// Searches from the goals until every position that can reach one has its distance. `held` is what the caller
    /// holds, in bytes; it is only reported to the watch.
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
            let (level, first) =
                self.scan(code(depth), write, space, (threads, self.listed), &mut |found| {
                    progress.frontier = found;
                    (progress.expanded, progress.stored) = (done + found, done + found);
                    watch.tick(&progress)
                })?;
            if level.number == 0 {
                break;
            }
            self.levels.push(level);
            self.farthest = first;
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
        let rest = self.scan(UNREACHED, None, space, (threads, 0), &mut |found| {
            watch.tick(&Progress { expanded: found, ..Progress::default() })
        });
        Ok(rest?.0)
    }

    /// Visits the positions at a distance, in order of rank, until `visit` breaks. In a search of more than 252
    /// levels only the last hundred distances are known; others visit nothing.
    ///
    /// # Errors
    /// Returns what stopped it.
    pub fn at(
        &self,
        distance: u32,
        watch: &mut dyn Watch,
        mut visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let levels = self.levels.len() as u32;
        // The search looked for one level more than it found; see `forget`.
        if distance >= levels || levels + 1 >= HALF * (distance / HALF + 2) {
            return Ok(());
        }
        let progress = Progress { depth: distance, ..Progress::default() };
        let mut visited = 0;
        for (at, word) in (0..).zip(&self.words) {
            if at % CHUNK == 0 {
                ticked(watch, &progress)?;
            }
            for rank in hits(word.load(Relaxed), code(distance), at) {
                if visit(rank).is_break() {
                    return Ok(());
                }
                visited += 1;
                if visited % PAUSE == 0 {
                    ticked(watch, &progress)?;
                }
            }
        }
        Ok(())
    }

    /// The distances by rank, one byte each; 255 if no goal can be reached. For searches of fewer than 252 levels.
    pub fn into_bytes(self) -> Vec<u8> {
        debug_assert!(self.levels.len() < CYCLE as usize);
        let words = self.words.into_iter();
        let mut bytes: Vec<u8> = words.flat_map(|word| word.into_inner().to_le_bytes()).collect();
        bytes.truncate(self.positions as usize);
        bytes.iter_mut().for_each(|byte| *byte = byte.wrapping_sub(1));
        bytes
    }

    /// Before the code of distance `next` and those after it are used again: forgets the levels that have them.
    fn forget(&mut self, next: u32, watch: &mut dyn Watch) -> Result<(), StopReason> {
        if next < CYCLE {
            return Ok(());
        }
        let first = code(next);
        let old = first..first + HALF as u8;
        for words in self.words.chunks_mut(CHUNK as usize) {
            // Words that nothing has reached stay as the system gave them.
            for word in words.iter_mut().map(AtomicU64::get_mut).filter(|word| **word != 0) {
                let bytes = word.to_le_bytes().map(|byte| if old.contains(&byte) { LONG_AGO } else { byte });
                *word = u64::from_le_bytes(bytes);
            }
            ticked(watch, &Progress { depth: next, ..Progress::default() })?;
        }
        Ok(())
    }

    fn set(&self, rank: u64, byte: u8) {
        let shift = rank % WORD * 8;
        let word = &self.words[(rank / WORD) as usize];
        if word.load(Relaxed) >> shift & 0xFF == u64::from(UNREACHED) {
            // The byte was 0, so this stores the new one. If two threads get here, the second changes nothing.
            word.fetch_or(u64::from(byte) << shift, Relaxed);
        }
    }

    /// Visits every position with the byte `read`. If `write` is given, those of its neighbours that are not
    /// reached yet get that byte. Also returns the lowest ranks visited, at most `listed`.
    ///
    /// # Errors
    /// Returns what stopped it.
    fn scan<N: Numbered>(
        &self,
        read: u8,
        write: Option<u8>,
        space: &N,
        (threads, listed): (usize, usize),
        tick: &mut dyn FnMut(u64) -> ControlFlow<StopReason>,
    ) -> Result<(Level, Vec<u64>), StopReason> {
        let scan = Scan {
            distances: self,
            read,
            write,
            space,
            listed,
            next: AtomicU64::new(0),
            number: AtomicU64::new(0),
            weight: AtomicU64::new(0),
            first: Mutex::new(Vec::new()),
            stop: AtomicBool::new(false),
        };
        // A thread that finds no chunk is not worth starting.
        let threads = (threads as u64).clamp(1, (self.words.len() as u64).div_ceil(CHUNK).max(1));
        let mut stopped = None;
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // If the system has no memory for it, the others do its work.
                let work = || scan.run(|| !scan.stop.load(Relaxed));
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            scan.run(|| {
                if let ControlFlow::Break(reason) = tick(scan.number.load(Relaxed)) {
                    stopped = Some(reason);
                    scan.stop.store(true, Relaxed);
                }
                stopped.is_none()
            });
        });
        if let Some(reason) = stopped {
            return Err(reason);
        }
        let mut first = scan.first.into_inner().expect("no thread panics while it adds its ranks");
        first.sort_unstable();
        first.truncate(listed);
        Ok((Level { number: scan.number.into_inner(), weight: scan.weight.into_inner() }, first))
    }
}

/// The byte of a distance.
fn code(distance: u32) -> u8 {
    (distance % CYCLE) as u8 + 1
}

fn ticked(watch: &mut dyn Watch, progress: &Progress) -> Result<(), StopReason> {
    match watch.tick(progress) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(reason) => Err(reason),
    }
}

struct Scan<'a, N> {
    distances: &'a Distances,
    read: u8,
    write: Option<u8>,
    space: &'a N,
    listed: usize,
    /// The first word that no thread has taken yet.
    next: AtomicU64,
    number: AtomicU64,
    weight: AtomicU64,
    /// The lowest ranks that each thread met.
    first: Mutex<Vec<u64>>,
    stop: AtomicBool,
}

impl<N: Numbered> Scan<'_, N> {
    /// Takes chunk after chunk until none is left, or `goes_on` returns `false`. It is asked after each chunk, and
    /// within a chunk after every few positions.
    fn run(&self, mut goes_on: impl FnMut() -> bool) {
        let Scan { distances, read, write, space, .. } = *self;
        let words = distances.words.len() as u64;
        let mut cursor = space.cursor();
        let mut first = Vec::new();
        let mut level = Level::default();
        let count = |level: &mut Level| {
            let Level { number, weight } = std::mem::take(level);
            self.number.fetch_add(number, Relaxed);
            self.weight.fetch_add(weight, Relaxed);
        };
        loop {
            let start = self.next.fetch_add(CHUNK, Relaxed);
            if start >= words {
                break;
            }
            for at in start..start.saturating_add(CHUNK).min(words) {
                for rank in hits(distances.words[at as usize].load(Relaxed), read, at) {
                    if rank >= distances.positions {
                        break;
                    }
                    // A thread takes chunks in ascending order.
                    if first.len() < self.listed {
                        first.push(rank);
                    }
                    level.number += 1;
                    level.weight += match write {
                        Some(byte) => space.expand(&mut cursor, rank, |next| distances.set(next, byte)),
                        None => space.expand(&mut cursor, rank, |_| {}),
                    };
                    if level.number == PAUSE {
                        count(&mut level);
                        if !goes_on() {
                            return;
                        }
                    }
                }
            }
            count(&mut level);
            if !goes_on() {
                return;
            }
        }
        self.first.lock().expect("no thread panics while it adds its ranks").extend(first);
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
                let mut distances = Distances::new(length, 1).unwrap();
                distances.start(0);
                distances.search(&Path(length), &Limits::default(), threads, 0, &mut Unwatched).unwrap();
                assert_eq!(distances.levels, vec![Level { number: 1, weight: 2 }; length as usize]);
                assert_eq!(distances.farthest, [length - 1]);
                let at = |distance: u64| {
                    let mut ranks = Vec::new();
                    let visited = distances.at(distance as u32, &mut Unwatched, |rank| {
                        ranks.push(rank);
                        ControlFlow::Continue(())
                    });
                    visited.unwrap();
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
