//! The lines that searches answer with.

use crate::space::Space;

/// A line: its states from the start on, and the moves between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<S, M> {
    /// The states, one more than there are moves.
    pub states: Vec<S>,
    /// The moves.
    pub moves: Vec<M>,
}

/// A line of the space `P`.
pub type PathOf<P> = Path<<P as Space>::State, <P as Space>::Move>;
