//! Threads that share work, one of which is the caller's and watched.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use tejun_search::{Progress, StopReason, Watch};

/// Asked by a thread every few microseconds to milliseconds, with how many placements more it has searched; it ends its
/// work if the answer is `false`.
pub type GoesOn<'g> = dyn FnMut(u64) -> bool + 'g;

/// Threads, and the watch that may stop them.
pub struct Workers<'w> {
    threads: usize,
    watch: &'w mut dyn Watch,
    /// Number of placements searched.
    expanded: AtomicU64,
    /// What the watch is shown besides.
    pub progress: Progress,
    /// Why the watch stopped them.
    pub stopped: Option<StopReason>,
}

impl<'w> Workers<'w> {
    /// So many threads, at least one. So many placements have been searched before.
    pub fn new(threads: usize, expanded: u64, watch: &'w mut dyn Watch) -> Self {
        let (expanded, progress) = (AtomicU64::new(expanded), Progress::default());
        Workers { threads: threads.max(1), watch, expanded, progress, stopped: None }
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
        let Workers { threads, watch, expanded, progress, stopped } = self;
        let expanded = &*expanded;
        std::thread::scope(|scope| {
            for _ in 1..*threads {
                // If the system has no memory for it, the others do its work.
                let run = || {
                    work(&mut |more| {
                        expanded.fetch_add(more, Relaxed);
                        !stop.load(Relaxed)
                    });
                };
                let _ = std::thread::Builder::new().spawn_scoped(scope, run);
            }
            work(&mut |more| {
                let searched = expanded.fetch_add(more, Relaxed) + more;
                if stopped.is_none() {
                    progress.expanded = searched;
                    progress.stored = progress.expanded;
                    if let ControlFlow::Break(reason) = watch.tick(progress) {
                        *stopped = Some(reason);
                        stop.store(true, Relaxed);
                    }
                }
                stopped.is_none()
            });
        });
        stopped.is_none()
    }
}
