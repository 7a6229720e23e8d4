//! JSON responses: answers, long ones in parts, and errors.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tejun_api::ApiError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

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
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, text.into()).into_response()
}

/// The error response of a handler.
pub(super) struct ErrorResponse(ApiError);

impl From<ApiError> for ErrorResponse {
    fn from(error: ApiError) -> Self {
        ErrorResponse(error)
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).expect("refusals have statuses of HTTP");
        let mut response = json(status, &self.0.json());
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Limits the total size of the long answers being sent.
pub(super) struct ResponseBudget(Arc<Semaphore>);

impl ResponseBudget {
    pub fn new(bytes: usize) -> Self {
        ResponseBudget(Arc::new(Semaphore::new(bytes)))
    }

    /// The response with this answer; `None` if it exceeds the budget.
    pub fn respond(&self, answer: String) -> Option<Response> {
        if answer.len() <= PART {
            return Some(text(StatusCode::OK, answer));
        }
        let length = HeaderValue::from(answer.len());
        let permit = self.0.clone().try_acquire_many_owned(answer.len().try_into().ok()?).ok()?;
        let mut response = text(StatusCode::OK, Body::from_stream(parts(answer.into(), permit)));
        response.headers_mut().insert(header::CONTENT_LENGTH, length);
        Some(response)
    }
}

/// The parts of a long answer; an error if the client takes them too slowly.
fn parts(answer: Bytes, permit: OwnedSemaphorePermit) -> impl Stream<Item = io::Result<Bytes>> {
    let deadline = Instant::now() + limits::CLIENT_TIMEOUT;
    stream::unfold((answer, deadline, permit), async |(mut rest, deadline, permit)| {
        let part = match rest.len() {
            0 => return None,
            _ if Instant::now() > deadline => Err(io::ErrorKind::TimedOut.into()),
            bytes => Ok(rest.split_to(bytes.min(PART))),
        };
        Some((part, (rest, deadline + PER_PART, permit)))
    })
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_long_answer_is_sent_in_parts_and_takes_its_size_from_the_budget() {
        let budget = ResponseBudget::new(3 * PART);
        let response = budget.respond("x".repeat(2 * PART + 1)).unwrap();
        assert_eq!(response.headers()[header::CONTENT_LENGTH], (2 * PART + 1).to_string());
        assert!(budget.respond("x".repeat(PART + 1)).is_none());
        assert!(budget.respond("x".repeat(PART)).is_some());
        let parts = response.into_body().into_data_stream().map(|part| part.unwrap().len());
        assert_eq!(parts.collect::<Vec<_>>().await, [PART, PART, 1]);
        assert!(budget.respond("x".repeat(PART + 1)).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_its_answer_too_slowly_gets_no_more() {
        let response = ResponseBudget::new(9 * PART).respond("x".repeat(9 * PART)).unwrap();
        let mut body = response.into_body().into_data_stream();
        for is_in_time in [true, true, false] {
            advance(limits::CLIENT_TIMEOUT / 2).await;
            assert_eq!(body.next().await.unwrap().is_ok(), is_in_time);
        }
    }
}
