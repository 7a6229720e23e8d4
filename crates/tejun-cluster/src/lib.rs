//! Several processes that search together, on one host or on many, over [timely dataflow].
//!
//! A [`Cluster`] is one process's end of the connections between all of them. Give it to a
//! [`Request`](tejun_search::Request), and a breadth-first search shares its work: see
//! [`Peers`].
//!
//! This is for a network that you trust: nothing is encrypted, and whoever reaches the port of a process while it
//! waits for the others, and knows the search, can take the place of one of them. What such a process sends is checked as
//! far as it is read here; timely panics over what it cannot read, on one of its threads (`timely:...`), which ends in
//! [`PeerError::Garbled`]. Timely reads it with `bincode` 1.3.3, which is no longer maintained (RUSTSEC-2025-0141), and uses
//! `paste` 1.0.15, likewise (RUSTSEC-2024-0436).
//!
//! [timely dataflow]: https://docs.rs/timely
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//!
//! use tejun_cluster::{Cluster, Hosts, Member};
//! use tejun_search::{Search, graph};
//!
//! // From each number, one to the double and one to the next, up to a million.
//! let numbers = &graph([1_u32], |&n| [2 * n, n + 1].into_iter().filter(|&to| to <= 1_000_000));
//!
//! // Two processes, played by two threads.
//! let hosts = Hosts::loopback(2)?;
//! let search = |process| {
//!     let (patience, lost) = (Duration::from_secs(10), |_| std::process::exit(1));
//!     let member = Member { hosts: &hosts, process, search: "numbers", patience, lost };
//!     let cluster = Cluster::join(member, &mut || true).unwrap();
//!     let found = Search::new(numbers).peers(&cluster).explore().unwrap();
//!     cluster.leave(&mut || ControlFlow::Continue(()));
//!     found
//! };
//! let search = &search;
//! let answers = std::thread::scope(|scope| [0, 1].map(|process| scope.spawn(move || search(process))).map(|thread| thread.join().unwrap()));
//! for found in answers {
//!     assert_eq!(found.levels.iter().sum::<u64>(), 1_000_000);
//! }
//! # Ok::<(), tejun_cluster::ClusterError>(())
//! ```

mod error;
mod handshake;
mod hosts;
mod link;
mod member;
mod peer_error;
mod rendezvous;
mod rounds;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tejun_search::Peers;
use timely::communication::WorkerGuards;

pub use error::ClusterError;
pub use hosts::Hosts;
pub use member::Member;
pub use peer_error::PeerError;

use crate::member::WAIT;
use crate::rounds::RoundsReceived;

/// One process's end of a cluster.
pub struct Cluster {
    index: usize,
    count: usize,
    to_rounds: Mutex<Option<Sender<Vec<Vec<u8>>>>>,
    from_rounds: Mutex<Receiver<Vec<Vec<u8>>>>,
    /// Rounds that this process has begun, and how many of them each process has.
    begun: AtomicU64,
    rounds_received: RoundsReceived,
    /// Whether the others may go.
    over: Arc<AtomicBool>,
    patience: Duration,
    lost: fn(PeerError) -> !,
    /// The thread that runs the dataflow, and those of its connections.
    threads: Mutex<Option<WorkerGuards<()>>>,
}

impl Cluster {
    /// Connects to the other processes, and waits until all are there. Calls `wait` every few milliseconds meanwhile:
    /// it gives up when that says `false`.
    ///
    /// # Errors
    /// If this process cannot listen at its address, if it is refused because it searches something else or is of
    /// another version, or if it gives up.
    pub fn join(member: Member, wait: &mut dyn FnMut() -> bool) -> Result<Cluster, ClusterError> {
        let sockets = rendezvous::connect_all(member, wait)?;
        let Member { process: index, patience, lost, .. } = member;
        let count = sockets.len();
        let rounds_received: RoundsReceived = (0..count).map(|_| AtomicU64::new(0)).collect();
        let over = Arc::new(AtomicBool::new(false));
        let (to_rounds, for_rounds) = channel();
        let (to_search, from_rounds) = channel();
        let links = link::links(sockets, &over, lost);
        let threads = rounds::start(links, index, for_rounds, to_search, rounds_received.clone(), lost)?;
        Ok(Cluster {
            index,
            count,
            to_rounds: Mutex::new(Some(to_rounds)),
            from_rounds: Mutex::new(from_rounds),
            begun: AtomicU64::new(0),
            rounds_received,
            over,
            patience,
            lost,
            threads: Mutex::new(Some(threads)),
        })
    }

    /// Leaves the cluster, when all processes do. A process that goes without this is lost to the others. Calls `wait`
    /// every few milliseconds while it waits for them. Once that says `Break`, it waits no longer than its
    /// [patience](Member::patience) and goes without them: this process has its answer. Afterwards no process is lost
    /// any more.
    pub fn leave(&self, wait: &mut dyn FnMut() -> ControlFlow<()>) {
        self.send(vec![Vec::new(); self.count]);
        let all = self.received(wait).is_some();
        self.over.store(true, Ordering::Release);
        *lock(&self.to_rounds) = None;
        if !all {
            std::mem::forget(lock(&self.threads).take());
        }
    }

    /// What all processes sent. `None` if `wait` said `Break` and nothing arrived for as long as patience lasts: that is
    /// counted in waits, so that a process that was suspended itself does not take the others for hung.
    fn received(&self, wait: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Vec<Vec<u8>>> {
        let receiver = lock(&self.from_rounds);
        let mut left = self.patience.as_millis() / WAIT.as_millis();
        let mut stopped = false;
        loop {
            match receiver.recv_timeout(WAIT) {
                Ok(messages) => return Some(messages),
                Err(RecvTimeoutError::Timeout) => {
                    stopped = stopped || wait().is_break();
                    left = left.checked_sub(u128::from(stopped))?;
                }
                Err(RecvTimeoutError::Disconnected) => (self.lost)(PeerError::Garbled(None)),
            }
        }
    }

    /// The processes that have not sent what this one waits for.
    fn silent(&self) -> Vec<usize> {
        let begun = self.begun.load(Ordering::Relaxed);
        (0..self.count)
            .filter(|&process| self.rounds_received[process].load(Ordering::Relaxed) < begun)
            .collect()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let Some(threads) = lock(&self.threads).take() else { return };
        if !self.over.load(Ordering::Acquire) {
            // Without `leave`, its threads would wait for those of the other processes.
            return std::mem::forget(threads);
        }
        // What is left to send is sent, unless another process does not take it any more.
        let (ended, end) = channel();
        let join = move || {
            drop(threads.join());
            let _ = ended.send(());
        };
        if thread::Builder::new().spawn(join).is_ok() {
            let _ = end.recv_timeout(self.patience);
        }
    }
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Cluster")
            .field("index", &self.index)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Peers for Cluster {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.count
    }

    fn send(&self, messages: Vec<Vec<u8>>) {
        self.begun.fetch_add(1, Ordering::Relaxed);
        let sent = lock(&self.to_rounds).as_ref().expect("no process sends after it has left").send(messages);
        // The thread of the dataflow lives as long as the cluster, unless it could not read what it received.
        if sent.is_err() {
            (self.lost)(PeerError::Garbled(None));
        }
    }

    fn receive(&self, wait: &mut dyn FnMut() -> ControlFlow<()>) -> Vec<Vec<u8>> {
        self.received(wait).unwrap_or_else(|| (self.lost)(PeerError::Silent(self.silent())))
    }

    fn refuse(&self, process: usize) -> ! {
        (self.lost)(PeerError::Garbled(Some(process)))
    }
}
