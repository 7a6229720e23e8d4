//! The search for fillings on several threads, delivered in the order of a single thread.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::listing::{Each, Listing};
use super::problem::Tiling;
use super::root::Root;
use super::run::Run;
use super::scan::Scan;
use super::search::{Allowance, Deliver, Halt, Pause, Search, Task};
use super::word::Word;
use crate::StopReason;
use crate::runtime::cancel::CancelCheck;

/// Minimum number of parts per thread, if the search is large enough. Some parts take far longer than others.
pub(super) const PARTS: usize = 256;

/// Maximum number of words that fillings found ahead of their turn may take before their searches wait.
const MAX_AHEAD: usize = 1 << 22;

/// The most words that a thread collects before it hands them over, and the fewest worth handing over.
const MAX_BATCH: usize = 1 << 14;
const MIN_BATCH: usize = 1 << 8;

/// How long the delivering thread waits between two calls of the watch.
const WAIT: Duration = Duration::from_millis(2);

/// A search in parts, which follow one another as a single thread reaches them.
pub(super) trait Parts: Sync {
    /// How many there are.
    fn number(&self) -> usize;

    /// Searches one of them.
    fn search(&self, part: usize, allowance: Allowance, deliver: &mut Deliver, pause: &mut Pause)
    -> Searched;
}

/// How the search of a part ended, and what it took.
pub(super) struct Searched {
    pub(super) end: ControlFlow<Halt>,
    pub(super) nodes: u64,
    /// The most bytes it held.
    pub(super) bytes: u64,
    /// Whether a node was dropped.
    pub(super) is_cut: bool,
}

/// A scan in parts.
pub(super) struct ScanParts<'a, W, const N: usize> {
    tiling: &'a Tiling,
    scan: &'a Scan<W, N>,
    parts: Vec<Subtree<'a, W, N>>,
}

impl<W: Word, const N: usize> Parts for ScanParts<'_, W, N> {
    fn number(&self) -> usize {
        self.parts.len()
    }

    fn search(
        &self,
        part: usize,
        allowance: Allowance,
        deliver: &mut Deliver,
        pause: &mut Pause,
    ) -> Searched {
        let (root, task) = &self.parts[part];
        let mut search = Search::new(self.tiling, self.scan, root, allowance);
        let end = search.resume(task, deliver, pause);
        Searched { end, nodes: search.nodes(), bytes: search.budget.peak(), is_cut: search.is_cut }
    }
}

/// A part of a scan, and its root.
type Subtree<'a, W, const N: usize> = (&'a Root<'a, W, N>, Task<W, N>);

/// Cuts a search into parts, in the order in which a single thread reaches them. Their memory is taken from
/// the run's budget.
///
/// # Errors
/// If memory runs out or the watch stops the search.
pub(super) fn parts<'a, W: Word, const N: usize>(
    tiling: &'a Tiling,
    scan: &'a Scan<W, N>,
    roots: &'a [Root<'a, W, N>],
    wanted: usize,
    run: &mut Run,
) -> Result<ScanParts<'a, W, N>, StopReason> {
    let used = run.budget.used();
    let mut parts: Vec<Subtree<W, N>> = Vec::new();
    for depth in 1.. {
        let before = parts.len();
        parts = Vec::new();
        run.budget.rewind(used);
        for root in roots {
            let allowance = Allowance { nodes: u64::MAX, pieces: run.limits.depth, bytes: run.budget.left() };
            let mut search = Search::new(tiling, scan, root, allowance);
            let tasks = search.cut_at(depth, &mut |_, _| match run.work(1 << 14) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => ControlFlow::Break(reason),
            })?;
            // While parts are moved, the old and the new list exist side by side.
            run.budget.take(search.budget.used())?;
            run.budget.grow(&mut parts, tasks.len())?;
            parts.extend(tasks.into_iter().map(|task| (root, task)));
        }
        let done = parts.iter().all(|(_, task)| matches!(task, Task::Filling(..)));
        if parts.len() >= wanted || done || (depth > 8 && parts.len() <= before) {
            break;
        }
    }
    Ok(ScanParts { tiling, scan, parts })
}

