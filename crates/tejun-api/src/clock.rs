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

    /// Starts another clock for the same work, with the same stop signal: what comes first does not take the time of a search.
    pub fn restarted(&self, time: Duration) -> Clock {
        Clock { start: (self.now)(), time, ..self.clone() }
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use serde_json::json;
    use tejun_puzzles::Registry;

    use super::*;
    use crate::{Engine, Task, endpoint, limits};

    /// Looks at the clock, each of which takes it ten milliseconds on.
    static LOOKS: AtomicU64 = AtomicU64::new(0);

    fn now() -> Duration {
        Duration::from_millis(10 * LOOKS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn a_request_without_a_search_ends_within_a_turn_that_takes_long() {
        let most = limits::Resources {
            threads: 1,
            usual_bytes: 1 << 20,
            most_bytes: 1 << 20,
            most_time: Duration::MAX,
        };
        let engine = Engine::new(Registry::standard(), most, None, now);
        let rule = "[ no Wall ] [ no Wall ] [ no Wall ] [ no Wall ] -> [ ] [ ] [ ] [ Mark ]";
        // A level that is only played, since its random rule can match.
        let level = format!("P{}#", ".".repeat(200));
        let game = format!(
            "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nWall\ngray\n\nMark\nblue\n\nLEGEND\n. = Background\nP = Player\n# = Wall\n\nSOUNDS\n\n\
             COLLISIONLAYERS\nBackground\nPlayer, Wall\nMark\n\nRULES\nrandom [ Wall ] -> [ ]\n{rule}\n\n\
             WINCONDITIONS\nsome Wall\n\nLEVELS\n\n{level}\n"
        );
        for verb in ["check", "position", "show"] {
            let body = json!({ "instance": game, "line": ["r"] }).to_string();
            let before = LOOKS.load(Ordering::Relaxed);
            // The turn has a bound of its own, too, which takes longer.
            let clock = Clock::new(now, Duration::from_secs(2), None);
            let begun = engine.begin(endpoint(verb).unwrap(), body.as_bytes(), &clock);
            let Err(error) = begun.map(|task| matches!(task, Task::Answer(_))) else {
                panic!("{verb} answers")
            };
            assert!(error.message().contains("takes longer"), "{}", error.message());
            let looks = LOOKS.load(Ordering::Relaxed) - before;
            assert!((200..220).contains(&looks), "{looks} looks");
        }
        // Nobody waits for it any more.
        let gone = Clock::new(now, Duration::MAX, Some(Arc::new(|| true)));
        let body = json!({ "instance": game, "line": ["r"] }).to_string();
        let error = engine.begin(endpoint("position").unwrap(), body.as_bytes(), &gone).err().unwrap();
        assert!(error.message().contains("nobody waits"), "{}", error.message());
    }
}
