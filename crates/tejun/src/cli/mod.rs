//! The command line, with one file for each verb that all families share.

mod args;
mod check;
mod cluster;
mod count;
mod each;
mod explore;
mod family;
mod hardest;
mod kept;
mod list;
mod notation;
mod output;
mod pace;
mod screen;
mod serve;
mod show;
mod solve;
mod supervisor;
mod text;
mod watch;
mod watcher;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};
use serde::Serialize;
use tejun_puzzles::{Registry, Session, SolveOptions};
use tejun_search::Limits;

use self::args::{Shared, Verb};
use self::cluster::Seat;
use self::kept::{Asked, KeptVerb, Query};
use self::output::{print_json, print_line, report_error};
use self::solve::Shown;
use self::watcher::Watcher;
use crate::program::program;
use crate::status::ExitStatus;
use crate::{data, family_verbs, machine, source};

/// tejun (手順, the order of moves): finds, proves, explains and replays solutions of puzzles
#[derive(Parser)]
#[command(name = "tejun", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    shared: Shared,
}

/// Runs the command line of this process with the families of `registry`, under the name that it was called by,
/// and returns its exit status: 0
/// solved or valid; 1 proved unsolvable, or a legal line that does not solve; 2 bad input or an illegal line;
/// 3 stopped by a limit.
pub fn run(registry: Registry) -> ExitCode {
    let status = match matches(&registry) {
        Ok(matches) => answer(registry, &matches).unwrap_or_else(|error| report_error(&format!("{error:#}"))),
        Err(status) => status,
    };
    ExitCode::from(status as u8)
}

/// The command line without the verbs of families. A program of another name says so.
fn command() -> clap::Command {
    match program() {
        "tejun" => Cli::command(),
        name => Cli::command()
            .name(name)
            .about(format!("{name}: finds, proves, explains and replays solutions of puzzles"))
            .version(concat!("(tejun ", env!("CARGO_PKG_VERSION"), ")")),
    }
}

/// Parses the command line. Errors are reported in one line, like all bad input.
fn matches(registry: &Registry) -> Result<clap::ArgMatches, ExitStatus> {
    let command = command().subcommands(family_verbs::commands(registry));
    command.try_get_matches().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Ignore errors: if the pipe is closed, nobody reads the help.
            let _ = error.print();
            ExitStatus::Done
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitStatus::BadInput
        }
        _ => {
            let text = error.to_string();
            let lines =
                text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
            let parts: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
            let line = parts.join(" ");
            report_error(&format!("{} (see {} --help)", line.trim_start_matches("error: "), program()))
        }
    })
}

fn answer(registry: Registry, matches: &clap::ArgMatches) -> Result<ExitStatus> {
    if let Some((_, inner)) = matches.subcommand().filter(|(name, _)| !is_shared(name)) {
        let mut deepest = inner;
        while let Some((_, deeper)) = deepest.subcommand() {
            deepest = deeper;
        }
        let app = App { registry: &registry, shared: Shared::from_arg_matches(deepest)?, seat: None };
        let called = family_verbs::called(&registry, matches, app.ask());
        let (verb, call) = called.expect("the verbs of families are all there is beside the shared ones");
        if app.shared.metric.is_some() && call.option(family_verbs::METRIC).is_none() {
            bail!("{} counts in one way only: leave out --metric", verb.path.join(" "));
        }
        return family::run(&app, &verb, &call);
    }
    let Cli { verb, shared } = Cli::from_arg_matches(matches)?;
    if let Verb::Serve { port, bind, searches } = verb {
        return serve::run(registry, bind, port, searches.map(usize::from));
    }
    if let Verb::Cluster { what } = verb {
        return cluster::run(&registry, what, shared);
    }
    let app = App { registry: &registry, shared, seat: None };
    match verb {
        Verb::Solve { each: Some(file), .. } => each::run(&app, &file),
        Verb::Solve { instance: Some(instance), watch: true, speed, .. } => {
            watch::run(&app, &instance, speed)
        }
        Verb::Count { instance, from } => count::run(&app, &instance, &from),
        Verb::Solve { instance, from, all, first, boards, keep, .. } => {
            let instance = instance.expect("it is required unless --each is given");
            let question = Query::new(KeptVerb::Solve, from, all, false);
            solve::run(&app, &Asked::new(&app, instance, question, keep)?, &Shown { first, boards })
        }
        Verb::Check { instance, line, line_file } => check::run(&app, &instance, line, line_file),
        Verb::Explore { instance, from, terminal_goals, keep, svg } => {
            let question = Query::new(KeptVerb::Explore, from, false, terminal_goals);
            explore::run(&app, &Asked::new(&app, instance, question, keep)?, svg.as_deref())
        }
        Verb::Resume { directory, status } => kept::run(&app, &directory, status),
        Verb::Hardest { instance, pieces, svg } => {
            hardest::run(&app, &instance, pieces.as_deref(), svg.as_deref())
        }
        Verb::List => list::run(&app),
        Verb::Serve { .. } | Verb::Cluster { .. } => unreachable!("they need no app"),
        Verb::Show { instance, from, notation: Some(notation), .. } => {
            notation::run(&app, &instance, &from, &notation)
        }
        Verb::Show { instance, from, svg, play, .. } => {
            show::run(&app, &instance, &from, svg.as_deref(), play)
        }
    }
}

fn is_shared(name: &str) -> bool {
    <Cli as CommandFactory>::command().find_subcommand(name).is_some()
}

/// State shared by all verbs.
struct App<'r> {
    registry: &'r Registry,
    shared: Shared,
    /// The place of this process among those that share the search, if there are others.
    seat: Option<Seat>,
}

impl App<'_> {
    /// The limits and threads given on the command line, or defaults for this machine.
    fn ask(&self) -> SolveOptions {
        let Shared { threads, memory, states, depth, seed, width, .. } = self.shared;
        let none = Limits::default();
        SolveOptions {
            limits: Limits {
                bytes: memory.unwrap_or_else(|| machine::free_memory() / 2),
                states: states.unwrap_or(none.states),
                depth: depth.unwrap_or(none.depth),
            },
            threads: match &self.seat {
                Some(seat) => seat.workers,
                None => threads.map_or_else(machine::cores, |threads| machine::useful(threads.into())),
            },
            seed,
            width: width.map(|width| width as usize),
            data: data::directory(),
            ..SolveOptions::default()
        }
    }

    /// Number of partitions of a search that begins on disk: as many as there are threads wanted, because it may go on
    /// elsewhere.
    fn partitions(&self) -> usize {
        self.shared.threads.map_or_else(machine::cores, usize::from)
    }

    fn instance(&self, name: &str) -> Result<Box<dyn Session>> {
        source::instance(self.registry, name, self.shared.metric.as_deref())
    }

    fn watcher(&self) -> Watcher {
        Watcher::new(self.shared.time, self.shared.quiet || self.shared.json || !self.speaks())
    }

    /// Whether this process prints: of several that share a search, one speaks for all.
    fn speaks(&self) -> bool {
        self.seat.as_ref().is_none_or(Seat::is_first)
    }

    /// Prints an answer: one JSON object, or text.
    fn print<J: Serialize>(&self, json: impl FnOnce() -> J, text: impl FnOnce() -> String) -> Result<()> {
        if !self.speaks() {
            return Ok(());
        }
        // A reader who stops reading is no error: the result is the same.
        if self.shared.json { print_json(&json()).map(drop) } else { print_line(text().trim_end()).map(drop) }
    }
}