/// The share of each thread.
struct Shares {
    /// Bytes of each search.
    search: u64,
    /// Words that fillings found ahead of their turn may take, and that a thread may collect.
    ahead: usize,
    batch: usize,
}

impl Shares {
    /// Gives half of what is left to the searches and half to the waiting fillings; `None` if that is too
    /// little for several threads.
    fn of(run: &Run) -> Option<Shares> {
        let (half, threads) = (run.budget.left() / 2, run.threads);
        // The lists of fillings grow by doubling, and exist in up to three positions at once.
        let words = usize::try_from(half / (4 * 6)).unwrap_or(usize::MAX);
        let batch = (words / 4 / threads).min(MAX_BATCH);
        let ahead = (words / 2).min(MAX_AHEAD);
        (batch >= MIN_BATCH).then_some(Shares { search: half / threads as u64, ahead, batch })
    }
}

/// Consecutive fillings. For each: its number of images, its number of placements, and the placements.
#[derive(Default)]
struct Batch(Vec<u32>);

impl Batch {
    fn push(&mut self, ids: &[u32], images: usize) {
        self.0.extend([images as u32, ids.len() as u32]);
        self.0.extend_from_slice(ids);
    }

    fn iter(&self) -> impl Iterator<Item = (&[u32], usize)> {
        let mut rest = &self.0[..];
        std::iter::from_fn(move || {
            let (&[images, len], after) = rest.split_first_chunk()?;
            let (ids, after) = after.split_at(len as usize);
            rest = after;
            Some((ids, images as usize))
        })
    }
}

/// The state that the threads share.
struct Shared {
    /// The next part to search.
    next: usize,
    /// The part whose fillings are being delivered.
    turn: usize,
    /// For each part, the fillings found but not yet delivered, and whether its search is done.
    found: Vec<(Batch, bool)>,
    /// Number of words in `found`.
    waiting: usize,
    nodes: u64,
    /// Whether a node was dropped, and why some search ended early.
    is_cut: bool,
    failed: Option<StopReason>,
    stopped: bool,
}

struct Hub {
    shared: Mutex<Shared>,
    changed: Condvar,
    shares: Shares,
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over what a part has found; waits while too much is ahead of its turn. `Break` if the search is
    /// over.
    fn hand_over(&self, part: usize, batch: &mut Batch, done: bool) -> ControlFlow<()> {
        let mut shared = self.lock();
        let waits = |shared: &mut Shared| {
            !shared.stopped
                && shared.waiting > self.shares.ahead
                && (shared.turn != part || !shared.found[part].0.0.is_empty())
        };
        if !batch.0.is_empty() {
            shared = self.changed.wait_while(shared, waits).unwrap_or_else(PoisonError::into_inner);
            shared.waiting += batch.0.len();
            shared.found[part].0.0.append(&mut batch.0);
        }
        shared.found[part].1 |= done;
        let over = shared.stopped;
        drop(shared);
        self.changed.notify_all();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Ends the search for all threads when it is dropped, even by a panic.
struct Stopper<'a>(&'a Hub);

impl Drop for Stopper<'_> {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.changed.notify_all();
    }
}

