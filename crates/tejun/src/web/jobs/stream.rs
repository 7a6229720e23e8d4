//! A job's events as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::job::{Job, Next, Subscription};

/// Interval of the keep-alive messages on a silent stream.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// Streams the events of `job` from number `first` on as they come, until it ends; `None` if it has too many
/// streams.
pub(super) fn events(job: Arc<Job>, first: usize) -> Option<Response> {
    let changes = job.changes();
    let subscription = Subscription::new(job)?;
    let stream = stream::unfold((subscription, changes, first), async |(job, mut changes, number)| {
        loop {
            match job.0.event(number) {
                Next::Event(event) => {
                    let message = sse::Event::default().id(event.number.to_string()).event(event.name);
                    let message: Result<_, Infallible> = Ok(message.data(event.data));
                    return Some((message, (job, changes, event.number + 1)));
                }
                Next::Wait => changes.changed().await.ok()?,
                Next::End => return None,
            }
        }
    });
    Some(Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}
