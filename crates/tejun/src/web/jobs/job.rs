//! A search that runs in the background: its events so far, how it ended, and who listens.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::Value;
use tejun_api::{Refusal, Walk};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::web::limits;
use crate::web::peer::Peer;

/// Maximum number of events kept for streams that open late or are slow; the oldest are dropped first.
const KEPT: usize = 4096;

/// A job.
pub(in crate::web) struct Job {
    /// Its unguessable id.
    pub id: String,
    /// Its verb.
    pub verb: &'static str,
    /// Its owner.
    pub peer: Peer,
    /// Cancelled when it is to stop.
    pub stop: CancellationToken,
    /// The search, if it is a search to watch.
    pub walk: Option<Arc<tokio::sync::Mutex<Walk>>>,
    /// When a step of it was last requested.
    asked: Mutex<Instant>,
    log: Mutex<Log>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Log {
    events: VecDeque<Event>,
    /// Number of events dropped.
    gone: usize,
    /// `None` until it has ended; then whether the last event is the answer rather than an error.
    answered: Option<bool>,
    streams: usize,
    heard: bool,
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
    pub fn new(
        id: String,
        verb: &'static str,
        peer: Peer,
        stop: CancellationToken,
        walk: Option<Walk>,
    ) -> Self {
        Job {
            id,
            verb,
            peer,
            stop,
            walk: walk.map(|walk| Arc::new(tokio::sync::Mutex::new(walk))),
            asked: Mutex::new(Instant::now()),
            log: Mutex::default(),
            changed: watch::Sender::default(),
        }
    }

    /// Records a request for a step.
    pub fn ask(&self) {
        *self.asked.lock().expect("nothing panics while it holds the time") = Instant::now();
    }

    /// When a step was last requested, if it is a search to watch.
    pub fn asked(&self) -> Option<Instant> {
        self.walk.as_ref().map(|_| *self.asked.lock().expect("nothing panics while it holds the time"))
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().expect("nothing panics while it holds the log")
    }

    /// Sends an event to all listeners.
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

    /// Length of its answer or error in bytes; 0 until there is one.
    pub fn answer_bytes(&self) -> usize {
        let log = self.log();
        let last = log.events.back().filter(|_| log.answered.is_some());
        last.map_or(0, |event| event.data.len())
    }

    /// Its state, and its answer if it has one, as the text of a JSON object.
    pub fn state(&self) -> String {
        let log = self.log();
        let last = log.events.back().map_or("", |event| &event.data);
        let (state, end) = match log.answered {
            None => ("running", String::new()),
            Some(true) => ("done", format!(",\"answer\":{last}")),
            // The event's data is an object with the single key `error`.
            Some(false) => ("failed", format!(",{}", &last[1..last.len() - 1])),
        };
        let (id, verb) = (&self.id, self.verb);
        format!("{{\"job\":\"{id}\",\"verb\":\"{verb}\",\"state\":\"{state}\"{end}}}")
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

    /// The event with this number, or the first later one still kept.
    pub(super) fn event(&self, number: usize) -> Next {
        let log = self.log();
        match log.events.get(number.saturating_sub(log.gone)) {
            Some(event) => Next::Event(event.clone()),
            None if log.answered.is_some() => Next::End,
            None => Next::Wait,
        }
    }

    /// Whether it ever had a listener.
    pub fn had_listener(&self) -> bool {
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

/// A listener, for as long as it lives. When the last one is dropped, the job stops.
pub(super) struct Listener(pub Arc<Job>);

impl Listener {
    /// Listens to `job`; `None` if it has too many listeners.
    pub fn new(job: Arc<Job>) -> Option<Self> {
        let mut log = job.log();
        if log.streams == limits::STREAMS {
            return None;
        }
        log.streams += 1;
        log.heard = true;
        drop(log);
        Some(Listener(job))
    }
}

impl Drop for Listener {
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
    use std::net::SocketAddr;

    use serde_json::json;

    use super::*;

    fn job() -> Job {
        let peer = Peer::from(SocketAddr::from(([127, 0, 0, 1], 1)));
        Job::new("0".to_owned(), "solve", peer, CancellationToken::new(), None)
    }

    #[test]
    fn a_late_stream_gets_what_is_kept() {
        let job = job();
        for number in 0..10_000 {
            job.tell("progress", &json!(number));
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
    fn only_a_few_listen_to_one_job() {
        let job = Arc::new(job());
        let mut ears: Vec<_> = (0..limits::STREAMS).map(|_| Listener::new(job.clone()).unwrap()).collect();
        assert!(Listener::new(job.clone()).is_none());
        ears.pop();
        assert!(Listener::new(job.clone()).is_some() && !job.stop.is_cancelled());
        ears.clear();
        assert!(job.stop.is_cancelled());
    }
}
