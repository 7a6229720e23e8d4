//! `cluster worker`: one of several processes that share a search.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, FromArgMatches, Subcommand};
use tejun_cluster::{Cluster, Hosts, Member};
use tejun_puzzles::Registry;
use tejun_search::{Peers, Progress, Watch};

use super::args::{Keep, Shared, Verb};
use super::kept::{Asked, KeptVerb, Question};
use super::output::report_error;
use super::solve::Shown;
use super::watcher::Watcher;
use super::{Cli, Session, command, explore, program, solve, supervisor};
use crate::status::Status;

/// The exit status of a process whose cluster has lost another one.
pub(super) const LOST: i32 = 4;
/// After this time, a process says for whom it waits.
const SOON: Duration = Duration::from_secs(3);
/// Whether a supervisor tells the user that a process is lost.
static TIED: AtomicBool = AtomicBool::new(false);

/// Share a breadth-first search among processes.
#[derive(Subcommand)]
pub enum ClusterVerb {
    /// Run all processes on this machine, and start them again from the last point kept when one is lost
    Run {
        /// Number of processes
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
        processes: u16,
        #[command(flatten)]
        share: Share,
    },
    /// Be one of the processes. Start each on its host; they listen at the addresses of the list, which is for a
    /// network that you trust
    Worker {
        /// A file with the address of each process, one a line, such as node-7:4570; a port alone is on this host
        #[arg(long, value_name = "FILE")]
        hosts: PathBuf,
        /// Which of the processes this is, from 0 on; process 0 prints the answer
        #[arg(long, value_name = "I")]
        process: u16,
        /// End when standard input ends
        #[arg(long, hide = true)]
        tied: bool,
        #[command(flatten)]
        share: Share,
    },
}

/// What all processes are told alike.
#[derive(Args)]
pub struct Share {
    /// Number of threads of each process
    #[arg(long, value_name = "W", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: u16,
    #[command(flatten)]
    pub keep: Keep,
    /// The search: solve or explore, an instance, and their options
    #[arg(last = true, required = true, value_name = "SEARCH")]
    pub search: Vec<String>,
}

/// A search that processes share, as it is on the command line.
pub(super) struct Searched {
    pub name: String,
    pub question: Question,
    pub shared: Shared,
}

impl Searched {
    /// Reads the search after `--`. Options of all verbs may stand before or after that.
    ///
    /// # Errors
    /// If it is no search that can be shared.
    pub fn read(search: &[String], outer: Shared) -> Result<Searched> {
        let words = [program()].into_iter().chain(search.iter().map(String::as_str));
        let matches = command().try_get_matches_from(words);
        let matches = matches.map_err(|error| match error.to_string().lines().next() {
            Some(line) => anyhow::anyhow!("after --: {}", line.trim_start_matches("error: ")),
            None => anyhow::anyhow!("after --: this is no search"),
        })?;
        let Cli { verb, shared } = Cli::from_arg_matches(&matches)?;
        let (name, question, keep) = match verb {
            Verb::Solve {
                instance: Some(instance),
                from,
                all,
                first: None,
                boards: None,
                watch: false,
                keep,
                ..
            } => (instance, Question::new(KeptVerb::Solve, from, all, false), keep),
            Verb::Explore { instance, from, terminal_goals, keep, svg: None } => {
                (instance, Question::new(KeptVerb::Explore, from, false, terminal_goals), keep)
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
        if name == "-" {
            bail!("processes cannot share standard input: name a file");
        }
        let shared = Shared {
            json: outer.json || shared.json,
            quiet: outer.quiet || shared.quiet,
            memory: outer.memory.or(shared.memory),
            time: outer.time.or(shared.time),
            states: outer.states.or(shared.states),
            depth: outer.depth.or(shared.depth),
            metric: outer.metric.or(shared.metric.clone()),
            ..shared
        };
        Ok(Searched { name, question, shared })
    }
}

/// `cluster`.
pub(super) fn run(registry: &Registry, what: ClusterVerb, outer: Shared) -> Result<Status> {
    match what {
        ClusterVerb::Run { processes, share } => {
            let Searched { name, question, shared } = Searched::read(&share.search, outer)?;
            let session = Session { registry, shared, seat: None };
            supervisor::run(&session, usize::from(processes), share, name, question)
        }
        ClusterVerb::Worker { hosts, process, tied, share } => {
            if tied {
                tie();
            }
            let text = std::fs::read_to_string(&hosts)
                .with_context(|| format!("{} cannot be read", hosts.display()))?;
            let hosts = Hosts::read(&text)?;
            let Searched { name, question, shared } = Searched::read(&share.search, outer)?;
            let (process, workers) = (usize::from(process), usize::from(share.workers));
            let seat = Seat { hosts, process, workers, cluster: RefCell::new(None) };
            let session = Session { registry, shared, seat: Some(seat) };
            let verb = question.verb;
            let asked = Asked::new(&session, name, question, share.keep)?;
            match verb {
                KeptVerb::Solve => solve::run(&session, &asked, &Shown::default()),
                KeptVerb::Explore => explore::run(&session, &asked, None),
            }
        }
    }
}

/// Ends this process when the one that started it ends.
fn tie() {
    TIED.store(true, Ordering::Relaxed);
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        exit(LOST);
    });
}

/// The place of this process in a cluster.
pub(super) struct Seat {
    pub hosts: Hosts,
    pub process: usize,
    pub workers: usize,
    cluster: RefCell<Option<Arc<Cluster>>>,
}

impl Seat {
    /// Whether this process speaks for all.
    pub fn is_first(&self) -> bool {
        self.process == 0
    }

    /// Waits for the other processes, which must search the same.
    ///
    /// # Errors
    /// If they do not come, or this process is refused.
    pub fn join(&self, search: &str, watcher: &mut Watcher) -> Result<Arc<dyn Peers>> {
        let Seat { hosts, process, workers, .. } = self;
        let search = format!("{workers} workers\n{search}");
        let member = Member { hosts, process: *process, search: &search, lost };
        let (begin, mut told) = (Instant::now(), TIED.load(Ordering::Relaxed));
        let cluster = Cluster::join(member, &mut || {
            if !told && begin.elapsed() > SOON {
                told = true;
                eprintln!("waiting for the other processes ...");
            }
            matches!(watcher.tick(&Progress::default()), ControlFlow::Continue(()))
        })?;
        let cluster = Arc::new(cluster);
        *self.cluster.borrow_mut() = Some(cluster.clone());
        Ok(cluster)
    }

    /// Leaves the cluster, when the search is over in all processes.
    pub fn leave(&self) {
        if let Some(cluster) = self.cluster.take() {
            cluster.leave();
        }
    }
}

/// Ends this process, because another one is lost.
fn lost(process: usize) -> ! {
    if !TIED.load(Ordering::Relaxed) {
        report_error(&format!(
            "process {process} is lost: start all of them again, with --resume if they keep points"
        ));
    }
    exit(LOST)
}
