//! A search that goes on behind the requests: what it said so far, how it ended, who listens.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, mpsc};

use serde_json::Value;
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
    /// Whether the last event is the answer or an error, once there is one.
    answered: Option<bool>,
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
        self.log().push(name, data.to_string());
        self.changed.send_replace(());
    }

    /// Ends the job with its answer, as text, or its error.
    pub fn end(&self, end: Result<String, Refusal>) {
        let mut log = self.log();
        log.answered = Some(end.is_ok());
        match end {
            Ok(answer) => log.push("answer", answer),
            Err(refusal) => log.push("error", refusal.json().to_string()),
        }
        drop(log);
        self.changed.send_replace(());
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.log().answered.is_some()
    }

    /// What it is, and its answer if it has one, as the text of a JSON object.
    pub fn state(&self) -> String {
        let log = self.log();
        let last = log.events.back().map_or("", |event| &event.data);
        let (state, end) = match log.answered {
            None => ("running", String::new()),
            Some(true) => ("done", format!(",\"answer\":{last}")),
            // What the event says is an object with the one key `error`.
            Some(false) => ("failed", format!(",{}", &last[1..last.len() - 1])),
        };
        let (id, verb) = (&self.id, self.verb);
        format!("{{\"job\":\"{id}\",\"verb\":\"{verb}\",\"state\":\"{state}\"{end}}}")
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
            None if log.answered.is_some() => Next::End,
            None => Next::Wait,
        }
    }

    /// Whether anybody ever listened.
    pub fn was_heard(&self) -> bool {
        self.log().heard
    }
}

impl Log {
    fn push(&mut self, name: &'static str, data: String) {
        if self.events.len() == KEPT {
            self.events.pop_front();
            self.gone += 1;
        }
        let number = self.gone + self.events.len();
        self.events.push_back(Event { number, name, data: data.into() });
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
