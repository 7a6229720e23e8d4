//! `cluster worker`: one of several processes that share a search.

use std::cell::{Cell, RefCell};
use std::io::{ErrorKind, Read as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{panic, thread};

use anyhow::{Result, bail};
use clap::{Args, FromArgMatches, Subcommand};
use tejun_cluster::{Cluster, Hosts, Member, PeerError};
use tejun_puzzles::Registry;
use tejun_puzzles::input::MAX_BYTES;
use tejun_search::{Peers, Progress, StopReason, Watch};

use super::args::{Keep, Shared, Verb};
use super::kept::{Asked, KeptVerb, Query};
use super::output::report_error;
use super::solve::Shown;
use super::watcher::{Watcher, interrupt};
use super::{App, Cli, command, explore, program, solve, supervisor};
use crate::source;
use crate::status::ExitStatus;

/// The exit status of a process whose cluster has lost another one.
pub(super) const LOST: i32 = 4;
/// After this time, a process says for whom it waits.
const SOON: Duration = Duration::from_secs(3);
/// How long the others may take once this process is to stop. A search stops within half a second, but a host may have
/// to write what it has to a slow disk.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// Whether a supervisor tells the user that a process is lost.
static TIED: AtomicBool = AtomicBool::new(false);
/// Whether it does not matter any more what becomes of the other processes.
static LEFT: AtomicBool = AtomicBool::new(false);

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
        /// Stop the search at each byte of standard input, and end when that ends
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
    pub question: Query,
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
            } => (instance, Query::new(KeptVerb::Solve, from, all, false), keep),
            Verb::Explore { instance, from, terminal_goals, keep, svg: None } => {
                (instance, Query::new(KeptVerb::Explore, from, false, terminal_goals), keep)
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
            ..shared
        };
        Ok(Searched { name, question, shared })
    }
}

/// `cluster`.
pub(super) fn run(registry: &Registry, what: ClusterVerb, outer: Shared) -> Result<ExitStatus> {
    match what {
        ClusterVerb::Run { processes, share } => {
            let Searched { name, question, shared } = Searched::read(&share.search, outer)?;
            if source::is_read_once(&name) {
                bail!("processes cannot share standard input or a pipe: name a file");
            }
            let app = App { registry, shared, seat: None };
            supervisor::run(&app, usize::from(processes), share, name, question)
        }
        ClusterVerb::Worker { hosts, process, tied, share } => {
            if tied {
                tie();
            }
            let hosts = Hosts::read(&source::content(&hosts, MAX_BYTES)?)?;
            let Searched { name, question, shared } = Searched::read(&share.search, outer)?;
            if name == "-" {
                bail!("processes cannot share standard input: name a file");
            }
            panic::set_hook(overheard(panic::take_hook()));
            let (process, workers) = (usize::from(process), usize::from(share.workers));
            let seat = Seat { hosts, process, workers, end: Cell::new(None), cluster: RefCell::new(None) };
            let app = App { registry, shared, seat: Some(seat) };
            let verb = question.verb;
            let asked = Asked::new(&app, name, question, share.keep)?;
            match verb {
                KeptVerb::Solve => solve::run(&app, &asked, &Shown::default()),
                KeptVerb::Explore => explore::run(&app, &asked, None),
            }
        }
    }
}

/// Stops the search when the process that started this one writes something, and ends with that process. A signal would
/// not do: the terminal sends one, too, and a second one ends a process at once.
fn tie() {
    TIED.store(true, Ordering::Relaxed);
    thread::spawn(|| {
        loop {
            match std::io::stdin().read(&mut [0]) {
                Ok(0) => exit(LOST),
                Ok(_) => interrupt(),
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(_) => exit(LOST),
            }
        }
    });
}

type Hook = Box<dyn Fn(&panic::PanicHookInfo) + Send + Sync>;

/// What happens at a panic: `usual`, unless it is on one of timely's threads. It gives up there if it cannot read what
/// came from another process.
fn overheard(usual: Hook) -> Hook {
    Box::new(move |what| {
        let thread = thread::current();
        match thread.name().and_then(|name| name.strip_prefix("timely:")) {
            Some(name) => {
                lost(PeerError::Garbled(name.strip_prefix("recv-").and_then(|number| number.parse().ok())))
            }
            None => usual(what),
        }
    })
}

/// The place of this process in a cluster.
pub(super) struct Seat {
    pub hosts: Hosts,
    pub process: usize,
    pub workers: usize,
    /// When the time of the search is over.
    end: Cell<Option<Instant>>,
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
        let member = Member { hosts, process: *process, search: &search, patience: PATIENCE, lost };
        let (begin, mut told) = (Instant::now(), TIED.load(Ordering::Relaxed));
        self.end.set(watcher.end());
        let cluster = Cluster::join(member, &mut || {
            if !told && begin.elapsed() > SOON {
                told = true;
                eprintln!("waiting for the other processes ...");
            }
            match watcher.tick(&Progress::default()) {
                ControlFlow::Break(StopReason::Interrupted) => interrupted(),
                go_on => go_on.is_continue(),
            }
        })?;
        let cluster = Arc::new(cluster);
        *self.cluster.borrow_mut() = Some(cluster.clone());
        Ok(cluster)
    }

    /// Leaves the cluster, when the search is over in all processes.
    pub fn leave(&self) {
        if let Some(cluster) = self.cluster.take() {
            let is_late = || self.end.get().is_some_and(|end| Instant::now() >= end);
            cluster.leave(&mut || if is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
            LEFT.store(true, Ordering::Relaxed);
        }
    }
}

/// Ends this process, which was interrupted before there was a search.
fn interrupted() -> ! {
    if !TIED.load(Ordering::Relaxed) {
        report_error("interrupted while it waited for the other processes");
    }
    exit(ExitStatus::Stopped as i32)
}

/// Ends this process, because the search cannot go on. Only the first of several threads says so.
fn lost(loss: PeerError) -> ! {
    static SAID: AtomicBool = AtomicBool::new(false);
    while SAID.swap(true, Ordering::Relaxed) || LEFT.load(Ordering::Relaxed) {
        thread::park();
    }
    // A supervisor sees for itself which process has ended, and which does not.
    if !TIED.load(Ordering::Relaxed) || matches!(loss, PeerError::Garbled(_)) {
        report_error(&format!("{loss}: start all of them again, with --resume if they keep points"));
    }
    exit(LOST)
}
