//! Runs a search on a thread of its own, while the thread that called from Python looks after Python: other threads of
//! Python go on, signals are heard, and progress is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::Value;
use tejun_api::{ApiError, Clock, ProgressReporter};
use tejun_puzzles::Observer;

use crate::engine::NOW;
use crate::error::refused;

/// Time between two looks at the signals.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// A clock that runs for `time`, or until the flag is set.
pub(crate) fn clock(time: Duration, stop: &Arc<AtomicBool>) -> Clock {
    let stop = stop.clone();
    Clock::new(NOW, time, Some(Arc::new(move || stop.load(Ordering::Relaxed))))
}

/// Runs `work` and returns its result. `progress` is called with the text of a JSON object.
///
/// # Errors
/// What `progress` raises, or the handler of a signal: the search is then stopped first. If `work` panics.
pub(crate) fn run<T: Send>(
    py: Python,
    time: Duration,
    progress: Option<&Bound<PyAny>>,
    work: impl FnOnce(&mut dyn Observer) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, mut events) = mpsc::channel::<Value>();
    let tell = move |name: &'static str, event: Value| {
        if name == "progress" {
            // Whoever listens waits until this is dropped.
            let _ = sender.send(event);
        }
    };
    let clock = clock(time, &stop);
    let mut reporter = ProgressReporter::new(clock.clone(), tell);
    thread::scope(|scope| {
        let search = thread::Builder::new().spawn_scoped(scope, move || {
            let _limits = clock.thread_limits().enter();
            work(&mut reporter)
        })?;
        let mut raised = None;
        loop {
            let wait = || {
                // Only this thread has it: it may be waited for without Python's lock.
                let events = &mut events;
                events.recv_timeout(LOOK)
            };
            let looked = match py.detach(wait) {
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Ok(event) => py.check_signals().and_then(|()| match progress {
                    Some(progress) if raised.is_none() => progress.call1((event.to_string(),)).map(drop),
                    _ => Ok(()),
                }),
            };
            if let Err(error) = looked {
                stop.store(true, Ordering::Relaxed);
                raised.get_or_insert(error);
            }
        }
        let result = search.join().map_err(|_| refused(py, "internal", ApiError::broken()));
        raised.map_or(result, Err)
    })
}
