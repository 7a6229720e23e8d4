//! Several processes that search together, on one host or on many, over [timely dataflow].
//!
//! A [`Cluster`] is one process's end of the connections between all of them. Give it to a
//! [`Request`](tejun_search::Request), and a breadth-first search shares its work: see
//! [`Peers`].
//!
//! This is for a network that you trust: nothing is encrypted, and whoever reaches the port of a process while it
//! waits for the others can take the place of one of them.
//!
//! [timely dataflow]: https://docs.rs/timely
//!
//! ```
//! use tejun_cluster::{Cluster, Hosts, Member};
//! use tejun_search::bfs::{self, Goals};
//! use tejun_search::{Moves, Outcome, Peers, Request, Space};
//!
//! /// From each number, one to the double and one to the next, up to a million.
//! struct Numbers;
//!
//! impl Space for Numbers {
//!     type State = u32;
//!     type Move = ();
//!     const MOVES: Moves = Moves::OneWay;
//!     fn starts(&self, mut visit: impl FnMut(u32)) {
//!         visit(1);
//!     }
//!     fn is_goal(&self, state: &u32) -> bool {
//!         *state == 1_000_000
//!     }
//!     fn expand(&self, state: &u32, mut visit: impl FnMut((), u32)) {
//!         [2 * state, state + 1].into_iter().filter(|&to| to <= 1_000_000).for_each(|to| visit((), to));
//!     }
//! }
//!
//! // Two processes, played by two threads.
//! let hosts = Hosts::loopback(2)?;
//! let search = |process| {
//!     let member = Member { hosts: &hosts, process, search: "numbers", lost: |_| std::process::exit(1) };
//!     let cluster = Cluster::join(member, &mut || true).unwrap();
//!     let answer = bfs::explore(&Numbers, Goals::Passed, Request::default().peers(&cluster));
//!     cluster.leave();
//!     answer.outcome
//! };
//! let answers = std::thread::scope(|scope| [0, 1].map(|process| scope.spawn(move || search(process))).map(|thread| thread.join().unwrap()));
//! for answer in answers {
//!     let Outcome::Solved(found) = answer else { panic!() };
//!     assert_eq!(found.levels.iter().sum::<u64>(), 1_000_000);
//! }
//! # Ok::<(), tejun_cluster::ClusterError>(())
//! ```

mod error;
mod greet;
mod hosts;
mod link;
mod rounds;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tejun_search::Peers;
use timely::communication::WorkerGuards;

pub use error::ClusterError;
pub use hosts::Hosts;

/// How long a process waits between two calls of what it calls while it waits.
const WAIT: Duration = Duration::from_millis(5);
const ENDED: &str = "the thread of the dataflow lives as long as the cluster";

/// What a process of a cluster must know to join it.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Where all processes are.
    pub hosts: &'a Hosts,
    /// Which of them this one is, from 0 on.
    pub process: usize,
    /// What is searched, and whatever else the processes must agree on: any text. A process with another text, or
    /// another version of this crate, is refused.
    pub search: &'a str,
    /// Called on any thread when a process is lost, with its number, and must not return: the search cannot go on.
    pub lost: fn(usize) -> !,
}

/// One process's end of a cluster.
pub struct Cluster {
    index: usize,
    count: usize,
    to_rounds: Mutex<Option<Sender<Vec<Vec<u8>>>>>,
    from_rounds: Mutex<Receiver<Vec<Vec<u8>>>>,
    /// Whether the others may go.
    over: Arc<AtomicBool>,
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
        let sockets = greet::meet(member, wait)?;
        let (index, count) = (member.process, sockets.len());
        let over = Arc::new(AtomicBool::new(false));
        let (to_rounds, for_rounds) = channel();
        let (to_search, from_rounds) = channel();
        let threads = rounds::start(link::links(sockets, &over, member.lost), index, for_rounds, to_search)?;
        Ok(Cluster {
            index,
            count,
            to_rounds: Mutex::new(Some(to_rounds)),
            from_rounds: Mutex::new(from_rounds),
            over,
            threads: Mutex::new(Some(threads)),
        })
    }

    /// Leaves the cluster, when all processes do. A process that goes without this is lost to the others.
    pub fn leave(&self) {
        self.send(vec![Vec::new(); self.count]);
        self.receive(&mut || ());
        // Nobody waits for anything any more.
        self.over.store(true, Ordering::Release);
        *held(&self.to_rounds) = None;
        if let Some(threads) = held(&self.threads).take() {
            drop(threads.join());
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Without `leave`, its threads would wait for those of the other processes.
        std::mem::forget(held(&self.threads).take());
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

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Peers for Cluster {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.count
    }

    fn send(&self, parcels: Vec<Vec<u8>>) {
        held(&self.to_rounds).as_ref().expect(ENDED).send(parcels).expect(ENDED);
    }

    fn receive(&self, wait: &mut dyn FnMut()) -> Vec<Vec<u8>> {
        let came = held(&self.from_rounds);
        loop {
            match came.recv_timeout(WAIT) {
                Ok(parcels) => return parcels,
                Err(RecvTimeoutError::Timeout) => wait(),
                Err(RecvTimeoutError::Disconnected) => panic!("{ENDED}"),
            }
        }
    }
}
