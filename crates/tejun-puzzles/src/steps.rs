//! A search to watch: one event at a time.

use crate::ask::AskError;
use crate::line::Line;
use crate::sentence::Reason;

/// A puzzle that has a plain search to watch.
pub trait Stepper {
    /// Begins the search from the first position.
    ///
    /// # Errors
    /// When the puzzle is beyond what the search takes.
    fn steps(&self) -> Result<Box<dyn Steps>, AskError>;
}

/// A plain search that goes on only when it is asked to: so it can be paused, stepped and resumed.
pub trait Steps: Send {
    /// The next event; `None` after everything was tried.
    fn advance(&mut self) -> Option<Step>;

    /// The line to the position that the search has come to.
    fn line(&self) -> Line;
}

/// What a search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of event.
    pub kind: StepKind,
    /// What it says.
    pub reason: Reason,
    /// The cells it is about, as a scene numbers them.
    pub cells: Vec<usize>,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A piece is taken up for a place.
    Try,
    /// A move was made.
    Placed,
    /// What is there cannot lead to a solution.
    Pruned,
    /// The last move was taken back.
    TakenBack,
    /// The puzzle is solved.
    Solution,
    /// Everything was tried.
    Exhausted,
}
