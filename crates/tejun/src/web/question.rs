//! What a request asks: `{instance, line, options}`, and keys that a verb has beside them.

use axum::body::Bytes;
use serde_json::{Map, Value};
use tejun_puzzles::{Instance, Line, Registry, Request};

use super::limits::{self, Limits, Times};
use super::options::Options;
use super::refusal::Refusal;
use super::verbs::Verb;
use crate::source;

/// A request's body, its shape checked.
pub(super) struct Question {
    instance: Option<String>,
    line: Option<Moves>,
    options: Options,
    more: Map<String, Value>,
}

/// A line as requests write it.
enum Moves {
    /// Each move a string, as answers give them.
    List(Vec<String>),
    /// In one text, as the instance reads it.
    Text(String),
}

/// Reads a body that is one JSON object.
///
/// # Errors
/// When it is none.
pub(super) fn object(body: &Bytes) -> Result<Map<String, Value>, Refusal> {
    let value = serde_json::from_slice(body)
        .map_err(|error| Refusal::malformed(format!("the body is not JSON: {error}")))?;
    let Value::Object(object) = value else {
        return Err(Refusal::malformed("the body is not a JSON object, as in {\"instance\": \"hundred\"}"));
    };
    Ok(object)
}

impl Question {
    /// Checks the shape of a question to `verb`.
    ///
    /// # Errors
    /// When a key is not of its type or none that the verb has; the refusal names it.
    pub fn new(mut object: Map<String, Value>, verb: &Verb) -> Result<Self, Refusal> {
        let mut take = |key: &str| object.remove(key).filter(|value| !value.is_null());
        let instance = match take("instance") {
            None => None,
            Some(Value::String(name)) => Some(name),
            Some(_) => {
                return Err(Refusal::malformed(
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
        let options = match take("options") {
            None => Map::new(),
            Some(Value::Object(options)) => options,
            Some(_) => return Err(Refusal::malformed("options is an object, as in {\"time\": 10}")),
        };
        if let Some(key) = object.keys().find(|key| !verb.keys.contains(&key.as_str())) {
            let known = ["instance", "line", "options"];
            let known: Vec<&str> = known.iter().chain(verb.keys).copied().collect();
            let known = known.join(", ");
            return Err(Refusal::malformed(format!("there is no key {key:?}: there are {known}")));
        }
        Ok(Question { instance, line, options: Options::new(options, verb.options)?, more: object })
    }

    /// Whether it is about an instance.
    pub fn has_instance(&self) -> bool {
        self.instance.is_some() || self.line.is_some()
    }

    /// Makes the instance and the line.
    ///
    /// # Errors
    /// When there is no such instance, its text is no good, or it is beyond what the server allows.
    pub fn pose(self, registry: &Registry, most: &Limits, times: Times) -> Result<Posed, Refusal> {
        let Some(given) = self.instance else {
            return Err(Refusal::malformed("instance is missing: a name, a short form or a file's text"));
        };
        let (request, time) = self.options.request(most, times)?;
        // No path: a request must not read files.
        let (name, text) = if given.contains(['\n', '=']) {
            ("-".to_owned(), given)
        } else {
            let text = source::named(registry, &given);
            (given, text?)
        };
        let instance = registry.read(&text, self.options.metric()?)?;
        let scene = instance.scene(&Line::default())?;
        if scene.rows.saturating_mul(scene.columns) > limits::CELLS {
            let (rows, columns, most) = (scene.rows, scene.columns, limits::CELLS);
            return Err(Refusal::impossible(format!(
                "the board has {rows} rows of {columns}: at most {most} cells are served"
            )));
        }
        let line = match self.line {
            None => instance.read_line(""),
            Some(Moves::Text(text)) => instance.read_line(&text),
            Some(Moves::List(moves)) => Line(moves),
        };
        if line.0.len() > limits::MOVES {
            let (length, most) = (line.0.len(), limits::MOVES);
            return Err(Refusal::impossible(format!(
                "the line has {length} moves: at most {most} are served"
            )));
        }
        let terminal_goals = self.options.is_on("terminal_goals")?;
        Ok(Posed { name, text, instance, line, request, time, terminal_goals, more: self.more })
    }
}

fn wrong_line() -> Refusal {
    Refusal::malformed("line is an array of moves, or one string")
}

/// A question with its instance.
pub(super) struct Posed {
    /// What the answer calls the instance: its name or short form, `-` for a text.
    pub name: String,
    /// The text of its file.
    pub text: String,
    pub instance: Box<dyn Instance>,
    pub line: Line,
    pub request: Request,
    /// How long the search may take.
    pub time: std::time::Duration,
    pub terminal_goals: bool,
    /// The verb's own keys.
    pub more: Map<String, Value>,
}

impl From<source::Unnamed> for Refusal {
    fn from(error: source::Unnamed) -> Self {
        match error {
            source::Unnamed::Bad(error) => error.into(),
            unknown => Refusal::impossible(unknown.to_string()),
        }
    }
}
