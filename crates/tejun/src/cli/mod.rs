//! The command line, with one file for each verb that all families share.

mod app;
mod args;
mod check;
mod check_each;
mod checkpoint;
#[cfg(feature = "cluster")]
mod cluster;
mod count;
mod each;
mod explain;
mod explore;
mod export;
mod failure;
mod family;
mod given;
mod hardest;
mod hardest_sets;
mod language;
mod list;
mod manual;
mod map;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg_attr(not(feature = "cluster"), path = "no_membership.rs")]
mod membership;
mod notation;
mod numbers;
mod output;
#[cfg(feature = "terminal")]
mod pace;
mod page;
#[cfg(feature = "terminal")]
mod play;
mod prove;
mod resume;
#[cfg(feature = "terminal")]
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
#[cfg(feature = "cluster")]
mod supervisor;
mod taken;
mod text;
#[cfg(feature = "terminal")]
mod watch;
mod watcher;
mod why;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use clap::FromArgMatches;
use clap::error::ErrorKind;
use tejun_puzzles::question::{Explore, Hardest, Prove};
use tejun_puzzles::{Asked, InputError, Lang, NO_ACTION, Registry, WITHOUT, Wanted, takes_no};

use self::app::App;
use self::args::{After, Cli, Shared, Verb, command, is_shared};
use self::checkpoint::{Query, SavedQuery};
use self::each::Each;
use self::failure::{fail, failure, is_for_programs, print_failure};
use self::solve::Shown;
use crate::family_verbs;
use crate::page::module::Source;
use crate::program::program;
use crate::status::ExitStatus;
use crate::{machine, source};

/// Runs the command line of this process with the families of `registry`, under the name that it was called by,
/// and returns its exit status: 0
/// solved or valid; 1 proved unsolvable, or a legal line that does not solve; 2 bad input or an illegal line;
/// 3 stopped by a limit.
pub fn run(registry: Registry) -> ExitCode {
    machine::survive_file_size_limit();
    let registry = match program() {
        name if name != "tejun" && registry.title().text(Lang::En).is_none() => {
            registry.titled(name.to_owned(), String::new())
        }
        _ => registry,
    };
    let status = match matches(&registry) {
        Ok(matches) => answer(registry, &matches).unwrap_or_else(|error| fail(&error)),
        Err(status) => status,
    };
    ExitCode::from(status as u8)
}

/// The command line with the verbs of families.
fn whole(registry: &Registry) -> clap::Command {
    command(family_verbs::commands(registry))
}

/// Parses the command line. Errors are reported in one line, like all bad input.
fn matches(registry: &Registry) -> Result<clap::ArgMatches, ExitStatus> {
    whole(registry).try_get_matches().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // If the pipe is closed, nobody reads the help.
            match error.print().and_then(|()| io::stdout().flush()) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    fail(&anyhow::Error::new(error).context("the answer cannot be written"))
                }
                _ => ExitStatus::Done,
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            if is_for_programs() {
                print_failure(&failure(&anyhow!("a verb is missing (see {} --help)", program())));
            }
            ExitStatus::BadInput
        }
        _ => {
            let text = error.to_string();
            let lines =
                text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
            let parts: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
            let line = parts.join(" ");
            fail(&anyhow!("{} (see {} --help)", line.trim_start_matches("error: "), verb_in_usage(&text)))
        }
    })
}

/// The program and the verb that the usage in an error is of, as far as they are words.
fn verb_in_usage(error: &str) -> String {
    let usage = error.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or_default();
    let is_word = |word: &&str| word.starts_with(char::is_alphanumeric);
    let words: Vec<&str> = usage.split(' ').take_while(is_word).collect();
    if words.is_empty() { program().to_string() } else { words.join(" ") }
}