/// Searches all parts with the run's threads; the calling thread delivers. `None` if there is too little
/// memory for that.
///
/// # Errors
/// If the watch stops the search before it starts.
pub(super) fn list(parts: &dyn Parts, run: &mut Run, each: &mut Each) -> Result<Option<Listing>, StopReason> {
    let used = run.budget.used();
    let number = parts.number();
    let found = run.budget.list(number).ok().zip(Shares::of(run));
    let Some((mut found, shares)) = found.filter(|_| number > 0) else {
        run.budget.rewind(used);
        return Ok(None);
    };
    found.extend((0..number).map(|_| (Batch::default(), false)));
    let hub = Hub {
        shared: Mutex::new(Shared {
            next: 0,
            turn: 0,
            found,
            waiting: 0,
            nodes: 0,
            is_cut: false,
            failed: None,
            stopped: false,
        }),
        changed: Condvar::new(),
        shares,
    };
    let allowance = Allowance { nodes: u64::MAX, pieces: run.limits.depth, bytes: hub.shares.search };
    let mut done = Listing::new();
    thread::scope(|scope| {
        let stopper = Stopper(&hub);
        let start = || {
            let work = || {
                let stopper = Stopper(&hub);
                work(parts, allowance, &hub);
                std::mem::forget(stopper);
            };
            thread::Builder::new().spawn_scoped(scope, work)
        };
        // The system may have no memory for some of them: the others do their work.
        let started: Vec<_> = (0..run.threads).flat_map(|_| start()).collect();
        if started.is_empty() {
            let mut shared = hub.lock();
            (shared.failed, shared.stopped) = (Some(StopReason::Memory), true);
        }
        done.end = deliver(&hub, number, run, &mut |ids, images| {
            done.found.classes += 1;
            done.found.raw += images as u128;
            each(ids, images)
        });
        drop(stopper);
        started.into_iter().for_each(|thread| thread.join().expect("the walk does not panic"));
    });
    let shared = hub.lock();
    run.expanded(shared.nodes, 0);
    if let ControlFlow::Continue(()) = done.end
        && let Some(reason) = shared.failed.or(shared.is_cut.then_some(StopReason::Depth))
    {
        done.end = ControlFlow::Break(Some(reason));
    }
    Ok(Some(done))
}

/// Delivers what the threads find, part by part, and calls the watch.
fn deliver(hub: &Hub, parts: usize, run: &mut Run, each: &mut Each) -> ControlFlow<Option<StopReason>> {
    let stop = |reason: StopReason| ControlFlow::Break(Some(reason));
    let mut shared = hub.lock();
    while shared.turn < parts && !shared.stopped {
        let turn = shared.turn;
        let batch = std::mem::take(&mut shared.found[turn].0);
        if batch.0.is_empty() && shared.found[turn].1 {
            shared.turn += 1;
            hub.changed.notify_all();
            continue;
        }
        run.budget.record_peak(8 * shared.waiting as u64 + run.threads as u64 * 8 * hub.shares.batch as u64);
        shared.waiting -= batch.0.len();
        let nodes = shared.nodes;
        drop(shared);
        hub.changed.notify_all();
        for (ids, images) in batch.iter() {
            each(ids, images).map_break(|()| None)?;
            run.work(64).map_or_else(stop, ControlFlow::Continue)?;
        }
        run.tick(nodes, 0).map_or_else(stop, ControlFlow::Continue)?;
        if nodes >= run.nodes_left() {
            return stop(StopReason::States);
        }
        shared = hub.lock();
        if shared.found[turn].0.0.is_empty() && !shared.found[turn].1 {
            let waited = hub.changed.wait_timeout(shared, WAIT);
            shared = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
    ControlFlow::Continue(())
}

/// Searches one part after another until none is left.
fn work(parts: &dyn Parts, allowance: Allowance, hub: &Hub) {
    loop {
        let part = {
            let mut shared = hub.lock();
            if shared.stopped || shared.next == parts.number() {
                return;
            }
            shared.next += 1;
            shared.next - 1
        };
        let batch = std::cell::RefCell::new(Batch::default());
        let mut reported = 0;
        let mut pause = |nodes: u64, _| {
            let mut shared = hub.lock();
            shared.nodes += nodes - reported;
            reported = nodes;
            let stopped = shared.stopped;
            drop(shared);
            let over = stopped
                || (!batch.borrow().0.is_empty()
                    && hub.hand_over(part, &mut batch.borrow_mut(), false).is_break());
            if over { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
        };
        let mut deliver = |ids: &[u32], images: usize| {
            let mut batch = batch.borrow_mut();
            batch.push(ids, images);
            if batch.0.len() < hub.shares.batch {
                return ControlFlow::Continue(());
            }
            hub.hand_over(part, &mut batch, false)
        };
        let Searched { end, nodes, is_cut, .. } = parts.search(part, allowance, &mut deliver, &mut pause);
        let mut shared = hub.lock();
        shared.nodes += nodes - reported;
        shared.is_cut |= is_cut;
        if let ControlFlow::Break(reason) = end {
            if !shared.stopped {
                shared.failed = reason;
                shared.stopped = true;
            }
            return;
        }
        drop(shared);
        if hub.hand_over(part, &mut batch.take(), true).is_break() {
            return;
        }
    }
}
