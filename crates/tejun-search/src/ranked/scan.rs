//! One pass over words of marks.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::list::List;
use super::marks::{self, Mark, WORD};
use super::{Level, Ranked};
use crate::limits::StopReason;

/// Number of words that a thread takes at a time.
pub(super) const CHUNK: usize = 1024;
/// Number of positions that a thread expands between two looks at whether to stop. A page that is written to for the
/// first time takes microseconds, and a position has dozens of neighbours.
const PAUSE: u64 = 256;

/// What is done with the positions that a pass meets.
#[derive(Clone, Copy)]
pub(super) enum Pass {
    /// Expand those of the level at this distance.
    Expand(u32),
    /// Only count those of the level at this distance.
    Count(u32),
    /// Count those not reached.
    Rest,
}

/// What takes the ranks of neighbours; each thread has its own.
pub(super) trait Sink {
    fn take(&mut self, rank: u64);

    /// Whether it can go on; asked now and then.
    fn check(&self) -> Result<(), StopReason> {
        Ok(())
    }

    /// What was taken takes effect, at the latest.
    fn finish(&mut self) -> Result<(), StopReason>;
}

/// The words to scan: part of all, or all.
pub(super) struct Words<'a> {
    pub words: &'a [AtomicU64],
    /// The rank of the first position.
    pub first: u64,
}

/// Scans words in chunks, each taken by one of the threads, and visits every position that the pass is about. Also returns the
/// first of the positions visited. Chunks of which `skip` is true have none.
///
/// # Errors
/// Returns what stopped it.
pub(super) fn scan<R: Ranked, S: Sink>(
    space: &R,
    Words { words, first }: Words,
    pass: Pass,
    (threads, listed): (usize, usize),
    skip: impl Fn(usize) -> bool + Sync,
    sink: impl Fn() -> S + Sync,
    tick: &mut dyn FnMut(u64) -> ControlFlow<StopReason>,
) -> Result<(Level, List<R::Place>), StopReason> {
    let scan = Scan {
        space,
        words,
        first,
        pass,
        listed,
        next: AtomicU64::new(0),
        number: AtomicU64::new(0),
        weight: AtomicU64::new(0),
        list: Mutex::new(List::new(listed)),
        stop: AtomicBool::new(false),
        failed: Mutex::new(None),
    };
    // A thread that finds no chunk is not worth starting.
    let threads = threads.clamp(1, words.len().div_ceil(CHUNK).max(1));
    let mut stopped = None;
    std::thread::scope(|scope| {
        let (scan, skip, sink) = (&scan, &skip, &sink);
        // If the system has no memory for one, the others do its work.
        let start = |_| {
            let work = move || scan.run(skip, sink(), || !scan.stop.load(Relaxed));
            std::thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        scan.run(skip, sink(), || {
            if let ControlFlow::Break(reason) = tick(scan.number.load(Relaxed)) {
                stopped = Some(reason);
                scan.stop.store(true, Relaxed);
            }
            !scan.stop.load(Relaxed)
        });
        others.into_iter().for_each(|other| other.join().expect("a scan does not panic"));
    });
    const WHOLE: &str = "no thread panics while it holds this";
    if let Some(reason) = stopped.or(scan.failed.into_inner().expect(WHOLE)) {
        return Err(reason);
    }
    let level = Level { number: scan.number.into_inner(), weight: scan.weight.into_inner() };
    Ok((level, scan.list.into_inner().expect(WHOLE)))
}

struct Scan<'a, R: Ranked> {
    space: &'a R,
    words: &'a [AtomicU64],
    first: u64,
    pass: Pass,
    listed: usize,
    /// The first word that no thread has taken yet.
    next: AtomicU64,
    number: AtomicU64,
    weight: AtomicU64,
    list: Mutex<List<R::Place>>,
    stop: AtomicBool,
    failed: Mutex<Option<StopReason>>,
}

impl<R: Ranked> Scan<'_, R> {
    /// Takes chunk after chunk until none is left, or `goes_on` returns `false`. It is asked after each chunk, and
    /// within a chunk after every few positions.
    fn run<S: Sink>(&self, skip: &impl Fn(usize) -> bool, mut sink: S, mut goes_on: impl FnMut() -> bool) {
        let mut list = List::new(self.listed);
        let done = self.chunks(skip, &mut sink, &mut list, &mut goes_on).and_then(|()| sink.finish());
        if let Err(reason) = done {
            *self.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(reason);
            self.stop.store(true, Relaxed);
        }
        self.list.lock().unwrap_or_else(std::sync::PoisonError::into_inner).merge(list);
    }

    fn chunks<S: Sink>(
        &self,
        skip: &impl Fn(usize) -> bool,
        sink: &mut S,
        list: &mut List<R::Place>,
        goes_on: &mut impl FnMut() -> bool,
    ) -> Result<(), StopReason> {
        let Scan { space, words, first, pass, listed, .. } = *self;
        let mut cursor = space.cursor();
        let mut level = Level::default();
        let count = |level: &mut Level| {
            let Level { number, weight } = std::mem::take(level);
            self.number.fetch_add(number, Relaxed);
            self.weight.fetch_add(weight, Relaxed);
        };
        loop {
            let start = self.next.fetch_add(CHUNK as u64, Relaxed) as usize;
            let Some(chunk) = words.get(start..).filter(|chunk| !chunk.is_empty()) else { return Ok(()) };
            if skip(start / CHUNK) {
                continue;
            }
            for (at, word) in (start..).zip(&chunk[..chunk.len().min(CHUNK)]) {
                let value = word.load(Relaxed);
                let met = match pass {
                    Pass::Expand(depth) | Pass::Count(depth) => marks::on(value, Mark::of(depth)),
                    Pass::Rest => marks::blank(value),
                };
                let mut left = met;
                while left != 0 {
                    let rank = first + at as u64 * WORD + u64::from(left.trailing_zeros() / 2);
                    left &= left - 1;
                    space.go(&mut cursor, rank);
                    level.number += 1;
                    level.weight += space.weight(&cursor);
                    if listed > 0 {
                        list.meet(space, &cursor, rank);
                    }
                    if let Pass::Expand(depth) = pass {
                        space.note(rank, depth);
                        space.neighbours(&mut cursor, |next| sink.take(next));
                    }
                    if level.number == PAUSE {
                        count(&mut level);
                        if !goes_on() {
                            return Ok(());
                        }
                    }
                }
                if met != 0 && matches!(pass, Pass::Expand(_)) {
                    marks::close(word, met);
                }
            }
            count(&mut level);
            sink.check()?;
            if !goes_on() {
                return Ok(());
            }
        }
    }
}

/// Takes nothing.
pub(super) struct Nothing;

impl Sink for Nothing {
    fn take(&mut self, _: u64) {}

    fn finish(&mut self) -> Result<(), StopReason> {
        Ok(())
    }
}
