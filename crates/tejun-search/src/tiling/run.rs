//! The state that every search of this module runs with.

use crate::limits::{Limits, StopReason};
use crate::outcome::Stats;
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};

/// A request in progress: what is allowed and what has been done.
pub(super) struct Run<'w> {
    pub limits: Limits,
    pub threads: usize,
    pub poller: WatchPoller<'w>,
    pub budget: Budget,
    pub stats: Stats,
    /// States counted against [`Limits::states`]: nodes expanded, and states of the frontier stored.
    pub taken: u64,
    /// How many states are allowed for now.
    pub allowed: u64,
}

impl<'w> Run<'w> {
    /// Returns a run of a request, with nothing done yet.
    pub fn new(request: Request<'w>) -> Self {
        let threads = request.threads_to_run();
        let Request { limits, watch, .. } = request;
        Run {
            limits,
            threads,
            poller: WatchPoller::new(watch),
            budget: Budget::new(limits.bytes),
            stats: Stats::default(),
            taken: 0,
            allowed: limits.states,
        }
    }

    /// Allows `more` states, at most up to the limit; returns whether that is below the limit.
    pub fn allow(&mut self, more: u64) -> bool {
        self.allowed = self.limits.states.min(self.taken.saturating_add(more));
        self.allowed < self.limits.states
    }

    /// Number of nodes that may still be expanded.
    pub fn nodes_left(&self) -> u64 {
        self.allowed.saturating_sub(self.taken)
    }

    /// Records that a search expanded `nodes` nodes and allocated at most `bytes` bytes.
    pub fn expanded(&mut self, nodes: u64, bytes: u64) {
        self.stats.expanded += nodes;
        self.taken += nodes;
        self.budget.record_peak(bytes);
    }

    /// Reports progress to the watch, for a search that has expanded `nodes` nodes beyond those recorded.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn tick(&mut self, nodes: u64, depth: usize) -> Result<(), StopReason> {
        self.report(nodes, depth);
        self.poller.tick()
    }

    /// Sets the progress that the watch is shown.
    pub fn report(&mut self, nodes: u64, depth: usize) {
        let progress = &mut self.poller.progress;
        progress.depth = depth as u32;
        progress.expanded = self.stats.expanded + nodes;
        progress.stored = self.stats.stored;
        progress.bytes = self.budget.used();
    }

    /// What the run has done.
    pub fn stats(&self) -> Stats {
        Stats { peak_bytes: self.budget.peak(), ..self.stats }
    }
}

impl CancelCheck for Run<'_> {
    fn work(&mut self, units: usize) -> Result<(), StopReason> {
        self.poller.work(units)
    }
}
