//! The options of a request, which have the names of those on the command line; and which verb takes them.

use std::time::Duration;

use serde_json::{Map, Value};
use tejun_puzzles::{
    GivenOptions, Means, OPTIONS, OptionInfo, OptionKind, OptionScope, OptionValue, QuestionOption, takes_no,
};

use crate::error::ApiError;
use crate::limits::{ANSWER, Resources, Times};
use crate::units;

/// The most numbers of an option that takes several.
pub const MOST_NUMBERS: usize = 1000;

/// What a verb takes, besides the means to answer.
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

    /// The options.
    pub fn options(self) -> impl Iterator<Item = &'static OptionInfo> {
        OPTIONS.iter().filter(move |option| match option.scope {
            OptionScope::Means => true,
            OptionScope::Instance => self.instance,
            OptionScope::Question(option) => self.question.contains(&option),
        })
    }
}

/// The options given in a request, with known names.
pub struct RequestOptions(Map<String, Value>);

impl RequestOptions {
    /// Checks that a verb takes the options that are given.
    ///
    /// # Errors
    /// If it does not, or an option is unknown; the error names it.
    pub fn new(verb: &str, given: Map<String, Value>, takes: Takes) -> Result<Self, ApiError> {
        for (name, value) in &given {
            if takes.options().any(|taken| taken.name == name) {
                continue;
            }
            if OPTIONS.iter().all(|option| option.name != name) {
                let known: Vec<&str> = takes.options().map(|option| option.name).collect();
                let known = known.join(", ");
                return Err(ApiError::malformed(format!("there is no option {name:?}: there are {known}")));
            }
            // What is null is not given.
            if !value.is_null() {
                return Err(ApiError::malformed(takes_no(verb, &format!("{name:?}"))));
            }
        }
        Ok(RequestOptions(given))
    }

    /// Reads their values.
    ///
    /// # Errors
    /// If a value has the wrong type or is out of range; the error names it.
    pub fn read(&self) -> Result<GivenOptions, ApiError> {
        let mut options = GivenOptions::default();
        for option in &OPTIONS {
            if let Some(value) = self.0.get(option.name).filter(|value| !value.is_null()) {
                options.set(option, read(option, value)?).map_err(ApiError::beyond)?;
            }
        }
        Ok(options)
    }
}

/// The means that options give, and the time limit.
///
/// # Errors
/// If a value exceeds the limits.
pub fn means(options: &GivenOptions, most: &Resources, times: Times) -> Result<(Means, Duration), ApiError> {
    let threads = options.number("threads").unwrap_or(most.threads as u64);
    if threads > most.threads as u64 {
        return Err(ApiError::beyond(format!("threads is {threads}; it may be 1 to {}", most.threads)));
    }
    let bytes = options.number("memory").unwrap_or(most.usual_bytes);
    if bytes > most.most_bytes {
        let most = most.most_bytes;
        return Err(ApiError::beyond(format!("memory is {bytes}; it may be {most} at most")));
    }
    let times = Times { usual: times.usual.min(most.most_time), most: times.most.min(most.most_time) };
    let time = options.time("time").unwrap_or(times.usual);
    if time > times.most {
        let (time, most) = (time.as_secs_f64(), times.most.as_secs_f64());
        return Err(ApiError::beyond(format!("time is {time}; it may be {most} at most")));
    }
    let mut means = Means { threads: threads as usize, answer_bytes: ANSWER as u64, ..Means::default() };
    means.limits.bytes = bytes;
    options.apply(&mut means);
    Ok((means, time))
}

/// The value of an option.
fn read(option: &OptionInfo, value: &Value) -> Result<OptionValue, ApiError> {
    let (read, what) = match option.kind {
        OptionKind::Whole(..) => {
            (value.as_u64().map(OptionValue::Number), "a whole number that is not negative")
        }
        OptionKind::Bytes => {
            let bytes = value.as_u64().or_else(|| units::bytes(value.as_str()?).ok());
            (bytes.map(OptionValue::Number), "a number of bytes, as in 1000000 or \"2GiB\"")
        }
        OptionKind::Seconds => {
            let time = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            (time.map(OptionValue::Time), "a number of seconds that is not negative")
        }
        OptionKind::Several(..) => {
            let numbers = value.as_array().filter(|numbers| numbers.len() <= MOST_NUMBERS);
            let numbers = numbers.and_then(|numbers| numbers.iter().map(Value::as_u64).collect());
            (numbers.map(OptionValue::Numbers), "an array of whole numbers, as in [63, 64]")
        }
        OptionKind::Text(_) => (value.as_str().map(|text| OptionValue::Text(text.to_owned())), "a string"),
        OptionKind::Switch => (value.as_bool().map(OptionValue::Switch), "true or false"),
    };
    read.ok_or_else(|| ApiError::malformed(format!("the option {} is {what}", option.name)))
}
