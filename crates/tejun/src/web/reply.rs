//! JSON responses. A long one is sent in parts, which the client has to take in good time.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body::{Frame, SizeHint};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits;

/// Size of a part in bytes.
const PART: usize = 64 << 10;
/// Time for a client to take a part, after an initial allowance.
const PER_PART: Duration = Duration::from_secs(1);

/// A response with a JSON value.
pub(super) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    text(status, serde_json::to_string(value).expect("it is plain data"))
}

/// A response with the text of a JSON value.
pub(super) fn text(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = (status, text.into()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Space for the long answers that are under way.
pub(super) struct AnswerBudget(Arc<Semaphore>);

impl AnswerBudget {
    pub fn new() -> Self {
        AnswerBudget(Arc::new(Semaphore::new(limits::UNDERWAY)))
    }

    /// Makes the response with this answer; `None` if there is no space for it.
    pub fn send(&self, answer: String) -> Option<Response> {
        if answer.len() <= PART {
            return Some(text(StatusCode::OK, answer));
        }
        let room = self.0.clone().try_acquire_many_owned(answer.len() as u32).ok()?;
        let (rest, start) = (Bytes::from(answer), Instant::now());
        let deadline = start + limits::SLOWEST;
        Some(text(StatusCode::OK, Body::new(Parts { rest, deadline, _room: room })))
    }
}

/// The same body, which keeps `held` alive until it is sent or given up.
pub(super) fn holding(held: impl Send + Unpin + 'static, body: Body) -> Body {
    Body::new(Holding { body, _held: held })
}

struct Holding<H> {
    body: Body,
    _held: H,
}

impl<H: Unpin> http_body::Body for Holding<H> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

struct Parts {
    rest: Bytes,
    deadline: Instant,
    _room: OwnedSemaphorePermit,
}

impl http_body::Body for Parts {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        if Instant::now() > self.deadline {
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        }
        self.deadline += PER_PART;
        let part = self.rest.len().min(PART);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(part)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use http_body::Body as _;

    use super::*;

    #[test]
    fn a_long_answer_goes_out_in_parts_and_holds_its_room_until_then() {
        let bag = AnswerBudget(Arc::new(Semaphore::new(3 * PART)));
        let mut response = bag.send("x".repeat(2 * PART + 1)).unwrap();
        assert!(bag.send("x".repeat(PART + 1)).is_none() && bag.send("x".repeat(PART)).is_some());
        let mut lengths = Vec::new();
        let mut next = || {
            let body = Pin::new(response.body_mut());
            body.poll_frame(&mut Context::from_waker(Waker::noop()))
        };
        while let Poll::Ready(Some(part)) = next() {
            lengths.push(part.unwrap().into_data().unwrap().len());
        }
        assert_eq!(lengths, [PART, PART, 1]);
        drop(response);
        assert!(bag.send("x".repeat(PART + 1)).is_some());
    }

    #[test]
    fn who_takes_it_too_slowly_gets_no_more() {
        let room = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let mut parts = Parts { rest: Bytes::from_static(b"late"), deadline: Instant::now(), _room: room };
        while Instant::now() <= parts.deadline {}
        let next = Pin::new(&mut parts).poll_frame(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(next, Poll::Ready(Some(Err(_)))));
    }
}
