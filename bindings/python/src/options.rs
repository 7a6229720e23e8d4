//! The options of a search, with the names of the command line and the HTTP API, which reads them.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};
use tejun_api::limits::{Resources, Times};
use tejun_api::{RequestOptions, Takes, means};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{GivenOptions, Means, OPTIONS, QuestionOption};

use crate::engine::{self, FOREVER};
use crate::error::{refused, usage};

/// The other name of the time limit.
const TIMEOUT: &str = "timeout";
/// What Python does not limit.
const NO_MOST: Resources =
    Resources { threads: usize::MAX, usual_bytes: u64::MAX, most_bytes: u64::MAX, most_time: FOREVER };

/// A time in seconds in place of an infinite one, which JSON does not have.
const ENDLESS: f64 = 1e19;
/// More threads than this for each core make no search faster.
const THREADS_A_CORE: usize = 8;

/// What was asked for.
pub(crate) struct Settings {
    pub given: GivenOptions,
    pub means: Means,
    /// The time limit.
    pub time: Duration,
}

impl Settings {
    /// Reads the options of a verb that takes these of its question.
    ///
    /// # Errors
    /// If a name is unknown, as Python has it; if the verb does not take an option, or a value is wrong.
    pub fn read(
        verb: &str,
        given: &Bound<PyDict>,
        question: &'static [QuestionOption],
    ) -> PyResult<Settings> {
        let py = given.py();
        let takes = Takes { instance: false, question };
        let mut options = Map::new();
        for (name, value) in given {
            let name: String = name.extract()?;
            if name != TIMEOUT && OPTIONS.iter().all(|option| option.name != name) {
                let known: Vec<&str> = takes.options().map(|option| option.name).chain([TIMEOUT]).collect();
                let known = known.join(", ");
                let message = format!("{name:?} is an unexpected keyword argument: there are {known}");
                return Err(PyTypeError::new_err(message));
            }
            if !value.is_none() {
                options.insert(name, plain(&value));
            }
        }
        if let Some(timeout) = options.remove(TIMEOUT)
            && options.insert("time".to_owned(), timeout).is_some()
        {
            return Err(usage(py, "time and timeout are the same: leave out one"));
        }
        let (cores, most) = (engine::cores(), Resources { usual_bytes: engine::memory(), ..NO_MOST });
        options.entry("threads").or_insert(cores.into());
        let times = Times { usual: FOREVER, most: FOREVER };
        let read = RequestOptions::new(verb, options, takes)
            .and_then(|given| given.read())
            .and_then(|given| means(&given, &most, times).map(|(means, time)| (given, means, time)));
        let (given, means, time) = read.map_err(|error| refused(py, "usage", error))?;
        let threads = means.threads.min(THREADS_A_CORE * cores);
        let means = Means { threads, answer_bytes: u64::MAX, data: engine::data(), ..means };
        Ok(Settings { given, means, time })
    }

    /// The question of `solve`.
    ///
    /// # Errors
    /// If options exclude each other.
    pub fn solve(&self, py: Python) -> PyResult<Solve> {
        Solve::of(&self.given).map_err(|error| usage(py, error))
    }
}

/// A value as a request has it. What has no place in one is a text that says so, which no option is.
fn plain(value: &Bound<PyAny>) -> Value {
    if let Ok(value) = value.extract::<bool>() {
        return value.into();
    }
    if let Ok(value) = value.extract::<u64>() {
        return value.into();
    }
    match value.extract::<f64>() {
        Ok(value) if value.is_finite() => value.into(),
        Ok(f64::INFINITY) => ENDLESS.into(),
        _ => value.extract::<String>().map_or_else(|_| "?".into(), Value::from),
    }
}
