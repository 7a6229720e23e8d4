//! What every search of this module runs with.

use crate::budget::Budget;
use crate::limits::{Limits, StopReason};
use crate::outcome::Stats;
use crate::pulse::{Monitor, Pulse};
use crate::request::Request;

/// A request in the making: what is allowed, and what has been done.
pub(super) struct Run<'w> {
    pub limits: Limits,
    pub threads: usize,
    pub monitor: Monitor<'w>,
    pub budget: Budget,
    pub stats: Stats,
    /// States taken in as [`Limits::states`] counts them: nodes expanded, states of the frontier stored.
    pub taken: u64,
    /// How many may be taken in for now.
    pub allowed: u64,
}

impl<'w> Run<'w> {
    /// Nothing done of a request.
    pub fn new(request: Request<'w>) -> Self {
        let Request { limits, threads, watch } = request;
        Run {
            limits,
            threads,
            monitor: Monitor::new(watch),
            budget: Budget::new(limits.bytes),
            stats: Stats::default(),
            taken: 0,
            allowed: limits.states,
        }
    }

    /// Allows `more` states to be taken in, as far as the limit does; answers whether that is less than the
    /// limit.
    pub fn allow(&mut self, more: u64) -> bool {
        self.allowed = self.limits.states.min(self.taken.saturating_add(more));
        self.allowed < self.limits.states
    }

    /// Nodes that may still be expanded.
    pub fn nodes_left(&self) -> u64 {
        self.allowed.saturating_sub(self.taken)
    }

    /// Notes that a search has expanded so many nodes and taken so many bytes at most.
    pub fn expanded(&mut self, nodes: u64, bytes: u64) {
        self.stats.expanded += nodes;
        self.taken += nodes;
        self.budget.note(bytes);
    }

    /// Tells the watch how far a search has come that has expanded so many nodes beyond what is noted.
    ///
    /// # Errors
    /// Why to stop.
    pub fn tick(&mut self, nodes: u64, depth: usize) -> Result<(), StopReason> {
        self.tell(nodes, depth);
        self.monitor.tick()
    }

    /// Sets what the watch is told.
    pub fn tell(&mut self, nodes: u64, depth: usize) {
        let progress = &mut self.monitor.progress;
        progress.depth = depth as u32;
        progress.expanded = self.stats.expanded + nodes;
        progress.stored = self.stats.stored;
        progress.bytes = self.budget.used();
    }

    /// What was done, in the end.
    pub fn stats(&self) -> Stats {
        Stats { peak_bytes: self.budget.peak(), ..self.stats }
    }
}

impl Pulse for Run<'_> {
    fn work(&mut self, units: usize) -> Result<(), StopReason> {
        self.monitor.work(units)
    }
}
