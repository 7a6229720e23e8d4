//! Time limits of work, and its cancellation.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tejun_puzzles::{Found, Observer};
use tejun_search::{Progress, StopReason, Watch};

/// The time since any moment that stays the same. Not every platform has `std::time::Instant`, so whoever
/// answers requests brings a clock along.
pub type Now = fn() -> Duration;

/// Whether to stop.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// The clock of a piece of work, with its stop signal.
#[derive(Clone)]
pub struct Clock {
    now: Now,
    start: Duration,
    time: Duration,
    stop: Option<Stop>,
}

impl Clock {
    /// Starts a clock that runs for `time`, or until `stop` says so.
    pub fn new(now: Now, time: Duration, stop: Option<Stop>) -> Self {
        Clock { now, start: now(), time, stop }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.start)
    }

    /// Returns `Break` with the reason if the work has to stop.
    pub fn check(&self) -> ControlFlow<StopReason> {
        if self.stop.as_ref().is_some_and(|stop| stop()) {
            ControlFlow::Break(StopReason::Interrupted)
        } else if self.elapsed() >= self.time {
            ControlFlow::Break(StopReason::Time)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Seconds since the start, for answers.
    pub(crate) fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

/// A search that reports nothing until it ends.
impl Watch for Clock {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.check()
    }
}

impl Observer for Clock {
    fn found(&mut self, _: &Found) {}
}
