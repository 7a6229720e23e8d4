//! What one server allows, so that no client can take the machine, or the server from others.

use std::time::Duration;

use crate::machine;

/// Bytes of a request's body.
pub(super) const BODY: usize = 256 << 10;
/// Bytes of the text of an instance.
pub(super) const TEXT: usize = 64 << 10;
/// Cells of a board's rectangle.
pub(super) const CELLS: usize = 128 * 128;
/// Moves of a line.
pub(super) const MOVES: usize = 20_000;
/// Bytes of an answer: no page could show more of it, and finished jobs keep theirs for a while.
pub(super) const ANSWER: usize = 16 << 20;
/// Bytes of long answers that are on their way to clients at once.
pub(super) const UNDERWAY: usize = 128 << 20;
/// Bytes of the answers of finished jobs.
pub(super) const KEPT: usize = 64 << 20;
/// How long a request may take that is no search.
pub(super) const LIGHT: Duration = Duration::from_secs(5);
/// Bytes of a body from which on a request is heavy work.
pub(super) const HEAVY: usize = 16 << 10;
/// Heavy requests that wait at once.
pub(super) const HEAVY_WAITING: usize = 16;
/// A client that sends its head or its body, or takes its answer, more slowly is hung up on.
pub(super) const SLOWEST: Duration = Duration::from_secs(10);
/// Connections at once; where there are more, one that is idle gives way.
pub(super) const CONNECTIONS: usize = 256;
/// Jobs that are known at once, running or finished.
pub(super) const JOBS: usize = 32;
/// Streams of one job at once.
pub(super) const STREAMS: usize = 4;
/// A job whose events nobody listens to by then is stopped.
pub(super) const UNHEARD: Duration = Duration::from_secs(10);
/// A finished job is remembered for this long.
pub(super) const REMEMBERED: Duration = Duration::from_secs(60);
/// Steps of a search that are asked for at once.
pub(super) const STEPS: u64 = 1000;
/// A search to watch gives way to a new job once it has not been asked for a step for this long.
pub(super) const UNASKED: Duration = Duration::from_secs(10);
/// A search to watch ends once it has not been asked for a step for this long.
pub(super) const FORSAKEN: Duration = Duration::from_secs(5 * 60);
/// While all places for searches are taken, one more is lent to requests for this long.
pub(super) const LENT: Duration = Duration::from_secs(1);
/// A request waits this long for the place that is lent.
pub(super) const QUEUE: Duration = Duration::from_secs(2);
/// Requests that wait for the place that is lent.
pub(super) const QUEUED: usize = 64;

/// How long a search may take.
#[derive(Clone, Copy)]
pub(super) struct Times {
    /// Where the request says nothing.
    pub usual: Duration,
    /// At most.
    pub most: Duration,
}

/// A request that waits for its answer.
pub(super) const REQUEST: Times = Times { usual: Duration::from_secs(30), most: Duration::from_secs(30) };
/// A job.
pub(super) const JOB: Times =
    Times { usual: Duration::from_secs(5 * 60), most: Duration::from_secs(15 * 60) };

/// What depends on the machine.
pub(super) struct Allowance {
    /// Threads of a search at most.
    pub threads: usize,
    /// Bytes that one search may take.
    pub bytes: u64,
    /// Searches at once.
    pub searches: usize,
    /// Requests at once that are no search; more of them wait.
    pub light: usize,
}

impl Allowance {
    /// Allows this many searches at once, or a number that suits the machine.
    pub fn new(searches: Option<usize>) -> Self {
        let threads = machine::cores();
        let searches = searches.unwrap_or_else(|| (2 * threads).max(4));
        // One search more has the place that is lent.
        let bytes = machine::free_memory() / 2 / (searches as u64 + 1);
        Allowance { threads, bytes, searches, light: threads.max(2) }
    }
}
