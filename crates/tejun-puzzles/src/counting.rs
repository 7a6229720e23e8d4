//! Counting solutions.

use tejun_search::{Outcome, Stats, Watch};

use crate::puzzle::{AskError, Line, Request};
use crate::reason::Reason;

/// An instance whose solutions can be counted.
pub trait Count {
    /// Counts the solutions from the position after `line` on.
    ///
    /// # Errors
    /// When `line` is not legal or the family cannot do what is asked.
    fn count(&self, line: &Line, ask: &Request, watch: &mut dyn Watch) -> Result<Counted, AskError>;
}

/// How many solutions there are.
#[derive(Clone, Debug)]
pub struct Counted {
    /// `Unsolvable` where there is none, `Stopped` where the numbers are those seen so far.
    pub outcome: Outcome<()>,
    /// One for each set of images under the symmetries of the puzzle.
    pub solutions: u128,
    /// All of them.
    pub solutions_raw: u128,
    /// Why there is none, where that needed no search.
    pub reason: Option<Reason>,
    /// What the count did.
    pub stats: Stats,
}
