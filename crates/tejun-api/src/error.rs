//! Refusals: an HTTP status, and a JSON object with the reason.

use serde_json::{Map, Value, json};
use tejun_puzzles::{InputError, PlayError, SolveError};
use tejun_search::StopReason;

use crate::names::NameError;
use crate::{answers, limits};

/// A refused request.
#[derive(Debug)]
pub struct ApiError {
    status: u16,
    error: Map<String, Value>,
}

impl ApiError {
    /// An error with this message, one sentence without a full stop.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        ApiError { status, error: Map::new() }.with("message", message.into())
    }

    /// The request has the wrong structure.
    pub fn malformed(message: impl Into<String>) -> Self {
        ApiError::new(400, message)
    }

    /// The structure is right, but the request cannot be carried out.
    pub fn impossible(message: impl Into<String>) -> Self {
        ApiError::new(422, message)
    }

    /// Try again later.
    pub fn busy(message: impl Into<String>) -> Self {
        ApiError::new(503, message)
    }

    /// It does not exist.
    pub fn unknown(message: impl Into<String>) -> Self {
        ApiError::new(404, message)
    }

    /// The body of the request is too large.
    pub fn too_large() -> Self {
        ApiError::new(413, format!("the body is larger than {} bytes", limits::BODY))
    }

    /// A bug in this program; the console shows more.
    pub fn broken() -> Self {
        ApiError::new(500, "this is a bug in tejun; its console says more")
    }

    /// The JSON object with the reason.
    pub fn json(&self) -> Value {
        json!({ "error": self.error })
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The message.
    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        self.error["message"].as_str().expect("it is a string")
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.error.insert(key.to_owned(), value.into());
        self
    }
}

impl From<InputError> for ApiError {
    fn from(input: InputError) -> Self {
        let mut error = ApiError::impossible(input.message);
        if let Some(key) = input.key {
            error = error.with("key", key);
        }
        if let Some(reason) = &input.reason {
            error =
                error.with("code", reason.code()).with("reason", json!(answers::ReasonAnswer::from(reason)));
        }
        match input.place {
            Some(place) => error.with("row", place.row).with("column", place.column),
            None => error,
        }
    }
}

impl From<PlayError> for ApiError {
    fn from(error: PlayError) -> Self {
        ApiError::impossible(error.to_string())
            .with("at", error.at)
            .with("code", error.reason.code())
            .with("reason", json!(answers::ReasonAnswer::from(&error.reason)))
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> Self {
        let SolveError(message, reason) = error;
        let error = ApiError::impossible(message);
        match &reason {
            Some(reason) => {
                error.with("code", reason.code()).with("reason", json!(answers::ReasonAnswer::from(reason)))
            }
            None => error,
        }
    }
}

impl From<StopReason> for ApiError {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Interrupted => ApiError::busy("nobody waits for this any more"),
            _ => ApiError::impossible(format!(
                "this takes longer than {} s: ask for less",
                limits::LIGHT.as_secs()
            )),
        }
    }
}

impl From<NameError> for ApiError {
    fn from(error: NameError) -> Self {
        match error {
            NameError::Bad(error) => error.into(),
            unknown => ApiError::impossible(unknown.to_string()),
        }
    }
}
