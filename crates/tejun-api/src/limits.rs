//! What a request may ask for.

use std::time::Duration;

/// Maximum size of a request's body in bytes.
pub const BODY: usize = 256 << 10;
/// Maximum length of an instance's text in bytes.
pub(crate) const TEXT: usize = 64 << 10;
/// Maximum number of cells of a board's rectangle.
pub const CELLS: usize = 128 * 128;
/// Maximum number of moves of a line.
pub(crate) const MOVES: usize = 20_000;
/// Maximum length of an answer in bytes: no page could show more, and finished jobs keep theirs for a while.
pub(crate) const ANSWER: usize = 16 << 20;
/// Time limit of a request that runs no search.
pub const LIGHT: Duration = Duration::from_secs(5);
/// Time limit for finding several moves that do what one gesture wants.
pub(crate) const CARRY: Duration = Duration::from_millis(200);
/// Maximum number of positions of a map: as many as fit into an answer, and are laid out in a moment.
pub(crate) const MAP: u64 = 200_000;
/// Maximum number of steps of a search per request.
pub(crate) const STEPS: u64 = 1000;
/// The same where only the last of them is answered.
pub(crate) const SKIPPED: u64 = 100_000_000;

/// Time limits of a search.
#[derive(Clone, Copy)]
pub struct Times {
    /// The default.
    pub usual: Duration,
    /// The maximum.
    pub most: Duration,
}

/// For a request that waits for its answer.
pub const REQUEST: Times = Times { usual: Duration::from_secs(30), most: Duration::from_secs(30) };
/// For a job.
pub const JOB: Times = Times { usual: Duration::from_secs(5 * 60), most: Duration::from_secs(15 * 60) };

/// For drawing a puzzle at random.
pub(crate) const DRAW: Times = Times { usual: Duration::from_secs(20), most: Duration::from_secs(20) };

/// What one search may use of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Maximum number of threads, which is also the default.
    pub threads: usize,
    /// Memory limit in bytes, unless the request sets one.
    pub usual_bytes: u64,
    /// Maximum memory limit in bytes.
    pub most_bytes: u64,
    /// Maximum time, if it is less than that of the kind of request; then also the default.
    pub most_time: Duration,
}
