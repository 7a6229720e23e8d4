//! Verbs that a family adds.

use crate::vocabulary::answer::Details;
use crate::vocabulary::input::InputError;
use crate::vocabulary::means::{Means, Observer};
use crate::vocabulary::options::{QuestionOption, takes_no};

/// A verb of one family, such as `atlas query LAYOUT`. Front ends find it in the registry. Settings common to
/// all verbs are in [`Call::means`].
#[derive(Clone)]
pub struct FamilyVerb {
    /// Its words, such as `["atlas", "query"]`.
    pub path: &'static [&'static str],
    /// A one-line description.
    pub about: &'static str,
    /// The names of its arguments, in order. All are required. One called `FILE` is the text of the file that is named.
    pub arguments: &'static [&'static str],
    /// Its own options. One called `metric`, `level`, `seed` or `depth` is what the command line has for all verbs; a verb
    /// without it refuses all but the seed.
    pub options: &'static [VerbOption],
    /// Runs it.
    pub run: fn(&Call, &mut dyn Observer) -> Result<VerbAnswer, InputError>,
}

impl FamilyVerb {
    /// Answers a call.
    ///
    /// # Errors
    /// Those of [`run`](FamilyVerb::run), and if the call has an option for which the verb has no use.
    pub fn answer(&self, call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
        let depth = QuestionOption::Depth.name();
        if call.means.limits.depth != u32::MAX && self.options.iter().all(|own| own.name != depth) {
            return Err(InputError::new(takes_no(&self.path.join(" "), depth)));
        }
        (self.run)(call, observer)
    }
}

/// An option of a [`FamilyVerb`].
#[derive(Clone, Copy, Debug)]
pub struct VerbOption {
    /// Its name.
    pub name: &'static str,
    /// The name of its value; `None` for a switch. One called `GAME` is the text of the file that is named.
    pub value: Option<&'static str>,
    /// A one-line description.
    pub about: &'static str,
}

/// A call of a [`FamilyVerb`].
#[derive(Clone, Debug)]
pub struct Call {
    /// The arguments, as many as the verb takes.
    pub arguments: Vec<String>,
    /// The options given, with their values; the value of a switch is empty.
    pub given: std::collections::BTreeMap<&'static str, String>,
    /// Limits, threads and seed.
    pub means: Means,
}

impl Call {
    /// The value of an option, if given.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.given.get(name).map(String::as_str)
    }
}

/// The answer of a [`FamilyVerb`].
#[derive(Clone, Debug)]
pub struct VerbAnswer {
    /// The answer for people.
    pub text: String,
    /// The answer for programs.
    pub details: Details,
    /// How the verb ended.
    pub ending: Ending,
}

/// How a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It did what was asked.
    Done,
    /// What it was given has errors, which the answer lists.
    BadInput,
    /// What was asked for provably does not exist.
    Unsolvable,
    /// A limit stopped it.
    Stopped,
}
