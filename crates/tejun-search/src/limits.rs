//! What a search may use, and how it can be watched and stopped.

use std::fmt;
use std::ops::ControlFlow;

/// What a search may use before it has to stop. The default sets no limit.
///
/// Time is no part of it: searches ask no clock. A [`Watch`] that does can stop them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The search stops once it has taken in so many states: stored them ([`Stats::stored`]) or, if it
    /// stores none, expanded them ([`Stats::expanded`]). It looks between two rounds of work, so it may
    /// take in a few thousand more, but on one thread always the same number.
    ///
    /// [`Stats::stored`]: crate::Stats::stored
    /// [`Stats::expanded`]: crate::Stats::expanded
    pub states: u64,
    /// The most bytes it may allocate at any one time. It looks before it allocates, so this holds at
    /// every moment; not counted are the threads' stacks, what it answers, and what the caller's own
    /// code allocates.
    pub bytes: u64,
    /// The most moves from the start (layers, pieces placed).
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: u64::MAX, bytes: u64::MAX, depth: u32::MAX }
    }
}

/// Why a search ended before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// [`Limits::states`] was reached.
    States,
    /// [`Limits::bytes`] was reached, or the system gave no more memory.
    Memory,
    /// [`Limits::depth`] was reached.
    Depth,
    /// The time that the caller allowed is over.
    Time,
    /// Somebody asked for it.
    Interrupted,
    /// A beam has left out states for want of width, and found nothing among the others.
    Width,
}

impl StopReason {
    /// The reason in one word, as machine-readable output names it.
    pub fn code(self) -> &'static str {
        match self {
            StopReason::States => "states",
            StopReason::Memory => "memory",
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
            StopReason::Depth => "the depth limit was reached",
            StopReason::Time => "the time was over",
            StopReason::Interrupted => "it was interrupted",
            StopReason::Width => "the beam was too narrow",
        })
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Moves from the start (or layers, or pieces placed) of what is being expanded.
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
    /// Called by the search every few microseconds to milliseconds of its work, always from the thread
    /// that started it. `Break` ends the search with that reason: it answers within half a second with
    /// what it has, and does not call again.
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason>;

    /// Called before a search that knows how many states it will expand in all, so that progress can
    /// tell how much is left.
    fn expect(&mut self, _states: u64) {}
}

/// Lets a search run to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}
