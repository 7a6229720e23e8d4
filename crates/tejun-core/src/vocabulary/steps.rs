//! A search to watch, one event at a time.

use crate::vocabulary::line::Line;
use crate::vocabulary::sentence::Reason;

/// A simple search that advances only when asked, so it can be paused, stepped and resumed.
pub trait Steps: Send {
    /// Goes on to the next event, and returns its kind; `None` after the end of the search.
    fn go(&mut self) -> Option<StepKind>;

    /// The last event.
    fn last(&self) -> Step;

    /// The line to the search's current position.
    fn line(&self) -> Line;

    /// Goes on to the next event, and returns it; `None` after the end of the search.
    fn advance(&mut self) -> Option<Step> {
        self.go().map(|_| self.last())
    }
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
    /// What is about to be tried does not fit.
    Misfit,
    /// A branch is cut: the position cannot lead to a solution, or to none that is new.
    Pruned,
    /// The last move was taken back.
    TakenBack,
    /// The puzzle is solved.
    Solution,
    /// Everything has been tried.
    Exhausted,
    /// A limit is reached.
    Stopped,
}

impl StepKind {
    /// Whether the search has come to its end.
    pub fn ends(self) -> bool {
        matches!(self, StepKind::Exhausted | StepKind::Stopped)
    }
}
