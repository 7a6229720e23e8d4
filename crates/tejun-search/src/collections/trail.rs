//! The path from a start to the state that a depth-first search is at.

use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::space::Path;

/// A path that is extended at its end and taken back.
pub(crate) struct Trail<S, M> {
    /// From the start on, one more than there are moves.
    states: Vec<S>,
    moves: Vec<M>,
}

impl<S: Copy + Eq, M: Copy> Trail<S, M> {
    /// Returns an empty trail without memory.
    pub fn new() -> Self {
        Trail { states: Vec::new(), moves: Vec::new() }
    }

    /// Begins again at a start.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    pub fn begin(&mut self, start: S, budget: &mut Budget) -> Result<(), StopReason> {
        self.states.clear();
        self.moves.clear();
        budget.grow(&mut self.states, 1)?;
        self.states.push(start);
        Ok(())
    }

    /// Takes moves back until `moves` of them are left, then adds one.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    #[inline]
    pub fn go(&mut self, moves: usize, by: M, to: S, budget: &mut Budget) -> Result<(), StopReason> {
        self.states.truncate(moves + 1);
        self.moves.truncate(moves);
        budget.grow(&mut self.states, 1)?;
        budget.grow(&mut self.moves, 1)?;
        self.states.push(to);
        self.moves.push(by);
        Ok(())
    }

    /// Returns the state before the last one.
    #[inline]
    pub fn parent(&self) -> Option<S> {
        self.states.len().checked_sub(2).map(|at| self.states[at])
    }

    /// Returns whether `state` is among the first `moves + 1` states.
    #[inline]
    pub fn visits(&self, state: &S, moves: usize) -> bool {
        self.states[..=moves].contains(state)
    }

    /// Returns the path.
    pub fn into_path(self) -> Path<S, M> {
        Path { states: self.states, moves: self.moves }
    }
}
