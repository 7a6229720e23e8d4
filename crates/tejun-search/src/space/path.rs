//! The paths that searches answer with.

use super::definition::Space;

/// A path: its states from the start on, and the moves between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<S, M> {
    /// The states, one more than there are moves.
    pub states: Vec<S>,
    /// The moves.
    pub moves: Vec<M>,
}

/// A path of the space `P`.
pub type PathOf<P> = Path<<P as Space>::State, <P as Space>::Move>;
