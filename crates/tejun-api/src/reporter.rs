//! Reports the progress of a search, thinned out to what a page can show.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use tejun_puzzles::{Found, Observer};
use tejun_search::{Progress, StopReason, Watch};

use crate::clock::Clock;

/// Minimum time between progress reports, unless there is a new depth.
const PROGRESS: Duration = Duration::from_millis(100);
/// Minimum time between reports of solutions that are all worth the same.
const FOUND: Duration = Duration::from_millis(50);

/// How far a search is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Progress"))]
pub(crate) struct ProgressEvent {
    depth: u32,
    frontier: u64,
    expanded: u64,
    stored: u64,
    bytes: u64,
    seconds: f64,
    /// No line costs less, if the search proves that.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
}

/// A solution that was found on the way.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Found"))]
pub(crate) struct FoundEvent<'a> {
    line: &'a [&'a str],
    value: Option<i64>,
}

/// Listens to a search and forwards its news as events of its job: their names and their data.
pub struct ProgressReporter<T> {
    clock: Clock,
    tell: T,
    deepest: Option<u32>,
    bound: Option<i64>,
    progress_after: Duration,
    found_after: Duration,
}

impl<T: FnMut(&'static str, Value)> ProgressReporter<T> {
    /// Forwards the news of a search, which `clock` ends, to `tell`.
    pub fn new(clock: Clock, tell: T) -> Self {
        ProgressReporter {
            clock,
            tell,
            deepest: None,
            bound: None,
            progress_after: Duration::ZERO,
            found_after: Duration::ZERO,
        }
    }

    fn progress(&mut self, progress: &Progress) {
        let elapsed = self.clock.elapsed();
        let new_depth = self.deepest.is_none_or(|deepest| progress.depth > deepest);
        if !new_depth && elapsed < self.progress_after {
            return;
        }
        self.deepest = self.deepest.max(Some(progress.depth));
        self.progress_after = elapsed + PROGRESS;
        let Progress { depth, frontier, expanded, stored, bytes } = *progress;
        let (seconds, bound) = (elapsed.as_secs_f64(), self.bound);
        let event = ProgressEvent { depth, frontier, expanded, stored, bytes, seconds, bound };
        (self.tell)("progress", json!(event));
    }
}

impl<T: FnMut(&'static str, Value)> Watch for ProgressReporter<T> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.clock.check()?;
        self.progress(progress);
        ControlFlow::Continue(())
    }

    fn proved(&mut self, bound: i64, _: &Progress) -> ControlFlow<StopReason> {
        self.bound = self.bound.max(Some(bound));
        ControlFlow::Continue(())
    }
}

impl<T: FnMut(&'static str, Value)> Observer for ProgressReporter<T> {
    fn found(&mut self, found: &Found) {
        let elapsed = self.clock.elapsed();
        // A solution better than those before is always reported.
        if found.value.is_none() {
            if elapsed < self.found_after {
                return;
            }
            self.found_after = elapsed + FOUND;
        }
        (self.tell)("found", json!(FoundEvent { line: found.line, value: found.value }));
    }
}
