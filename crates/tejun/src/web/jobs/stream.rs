//! A job's events as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::job::{Job, Listener, Next};

/// Interval of the keep-alive messages on a silent stream.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// Streams the events of `job` from number `first` on as they come, until it ends; `None` if it has too many
/// listeners.
pub(in crate::web) fn events(job: Arc<Job>, first: usize) -> Option<Response> {
    let changes = job.changes();
    let ear = Listener::new(job)?;
    let stream = stream::unfold((ear, changes, first), async |(ear, mut changes, number)| {
        loop {
            match ear.0.event(number) {
                Next::Event(event) => {
                    let told = sse::Event::default().id(event.number.to_string()).event(event.name);
                    let told: Result<_, Infallible> = Ok(told.data(event.data));
                    return Some((told, (ear, changes, event.number + 1)));
                }
                Next::Wait => changes.changed().await.ok()?,
                Next::End => return None,
            }
        }
    });
    Some(Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}
