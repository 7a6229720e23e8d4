//! Refusals: a status, and a JSON object with the reason.

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
    /// A refusal with this message, one sentence without a full stop.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Refusal { status, error: Map::new() }.with("message", message.into())
    }

    /// The request has the wrong structure.
    pub fn malformed(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// The structure is right, but the request cannot be carried out.
    pub fn impossible(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Try again later.
    pub fn busy(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// It does not exist.
    pub fn unknown(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// A bug in this program; the console shows more.
    pub fn broken() -> Self {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "this is a bug in tejun; its console says more")
    }

    /// The JSON object with the reason.
    pub fn json(&self) -> Value {
        json!({ "error": self.error })
    }

    /// The message.
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
