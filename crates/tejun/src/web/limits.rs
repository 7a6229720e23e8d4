//! The server's limits, so that no client can take over the machine or shut out others.

use std::time::Duration;

use crate::machine;

/// Maximum size of a request's body in bytes.
pub(super) const BODY: usize = 256 << 10;
/// Maximum length of an instance's text in bytes.
pub(super) const TEXT: usize = 64 << 10;
/// Maximum number of cells of a board's rectangle.
pub(super) const CELLS: usize = 128 * 128;
/// Maximum number of moves of a line.
pub(super) const MOVES: usize = 20_000;
/// Maximum length of an answer in bytes: no page could show more, and finished jobs keep theirs for a while.
pub(super) const ANSWER: usize = 16 << 20;
/// Maximum total size of long answers on their way to clients, in bytes.
pub(super) const UNDERWAY: usize = 128 << 20;
/// Maximum total size of the answers of finished jobs, in bytes.
pub(super) const KEPT: usize = 64 << 20;
/// Time limit of a request that runs no search.
pub(super) const LIGHT: Duration = Duration::from_secs(5);
/// Size of a body in bytes from which a request counts as heavy work.
pub(super) const HEAVY: usize = 16 << 10;
/// Maximum number of heavy requests waiting.
pub(super) const HEAVY_WAITING: usize = 16;
/// Time limit of drawing a puzzle at random.
pub(super) const DRAW: Duration = Duration::from_secs(20);
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
/// Maximum number of steps of a search per request.
pub(super) const STEPS: u64 = 1000;
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

/// Time limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Times {
    /// The default.
    pub usual: Duration,
    /// The maximum.
    pub most: Duration,
}

/// For a request that waits for its answer.
pub(super) const REQUEST: Times = Times { usual: Duration::from_secs(30), most: Duration::from_secs(30) };
/// For a job.
pub(super) const JOB: Times =
    Times { usual: Duration::from_secs(5 * 60), most: Duration::from_secs(15 * 60) };

/// Limits that depend on the machine.
pub(super) struct Allowance {
    /// Maximum number of threads of a search.
    pub threads: usize,
    /// Memory limit of one search, in bytes.
    pub bytes: u64,
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
        Allowance { threads, bytes, searches, light: threads.max(2) }
    }
}
