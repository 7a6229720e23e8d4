//! Refusals: an HTTP status, and a JSON object with the reason.

use serde_json::{Map, Value, json};
use tejun_puzzles::{InputError, PlayError, SolveError};
use tejun_search::StopReason;

use crate::names::Unnamed;
use crate::{answers, limits};

/// A refused request.
#[derive(Debug)]
pub struct Refusal {
    status: u16,
    error: Map<String, Value>,
}

impl Refusal {
    /// A refusal with this message, one sentence without a full stop.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        Refusal { status, error: Map::new() }.with("message", message.into())
    }

    /// The request has the wrong structure.
    pub fn malformed(message: impl Into<String>) -> Self {
        Refusal::new(400, message)
    }

    /// The structure is right, but the request cannot be carried out.
    pub fn impossible(message: impl Into<String>) -> Self {
        Refusal::new(422, message)
    }

    /// Try again later.
    pub fn busy(message: impl Into<String>) -> Self {
        Refusal::new(503, message)
    }

    /// It does not exist.
    pub fn unknown(message: impl Into<String>) -> Self {
        Refusal::new(404, message)
    }

    /// The body of the request is too large.
    pub fn too_large() -> Self {
        Refusal::new(413, format!("the body is larger than {} bytes", limits::BODY))
    }

    /// A bug in this program; the console shows more.
    pub fn broken() -> Self {
        Refusal::new(500, "this is a bug in tejun; its console says more")
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

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        let mut refusal = Refusal::impossible(error.message);
        if let Some(key) = error.key {
            refusal = refusal.with("key", key);
        }
        if let Some(reason) = &error.reason {
            refusal = refusal.with("code", reason.code()).with("reason", answers::reason(reason));
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

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Self {
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

impl From<Unnamed> for Refusal {
    fn from(error: Unnamed) -> Self {
        match error {
            Unnamed::Bad(error) => error.into(),
            unknown => Refusal::impossible(unknown.to_string()),
        }
    }
}
