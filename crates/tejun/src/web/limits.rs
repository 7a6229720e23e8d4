//! What one server allows, so that no page can take the machine.

use std::time::Duration;

use crate::machine;

/// Bytes of a request's body.
pub(super) const BODY: usize = 256 << 10;
/// Bytes of an answer: more of it no page could show, and finished jobs keep theirs for a while.
pub(super) const ANSWER: usize = 16 << 20;
/// Cells of a board's rectangle.
pub(super) const CELLS: usize = 128 * 128;
/// Moves of a line.
pub(super) const MOVES: usize = 20_000;
/// A client that sends its head or its body more slowly is hung up on.
pub(super) const SLOWEST: Duration = Duration::from_secs(10);
/// Connections at once; more of them wait.
pub(super) const CONNECTIONS: usize = 256;
/// Requests at once that are no search; more of them wait.
pub(super) const LIGHT: usize = 16;
/// Jobs that are known at once, running or finished.
pub(super) const JOBS: usize = 32;
/// A job whose events nobody listens to by then is stopped.
pub(super) const UNHEARD: Duration = Duration::from_secs(10);
/// A finished job is known so long.
pub(super) const REMEMBERED: Duration = Duration::from_secs(60);
/// Steps of a search that are asked for at once.
pub(super) const STEPS: u64 = 1000;

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

/// The limits that depend on the machine.
pub(super) struct Limits {
    /// Threads of a search at most.
    pub threads: usize,
    /// Bytes that one search may take.
    pub bytes: u64,
    /// Searches at once.
    pub searches: usize,
}

impl Limits {
    /// Limits for so many searches at once, or for as many as suit the machine.
    pub fn new(searches: Option<usize>) -> Self {
        let threads = machine::cores();
        let searches = searches.unwrap_or_else(|| (2 * threads).max(4));
        Limits { threads, bytes: machine::free_memory() / 2 / searches as u64, searches }
    }
}
