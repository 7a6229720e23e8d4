//! The server's limits beyond those of each request, so that no client can take over the machine or shut out others.

use std::time::Duration;

use tejun_api::limits::Resources;

use crate::machine;

/// Maximum total size of long answers on their way to clients, in bytes.
pub(super) const UNDERWAY: usize = 128 << 20;
/// Maximum total size of the answers of finished jobs, in bytes.
pub(super) const KEPT: usize = 64 << 20;
/// Size of a body in bytes from which a request counts as heavy work.
pub(super) const HEAVY: usize = 16 << 10;
/// Maximum number of heavy requests waiting.
pub(super) const HEAVY_WAITING: usize = 16;
/// A client that takes longer to send its head or its body, or to take its answer, is disconnected.
pub(super) const SLOWEST: Duration = Duration::from_secs(10);
/// Maximum number of connections. Beyond it, an idle one is closed.
pub(super) const CONNECTIONS: usize = 256;
/// Maximum number of jobs, running or finished.
pub(super) const JOBS: usize = 32;
/// Maximum number of streams of one job.
pub(super) const STREAMS: usize = 4;
/// A job that nobody has listened to by then is stopped.
pub(super) const LISTEN_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a finished job is kept.
pub(super) const REMEMBERED: Duration = Duration::from_secs(60);
/// A search to watch may be replaced by a new job once no step has been requested for this long.
pub(super) const REPLACEABLE_AFTER: Duration = Duration::from_secs(10);
/// A search to watch ends once no step has been requested for this long.
pub(super) const STEP_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// While all places for searches are taken, one extra place is lent to each request for this long.
pub(super) const LENT: Duration = Duration::from_secs(1);
/// How long a request waits for the extra place.
pub(super) const QUEUE: Duration = Duration::from_secs(2);
/// Maximum number of requests waiting for the extra place.
pub(super) const QUEUED: usize = 64;

/// Limits that depend on the machine.
pub(super) struct Allowance {
    /// What one search may use.
    pub search: Resources,
    /// Maximum number of simultaneous searches.
    pub searches: usize,
    /// Maximum number of simultaneous requests that run no search; further ones wait.
    pub light: usize,
}

impl Allowance {
    /// Allows `searches` simultaneous searches; the default suits the machine.
    pub fn new(searches: Option<usize>) -> Self {
        let threads = machine::cores();
        let searches = searches.unwrap_or_else(|| (2 * threads).max(4));
        // One more search may run on the extra place.
        let bytes = machine::free_memory() / 2 / (searches as u64 + 1);
        let search = Resources { threads, usual_bytes: bytes, most_bytes: bytes };
        Allowance { search, searches, light: threads.max(2) }
    }
}
