//! Puzzles drawn at random.

use std::time::Duration;

use serde_json::{Map, Value};
use tejun_puzzles::{Call, FamilyVerb, QuestionOption};

use crate::answers;
use crate::clock::{Clock, Now};
use crate::engine::Engine;
use crate::error::ApiError;
use crate::error_kind::ErrorKind;
use crate::limited_writer;
use crate::limits;
use crate::options::{RequestOptions, Takes, means};

/// The keys of a request.
const KEYS: [&str; 3] = ["of", "level", "options"];

/// The options of a request. Whether a limit on moves is of use, what draws says.
pub(crate) const TAKES: Takes = Takes { instance: false, question: &[QuestionOption::Depth] };

/// A puzzle to be drawn.
pub struct Drawing {
    verb: FamilyVerb,
    call: Call,
    level: u64,
    time: Duration,
    now: Now,
}

impl Drawing {
    /// Reads what is to be drawn. Only what a family offers is: the other options of its verbs are for people who
    /// run the program themselves.
    ///
    /// # Errors
    /// If the request is invalid, or nothing draws that.
    pub(crate) fn new(engine: &Engine, mut given: Map<String, Value>) -> Result<Drawing, ApiError> {
        let mut take = |key: &str| given.remove(key).unwrap_or_default();
        let [of, level, options] = KEYS.map(&mut take);
        if let Some(key) = given.keys().next() {
            let known = KEYS.join(", ");
            return Err(ApiError::malformed(format!("there is no key {key:?}: there are {known}")));
        }
        let options = match options {
            Value::Null => Map::new(),
            Value::Object(options) => options,
            _ => return Err(ApiError::malformed("options is an object, as in {\"seed\": 7}")),
        };
        let families = || engine.registry.families();
        let known =
            || families().flat_map(|family| family.info.draws().into_iter().map(move |draw| (family, draw)));
        let name =
            of.as_str().ok_or_else(|| ApiError::malformed("of is missing: the name of what to draw"))?;
        let (family, draw) = known().find(|(_, draw)| draw.verb == name).ok_or_else(|| {
            let known: Vec<&str> = known().map(|(_, draw)| draw.verb).collect();
            ApiError::impossible(
                ErrorKind::Usage,
                format!("nothing draws {name:?}: there are {}", known.join(", ")),
            )
        })?;
        let wrong = || {
            ApiError::impossible(
                ErrorKind::Usage,
                format!("level is a number from 1 to {}", draw.levels.count()),
            )
        };
        let level = if level.is_null() { 1 } else { level.as_u64().ok_or_else(wrong)? };
        let preset = usize::try_from(level).ok().and_then(|level| draw.levels.options(level));
        let preset = preset.ok_or_else(wrong)?;
        let options = RequestOptions::new("generate", options, TAKES)?.read()?;
        let (means, time) = means(&options, &engine.most, limits::DRAW)?;
        let path = ["generate", draw.verb];
        let verb = family.verbs().into_iter().find(|verb| verb.path == path).ok_or_else(ApiError::broken)?;
        let call = Call { arguments: Vec::new(), given: preset.into_iter().collect(), means };
        Ok(Drawing { verb, call, level, time, now: engine.now })
    }

    /// Its time limit.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Draws it and returns the answer as the text of a JSON object. The same seed draws the same puzzle. A draw
    /// that was stopped delivers what it has made.
    ///
    /// # Errors
    /// If the family cannot draw it.
    pub fn run(&self, clock: &mut Clock) -> Result<String, ApiError> {
        let drawn = self.verb.answer(&self.call, clock)?;
        let mut answer = Map::new();
        answer.insert("of".into(), self.verb.path[1].into());
        answer.insert("level".into(), self.level.into());
        answer.insert("seed".into(), self.call.means.seed.into());
        answer.extend(answers::details(&drawn.details));
        // The draw's own time may be up.
        limited_writer::write(&answer, &Clock::new(self.now, limits::LIGHT, None))
    }
}
