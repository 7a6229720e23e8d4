//! Refusals: an HTTP status, a kind, and a JSON object with the reason.

use std::fmt;

use serde_json::{Map, Value, json};
use tejun_puzzles::{InputError, PlayError, SolveError};
use tejun_search::StopReason;

use crate::error_kind::ErrorKind;
use crate::names::NameError;
use crate::versioned::API;
use crate::{answers, limits};

/// A refused request.
#[derive(Debug)]
pub struct ApiError {
    status: u16,
    kind: ErrorKind,
    error: Map<String, Value>,
}

impl ApiError {
    /// An error with this message, one sentence without a full stop.
    pub fn new(status: u16, kind: ErrorKind, message: impl Into<String>) -> Self {
        ApiError { status, kind, error: Map::new() }.with("message", message.into())
    }

    /// The request has the wrong structure.
    pub fn malformed(message: impl Into<String>) -> Self {
        ApiError::new(400, ErrorKind::Usage, message)
    }

    /// The structure is right, but the request cannot be carried out.
    pub fn impossible(kind: ErrorKind, message: impl Into<String>) -> Self {
        ApiError::new(422, kind, message)
    }

    /// The puzzle has no answer to that.
    pub fn unsupported(message: impl Into<String>) -> Self {
        ApiError::impossible(ErrorKind::Unsupported, message)
    }

    /// That is more than is served.
    pub fn beyond(message: impl Into<String>) -> Self {
        ApiError::impossible(ErrorKind::Limit, message)
    }

    /// Try again later.
    pub fn busy(message: impl Into<String>) -> Self {
        ApiError::new(503, ErrorKind::Unavailable, message)
    }

    /// It does not exist.
    pub fn unknown(message: impl Into<String>) -> Self {
        ApiError::new(404, ErrorKind::Usage, message)
    }

    /// The body of the request is too large.
    pub fn too_large() -> Self {
        ApiError::new(413, ErrorKind::Limit, format!("the body is larger than {} bytes", limits::BODY))
    }

    /// A bug in this program; the console shows more.
    pub fn broken() -> Self {
        ApiError::new(500, ErrorKind::Internal, "this is a bug in tejun; its console says more")
    }

    /// The JSON object with the reason.
    pub fn json(&self) -> Value {
        json!({ "api": API, "error": self.error, "kind": self.kind })
    }

    /// The JSON object on the command line, where `error` is the message, and what else is known stands beside it.
    pub fn flat(&self) -> Map<String, Value> {
        let known = |key: &str, value: Value| (key.to_owned(), value);
        let head = [known("error", self.message().into()), known("kind", json!(self.kind))];
        let rest = self.error.iter().filter(|(key, _)| *key != "message");
        head.into_iter().chain(rest.map(|(key, value)| known(key, value.clone()))).collect()
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message.
    pub fn message(&self) -> &str {
        self.error["message"].as_str().expect("it is a string")
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.error.insert(key.to_owned(), value.into());
        self
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for ApiError {}

impl From<InputError> for ApiError {
    fn from(input: InputError) -> Self {
        let mut error = ApiError::impossible(ErrorKind::Instance, input.message);
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
        ApiError::impossible(ErrorKind::Line, error.to_string())
            .with("at", error.at)
            .with("code", error.reason.code())
            .with("reason", json!(answers::ReasonAnswer::from(&error.reason)))
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> Self {
        if error == SolveError::too_long(limits::ANSWER as u64) {
            return ApiError::beyond(error.0);
        }
        let SolveError(message, reason) = error;
        let error = ApiError::unsupported(message);
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
            _ => ApiError::beyond(format!(
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
            unknown => ApiError::impossible(ErrorKind::Instance, unknown.to_string()),
        }
    }
}
