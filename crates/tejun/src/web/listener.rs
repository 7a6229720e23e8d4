//! The clock, the wish to stop and the news of a search: what searches know only as a watch.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tejun_puzzles::{Audience, Found};
use tejun_search::{Progress, StopReason, Watch};

use super::jobs::Herald;

/// The wish that work stops: one flag of its own, and one that the whole server shares.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop {
    own: Arc<AtomicBool>,
    server: Arc<AtomicBool>,
}

impl Stop {
    /// A wish of its own below the same server.
    pub fn child(&self) -> Stop {
        Stop { own: Arc::default(), server: self.server.clone() }
    }

    /// Wishes that this work stops.
    pub fn set(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Wishes that all work of the server stops.
    pub fn set_all(&self) {
        self.server.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to stop.
    pub fn is_set(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.server.load(Ordering::Relaxed)
    }
}

/// Stops the work when it is dropped: held by whoever waits for the work.
pub(super) struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Listens to a search for the server.
pub(super) struct Listener {
    start: Instant,
    time: Duration,
    stop: Stop,
    herald: Option<Herald>,
}

impl Listener {
    /// Begins to listen. The search ends after `time`, or when `stop` is set; news of it go to
    /// `herald`.
    pub fn new(time: Duration, stop: Stop, herald: Option<Herald>) -> Self {
        Listener { start: Instant::now(), time, stop, herald }
    }

    /// Seconds since it began to listen.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

impl Watch for Listener {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.stop.is_set() {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        let elapsed = self.start.elapsed();
        if elapsed >= self.time {
            return ControlFlow::Break(StopReason::Time);
        }
        if let Some(herald) = &mut self.herald {
            herald.progress(progress, elapsed);
        }
        ControlFlow::Continue(())
    }
}

impl Audience for Listener {
    fn found(&mut self, found: &Found) {
        let elapsed = self.start.elapsed();
        if let Some(herald) = &mut self.herald {
            herald.found(found, elapsed);
        }
    }
}
