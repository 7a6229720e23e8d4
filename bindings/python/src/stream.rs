//! Solutions one by one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::Value;
use tejun_api::{ApiError, ProgressReporter};
use tejun_puzzles::{Found, Means, Observer, Question};
use tejun_search::{Progress, StopReason, Watch};

use crate::error::{refused, refused_as_is};
use crate::position::Played;
use crate::run::{LOOK, clock};

/// Solutions that wait to be taken: so far a search is ahead.
const AHEAD: usize = 64;

/// An iterator of lines. The search runs on a thread of its own, waits for whoever takes the lines, and ends with the
/// iterator.
#[pyclass(frozen, module = "tejun._tejun")]
pub(crate) struct Stream {
    events: Mutex<Receiver<Event>>,
    progress: Option<Py<PyAny>>,
    stop: Arc<AtomicBool>,
    answer: OnceLock<String>,
}

enum Event {
    Line(Vec<String>),
    Progress(Value),
    Answer(Result<String, ApiError>),
}

impl Stream {
    /// Starts a search.
    pub fn new(
        played: Arc<Played>,
        question: Question,
        means: Means,
        time: Duration,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, events) = mpsc::sync_channel(AHEAD);
        let clock = clock(time, &stop);
        thread::Builder::new().spawn(move || {
            let news = sender.clone();
            let tell = move |name: &'static str, event: Value| {
                if name == "progress" {
                    // Whoever takes lines too slowly does not miss it.
                    let _ = news.try_send(Event::Progress(event));
                }
            };
            let _limits = clock.thread_limits().enter();
            let reporter = ProgressReporter::new(clock, tell);
            let mut teller = Teller { reporter, sender: &sender, is_heard: true };
            let answer = played.answer(&question, &means, &mut teller);
            let _ = sender.send(Event::Answer(answer));
        })?;
        Ok(Stream { events: Mutex::new(events), progress, stop, answer: OnceLock::new() })
    }

    fn event(&self, py: Python) -> PyResult<Option<Vec<String>>> {
        loop {
            // The lock is taken without Python's, which the thread that has it may wait for.
            let take = || self.events.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
            let event = py.detach(take);
            py.check_signals()?;
            match event {
                Ok(Event::Line(line)) => return Ok(Some(line)),
                Ok(Event::Progress(event)) => {
                    if let Some(progress) = &self.progress {
                        progress.call1(py, (event.to_string(),))?;
                    }
                }
                Ok(Event::Answer(answer)) => {
                    let answer = answer.map_err(|error| refused_as_is(py, error))?;
                    let _ = self.answer.set(answer);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.answer.get().is_some() => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(refused(py, "internal", ApiError::broken()));
                }
            }
        }
    }
}

#[pymethods]
impl Stream {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python) -> PyResult<Option<Vec<String>>> {
        self.event(py).inspect_err(|_| self.stop())
    }

    /// Stops the search: what it has found may still be taken.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The answer of `solve`, once all lines were taken.
    #[getter]
    fn answer(&self) -> Option<&str> {
        self.answer.get().map(String::as_str)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Listens to the search.
struct Teller<'a, T> {
    reporter: ProgressReporter<T>,
    sender: &'a SyncSender<Event>,
    /// Whether anybody takes the lines.
    is_heard: bool,
}

impl<T: FnMut(&'static str, Value)> Watch for Teller<'_, T> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.is_heard { self.reporter.tick(progress) } else { ControlFlow::Break(StopReason::Interrupted) }
    }
}

impl<T: FnMut(&'static str, Value)> Observer for Teller<'_, T> {
    fn found(&mut self, found: &Found) {
        let line = found.line.iter().map(|&text| text.to_owned()).collect();
        // A better line than those before is no further solution.
        if found.value.is_none() {
            self.is_heard = self.sender.send(Event::Line(line)).is_ok();
        }
    }
}
