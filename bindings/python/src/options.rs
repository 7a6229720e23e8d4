//! The options of a search, with the names of the command line and the HTTP API.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tejun_api::units;
use tejun_puzzles::{SolveOptions, Wanted};
use tejun_search::Limits;

use crate::engine::{self, FOREVER};
use crate::error::usage;

/// What a search in Python may be given, in addition to the options of its verb.
const SHARED: [&str; 8] = ["threads", "memory", "time", "timeout", "states", "depth", "seed", "width"];

/// More threads than this for each core make no search faster.
const THREADS_A_CORE: usize = 8;

/// The options as they were given.
pub(crate) struct Options<'a, 'py>(pub &'a Bound<'py, PyDict>);

impl<'py> Options<'_, 'py> {
    /// Refuses unknown names as Python does. A verb may have options of its `own`.
    pub fn known(&self, own: &[&str]) -> PyResult<()> {
        for name in self.0.keys() {
            let name: String = name.extract()?;
            if !SHARED.iter().chain(own).any(|known| *known == name) {
                let known: Vec<&str> = SHARED.iter().chain(own).copied().collect();
                let known = known.join(", ");
                let message = format!("{name:?} is an unexpected keyword argument: there are {known}");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// The settings of the question.
    pub fn settings(&self) -> PyResult<SolveOptions> {
        let none = Limits::default();
        let least = |name: &str| match self.number(name)? {
            Some(0) => Err(usage(self.0.py(), format!("{name} is 0: the least is 1"))),
            number => Ok(number.map(|number| usize::try_from(number).unwrap_or(usize::MAX))),
        };
        let depth = self.number("depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        let cores = engine::cores();
        let wanted = match (self.is_on("all")?, self.number("first")?) {
            (true, Some(_)) => {
                return Err(usage(self.0.py(), "all and first exclude each other: leave out one"));
            }
            (true, None) => Wanted::All,
            (false, Some(0)) => return Err(usage(self.0.py(), "first is 0: the least is 1")),
            (false, Some(number)) => Wanted::First(number),
            (false, None) => Wanted::Best,
        };
        Ok(SolveOptions {
            limits: Limits {
                bytes: self.bytes()?.unwrap_or_else(engine::memory),
                states: self.number("states")?.unwrap_or(none.states),
                depth: depth.unwrap_or(none.depth),
            },
            threads: least("threads")?.map_or(cores, |threads| threads.min(THREADS_A_CORE * cores)),
            wanted,
            terminal_goals: self.is_on("terminal_goals")?,
            seed: self.number("seed")?.unwrap_or_default(),
            width: least("width")?,
            data: engine::data(),
            ..SolveOptions::default()
        })
    }

    /// The time limit.
    pub fn time(&self) -> PyResult<Duration> {
        let (time, timeout) = (self.seconds("time")?, self.seconds("timeout")?);
        if time.is_some() && timeout.is_some() {
            return Err(usage(self.0.py(), "time and timeout are the same: leave out one"));
        }
        Ok(time.or(timeout).unwrap_or(FOREVER))
    }

    /// The limits of a search of one's own.
    pub fn limits(&self) -> PyResult<Limits> {
        let SolveOptions { limits, .. } = self.settings()?;
        Ok(limits)
    }

    fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|value| !value.is_none()))
    }

    fn read<'a, T>(
        &self,
        name: &str,
        what: &str,
        read: impl FnOnce(&Bound<'py, PyAny>) -> Option<T>,
    ) -> PyResult<Option<T>> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        let wrong = || usage(self.0.py(), format!("{name} is {what}"));
        read(&value).map(Some).ok_or_else(wrong)
    }

    fn number(&self, name: &str) -> PyResult<Option<u64>> {
        self.read(name, "a whole number that is not negative", |value| value.extract().ok())
    }

    fn is_on(&self, name: &str) -> PyResult<bool> {
        Ok(self.read(name, "True or False", |value| value.extract().ok())?.unwrap_or(false))
    }

    fn bytes(&self) -> PyResult<Option<u64>> {
        self.read("memory", "a number of bytes, as in 1000000 or \"2GiB\"", |value| {
            value.extract().ok().or_else(|| units::bytes(&value.extract::<String>().ok()?).ok())
        })
    }

    fn seconds(&self, name: &str) -> PyResult<Option<Duration>> {
        self.read(name, "a number of seconds that is not negative", |value| {
            let seconds: f64 = value.extract().ok()?;
            if seconds == f64::INFINITY { Some(FOREVER) } else { Duration::try_from_secs_f64(seconds).ok() }
        })
    }
}
