//! `cluster`: a search that several processes share.

use anyhow::{Result, bail};
use clap::FromArgMatches;
use tejun_cluster::Hosts;
use tejun_puzzles::Registry;
use tejun_puzzles::input::MAX_BYTES;

use super::app::App;
use super::args::{Cli, ClusterVerb, NO_SEED, Shared, Verb, command};
use super::checkpoint::{Query, SavedQuery, SearchVerb};
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
        let (name, query, keep) = match &verb {
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
            } => (instance.clone(), Query::new(SearchVerb::Solve, from.clone(), *all, false), keep),
            Verb::Explore { instance, from, terminal_goals, keep, svg: None, map: None } => {
                let query = Query::new(SearchVerb::Explore, from.clone(), false, *terminal_goals);
                (instance.clone(), query, keep)
            }
            _ => {
                bail!("after --: write solve or explore, an instance, and --from, --all or --terminal-goals")
            }
        };
        if keep.spill.is_some() || keep.resume.is_some() {
            bail!("write --spill and --resume before the --");
        }
        if outer.threads.or(shared.threads).is_some() {
            bail!("write --workers, the number of threads of each process, in place of --threads");
        }
        let shared = Shared {
            json: outer.json || shared.json,
            quiet: outer.quiet || shared.quiet,
            memory: outer.memory.or(shared.memory),
            time: outer.time.or(shared.time),
            states: outer.states.or(shared.states),
            depth: outer.depth.or(shared.depth),
            metric: outer.metric.or(shared.metric.clone()),
            level: outer.level.or(shared.level),
            width: outer.width.or(shared.width),
            lang: outer.lang.or(shared.lang),
            seed: if outer.seed.text == NO_SEED { shared.seed } else { outer.seed },
            threads: None,
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
            let verb = query.verb;
            let saved = SavedQuery::new(&app, name, query, share.keep)?;
            match verb {
                SearchVerb::Solve => solve::run(&app, &saved, &Shown::default()),
                SearchVerb::Explore => explore::run(&app, &saved, None, None),
                SearchVerb::Hardest | SearchVerb::Prove => unreachable!("it is not shared"),
            }
        }
    }
}
