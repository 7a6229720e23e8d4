//! A search that goes on behind the requests: what it said so far, how it ended, who listens.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, mpsc};

use serde_json::{Value, json};
use tokio::sync::watch;

use super::steps::Advance;
use crate::web::listener::Stop;
use crate::web::refusal::Refusal;

/// Events that are kept for streams that open late or are slow; the oldest go first.
const KEPT: usize = 4096;

/// A job.
pub(in crate::web) struct Job {
    /// Its unguessable name.
    pub id: String,
    /// What it does.
    pub verb: &'static str,
    /// The wish that it stops.
    pub stop: Stop,
    /// To the search to watch, where it is one.
    pub steps: Option<mpsc::Sender<Advance>>,
    log: Mutex<Log>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Log {
    events: VecDeque<Event>,
    /// Events that are not kept any more.
    gone: usize,
    end: Option<Result<Value, Value>>,
    streams: usize,
    heard: bool,
}

/// An event of a job's stream.
#[derive(Clone)]
pub(super) struct Event {
    /// Its number in the stream, from 0.
    pub number: usize,
    pub name: &'static str,
    /// One JSON object.
    pub data: Arc<str>,
}

/// What comes next in a stream.
pub(super) enum Next {
    Event(Event),
    /// Nothing yet.
    Wait,
    /// Nothing any more.
    End,
}

impl Job {
    pub fn new(id: String, verb: &'static str, stop: Stop, steps: Option<mpsc::Sender<Advance>>) -> Self {
        Job { id, verb, stop, steps, log: Mutex::default(), changed: watch::Sender::default() }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().expect("nothing panics while it holds the log")
    }

    /// Tells an event to all who listen.
    pub fn tell(&self, name: &'static str, data: &Value) {
        self.log().push(name, data);
        self.changed.send_replace(());
    }

    /// Ends the job with its answer or its error.
    pub fn end(&self, end: Result<Value, Refusal>) {
        let end = end.map_err(|refusal| refusal.json());
        let (name, data) = match &end {
            Ok(answer) => ("answer", answer),
            Err(error) => ("error", error),
        };
        let mut log = self.log();
        log.push(name, data);
        log.end = Some(end);
        drop(log);
        self.changed.send_replace(());
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.log().end.is_some()
    }

    /// What it is, and its answer if it has one.
    pub fn state(&self) -> Value {
        let mut state = json!({ "job": self.id, "verb": self.verb, "state": "running" });
        match &self.log().end {
            Some(Ok(answer)) => {
                state["state"] = "done".into();
                state["answer"] = answer.clone();
            }
            Some(Err(error)) => {
                state["state"] = "failed".into();
                state["error"] = error["error"].clone();
            }
            None => {}
        }
        state
    }

    /// Hears of every change from now on.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Waits until the job has ended.
    pub async fn ended(&self) {
        let mut changes = self.changes();
        while !self.has_ended() && changes.changed().await.is_ok() {}
    }

    /// The event with this number, or the first later one that is kept.
    pub(super) fn event(&self, number: usize) -> Next {
        let log = self.log();
        match log.events.get(number.saturating_sub(log.gone)) {
            Some(event) => Next::Event(event.clone()),
            None if log.end.is_some() => Next::End,
            None => Next::Wait,
        }
    }

    /// Whether anybody ever listened.
    pub fn was_heard(&self) -> bool {
        self.log().heard
    }
}

impl Log {
    fn push(&mut self, name: &'static str, data: &Value) {
        if self.events.len() == KEPT {
            self.events.pop_front();
            self.gone += 1;
        }
        let number = self.gone + self.events.len();
        self.events.push_back(Event { number, name, data: data.to_string().into() });
    }
}

/// Somebody listens as long as this lives; when the last one goes, the job stops.
pub(super) struct Ear(pub Arc<Job>);

impl Ear {
    pub fn new(job: Arc<Job>) -> Self {
        let mut log = job.log();
        log.streams += 1;
        log.heard = true;
        drop(log);
        Ear(job)
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let mut log = self.0.log();
        log.streams -= 1;
        if log.streams == 0 {
            self.0.stop.set();
        }
    }
}
