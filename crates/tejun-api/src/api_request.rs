//! The question in a request: `{instance, line, options}`, and keys specific to a verb.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tejun_puzzles::{GivenOptions, Line, Means, Position, QuestionKind};

use crate::clock::{Clock, Now};
use crate::engine::Engine;
use crate::error::ApiError;
use crate::limits::{self, Times};
use crate::names;
use crate::options::{RequestOptions, Takes, means};
use crate::puzzle_cache::{Opened, ReplayError};
use crate::refusal::refuse_unless_can;

/// The body of a request, with its structure checked.
pub(crate) struct ApiRequest {
    instance: Option<String>,
    line: Option<Moves>,
    options: RequestOptions,
    more: Map<String, Value>,
}

/// A line as written in a request.
enum Moves {
    /// One string per move, as in answers.
    List(Vec<String>),
    /// One text, as the instance reads it.
    Text(String),
}

impl ApiRequest {
    /// Checks the structure of a question to a verb, which may have `keys` in addition to the common ones.
    ///
    /// # Errors
    /// If a key is unknown or has the wrong type; the error names it.
    pub fn new(
        verb: &str,
        mut object: Map<String, Value>,
        keys: &[&str],
        takes: Takes,
    ) -> Result<Self, ApiError> {
        let mut take = |key: &str| object.remove(key).filter(|value| !value.is_null());
        let instance = match take("instance") {
            None => None,
            Some(Value::String(name)) => Some(name),
            Some(_) => {
                return Err(ApiError::malformed(
                    "instance is a string: a name, a short form or a file's text",
                ));
            }
        };
        let line = match take("line") {
            None => None,
            Some(Value::String(text)) => Some(Moves::Text(text)),
            Some(Value::Array(moves)) => {
                let text = |value: Value| value.as_str().map(str::to_owned);
                let moves: Option<Vec<String>> = moves.into_iter().map(text).collect();
                Some(Moves::List(moves.ok_or_else(wrong_line)?))
            }
            Some(_) => return Err(wrong_line()),
        };
        let given = match take("options") {
            None => Map::new(),
            Some(Value::Object(given)) => given,
            Some(_) => return Err(ApiError::malformed("options is an object, as in {\"time\": 10}")),
        };
        if let Some(key) = object.keys().find(|key| !keys.contains(&key.as_str())) {
            let known = ["instance", "line", "options"];
            let known: Vec<&str> = known.iter().chain(keys).copied().collect();
            let known = known.join(", ");
            return Err(ApiError::malformed(format!("there is no key {key:?}: there are {known}")));
        }
        Ok(ApiRequest { instance, line, options: RequestOptions::new(verb, given, takes)?, more: object })
    }

    /// Whether it is about an instance.
    pub fn has_instance(&self) -> bool {
        self.instance.is_some() || self.line.is_some()
    }

    /// The name of the instance in answers, and its text, of `most` bytes.
    ///
    /// # Errors
    /// If there is no such instance, or its text exceeds the limit.
    pub fn text(&self, engine: &Engine, most: usize) -> Result<(String, String), ApiError> {
        let Some(given) = self.instance.clone() else {
            return Err(ApiError::malformed("instance is missing: a name, a short form or a file's text"));
        };
        // Not a path: a request must not read files.
        let (name, text) = if given.contains(['\n', '\r', '=']) {
            ("-".to_owned(), given)
        } else {
            let text = names::named(&engine.registry, &engine.library, &given);
            (given, text?)
        };
        if text.len() > most {
            let length = text.len();
            return Err(ApiError::beyond(format!(
                "the text of the instance has {length} bytes: at most {most} are served"
            )));
        }
        Ok((name, text))
    }

    /// Finds or makes the puzzle, and reads the line.
    ///
    /// # Errors
    /// If there is no such instance, its text is invalid, or it exceeds the limits.
    pub fn resolve(self, engine: &Engine, times: Times) -> Result<ResolvedRequest, ApiError> {
        let (name, text) = self.text(engine, limits::TEXT)?;
        let options = self.options.read()?;
        let (mut means, time) = means(&options, &engine.most, times)?;
        means.data.clone_from(&engine.data);
        let level = options.number("level").map(|level| usize::try_from(level).unwrap_or(usize::MAX));
        let text = engine.registry.leave_out(text, &options)?;
        let puzzle = engine.cache.open(&engine.registry, text, options.text("metric"), level)?;
        let ((rows, columns), most) = (puzzle.size, limits::CELLS);
        if rows.saturating_mul(columns) > most {
            return Err(ApiError::beyond(format!(
                "the board has {rows} rows of {columns}: at most {most} cells are served"
            )));
        }
        let line = match self.line {
            None => puzzle.instance.read_line(""),
            Some(Moves::Text(text)) => puzzle.instance.read_line(&text),
            Some(Moves::List(moves)) => Line(moves),
        };
        if line.0.len() > limits::MOVES {
            let (length, most) = (line.0.len(), limits::MOVES);
            return Err(ApiError::beyond(format!("the line has {length} moves: at most {most} are served")));
        }
        Ok(ResolvedRequest { name, puzzle, line, options, means, time, more: self.more, now: engine.now })
    }
}

fn wrong_line() -> ApiError {
    ApiError::malformed("line is an array of moves, or one string")
}

/// A question with its puzzle.
pub(crate) struct ResolvedRequest {
    /// The name of the instance in answers: its name or short form, or `-` for a text.
    pub name: String,
    pub puzzle: Arc<Opened>,
    pub line: Line,
    pub options: GivenOptions,
    pub means: Means,
    /// The time limit of the search.
    pub time: Duration,
    /// The keys specific to the verb.
    pub more: Map<String, Value>,
    pub now: Now,
}

impl ResolvedRequest {
    /// The position after the line.
    ///
    /// # Errors
    /// If the line is not legal, or takes longer than `clock` allows.
    pub fn position(&self, clock: &Clock) -> Result<Box<dyn Position>, ReplayError> {
        self.puzzle.after(&self.line, clock)
    }

    /// A clock that measures how long the search takes.
    pub fn stopwatch(&self) -> Clock {
        Clock::new(self.now, Duration::MAX, None)
    }

    /// Refuses a question that the puzzle has no answer to.
    ///
    /// # Errors
    /// If that is so.
    pub fn refuse_unless_can(&self, question: QuestionKind) -> Result<(), ApiError> {
        refuse_unless_can(&*self.puzzle.instance, question)
    }
}
