//! Verbs that a family adds to the command line.

use serde_json::Value;

use crate::input::InputError;
use crate::puzzle::{Audience, Request};

/// A verb of one family, such as `tejun atlas query LAYOUT`. The command line lists what it finds
/// in the registry; options that all verbs share arrive in [`Call::request`].
#[derive(Clone)]
pub struct Verb {
    /// Its words, such as `["atlas", "query"]`.
    pub path: &'static [&'static str],
    /// One line on what it does.
    pub about: &'static str,
    /// Names of the arguments that it takes, in order, all of them needed.
    pub arguments: &'static [&'static str],
    /// Options of its own.
    pub options: &'static [VerbOption],
    /// Does it.
    pub run: fn(&Call, &mut dyn Audience) -> Result<Answer, InputError>,
}

/// An option of a [`Verb`].
#[derive(Clone, Copy, Debug)]
pub struct VerbOption {
    /// Its name, without the two hyphens.
    pub name: &'static str,
    /// What its value is called; `None` for a switch.
    pub value: Option<&'static str>,
    /// One line on what it does.
    pub about: &'static str,
}

/// How a [`Verb`] was called.
#[derive(Clone, Debug)]
pub struct Call {
    /// The arguments, as many as the verb names.
    pub arguments: Vec<String>,
    /// The options that were given, with their values (empty for a switch).
    pub options: std::collections::BTreeMap<&'static str, String>,
    /// Limits, threads and seed.
    pub request: Request,
}

impl Call {
    /// The value of an option, if it was given.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }
}

/// What a [`Verb`] answers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
    /// What to tell the shell.
    pub status: Status,
}

/// The exit statuses of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Solved, or valid.
    Done = 0,
    /// Proved unsolvable, or a legal line that does not solve.
    Unsolvable = 1,
    /// Bad input, or an illegal line.
    BadInput = 2,
    /// Stopped by a limit.
    Stopped = 3,
}
