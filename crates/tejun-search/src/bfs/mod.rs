//! Breadth-first search over a [`Space`]: shortest lines, exits, and the whole reachable space.
//!
//! Every function here is exact: states are compared in full, levels are complete, and the answer is the
//! same, to the byte, for any number of threads.
//!
//! Cost: time is linear in the moves of the expanded states. Memory for a state of `w` bytes: `w` bytes in
//! the list of levels, and 1.3 to 2.7 `w` more while it is in the table. The table holds all states or, if
//! moves are undirected, the last three levels.

mod classes;
mod exchange;
mod exits;
mod explore;
mod memory;
mod part;
#[cfg(test)]
mod seams;
mod shortest;
mod store;
mod sweep;
mod trace;

pub use exits::exits;
pub use explore::{Explored, ExploredOf, explore};
/// The type of counts of lines, which have no upper bound; from the crate `num-bigint`.
pub use num_bigint::BigUint;
pub use shortest::shortest;

use crate::space::Space;

/// The ends from which [`shortest`] searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From the starts.
    Forward,
    /// From the starts and from the goals, if the space lists its goals and its moves can be taken back; else
    /// from the starts. The length found is the same, but the line may differ.
    #[default]
    Bidirectional,
}

/// What a search does at a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goals {
    /// Expands it like any other state.
    #[default]
    Passed,
    /// Does not expand it.
    Terminal,
}

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
