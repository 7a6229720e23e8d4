//! The options of all verbs: the one table of them. The command line, requests in JSON and their schemas, and Python take
//! names, types, ranges and descriptions from here.

use std::collections::BTreeMap;
use std::time::Duration;

use super::means::Means;

/// An option, by the name that it has everywhere; on the command line, a hyphen stands for the underscore.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What its value is.
    pub kind: OptionKind,
    /// What it does, in a line without a full stop.
    pub about: &'static str,
    /// What the command line does without it, if that has to be said.
    pub default: Option<&'static str>,
    /// Which verbs take it.
    pub scope: OptionScope,
}

/// What the value of an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number in this range.
    Whole(u64, u64),
    /// A number of bytes, perhaps with a unit.
    Bytes,
    /// A number of seconds.
    Seconds,
    /// Whole numbers in this range, each of which usage calls this: on the command line the option is repeated.
    Several(&'static str, u64, u64),
    /// A text, which usage calls this.
    Text(&'static str),
    /// On or off.
    Switch,
}

/// Which verbs take an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionScope {
    /// It says how to work: every verb takes it that searches or reads.
    Means,
    /// It says which puzzle an instance is: every verb about an instance takes it.
    Instance,
    /// It belongs to [questions](crate::QuestionKind::options).
    Question(QuestionOption),
}

/// An option that changes what is asked. It is used, or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionOption {
    /// No deeper than so many moves.
    Depth,
    /// Some line, found by a beam of this width.
    Width,
    /// All solutions, or a line to every exit.
    All,
    /// So many of the first solutions.
    First,
    /// Solved positions end the play.
    TerminalGoals,
}

/// The option that leaves out rules.
pub const WITHOUT: &str = "without";
/// The option that leaves out the action key.
pub const NO_ACTION: &str = "no_action";

/// All options, in the order in which people read them.
pub const OPTIONS: [OptionInfo; 14] = {
    use OptionKind::{Bytes, Seconds, Several, Switch, Text, Whole};
    use OptionScope::{Instance, Means, Question};
    const fn option(
        name: &'static str,
        kind: OptionKind,
        scope: OptionScope,
        about: &'static str,
    ) -> OptionInfo {
        // A page shows none of these texts.
        let about = if cfg!(target_family = "wasm") { "" } else { about };
        OptionInfo { name, kind, about, scope, default: None }
    }
    [
        OptionInfo {
            default: Some("all cores"),
            ..option("threads", Whole(1, u64::MAX), Means, "Number of threads")
        },
        OptionInfo {
            default: Some("half of the free memory"),
            ..option("memory", Bytes, Means, "Memory limit of the search, such as 2GiB")
        },
        option("time", Seconds, Means, "Stop after this many seconds"),
        option("states", Whole(0, u64::MAX), Means, "Stop after storing this many states"),
        option(
            "depth",
            Whole(0, u32::MAX as u64),
            Question(QuestionOption::Depth),
            "Search no deeper than this many moves",
        ),
        option("seed", Whole(0, u64::MAX), Means, "Seed for all random draws"),
        option(
            "metric",
            Text("METRIC"),
            Instance,
            "What counts as a move, in families with several metrics; see `list`",
        ),
        OptionInfo {
            default: Some("1"),
            ..option("level", Whole(1, u32::MAX as u64), Instance, "The level of a file with several, from 1")
        },
        option(
            WITHOUT,
            Several("LINE", 1, u32::MAX as u64),
            Instance,
            "Leave out the rule on this line of a game of PuzzleScript",
        ),
        option(NO_ACTION, Switch, Instance, "Play a game of PuzzleScript without its action key"),
        option(
            "width",
            Whole(1, u64::MAX),
            Question(QuestionOption::Width),
            "Beam width: of pacman, and for some line of a sliding puzzle or PuzzleScript level too large for a shortest one",
        ),
        option(
            "all",
            Switch,
            Question(QuestionOption::All),
            "Find every solution; for shortest lines, one to each exit",
        ),
        option("first", Whole(1, u64::MAX), Question(QuestionOption::First), "Find the first N solutions"),
        option(
            "terminal_goals",
            Switch,
            Question(QuestionOption::TerminalGoals),
            "Do not continue past solved positions",
        ),
    ]
};

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// A whole number, or a number of bytes.
    Number(u64),
    /// Whole numbers.
    Numbers(Vec<u64>),
    /// A time.
    Time(Duration),
    /// A text.
    Text(String),
    /// A switch.
    Switch(bool),
}

