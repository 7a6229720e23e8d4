//! Threads that share work, one of which is the caller's and watched.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use tejun_search::{Progress, StopReason, Watch};

/// Asked by a thread every few microseconds to milliseconds, with how many placements more it has searched; it ends its
/// work if the answer is `false`.
pub type GoesOn<'g> = dyn FnMut(u64) -> bool + 'g;

/// Threads, and the watch that may stop them.
pub struct Workers<'w> {
    threads: usize,
    watch: &'w mut dyn Watch,
    /// Number of placements after which the search stops.
    limit: u64,
    /// Number of placements searched.
    expanded: AtomicU64,
    /// What the watch is shown besides.
    pub progress: Progress,
    /// Why they stopped: what the watch said, or the limit.
    pub stopped: Option<StopReason>,
}

impl<'w> Workers<'w> {
    /// So many threads, at least one, that search no more placements than `limit`, with those `expanded` before, and what
    /// they are at.
    pub fn new(threads: usize, expanded: u64, limit: u64, watch: &'w mut dyn Watch) -> Self {
        let (expanded, progress) = (AtomicU64::new(expanded), Progress::default());
        Workers { threads: threads.max(1), watch, limit, expanded, progress, stopped: None }
    }

    /// Number of placements searched.
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Relaxed)
    }

    /// Tells the watch how much there is to expand.
    pub fn expect(&mut self, number: u64) {
        self.watch.expect(number);
    }

    /// Runs the work on every thread and waits for all. Returns whether it was not stopped.
    pub fn run(&mut self, work: &(dyn Fn(&mut GoesOn) + Sync)) -> bool {
        let stop = AtomicBool::new(false);
        let Workers { threads, watch, limit, expanded, progress, stopped } = self;
        let expanded = &*expanded;
        std::thread::scope(|scope| {
            let run = || {
                work(&mut |more| {
                    expanded.fetch_add(more, Relaxed);
                    !stop.load(Relaxed)
                });
            };
            // If the system has no memory for one, the others do its work.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, run).ok();
            let others: Vec<_> = (1..*threads).filter_map(spawn).collect();
            let mut goes_on = |more| {
                let searched = expanded.fetch_add(more, Relaxed) + more;
                if stopped.is_none() {
                    progress.expanded = searched;
                    progress.stored = progress.expanded;
                    *stopped = match watch.tick(progress) {
                        ControlFlow::Break(reason) => Some(reason),
                        ControlFlow::Continue(()) => (searched >= *limit).then_some(StopReason::States),
                    };
                    stop.store(stopped.is_some(), Relaxed);
                }
                stopped.is_none()
            };
            work(&mut goes_on);
            // The others may be at a large set yet.
            while !others.iter().all(ScopedJoinHandle::is_finished) {
                goes_on(0);
                std::thread::sleep(Duration::from_millis(1));
            }
            others.into_iter().for_each(|other| other.join().expect("the work does not panic"));
        });
        stopped.is_none()
    }
}
