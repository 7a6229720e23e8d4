//! A search to watch, one event at a time.

use crate::vocabulary::line::Line;
use crate::vocabulary::sentence::Reason;

/// A simple search that advances only when asked, so it can be paused, stepped and resumed.
pub trait Steps: Send {
    /// Returns the next event; `None` once everything has been tried.
    fn advance(&mut self) -> Option<Step>;

    /// The line to the search's current position.
    fn line(&self) -> Line;
}

/// An event of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of event.
    pub kind: StepKind,
    /// The message.
    pub reason: Reason,
    /// The cells it is about, as indices into the scene's cells.
    pub cells: Vec<usize>,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A piece is about to be tried somewhere.
    Try,
    /// A move was made.
    Placed,
    /// The position cannot lead to a solution.
    Pruned,
    /// The last move was taken back.
    TakenBack,
    /// The puzzle is solved.
    Solution,
    /// Everything has been tried.
    Exhausted,
}
