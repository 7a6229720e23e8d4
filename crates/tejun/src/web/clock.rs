//! Clocks of the server's work.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use tejun_api::Clock;
use tokio_util::sync::CancellationToken;

/// The time since the server first asked for it.
pub(super) fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Starts a clock that runs for `time`, or until `stop` is cancelled.
pub(super) fn clock(time: Duration, stop: CancellationToken) -> Clock {
    Clock::new(now, time, Some(Arc::new(move || stop.is_cancelled())))
}
