//! The families' own verbs, as commands of the command line.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, ArgMatches, Command};
use tejun_puzzles::{Call, FamilyVerb, Means, Registry};

/// One command for the first word of each verb; further words are its subcommands.
pub fn commands(registry: &Registry) -> Vec<Command> {
    let mut heads: Vec<(Command, Vec<&str>)> = Vec::new();
    for family in registry.families() {
        let title = family.info.title.map_or(family.info.name, |title| title.en);
        for verb in family.verbs() {
            let (head, rest) = verb.path.split_first().expect("a verb has a word");
            let at = heads.iter().position(|(command, _)| command.get_name() == *head).unwrap_or_else(|| {
                heads.push((Command::new(*head), Vec::new()));
                heads.len() - 1
            });
            let (command, families) = &mut heads[at];
            *command = add(std::mem::take(command), rest, &verb);
            families.push(title);
        }
    }
    heads.into_iter().map(|(command, families)| summed_up(command, families)).collect()
}

/// A command that is no verb itself says whose its subcommands are, if they are of one family, and lists them.
fn summed_up(command: Command, mut families: Vec<&str>) -> Command {
    if command.get_about().is_some() {
        return command;
    }
    families.dedup();
    let whose = if let [family] = families[..] { family } else { "Puzzles of a family" };
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let about = format!("{whose}: {}", names.join(", "));
    command.about(about)
}

/// Options of all verbs that a family's verb heeds only if one of its own options has the name.
pub const SHARED: [&str; 4] = ["metric", "level", "seed", "depth"];

/// The argument that is the text of a file.
const FILE: &str = "FILE";

/// The value of an option that is one.
const GAME: &str = "GAME";

/// Adds a verb to the command for the words before `rest`.
fn add(command: Command, rest: &[&'static str], verb: &FamilyVerb) -> Command {
    let Some((next, rest)) = rest.split_first() else {
        let arguments = verb.arguments.iter().map(|name| {
            let argument = Arg::new(*name).required(true);
            if *name == FILE { argument.help("A file, or - for standard input") } else { argument }
        });
        let own = verb.options.iter().filter(|option| !SHARED.contains(&option.name));
        let options = own.map(|option| {
            let arg = match option.name.chars().next() {
                // A one-letter name becomes a short option.
                Some(letter) if option.name.len() == 1 => Arg::new(option.name).short(letter),
                _ => Arg::new(option.name).long(option.name),
            };
            let arg = arg.help(option.about);
            match option.value {
                Some(value) => arg.value_name(value),
                None => arg.action(ArgAction::SetTrue),
            }
        });
        return command.about(verb.about).args(arguments).args(options);
    };
    let known = command.find_subcommand(next).is_some();
    let command = if known { command } else { command.subcommand(Command::new(*next)) };
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .mut_subcommand(next, |command| add(command, rest, verb))
}

/// Puts the texts of files in the place of their names.
///
/// # Errors
/// If one cannot be read.
pub fn read_files<E>(
    verb: &FamilyVerb,
    call: &mut Call,
    read: impl Fn(&str) -> Result<String, E>,
) -> Result<(), E> {
    for (name, argument) in verb.arguments.iter().zip(&mut call.arguments) {
        if *name == FILE {
            *argument = read(argument)?;
        }
    }
    for option in verb.options.iter().filter(|option| option.value == Some(GAME)) {
        if let Some(value) = call.given.get_mut(option.name) {
            *value = read(value)?;
        }
    }
    Ok(())
}

/// The verb called by `matches` of a command line that includes [`commands`], and its call; `None` if the
/// command is not one of them.
pub fn called(
    registry: &Registry,
    matches: &ArgMatches,
    means: Means,
    shared: impl Fn(&str) -> Option<String>,
) -> Option<(FamilyVerb, Call)> {
    registry.families().flat_map(|family| family.verbs()).find_map(|verb| {
        let mut matches = matches;
        for word in verb.path {
            matches = matches.subcommand().filter(|(name, _)| name == word)?.1;
        }
        let text = |name: &str| match SHARED.contains(&name) {
            true => shared(name),
            false => matches.try_get_one::<String>(name).ok().flatten().cloned(),
        };
        let arguments = verb.arguments.iter().map(|name| text(name).expect("it is required")).collect();
        let mut given = BTreeMap::new();
        for option in verb.options {
            match option.value {
                Some(_) => given.extend(text(option.name).map(|value| (option.name, value))),
                None if matches.get_flag(option.name) => given.extend([(option.name, String::new())]),
                None => {}
            }
        }
        Some((verb, Call { arguments, given, means: means.clone() }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(words: &str) -> Result<Option<(FamilyVerb, Call)>, clap::Error> {
        let registry = Registry::standard();
        let command =
            Command::new("tejun").subcommand(Command::new("solve")).subcommands(commands(&registry));
        let matches = command.try_get_matches_from(words.split(' '))?;
        Ok(called(&registry, &matches, Means::default(), |_| None))
    }

    #[test]
    fn verbs_are_found_with_their_arguments_and_options() {
        let (verb, call_) = call("tejun atlas query vBB --atlas some/file").unwrap().unwrap();
        assert_eq!(verb.path, ["atlas", "query"]);
        assert_eq!(call_.arguments, ["vBB"]);
        assert_eq!(call_.option("atlas"), Some("some/file"));
        let (verb, call_) = call("tejun generate klotski -n 3 --moves 60..70").unwrap().unwrap();
        assert_eq!(verb.path, ["generate", "klotski"]);
        assert_eq!(
            (call_.option("n"), call_.option("moves"), call_.option("atlas")),
            (Some("3"), Some("60..70"), None)
        );
        assert!(call("tejun solve").unwrap().is_none());
    }

    #[test]
    fn what_no_verb_has_is_refused() {
        for words in [
            "tejun atlas",
            "tejun atlas query",
            "tejun atlas stats more",
            "tejun atlas build --pieces 1h",
            "tejun generate chess",
        ] {
            assert!(call(words).is_err(), "{words}");
        }
    }

    #[test]
    fn the_commands_are_well_formed() {
        Command::new("tejun").subcommands(commands(&Registry::standard())).debug_assert();
    }
}