/// The options that were given, by name.
#[derive(Clone, Debug, Default)]
pub struct GivenOptions(BTreeMap<&'static str, OptionValue>);

impl GivenOptions {
    /// Adds one.
    ///
    /// # Errors
    /// If its value is out of range, in a line that says so.
    pub fn set(&mut self, option: &OptionInfo, value: OptionValue) -> Result<(), String> {
        let (numbers, min, max) = match (option.kind, &value) {
            (OptionKind::Whole(min, max), OptionValue::Number(number)) => {
                (std::slice::from_ref(number), min, max)
            }
            (OptionKind::Several(_, min, max), OptionValue::Numbers(numbers)) => (&numbers[..], min, max),
            _ => (&[][..], 0, 0),
        };
        let name = option.name;
        if let Some(number) = numbers.iter().find(|&&number| number < min) {
            return Err(format!("{name} is {number}; the least is {min}"));
        }
        if let Some(number) = numbers.iter().find(|&&number| number > max) {
            return Err(format!("{name} is {number}; it may be {max} at most"));
        }
        self.0.insert(option.name, value);
        Ok(())
    }

    /// A whole number, or a number of bytes.
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.0.get(name)? {
            OptionValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whole numbers, if there can be several.
    pub fn numbers(&self, name: &str) -> &[u64] {
        match self.0.get(name) {
            Some(OptionValue::Numbers(numbers)) => numbers,
            _ => &[],
        }
    }

    /// A time.
    pub fn time(&self, name: &str) -> Option<Duration> {
        match self.0.get(name)? {
            OptionValue::Time(time) => Some(*time),
            _ => None,
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.0.get(name)? {
            OptionValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.0.get(name) == Some(&OptionValue::Switch(true))
    }

    /// Whether an option was given. A switch that is off counts as not given.
    pub fn is_given(&self, name: &str) -> bool {
        let none = [OptionValue::Switch(false), OptionValue::Numbers(Vec::new())];
        self.0.get(name).is_some_and(|value| !none.contains(value))
    }

    /// Merges two sets of options; where both give one, `self` wins.
    #[must_use]
    pub fn over(self, mut other: GivenOptions) -> GivenOptions {
        other.0.extend(self.0);
        other
    }

    /// The names and the values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// The limits on states and depth, and the seed, where they were given.
    pub fn apply(&self, means: &mut Means) {
        let limits = &mut means.limits;
        limits.states = self.number("states").unwrap_or(limits.states);
        limits.depth = self.number("depth").map_or(limits.depth, |depth| depth as u32);
        means.seed = self.number("seed").unwrap_or(means.seed);
    }
}

impl QuestionOption {
    /// All of them.
    pub const ALL: [QuestionOption; 5] = [
        QuestionOption::Depth,
        QuestionOption::Width,
        QuestionOption::All,
        QuestionOption::First,
        QuestionOption::TerminalGoals,
    ];

    /// Its name in requests. On the command line it has a hyphen for the underscore.
    pub fn name(self) -> &'static str {
        let mut options = OPTIONS.iter();
        options.find(|option| option.scope == OptionScope::Question(self)).map_or("", |option| option.name)
    }
}

/// The refusal of several solutions where there is one line.
pub(crate) const ONE_LINE: &str = "this family gives one best line: ask for the best";
/// The refusal of the first few where there is a line to every exit.
pub(crate) const NOT_THE_FIRST: &str = "this family gives one shortest line, or one to every exit, not the first few: ask for the best or for all";

/// The refusal of an option that a verb does not take, by its name.
pub fn takes_no(verb: &str, option: &str) -> String {
    format!("{verb} takes no {option}: leave it out")
}
