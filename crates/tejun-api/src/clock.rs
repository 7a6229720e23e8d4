//! Time limits of work, and its cancellation.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tejun_puzzles::{Found, Observer, ThreadLimits};
use tejun_search::{Progress, StopReason, Watch};

use crate::error::ApiError;

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

    /// What reading and playing may take on a thread that works by this clock: they stop when it says so.
    pub fn thread_limits(&self) -> ThreadLimits {
        let clock = self.clone();
        ThreadLimits { cancel: Some(Arc::new(move || clock.check().is_break())), ..ThreadLimits::default() }
    }

    /// Does work under these limits. What was found when the clock said stop may lack something, and an error may have no
    /// other cause: either gives way to the reason.
    pub(crate) fn limit<T>(&self, work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
        let _limits = self.thread_limits().enter();
        let done = work();
        match self.check() {
            ControlFlow::Break(reason) => Err(reason.into()),
            ControlFlow::Continue(()) => done,
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
