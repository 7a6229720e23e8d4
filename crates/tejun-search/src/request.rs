//! The input of every search.

use crate::limits::{Limits, Watch};
use crate::peers::Peers;
use crate::spill::Spill;

/// The most threads of a search: each has a mailbox for every other.
const MOST_THREADS: usize = 512;

/// How to run a search; the same for every kind of search.
///
/// ```
/// use tejun_search::{Limits, Request, Unwatched};
///
/// let everything = Request::default(); // one thread, no limits, nobody watching
/// assert_eq!((everything.threads, everything.limits), (1, Limits::default()));
///
/// let mut watch = Unwatched;
/// let bounded = Request::new(&mut watch).threads(2).limits(Limits { bytes: 1 << 30, ..Limits::default() });
/// assert_eq!(bounded.threads, 2);
/// ```
pub struct Request<'w> {
    /// What the search may use.
    pub limits: Limits,
    /// Number of threads; 0 counts as 1, and more than 512 as 512. The answer does not depend on it.
    pub threads: usize,
    /// Receives progress and may stop the search.
    pub watch: Option<&'w mut dyn Watch>,
    pub(crate) spill: Option<&'w Spill>,
    pub(crate) peers: Option<&'w dyn Peers>,
}

impl<'w> Request<'w> {
    /// Returns a request for one thread, without limits, watched by `watch`.
    pub fn new(watch: &'w mut dyn Watch) -> Self {
        Request { watch: Some(watch), ..Request::default() }
    }

    /// Returns the request with these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Request { limits, ..self }
    }

    /// Returns the request with this number of threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Request { threads, ..self }
    }

    /// Returns the request with a directory in which breadth-first searches keep what memory cannot hold, and from where
    /// they go on. Other searches leave it alone.
    #[cfg(feature = "disk")]
    #[must_use]
    pub fn spill(self, spill: &'w Spill) -> Self {
        Request { spill: Some(spill), ..self }
    }

    /// Returns the request with the processes with which breadth-first searches share their work; other searches leave them
    /// alone. Each of them runs `threads` threads. With a directory on disk, its number of partitions must be at least that
    /// of the processes.
    #[cfg(feature = "peers")]
    #[must_use]
    pub fn peers(self, peers: &'w dyn Peers) -> Self {
        Request { peers: Some(peers), ..self }
    }

    /// The threads to run, from 1 to the most that make sense.
    pub(crate) fn threads_to_run(&self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }

    /// Number of partitions of a search, in all processes: what is on disk decides, if it goes on from there.
    pub(crate) fn partitions(&self) -> usize {
        let processes = self.peers.map_or(1, Peers::count);
        self.spill.map_or(self.threads_to_run() * processes, Spill::parts)
    }

    /// Returns a copy of the request that borrows its watch, for one of several searches that share it.
    pub fn reborrow(&mut self) -> Request<'_> {
        let Request { limits, threads, spill, peers, .. } = *self;
        let watch = self.watch.as_mut().map(|watch| &mut **watch as &mut dyn Watch);
        Request { limits, threads, watch, spill, peers }
    }
}

impl Default for Request<'_> {
    /// One thread, no limits, no watch.
    fn default() -> Self {
        Request { limits: Limits::default(), threads: 1, watch: None, spill: None, peers: None }
    }
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("limits", &self.limits)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
