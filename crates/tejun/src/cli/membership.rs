//! A process's membership of a cluster: how it joins the others, and how it ends when it loses one.

use std::cell::{Cell, RefCell};
use std::io::{ErrorKind, Read as _};
use std::ops::ControlFlow;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{panic, thread};

use anyhow::{Context as _, Result};
use tejun_api::ApiError;
use tejun_cluster::{Cluster, Hosts, Member, PeerError};
use tejun_search::{Peers, Progress, StopReason, Watch};

use super::failure::fail;
use super::watcher::{Watcher, interrupt};
use crate::status::ExitStatus;

/// The exit status of a process whose cluster has lost another one, or was never complete.
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

/// Stops the search when the process that started this one writes something, and ends with that process. A signal would
/// not do: the terminal sends one, too, and a second one ends a process at once.
///
/// # Errors
/// If the system starts no thread for that.
pub(super) fn tie() -> Result<()> {
    TIED.store(true, Ordering::Relaxed);
    let listen = || {
        loop {
            match std::io::stdin().read(&mut [0]) {
                Ok(0) => exit(LOST),
                Ok(_) => interrupt(),
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(_) => exit(LOST),
            }
        }
    };
    thread::Builder::new().spawn(listen).context("no thread can be started")?;
    Ok(())
}

/// Ends this process at a panic on one of timely's threads: there it panics if it cannot read what came from another
/// process.
pub(super) fn end_at_garbled_messages() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let thread = thread::current();
        match thread.name().and_then(|name| name.strip_prefix("timely:")) {
            Some(name) => {
                lost(PeerError::Garbled(name.strip_prefix("recv-").and_then(|number| number.parse().ok())))
            }
            None => usual(info),
        }
    }));
}

/// A process's membership of a cluster.
pub(super) struct Membership {
    hosts: Hosts,
    process: usize,
    workers: usize,
    /// When the time of the search is over.
    end: Cell<Option<Instant>>,
    cluster: RefCell<Option<Arc<Cluster>>>,
}

impl Membership {
    /// The process of this number among those at `hosts`, which has not joined them yet.
    pub fn new(hosts: Hosts, process: usize, workers: usize) -> Membership {
        Membership { hosts, process, workers, end: Cell::new(None), cluster: RefCell::new(None) }
    }

    /// Number of threads of each process.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Whether this process speaks for all.
    pub fn is_first(&self) -> bool {
        self.process == 0
    }

    /// Waits for the other processes, which must search the same.
    ///
    /// # Errors
    /// If they do not come, or this process is refused.
    pub fn join(&self, search: &str, watcher: &mut Watcher) -> Result<Arc<dyn Peers>> {
        let Membership { hosts, process, workers, .. } = self;
        let search = format!("{workers} workers\n{search}");
        let member = Member { hosts, process: *process, search: &search, patience: PATIENCE, lost };
        let (begin, mut announced) = (Instant::now(), TIED.load(Ordering::Relaxed));
        self.end.set(watcher.end());
        let cluster = Cluster::join(member, &mut || {
            if !announced && begin.elapsed() > SOON {
                announced = true;
                eprintln!("waiting for the other processes ...");
            }
            match watcher.tick(&Progress::default()) {
                // It has nothing to tell, and the supervisor knows best what becomes of the others.
                ControlFlow::Break(_) if TIED.load(Ordering::Relaxed) => exit(LOST),
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
    fail(&ApiError::busy("interrupted while it waited for the other processes").into());
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
        let message = format!("{loss}: start all of them again, with --resume if they keep points");
        fail(&ApiError::busy(message).into());
    }
    exit(LOST)
}
