//! The options of a request, with the same names as on the command line, and which verb takes them.

use std::time::Duration;

use serde_json::{Map, Value};
use tejun_puzzles::{QuestionOption, SolveOptions, Wanted, takes_no};

use crate::error::ApiError;
use crate::limits::{ANSWER, Resources, Times};
use crate::units;

/// All options, in the order in which people read them.
const ALL: [&str; 12] = [
    "threads",
    "memory",
    "time",
    "states",
    "depth",
    "seed",
    "metric",
    "level",
    "width",
    "all",
    "first",
    "terminal_goals",
];
/// Those that say how to work: every verb takes them.
const MEANS: [&str; 5] = ["threads", "memory", "time", "states", "seed"];
/// Those of an instance.
const OF_INSTANCE: [&str; 2] = ["metric", "level"];

/// What a verb takes, besides what says how to work.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// Whether it reads an instance in the metric and at the level that are asked for.
    pub instance: bool,
    /// The options of its question.
    pub question: &'static [QuestionOption],
}

impl Takes {
    /// Neither an instance nor a question.
    pub const NOTHING: Takes = Takes { instance: false, question: &[] };

    /// The names of the options.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        ALL.into_iter().filter(move |name| {
            MEANS.contains(name)
                || self.instance && OF_INSTANCE.contains(name)
                || self.question.iter().any(|option| option.name() == *name)
        })
    }
}

/// The options given in a request.
pub struct RequestOptions(Map<String, Value>);

impl RequestOptions {
    /// Checks that a verb takes the options that are given.
    ///
    /// # Errors
    /// If it does not, or an option is unknown; the error names it.
    pub fn new(verb: &str, given: Map<String, Value>, takes: Takes) -> Result<Self, ApiError> {
        let is_taken = |name: &str| takes.names().any(|taken| taken == name);
        // What is null is not given.
        let is_idle = |name: &str, value: &Value| value.is_null() && RequestOptions::is_known(name);
        match given
            .iter()
            .find(|(name, value)| !is_taken(name) && !is_idle(name, value))
            .map(|(name, _)| name)
        {
            None => Ok(RequestOptions(given)),
            Some(name) if RequestOptions::is_known(name) => {
                Err(ApiError::malformed(takes_no(verb, &format!("{name:?}"))))
            }
            Some(name) => {
                let known: Vec<&str> = takes.names().collect();
                Err(ApiError::malformed(format!(
                    "there is no option {name:?}: there are {}",
                    known.join(", ")
                )))
            }
        }
    }

    /// Whether some verb has an option of this name.
    pub fn is_known(name: &str) -> bool {
        ALL.contains(&name)
    }

    /// The metric that overrides the file's.
    pub fn metric(&self) -> Result<Option<&str>, ApiError> {
        self.get("metric", "a string", Value::as_str)
    }

    /// The level that overrides the file's.
    pub fn level(&self) -> Result<Option<usize>, ApiError> {
        Ok(self.number("level")?.map(|level| usize::try_from(level).unwrap_or(usize::MAX)))
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> Result<bool, ApiError> {
        Ok(self.get(name, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    /// The settings of the question, and its time limit.
    ///
    /// # Errors
    /// If a value has the wrong type or exceeds the limits.
    pub fn options(&self, most: &Resources, times: Times) -> Result<(SolveOptions, Duration), ApiError> {
        let none = tejun_search::Limits::default();
        let threads = self.number("threads")?.unwrap_or(most.threads as u64);
        if threads == 0 {
            return Err(ApiError::beyond("threads is 0; the least is 1"));
        }
        if threads > most.threads as u64 {
            return Err(ApiError::beyond(format!("threads is {threads}; it may be 1 to {}", most.threads)));
        }
        let bytes = self.bytes()?.unwrap_or(most.usual_bytes);
        if bytes > most.most_bytes {
            let most = most.most_bytes;
            return Err(ApiError::beyond(format!("memory is {bytes}; it may be {most} at most")));
        }
        let times = Times { usual: times.usual.min(most.most_time), most: times.most.min(most.most_time) };
        let time = self.time()?.unwrap_or(times.usual);
        if time > times.most {
            let (time, most) = (time.as_secs_f64(), times.most.as_secs_f64());
            return Err(ApiError::beyond(format!("time is {time}; it may be {most} at most")));
        }
        let depth = match self.number("depth")? {
            Some(depth) => u32::try_from(depth)
                .map_err(|_| ApiError::beyond(format!("depth is {depth}; it may be {} at most", u32::MAX)))?,
            None => none.depth,
        };
        let width = self.number("width")?.map(|width| width as usize);
        if width == Some(0) {
            return Err(ApiError::beyond("width is 0; the least is 1"));
        }
        let wanted = match (self.is_on("all")?, self.number("first")?) {
            (true, Some(_)) => {
                return Err(ApiError::malformed("all and first exclude each other: leave out one"));
            }
            (true, None) => Wanted::All,
            (false, Some(0)) => return Err(ApiError::beyond("first is 0; the least is 1")),
            (false, Some(number)) => Wanted::First(number),
            (false, None) => Wanted::Best,
        };
        let states = self.number("states")?.unwrap_or(none.states);
        let options = SolveOptions {
            limits: tejun_search::Limits { states, bytes, depth },
            threads: threads as usize,
            wanted,
            terminal_goals: self.is_on("terminal_goals")?,
            answer_bytes: ANSWER as u64,
            seed: self.number("seed")?.unwrap_or(0),
            width,
            data: None,
            spill: None,
            peers: None,
        };
        Ok((options, time))
    }

    fn get<'a, T>(
        &'a self,
        name: &str,
        what: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, ApiError> {
        let Some(value) = self.0.get(name).filter(|value| !value.is_null()) else { return Ok(None) };
        let value = read(value).ok_or_else(|| ApiError::malformed(format!("the option {name} is {what}")))?;
        Ok(Some(value))
    }

    fn number(&self, name: &str) -> Result<Option<u64>, ApiError> {
        self.get(name, "a whole number that is not negative", Value::as_u64)
    }

    fn bytes(&self) -> Result<Option<u64>, ApiError> {
        self.get("memory", "a number of bytes, as in 1000000 or \"2GiB\"", |value| {
            value.as_u64().or_else(|| units::bytes(value.as_str()?).ok())
        })
    }

    fn time(&self) -> Result<Option<Duration>, ApiError> {
        self.get("time", "a number of seconds that is not negative", |value| {
            Duration::try_from_secs_f64(value.as_f64()?).ok()
        })
    }
}
