//! The options of a request, with the same names as on the command line.

use std::time::Duration;

use serde_json::{Map, Value};
use tejun_puzzles::{SolveOptions, Wanted};

use crate::error::ApiError;
use crate::limits::{ANSWER, Resources, Times};
use crate::units;

/// The options common to all verbs.
pub(crate) const SHARED: [&str; 9] =
    ["threads", "memory", "time", "states", "depth", "seed", "metric", "level", "width"];

/// The options given in a request.
pub(crate) struct Options(Map<String, Value>);

impl Options {
    /// Checks the options of a verb that takes `own` in addition to the common ones.
    ///
    /// # Errors
    /// If an option is unknown; the error names it.
    pub fn new(given: Map<String, Value>, own: &[&str]) -> Result<Self, ApiError> {
        let known = || SHARED.iter().chain(own).copied();
        if let Some(name) = given.keys().find(|&name| !known().any(|known| known == name)) {
            let known: Vec<&str> = known().collect();
            return Err(ApiError::malformed(format!(
                "there is no option {name:?}: there are {}",
                known.join(", ")
            )));
        }
        Ok(Options(given))
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
        if !(1..=most.threads as u64).contains(&threads) {
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
