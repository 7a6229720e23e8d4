//! The options of the table that stand on the command line of every verb.

use std::time::Duration;

use clap::builder::{RangedI64ValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use tejun_api::units::{bytes, seconds};
use tejun_puzzles::{
    GivenOptions, NO_ACTION, OPTIONS, OptionInfo, OptionKind, OptionScope, OptionValue, QuestionOption,
};

/// The options that were given. Their names, ranges and help are those of [`OPTIONS`].
#[derive(Clone, Default)]
pub struct Given {
    /// All but the seed, unless that is a whole number.
    pub options: GivenOptions,
    /// The seed, as it was written: recorded plays take any number.
    pub seed: String,
}

/// Maximum number of threads.
const MAX_THREADS: u64 = 1024;
/// The seed if none is given.
pub(super) const NO_SEED: &str = "0";

/// The level is given by its number or, on the command line, by its title.
const LEVEL: &str = "level";

/// Those that all verbs have on the command line: the others are arguments of their own verb.
pub(super) fn all() -> impl Iterator<Item = &'static OptionInfo> {
    OPTIONS.iter().filter(|option| match option.scope {
        OptionScope::Question(option) => matches!(option, QuestionOption::Depth | QuestionOption::Width),
        _ => true,
    })
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command.args(all().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn arg(option: &'static OptionInfo) -> Arg {
    let default = option.default.map_or(String::new(), |default| format!(" [default: {default}]"));
    let arg =
        Arg::new(option.name).long(long(option.name)).global(true).help(format!("{}{default}", option.about));
    if option.name == "seed" {
        return arg.value_name("N").value_parser(seed).default_value(NO_SEED).hide_default_value(true);
    }
    if option.name == LEVEL {
        return arg
            .value_name("N")
            .value_parser(level)
            .help(format!("{}, or its title{default}", option.about));
    }
    let name = match option.kind {
        OptionKind::Whole(..) => "N",
        OptionKind::Bytes => "BYTES",
        OptionKind::Seconds => "SECONDS",
        OptionKind::Text(name) => name,
        OptionKind::Several(name, ..) => return several(arg, name, option.kind),
        OptionKind::Switch => return arg.action(ArgAction::SetTrue),
    };
    let kind = if option.name == "threads" { OptionKind::Whole(1, MAX_THREADS) } else { option.kind };
    arg.value_name(name).value_parser(parser(kind))
}

/// The name on the command line, with a hyphen for the underscore.
pub(super) fn long(name: &'static str) -> &'static str {
    if name == NO_ACTION { "no-action" } else { name }
}

/// An option that is repeated.
fn several(arg: Arg, name: &'static str, kind: OptionKind) -> Arg {
    arg.value_name(name).value_parser(parser(kind)).action(ArgAction::Append)
}

fn parser(kind: OptionKind) -> ValueParser {
    match kind {
        OptionKind::Whole(0, u64::MAX) => value_parser!(u64).into(),
        OptionKind::Whole(min, u64::MAX) => value_parser!(u64).range(min..).into(),
        OptionKind::Several(_, min, max) => parser(OptionKind::Whole(min, max)),
        OptionKind::Whole(min, max) => match (i64::try_from(min), i64::try_from(max)) {
            // It says of a negative number that it is out of range.
            (Ok(min), Ok(max)) => RangedI64ValueParser::<u64>::new().range(min..=max).into(),
            _ => value_parser!(u64).range(min..=max).into(),
        },
        OptionKind::Bytes => ValueParser::new(bytes),
        OptionKind::Seconds => ValueParser::new(seconds),
        OptionKind::Text(_) | OptionKind::Switch => ValueParser::string(),
    }
}

/// Reads a seed: a whole number; of recorded plays, also any other.
fn seed(text: &str) -> Result<String, String> {
    match (text.parse::<u64>(), text.parse::<f64>()) {
        (Err(error), Err(_)) => Err(error.to_string()),
        _ => Ok(text.to_owned()),
    }
}

/// Reads a level: a number in the range of the option, or a title.
fn level(text: &str) -> Result<OptionValue, String> {
    let number = text.parse::<i64>().ok();
    match number {
        None => Ok(OptionValue::Text(text.to_owned())),
        Some(number @ 1..=LAST_LEVEL) => Ok(OptionValue::Number(number.unsigned_abs())),
        Some(number) => Err(format!("{number} is not in 1..={LAST_LEVEL}")),
    }
}

/// The greatest number of a level.
const LAST_LEVEL: i64 = u32::MAX as i64;

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given =
            Given { seed: matches.get_one("seed").cloned().unwrap_or_default(), ..Given::default() };
        for option in all() {
            let name = option.name;
            let value = match option.kind {
                _ if name == "seed" && given.seed == NO_SEED => None,
                _ if name == "seed" => given.seed.parse().ok().map(OptionValue::Number),
                _ if name == LEVEL => matches.get_one(name).cloned(),
                OptionKind::Whole(..) | OptionKind::Bytes => {
                    matches.get_one(name).copied().map(OptionValue::Number)
                }
                OptionKind::Seconds => matches.get_one::<Duration>(name).copied().map(OptionValue::Time),
                OptionKind::Several(..) => {
                    let numbers = matches.get_many(name).map(Iterator::copied);
                    numbers.map(|numbers| OptionValue::Numbers(numbers.collect()))
                }
                OptionKind::Text(_) => matches.get_one(name).cloned().map(OptionValue::Text),
                OptionKind::Switch => matches.get_flag(name).then_some(OptionValue::Switch(true)),
            };
            if let Some(value) = value {
                // The parsers have refused what is out of range.
                let _ = given.options.set(option, value);
            }
        }
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
