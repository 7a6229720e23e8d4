//! The search for fillings on several threads, delivered in the order of one.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::fill::{Each, Fillings};
use super::line::Line;
use super::problem::Tiling;
use super::root::{Root, Roots};
use super::search::{Search, Task};
use super::word::Word;
use crate::{Limits, Progress, StopReason, Watch};

/// Parts for each thread, at least where the search is large enough: some take far longer than others.
const PARTS: usize = 256;

/// Words that fillings found ahead of their turn may take before their searches wait.
const AHEAD: usize = 1 << 22;

/// A part of a search and the root it belongs to.
pub(super) type Part<'a, W, const N: usize> = (&'a Root<'a, W, N>, Task<W, N>);

/// Cuts a search into parts, in the order in which one thread comes to them.
pub(super) fn parts<'a, W: Word, const N: usize>(
    tiling: &'a Tiling,
    line: &'a Line<W, N>,
    roots: &'a Roots<'a, W, N>,
    wanted: usize,
) -> Vec<Part<'a, W, N>> {
    let mut parts = Vec::new();
    for depth in 1.. {
        let before = parts.len();
        let cut = |root: &'a Root<'a, W, N>| {
            Search::new(tiling, line, root, u64::MAX).cut_at(depth).into_iter().map(move |task| (root, task))
        };
        parts = roots.list.iter().flat_map(cut).collect();
        let done = parts.iter().all(|(_, task)| matches!(task, Task::Filling(..)));
        if parts.len() >= wanted || done || (depth > 8 && parts.len() <= before) {
            break;
        }
    }
    parts
}

/// What the threads share.
struct Shared {
    /// The next part to be searched.
    next: usize,
    /// The part whose fillings are being delivered.
    turn: usize,
    /// Of each part, the fillings found and not yet delivered, and whether it is done.
    found: Vec<(Vec<Found>, bool)>,
    /// Words in `found`.
    waiting: usize,
    nodes: u64,
    stopped: bool,
}

type Found = (Vec<u32>, usize);

struct Hub {
    shared: Mutex<Shared>,
    changed: Condvar,
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over what a part has found; waits while too much stands ahead of its turn.
    fn hand_over(&self, part: usize, batch: &mut Vec<Found>, done: bool) {
        let mut shared = self.lock();
        let waits = |shared: &mut Shared| {
            !shared.stopped
                && shared.waiting > AHEAD
                && (shared.turn != part || !shared.found[part].0.is_empty())
        };
        if !batch.is_empty() {
            shared = self.changed.wait_while(shared, waits).unwrap_or_else(PoisonError::into_inner);
            shared.waiting += batch.iter().map(|(ids, _)| ids.len()).sum::<usize>();
            shared.found[part].0.append(batch);
        }
        shared.found[part].1 |= done;
        drop(shared);
        self.changed.notify_all();
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

/// Searches all parts with that many threads; the calling one delivers.
#[expect(clippy::too_many_arguments)]
pub(super) fn run<W: Word, const N: usize>(
    tiling: &Tiling,
    line: &Line<W, N>,
    roots: &Roots<W, N>,
    threads: usize,
    limits: &Limits,
    watch: &mut dyn Watch,
    each: &mut Each,
    mut done: Fillings,
) -> Fillings {
    let parts = parts(tiling, line, roots, PARTS * threads);
    let hub = Hub {
        shared: Mutex::new(Shared {
            next: 0,
            turn: 0,
            found: parts.iter().map(|_| (Vec::new(), false)).collect(),
            waiting: 0,
            nodes: 0,
            stopped: false,
        }),
        changed: Condvar::new(),
    };
    thread::scope(|scope| {
        let stopper = Stopper(&hub);
        for _ in 0..threads {
            scope.spawn(|| {
                let stopper = Stopper(&hub);
                work(tiling, line, &parts, &hub);
                std::mem::forget(stopper);
            });
        }
        let mut shared = hub.lock();
        while shared.turn < parts.len() && !shared.stopped {
            let turn = shared.turn;
            let batch = std::mem::take(&mut shared.found[turn].0);
            if batch.is_empty() && shared.found[turn].1 {
                shared.turn += 1;
                hub.changed.notify_all();
                continue;
            }
            shared.waiting -= batch.iter().map(|(ids, _)| ids.len()).sum::<usize>();
            let progress = Progress {
                expanded: shared.nodes,
                bytes: done.stats.peak_bytes + shared.waiting as u64 * 4,
                ..Progress::default()
            };
            drop(shared);
            hub.changed.notify_all();
            for (ids, images) in &batch {
                done.found += 1;
                done.raw += *images as u64;
                if each(ids, *images).is_break() {
                    return;
                }
            }
            let over = progress.expanded >= limits.states;
            let told = if over { ControlFlow::Break(StopReason::States) } else { watch.tick(&progress) };
            if let ControlFlow::Break(reason) = told {
                done.stopped = Some(reason);
                return;
            }
            shared = hub.lock();
            if shared.found[turn].0.is_empty() && !shared.found[turn].1 {
                shared = hub
                    .changed
                    .wait_timeout(shared, Duration::from_millis(2))
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
            }
        }
        drop(shared);
        drop(stopper);
    });
    done.stats.expanded = hub.lock().nodes;
    done
}

/// Searches one part after the other until none is left.
fn work<W: Word, const N: usize>(tiling: &Tiling, line: &Line<W, N>, parts: &[Part<W, N>], hub: &Hub) {
    loop {
        let part = {
            let mut shared = hub.lock();
            if shared.stopped || shared.next == parts.len() {
                return;
            }
            shared.next += 1;
            shared.next - 1
        };
        let (root, task) = &parts[part];
        let mut search = Search::new(tiling, line, root, u64::MAX);
        let batch = std::cell::RefCell::new(Vec::new());
        let mut reported = 0;
        let mut pause = |nodes: u64, _| {
            let mut shared = hub.lock();
            shared.nodes += nodes - reported;
            reported = nodes;
            let stopped = shared.stopped;
            drop(shared);
            if !batch.borrow().is_empty() {
                hub.hand_over(part, &mut batch.borrow_mut(), false);
            }
            if stopped { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
        };
        let mut deliver = |ids: &[u32], images: usize| {
            batch.borrow_mut().push((ids.to_vec(), images));
            ControlFlow::Continue(())
        };
        let end = search.resume(task, &mut deliver, &mut pause);
        hub.lock().nodes += search.nodes() - reported;
        if end.is_break() {
            return;
        }
        hub.hand_over(part, &mut batch.take(), true);
    }
}