fn answer(registry: Registry, matches: &clap::ArgMatches) -> Result<ExitStatus> {
    if let Some((_, inner)) = matches.subcommand().filter(|(name, _)| !is_shared(name)) {
        let mut deepest = inner;
        while let Some((_, deeper)) = deepest.subcommand() {
            deepest = deeper;
        }
        let app = App { registry: &registry, shared: Shared::from_arg_matches(deepest)?, membership: None };
        let called = family_verbs::called(&registry, matches, app.means(), |name| app.shared.text(name));
        let (verb, mut call) = called.expect("the verbs of families are all there is beside the shared ones");
        let path = verb.path.join(" ");
        let options = &app.shared.given.options;
        if options.is_given("metric") && call.option("metric").is_none() {
            bail!("{path} counts in one way only: leave out --metric");
        }
        if options.is_given("level") && call.option("level").is_none() {
            bail!("{path} is not about a level: leave out --level");
        }
        if call.option("seed").is_none() {
            app.shared.check_seed()?;
        }
        family_verbs::read_files(&verb, &mut call, |name| source::text(&registry, name))?;
        if let Some(name) = ["width", WITHOUT, NO_ACTION].into_iter().find(|name| options.is_given(name)) {
            bail!(InputError::new(takes_no(&path, given::long(name))));
        }
        return family::run(&app, &verb, &call);
    }
    let Cli { verb, shared } = Cli::from_arg_matches(matches)?;
    taken::check(&verb, &shared)?;
    #[cfg(feature = "serve")]
    if let Verb::Serve { port, bind, searches } = verb {
        return serve::run(registry, bind, port, serve::allowance(searches, &shared));
    }
    #[cfg(feature = "mcp")]
    if let Verb::Mcp { searches } = verb {
        return mcp::run(registry, searches, &shared);
    }
    if let Verb::Page { folder, manifest_path, example } = verb {
        let source = Source { manifest: manifest_path.as_deref(), example: example.as_deref() };
        return page::run(registry, &folder, &source);
    }
    #[cfg(feature = "cluster")]
    if let Verb::Cluster { what } = verb {
        return cluster::run(&registry, what, shared);
    }
    match verb {
        Verb::Completions { shell } => return manual::completions(whole(&registry), shell),
        Verb::Man { folder } => return manual::pages(whole(&registry), folder.as_deref()),
        _ => (),
    }
    shared.check_seed()?;
    let app = App { registry: &registry, shared, membership: None };
    match verb {
        Verb::Solve { each: Some(file), levels, csv, .. } => {
            each::run(&app, &Each { file: &file, csv, levels })
        }
        #[cfg(feature = "terminal")]
        Verb::Solve { instance: Some(instance), watch: true, unpruned, speed, .. } => {
            watch::run(&app, &instance, speed, unpruned)
        }
        Verb::Count { instance, after: After { from } } => count::run(&app, &instance, &from),
        Verb::Explain { instance, after: After { from }, html } => {
            explain::run(&app, &instance, &from, html.as_deref())
        }
        Verb::Why { instance, after: After { from }, by, counterfactual } => {
            why::run(&app, &instance, &from, by, counterfactual)
        }
        Verb::Solve { instance, after: After { from }, all, first, boards, line_as, keep, .. } => {
            let instance = instance.expect("it is required unless --each is given");
            let wanted = match first {
                Some(number) => Wanted::First(number),
                None if all => Wanted::All,
                None => Wanted::Best,
            };
            let query = Query::new(app.solve(wanted), from);
            solve::run(&app, &SavedQuery::new(&app, instance, query, keep)?, &Shown { boards, line_as })
        }
        Verb::Check { each: Some(file), .. } => check_each::run(&app, &file),
        Verb::Check { instance, line, line_file, each: None } => {
            check::run(&app, &instance.unwrap_or_default(), line, line_file)
        }
        Verb::Explore { instance, after: After { from }, terminal_goals, keep, svg, map } => {
            let query = Query::new(Explore { terminal_goals }, from);
            let saved = SavedQuery::new(&app, instance, query, keep)?;
            explore::run(&app, &saved, svg.as_deref(), map.as_deref())
        }
        Verb::Prove { instance, output, reachable, keep } => {
            let certificate = prove::full_name(&output, &keep)?;
            let asked = if reachable { Asked::Reachable } else { Asked::Solutions };
            let query = Query { certificate, ..Query::new(Prove { asked }, String::new()) };
            prove::prove(&app, &SavedQuery::new(&app, instance, query, keep)?, &output)
        }
        Verb::Verify { certificate, instance } => prove::verify(&app, &certificate, instance.as_deref()),
        Verb::Export { instance, after: After { from }, format, output } => {
            export::run(&app, &instance, &from, format, output.as_deref())
        }
        Verb::Resume { directory, status } => resume::run(&app, &directory, status),
        Verb::Hardest { instance, pieces, goal, svg, keep } => {
            let query = Query::new(Hardest { pieces, goal, sets: true }, String::new());
            hardest::run(&app, &SavedQuery::new(&app, instance, query, keep)?, svg.as_deref())
        }
        Verb::List { word } => list::run(&app, word.as_deref()),
        Verb::Page { .. } | Verb::Completions { .. } | Verb::Man { .. } => unreachable!("they need no app"),
        #[cfg(feature = "serve")]
        Verb::Serve { .. } => unreachable!("it needs no app"),
        #[cfg(feature = "cluster")]
        Verb::Cluster { .. } => unreachable!("it needs no app"),
        #[cfg(feature = "mcp")]
        Verb::Mcp { .. } => unreachable!("it needs no app"),
        Verb::Show { instance, after: After { from }, notation: Some(notation), .. } => {
            notation::run(&app, &instance, &from, &notation)
        }
        #[cfg(feature = "terminal")]
        Verb::Play { instance, after: After { from } } => play::run(&app, &instance, &from),
        Verb::Show { instance, after: After { from }, svg, play, .. } => {
            show::run(&app, &instance, &from, svg.as_deref(), play)
        }
    }
}
