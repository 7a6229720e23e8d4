//! `cluster`: a search that several processes share.

use anyhow::{Result, bail};
use clap::FromArgMatches;
use tejun_cluster::Hosts;
use tejun_puzzles::input::MAX_BYTES;
use tejun_puzzles::question::{Explore, Solve};
use tejun_puzzles::{Question, Registry, Wanted};

use super::app::App;
use super::args::{Cli, ClusterVerb, Shared, Verb, command};
use super::checkpoint::{Query, SavedQuery};
use super::given::{Given, NO_SEED};
use super::membership::{Membership, end_at_garbled_messages, tie};
use super::solve::Shown;
use super::{explore, solve, supervisor, taken};
use crate::program::program;
use crate::source;
use crate::status::ExitStatus;

/// The search after `--`.
struct SearchCommand {
    name: String,
    query: Query,
    shared: Shared,
}

impl SearchCommand {
    /// Parses it. Options of all verbs may stand before or after that.
    ///
    /// # Errors
    /// If it is no search that can be shared.
    fn parse(search: &[String], outer: Shared) -> Result<SearchCommand> {
        let words = [program()].into_iter().chain(search.iter().map(String::as_str));
        let matches = command(Vec::new()).try_get_matches_from(words);
        let matches = matches.map_err(|error| match error.to_string().lines().next() {
            Some(line) => anyhow::anyhow!("after --: {}", line.trim_start_matches("error: ")),
            None => anyhow::anyhow!("after --: this is no search"),
        })?;
        let Cli { verb, shared } = Cli::from_arg_matches(&matches)?;
        let (name, mut query, keep) = match &verb {
            Verb::Solve {
                instance: Some(instance),
                from,
                all,
                first: None,
                boards: None,
                #[cfg(feature = "terminal")]
                    watch: false,
                keep,
                ..
            } => {
                let wanted = if *all { Wanted::All } else { Wanted::Best };
                (instance.clone(), Query::new(Solve { wanted, width: None }, from.clone()), keep)
            }
            Verb::Explore { instance, from, terminal_goals, keep, svg: None, map: None } => {
                let query = Query::new(Explore { terminal_goals: *terminal_goals }, from.clone());
                (instance.clone(), query, keep)
            }
            _ => {
                bail!("after --: write solve or explore, an instance, and --from, --all or --terminal-goals")
            }
        };
        if keep.spill.is_some() || keep.resume.is_some() {
            bail!("write --spill and --resume before the --");
        }
        let options = outer.given.options.over(shared.given.options);
        if options.is_given("threads") {
            bail!("write --workers, the number of threads of each process, in place of --threads");
        }
        if let Question::Solve(solve) = &mut query.question {
            solve.width = options.number("width").map(|width| width as usize);
        }
        let seed = if outer.given.seed == NO_SEED { shared.given.seed } else { outer.given.seed };
        let shared = Shared {
            json: outer.json || shared.json,
            quiet: outer.quiet || shared.quiet,
            given: Given { options, seed },
            lang: outer.lang.or(shared.lang),
        };
        taken::check(&verb, &shared)?;
        Ok(SearchCommand { name, query, shared })
    }
}

/// `cluster`.
pub(super) fn run(registry: &Registry, what: ClusterVerb, outer: Shared) -> Result<ExitStatus> {
    match what {
        ClusterVerb::Run { processes, share } => {
            let SearchCommand { name, query, shared } = SearchCommand::parse(&share.search, outer)?;
            if source::is_read_once(&name) {
                bail!("processes cannot share standard input or a pipe: name a file");
            }
            let app = App { registry, shared, membership: None };
            supervisor::run(&app, usize::from(processes), share, name, query)
        }
        ClusterVerb::Worker { hosts, process, tied, share } => {
            if tied {
                tie()?;
            }
            let hosts = Hosts::read(&source::content(&hosts, MAX_BYTES)?)?;
            let SearchCommand { name, query, shared } = SearchCommand::parse(&share.search, outer)?;
            if name == "-" {
                bail!("processes cannot share standard input: name a file");
            }
            end_at_garbled_messages();
            let membership = Membership::new(hosts, process.into(), share.workers.into());
            let app = App { registry, shared, membership: Some(membership) };
            let saved = SavedQuery::new(&app, name, query, share.keep)?;
            match saved.query.question {
                Question::Solve(_) => solve::run(&app, &saved, &Shown::default()),
                _ => explore::run(&app, &saved, None, None),
            }
        }
    }
}
