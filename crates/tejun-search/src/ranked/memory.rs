//! The search with all marks in memory.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::marks::{self, Mark, WORD};
use super::scan::{CHUNK, Nothing, Pass, Sink, Words, scan};
use super::{Levels, Ranked};
use crate::collections::prefetch::prefetch;
use crate::limits::{Limits, Progress, StopReason, Watch};

/// Neighbours that are written at a time: the caches load their words meanwhile.
const BATCH: usize = 32;

/// How far the search is, for every position.
///
/// The marks are allocated as zeros, which mean that no goal has reached a position. So they cost nothing to begin with,
/// however many there are: the system provides a page when the search first writes to it.
///
/// ```
/// use tejun_search::{Limits, Unwatched, ranked::{Level, Ranked, Reached}};
///
/// /// A path of so many positions; each counts once.
/// struct Path(u64);
///
/// impl Ranked for Path {
///     type Cursor = u64;
///     type Place = u64;
///
///     fn positions(&self) -> u64 {
///         self.0
///     }
///     fn cursor(&self) -> u64 {
///         0
///     }
///     fn go(&self, at: &mut u64, rank: u64) {
///         *at = rank;
///     }
///     fn neighbours(&self, at: &mut u64, visit: impl FnMut(u64)) {
///         let both = [at.wrapping_sub(1), *at + 1];
///         both.into_iter().filter(|&next| next < self.0).for_each(visit);
///     }
///     fn weight(&self, _: &u64) -> u64 {
///         1
///     }
///     fn place(&self, at: &u64) -> u64 {
///         *at
///     }
/// }
///
/// let mut reached = Reached::new(1000).unwrap();
/// reached.start(0);
/// let found = reached.search(&Path(1000), 1, &Limits::default(), 1, 0, &mut Unwatched);
/// assert_eq!(found.levels, [Level { number: 1, weight: 1 }; 1000]);
/// assert_eq!((found.farthest, found.stopped), (vec![999], None));
/// ```
pub struct Reached {
    words: Vec<AtomicU64>,
    /// For each mark, the chunks that may have positions with it.
    chunks: [Vec<AtomicBool>; 2],
    positions: u64,
}

impl Reached {
    /// Bytes that so many positions take.
    pub fn bytes(positions: u128) -> u128 {
        let words = positions.div_ceil(WORD.into());
        words * 8 + 2 * words.div_ceil(CHUNK as u128)
    }

    /// No position is reached yet. `None` if the system refuses the memory.
    pub fn new(positions: u64) -> Option<Self> {
        let words = marks::blanks(positions)?;
        let chunks = || {
            let mut chunks = Vec::new();
            chunks.try_reserve_exact(words.len().div_ceil(CHUNK)).ok()?;
            chunks.extend((0..words.len().div_ceil(CHUNK)).map(|_| AtomicBool::new(false)));
            Some(chunks)
        };
        let chunks = [chunks()?, chunks()?];
        Some(Reached { words, chunks, positions })
    }

    /// Makes a position a goal.
    pub fn start(&self, rank: u64) {
        self.next(0).reach(rank);
    }

    /// Searches from the goals until every position that can reach one is reached. Of the last level, so many positions are
    /// listed. `held` is what the caller holds, in bytes; it is only reported to the watch.
    ///
    /// A search that [`Limits::depth`] has stopped has its last level marked; see [`Reached::level`].
    pub fn search<R: Ranked>(
        &self,
        space: &R,
        listed: usize,
        limits: &Limits,
        threads: usize,
        held: u64,
        watch: &mut dyn Watch,
    ) -> Levels {
        let mut found = Levels::default();
        let mut search = || {
            let mut done = 0;
            for depth in 0.. {
                let last = depth >= limits.depth;
                let pass = if last { Pass::Count(depth) } else { Pass::Expand(depth) };
                let mut progress =
                    Progress { depth, expanded: done, stored: done, bytes: held, ..Progress::default() };
                let mut tick = |more| {
                    progress.frontier = more;
                    (progress.expanded, progress.stored) = (done + more, done + more);
                    watch.tick(&progress)
                };
                let present = &self.chunks[depth as usize % 2];
                let skip = |chunk: usize| {
                    let pending = &present[chunk];
                    // The flag serves the level after the next.
                    if last { !pending.load(Relaxed) } else { !pending.swap(false, Relaxed) }
                };
                let words = Words { words: &self.words, first: 0 };
                let sink = || self.next(depth + 1);
                let (level, list) = scan(space, words, pass, (threads, listed), skip, sink, &mut tick)?;
                if level.number == 0 {
                    break;
                }
                found.levels.push(level);
                found.farthest = list.ranks();
                done += level.number;
                if last {
                    return Err(StopReason::Depth);
                }
                if done >= limits.states && done < self.positions {
                    return Err(StopReason::States);
                }
            }
            let mut tick = |found| watch.tick(&Progress { expanded: found, ..Progress::default() });
            let words = Words { words: &self.words, first: 0 };
            let (rest, _) = scan(space, words, Pass::Rest, (threads, 0), |_| false, || Nothing, &mut tick)?;
            found.unreached = Some(rest);
            Ok(())
        };
        found.stopped = search().err();
        found
    }

    /// Visits the positions at a distance, in order of rank, until `visit` breaks: of a search that was stopped by
    /// [`Limits::depth`] at just this distance.
    ///
    /// # Errors
    /// Returns what stopped it.
    pub fn level(
        &self,
        distance: u32,
        watch: &mut dyn Watch,
        mut visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let progress = Progress { depth: distance, ..Progress::default() };
        for (at, word) in (0..).zip(&self.words) {
            let mut left = marks::on(word.load(Relaxed), Mark::of(distance));
            if (left != 0 || at % CHUNK as u64 == 0)
                && let ControlFlow::Break(reason) = watch.tick(&progress)
            {
                return Err(reason);
            }
            while left != 0 {
                if visit(at * WORD + u64::from(left.trailing_zeros() / 2)).is_break() {
                    return Ok(());
                }
                left &= left - 1;
            }
        }
        Ok(())
    }

    fn next(&self, depth: u32) -> Next<'_> {
        Next {
            words: &self.words,
            chunks: &self.chunks[depth as usize % 2],
            mark: Mark::of(depth),
            batch: [0; BATCH],
            taken: 0,
        }
    }
}

/// The next level, to be written to.
struct Next<'a> {
    words: &'a [AtomicU64],
    chunks: &'a [AtomicBool],
    mark: Mark,
    batch: [u64; BATCH],
    taken: usize,
}

impl Next<'_> {
    #[inline(always)]
    fn reach(&self, rank: u64) {
        if marks::reach(self.words, rank, self.mark) {
            let chunk = &self.chunks[(rank / WORD) as usize / CHUNK];
            if !chunk.load(Relaxed) {
                chunk.store(true, Relaxed);
            }
        }
    }

    #[inline(never)]
    fn empty(&mut self) {
        for &rank in &self.batch[..self.taken] {
            self.reach(rank);
        }
        self.taken = 0;
    }
}

impl Sink for Next<'_> {
    #[inline(always)]
    fn take(&mut self, rank: u64) {
        prefetch(self.words, (rank / WORD) as usize);
        self.batch[self.taken] = rank;
        self.taken += 1;
        if self.taken == BATCH {
            self.empty();
        }
    }

    fn finish(&mut self) -> Result<(), StopReason> {
        self.empty();
        Ok(())
    }
}
