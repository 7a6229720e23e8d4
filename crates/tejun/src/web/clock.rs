//! How long work may go on: until its time is up, or it is told to stop.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tejun_puzzles::{Audience, Found};
use tejun_search::{Progress, StopReason, Watch};
use tokio_util::sync::CancellationToken;

/// The clock of one piece of work, and the order to stop.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    start: Instant,
    time: Duration,
    stop: CancellationToken,
}

impl Clock {
    /// Starts the clock of work that may take `time`, or until `stop` is cancelled.
    pub fn new(time: Duration, stop: CancellationToken) -> Self {
        Clock { start: Instant::now(), time, stop }
    }

    /// The time since it was started.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// `Break` when the work is to stop, and why.
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

/// A search that nobody hears of until it ends.
impl Watch for Clock {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.check()
    }
}

impl Audience for Clock {
    fn found(&mut self, _: &Found) {}
}
