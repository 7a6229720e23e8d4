//! What a request is refused with: a status and one JSON object that says why.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tejun_puzzles::{AskError, InputError, PlayError};
use tejun_search::StopReason;

use super::{limits, reply};
use crate::answers;

/// A refused request.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    error: Map<String, Value>,
}

impl Refusal {
    /// A refusal that says `message`, one sentence without a final full stop.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Refusal { status, error: Map::new() }.with("message", message.into())
    }

    /// The request is not of the shape that it must have.
    pub fn malformed(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// The shape is right, but what it asks for cannot be done.
    pub fn impossible(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Not now.
    pub fn busy(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// There is no such thing.
    pub fn unknown(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// Something in this program is wrong; the console tells more.
    pub fn broken() -> Self {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "tejun made a mistake; its console says more")
    }

    /// The object that says why.
    pub fn json(&self) -> Value {
        json!({ "error": self.error })
    }

    /// What it says.
    #[cfg(test)]
    pub fn message(&self) -> &str {
        self.error["message"].as_str().expect("it is a string")
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.error.insert(key.to_owned(), value.into());
        self
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        let mut refusal = Refusal::impossible(error.message);
        if let Some(key) = error.key {
            refusal = refusal.with("key", key);
        }
        match error.place {
            Some(place) => refusal.with("row", place.row).with("column", place.column),
            None => refusal,
        }
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        Refusal::impossible(error.to_string())
            .with("at", error.at)
            .with("code", error.reason.code())
            .with("reason", answers::reason(&error.reason))
    }
}

impl From<AskError> for Refusal {
    fn from(error: AskError) -> Self {
        Refusal::impossible(error.0)
    }
}

impl From<StopReason> for Refusal {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Interrupted => Refusal::busy("nobody waits for this any more"),
            _ => Refusal::impossible(format!(
                "this takes longer than {} s: ask for less",
                limits::LIGHT.as_secs()
            )),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = reply::json(self.status, &self.json());
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
