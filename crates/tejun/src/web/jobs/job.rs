//! A search that runs in the background: its events so far, how it ended, and how many follow it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::Value;
use tejun_api::{API, ApiError, Walk};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::web::limits;

/// A job.
pub(super) struct Job {
    /// Its unguessable ID.
    pub id: String,
    /// Its verb.
    pub verb: &'static str,
    /// Cancelled when it is to stop.
    pub stop: CancellationToken,
    /// The search, if it advances on request.
    pub walk: Option<Arc<tokio::sync::Mutex<Option<Walk>>>>,
    log: Mutex<Log>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Log {
    events: VecDeque<Event>,
    /// Number of events dropped.
    dropped: usize,
    /// `None` until it has ended; then whether the last event is the answer rather than an error.
    answered: Option<bool>,
    streams: usize,
    was_subscribed: bool,
}

/// An event of a job's stream.
#[derive(Clone)]
pub(super) struct Event {
    /// Its number in the stream, counted from 0.
    pub number: usize,
    pub name: &'static str,
    /// A JSON object.
    pub data: Arc<str>,
}

/// The next item of a stream.
pub(super) enum Next {
    Event(Event),
    /// Nothing yet.
    Wait,
    /// Nothing any more.
    End,
}

impl Job {
    pub fn new(verb: &'static str, stop: CancellationToken, walk: Option<Walk>) -> Self {
        let mut id = [0; 16];
        getrandom::fill(&mut id).expect("the system has random numbers");
        Job {
            id: id.iter().map(|byte| format!("{byte:02x}")).collect(),
            verb,
            stop,
            walk: walk.map(|walk| Arc::new(tokio::sync::Mutex::new(Some(walk)))),
            log: Mutex::default(),
            changed: watch::Sender::default(),
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().expect("nothing panics while it holds the log")
    }

    /// Sends an event to all streams.
    pub fn emit(&self, name: &'static str, data: &Value) {
        self.log().push(name, data.to_string());
        self.changed.send_replace(());
    }

    /// Ends the job with its answer, as text, or its error.
    pub fn end(&self, end: Result<String, ApiError>) {
        let mut log = self.log();
        log.answered = Some(end.is_ok());
        match end {
            Ok(answer) => log.push("answer", answer),
            Err(error) => log.push("error", error.json().to_string()),
        }
        drop(log);
        self.changed.send_replace(());
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.log().answered.is_some()
    }

    /// Its state, and its answer if it has one, as the text of a JSON object.
    pub fn state(&self) -> String {
        let log = self.log();
        let head = format!("{{\"api\":{API},");
        let last = log.events.back().map_or("", |event| &event.data);
        let (state, end) = match log.answered {
            None => ("running", String::new()),
            Some(true) => ("done", format!(",\"answer\":{last}")),
            // The event's data is an object that begins with the version, as this one does.
            Some(false) => ("failed", format!(",{}", &last[head.len()..last.len() - 1])),
        };
        let (id, verb) = (&self.id, self.verb);
        format!("{head}\"job\":\"{id}\",\"verb\":\"{verb}\",\"state\":\"{state}\"{end}}}")
    }

    /// Subscribes to all further changes.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Waits until the job has ended.
    pub async fn ended(&self) {
        let mut changes = self.changes();
        while !self.has_ended() && changes.changed().await.is_ok() {}
    }

    /// The event with this number, or the first later one that is remembered.
    pub fn event(&self, number: usize) -> Next {
        let log = self.log();
        match log.events.get(number.saturating_sub(log.dropped)) {
            Some(event) => Next::Event(event.clone()),
            None if log.answered.is_some() => Next::End,
            None => Next::Wait,
        }
    }

    /// Whether it ever had a stream.
    pub fn was_subscribed(&self) -> bool {
        self.log().was_subscribed
    }
}

impl Log {
    fn push(&mut self, name: &'static str, data: String) {
        if self.events.len() == limits::BACKLOG {
            self.events.pop_front();
            self.dropped += 1;
        }
        let number = self.dropped + self.events.len();
        self.events.push_back(Event { number, name, data: data.into() });
    }
}

/// A stream's subscription. When the last one is dropped, the job stops.
pub(super) struct Subscription(pub Arc<Job>);

impl Subscription {
    /// Subscribes to `job`; `None` if it has too many streams.
    pub fn new(job: Arc<Job>) -> Option<Self> {
        let mut log = job.log();
        if log.streams == limits::STREAMS {
            return None;
        }
        log.streams += 1;
        log.was_subscribed = true;
        drop(log);
        Some(Subscription(job))
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut log = self.0.log();
        log.streams -= 1;
        if log.streams == 0 {
            self.0.stop.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn job() -> Job {
        Job::new("solve", CancellationToken::new(), None)
    }

    #[test]
    fn a_late_stream_gets_the_backlog() {
        let job = job();
        for number in 0..10_000 {
            job.emit("progress", &json!(number));
        }
        let Next::Event(first) = job.event(0) else { panic!("there are events") };
        assert_eq!((first.number, &*first.data), (10_000 - 4096, "5904"));
        let Next::Event(last) = job.event(9_999) else { panic!("there are events") };
        assert_eq!((last.number, &*last.data), (9_999, "9999"));
        assert!(matches!(job.event(10_000), Next::Wait));
        job.end(Ok("null".to_owned()));
        assert!(matches!(job.event(10_000), Next::Event(_)) && matches!(job.event(10_001), Next::End));
    }

    #[test]
    fn a_job_has_a_few_streams_and_stops_with_the_last() {
        let job = Arc::new(job());
        let mut streams: Vec<_> =
            (0..limits::STREAMS).map(|_| Subscription::new(job.clone()).unwrap()).collect();
        assert!(Subscription::new(job.clone()).is_none());
        streams.pop();
        assert!(Subscription::new(job.clone()).is_some() && !job.stop.is_cancelled());
        streams.clear();
        assert!(job.stop.is_cancelled());
    }
}
