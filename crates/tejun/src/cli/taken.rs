//! Which of the options of all verbs a verb takes. Those that say how to work, and in which form to answer, belong to
//! every verb that answers; the others to its instance and its question, as [`QuestionKind::options`] has it.

use anyhow::{Result, bail};
use tejun_api::{ApiError, ErrorKind};
use tejun_puzzles::{OptionInfo, OptionScope, QuestionKind, QuestionOption, takes_no};

use super::args::{Shared, Verb};
use super::given;

/// What a verb is about.
struct About {
    name: &'static str,
    /// Whether it reads an instance.
    instance: bool,
    options: &'static [QuestionOption],
}

impl About {
    /// An instance, and a question about it.
    fn question(question: QuestionKind) -> About {
        About { name: question.name(), instance: true, options: question.options() }
    }

    /// An instance as it is.
    fn instance(name: &'static str) -> About {
        About { name, instance: true, options: &[] }
    }

    fn nothing(name: &'static str) -> About {
        About { name, instance: false, options: &[] }
    }

    fn of(verb: &Verb) -> About {
        match verb {
            #[cfg(feature = "terminal")]
            Verb::Solve { watch: true, .. } => {
                About { name: "solve --watch", ..About::question(QuestionKind::Steps) }
            }
            Verb::Solve { .. } => About::question(QuestionKind::Solve),
            Verb::Count { .. } => About::question(QuestionKind::Count),
            Verb::Explain { .. } => About::instance("explain"),
            Verb::Why { .. } => About::question(QuestionKind::Why),
            Verb::Explore { .. } => About::question(QuestionKind::Explore),
            Verb::Hardest { .. } => About::question(QuestionKind::Hardest),
            Verb::Prove { .. } => About::question(QuestionKind::Prove),
            // Its hints are solutions.
            #[cfg(feature = "terminal")]
            Verb::Play { .. } => About { name: "play", ..About::question(QuestionKind::Solve) },
            Verb::Export { .. } => About::question(QuestionKind::Export),
            Verb::Check { .. } => About::instance("check"),
            Verb::Show { .. } => About::instance("show"),
            Verb::Verify { instance: Some(_), .. } => About::instance("verify"),
            Verb::Verify { instance: None, .. } => About::nothing("verify without an instance"),
            Verb::Resume { status: true, .. } => About::nothing("resume --status"),
            // What it asks is in the directory, but for the limits.
            Verb::Resume { .. } => About { options: &[QuestionOption::Depth], ..About::nothing("resume") },
            Verb::List { .. } => About::nothing("list"),
            #[cfg(feature = "serve")]
            Verb::Serve { .. } => About::nothing("serve"),
            #[cfg(feature = "mcp")]
            Verb::Mcp { .. } => About::nothing("mcp"),
            // What it runs is checked by itself.
            #[cfg(feature = "cluster")]
            Verb::Cluster { .. } => About { name: "cluster", ..About::question(QuestionKind::Solve) },
            Verb::Page { .. } => About::nothing("page"),
            Verb::Completions { .. } => About::nothing("completions"),
            Verb::Man { .. } => About::nothing("man"),
        }
    }
}

/// Refuses an option for which a verb has no use, whatever the instance.
///
/// # Errors
/// Says which is to be left out.
pub(super) fn check(verb: &Verb, shared: &Shared) -> Result<()> {
    let about = About::of(verb);
    // Servers ask nothing themselves; the limits say what their clients may ask for.
    let serves = match verb {
        #[cfg(feature = "serve")]
        Verb::Serve { .. } => true,
        #[cfg(feature = "mcp")]
        Verb::Mcp { .. } => true,
        _ => false,
    };
    let is_taken = |option: &OptionInfo| match option.scope {
        OptionScope::Means => !serves || option.name != "states",
        OptionScope::Instance => about.instance,
        OptionScope::Question(option) => about.options.contains(&option),
    };
    let answers = match verb {
        Verb::Completions { .. } | Verb::Man { .. } => false,
        #[cfg(feature = "terminal")]
        Verb::Play { .. } => false,
        _ => !serves,
    };
    if shared.json && !answers {
        bail!(ApiError::impossible(ErrorKind::Usage, takes_no(about.name, "--json")));
    }
    let mut given = given::all().filter(|option| shared.given.options.is_given(option.name));
    match given.find(|option| !is_taken(option)) {
        None => Ok(()),
        Some(option) => {
            let name = format!("--{}", given::long(option.name));
            bail!(ApiError::impossible(ErrorKind::Usage, takes_no(about.name, &name)))
        }
    }
}
