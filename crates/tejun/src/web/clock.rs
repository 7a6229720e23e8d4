//! How long work may take: until its time is up, or it is told to stop.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tejun_puzzles::{Audience, Found};
use tejun_search::{Progress, StopReason, Watch};
use tokio_util::sync::CancellationToken;

/// The clock of a piece of work, with its stop signal.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    start: Instant,
    time: Duration,
    stop: CancellationToken,
}

impl Clock {
    /// Starts a clock that runs for `time`, or until `stop` is cancelled.
    pub fn new(time: Duration, stop: CancellationToken) -> Self {
        Clock { start: Instant::now(), time, stop }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns `Break` with the reason if the work has to stop.
    pub fn check(&self) -> ControlFlow<StopReason> {
        if self.stop.is_cancelled() {
            ControlFlow::Break(StopReason::Interrupted)
        } else if self.elapsed() >= self.time {
            ControlFlow::Break(StopReason::Time)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A search that reports nothing until it ends.
impl Watch for Clock {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.check()
    }
}

impl Audience for Clock {
    fn found(&mut self, _: &Found) {}
}
