//! The server's limits beyond those of each request: what all clients together may use of the machine.

use std::time::Duration;

use tejun_api::limits::Resources;

use crate::machine;

/// Maximum number of open connections; further clients wait in the system's queue.
pub(super) const CONNECTIONS: usize = 256;
/// A client that takes longer to send its head or its body, or to take its answer, is disconnected.
pub(super) const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a request waits for a permit to search, or to take longer than others.
pub(super) const QUEUE: Duration = Duration::from_secs(2);
/// Processor time of a request without a search after which it takes longer than others.
pub(super) const QUICK: Duration = Duration::from_millis(10);
/// How much lower the priority is of those that take longer, and of searches.
pub(super) const SLOW_PRIORITY: i32 = 5;
pub(super) const SEARCH_PRIORITY: i32 = 15;
/// Maximum total size in bytes of the long answers being sent.
pub(super) const RESPONSE_BUDGET: usize = 128 << 20;
/// Maximum number of jobs, running or finished.
pub(super) const JOBS: usize = 32;
/// Maximum number of events remembered for streams that open late or are slow.
pub(super) const BACKLOG: usize = 4096;
/// Maximum number of streams of one job.
pub(super) const STREAMS: usize = 4;
/// A job without a stream by then is stopped.
pub(super) const SUBSCRIBE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a finished job is remembered.
pub(super) const REMEMBERED: Duration = Duration::from_secs(60);

/// Limits that depend on the machine.
pub(crate) struct Allowance {
    /// What one search may use.
    pub search: Resources,
    /// Maximum number of concurrent searches.
    pub searches: usize,
    /// Maximum number of concurrent requests without a search, not counting those that take longer; further ones wait.
    pub quick: usize,
    /// Maximum number of concurrent requests without a search that take longer.
    pub slow: usize,
}

impl Allowance {
    /// Allows `searches` concurrent searches; the default suits the machine.
    pub fn new(searches: Option<usize>) -> Self {
        let threads = machine::cores();
        let searches = searches.unwrap_or_else(|| (2 * threads).max(4));
        let bytes = machine::free_memory() / 2 / searches as u64;
        let search = Resources { threads, usual_bytes: bytes, most_bytes: bytes, most_time: Duration::MAX };
        Allowance { search, searches, quick: (8 * threads).max(16), slow: (4 * threads).max(8) }
    }

    /// Lowers what one search may use.
    pub fn at_most(mut self, threads: Option<usize>, bytes: Option<u64>, time: Option<Duration>) -> Self {
        let search = &mut self.search;
        search.threads = search.threads.min(threads.unwrap_or(usize::MAX));
        search.most_bytes = search.most_bytes.min(bytes.unwrap_or(u64::MAX));
        search.usual_bytes = search.most_bytes;
        search.most_time = time.unwrap_or(Duration::MAX);
        self
    }
}
