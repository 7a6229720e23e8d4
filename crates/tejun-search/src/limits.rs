//! Limits of a search, and how to watch and stop one.

use std::fmt;
use std::ops::ControlFlow;

/// What a search may use before it must stop. The default sets no limit.
///
/// A limit on time: [`Search::timeout`](crate::Search::timeout), or a [`Watch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of states stored ([`Stats::stored`]), or expanded ([`Stats::expanded`]) by a search that stores
    /// none. A search checks this between rounds of work, so it may exceed the limit by a few thousand
    /// states; on one thread always by the same number.
    ///
    /// [`Stats::stored`]: crate::Stats::stored
    /// [`Stats::expanded`]: crate::Stats::expanded
    pub states: u64,
    /// Bytes allocated at any one time. A search checks before it allocates, so it never exceeds this. Not
    /// counted: the threads' stacks, the answer, and what the caller's own code allocates.
    pub bytes: u64,
    /// Number of moves (layers, pieces) from the start.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: u64::MAX, bytes: u64::MAX, depth: u32::MAX }
    }
}

/// Why a search stopped before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::states`] was reached.
    States,
    /// [`Limits::bytes`] was reached, or the system refused more memory.
    Memory,
    /// The disk refused: it is full, or a file is damaged. [`Spill::failure`](crate::Spill::failure) says more.
    Disk,
    /// [`Limits::depth`] was reached.
    Depth,
    /// The caller's time limit was reached.
    Time,
    /// The caller interrupted the search.
    Interrupted,
    /// A beam dropped states because it is too narrow, and found no path among the rest.
    Width,
}

impl StopReason {
    /// Returns the reason as one word, for machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            StopReason::States => "states",
            StopReason::Memory => "memory",
            StopReason::Disk => "disk",
            StopReason::Depth => "depth",
            StopReason::Time => "time",
            StopReason::Interrupted => "interrupted",
            StopReason::Width => "width",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            StopReason::States => "the limit on states was reached",
            StopReason::Memory => "the memory limit was reached",
            StopReason::Disk => "the disk refused",
            StopReason::Depth => "the depth limit was reached",
            StopReason::Time => "the time was over",
            StopReason::Interrupted => "it was interrupted",
            StopReason::Width => "the beam was too narrow",
        })
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Moves (layers, pieces) from the start to the states being expanded.
    pub depth: u32,
    /// States in the frontier.
    pub frontier: u64,
    /// States expanded so far.
    pub expanded: u64,
    /// States stored so far.
    pub stored: u64,
    /// Bytes allocated now.
    pub bytes: u64,
}

/// Watches a search and may stop it.
pub trait Watch {
    /// Called every few microseconds to milliseconds of work, always on the thread that started the search.
    /// `Break` stops the search for that reason: it returns within half a second with what it has, and does
    /// not call again.
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason>;

    /// Called before a search that knows how many states it will expand, so that progress can be shown as a
    /// share of the total.
    fn expect(&mut self, _states: u64) {}

    /// Called with the bound proved so far, whenever it has risen and, by searches on one thread, now and then
    /// in between: no path costs less. In each run that happens after the same number of states, whatever the number of
    /// threads, so that what is decided here is the same as well. `Break` stops the search like that of a tick.
    fn proved(&mut self, _bound: i64, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}

/// Least number of states that a search on one thread expands between two calls of [`Watch::proved`] with the same bound.
pub(crate) const PROVED_EVERY: u64 = 1 << 16;

/// A watch that never stops a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}
