//! Verbs that a family adds.

use crate::answer::Details;
use crate::ask::{Ask, Audience};
use crate::input::InputError;

/// A verb of one family, such as `atlas query LAYOUT`. Front ends find it in the registry; what all
/// verbs share arrives in [`Call::ask`].
#[derive(Clone)]
pub struct FamilyVerb {
    /// Its words, such as `["atlas", "query"]`.
    pub path: &'static [&'static str],
    /// One line on what it does.
    pub about: &'static str,
    /// Names of the arguments that it takes, in order, all of them needed.
    pub arguments: &'static [&'static str],
    /// Options of its own.
    pub options: &'static [VerbOption],
    /// Does it.
    pub run: fn(&Call, &mut dyn Audience) -> Result<Told, InputError>,
}

/// An option of a [`FamilyVerb`].
#[derive(Clone, Copy, Debug)]
pub struct VerbOption {
    /// Its name.
    pub name: &'static str,
    /// What its value is called; `None` for a switch.
    pub value: Option<&'static str>,
    /// One line on what it does.
    pub about: &'static str,
}

/// How a [`FamilyVerb`] was called.
#[derive(Clone, Debug)]
pub struct Call {
    /// The arguments, as many as the verb names.
    pub arguments: Vec<String>,
    /// The options that were given, with their values (empty for a switch).
    pub options: std::collections::BTreeMap<&'static str, String>,
    /// Limits, threads and seed.
    pub ask: Ask,
}

impl Call {
    /// The value of an option, if it was given.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }
}

/// What a [`FamilyVerb`] answers.
#[derive(Clone, Debug)]
pub struct Told {
    /// For people.
    pub text: String,
    /// For programs.
    pub details: Details,
    /// How it ended.
    pub ending: Ending,
}

/// How a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It did what was asked.
    Done,
    /// What was asked for is proved not to exist.
    Unsolvable,
    /// A limit stopped it.
    Stopped,
}
