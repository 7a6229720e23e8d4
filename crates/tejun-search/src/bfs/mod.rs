//! Breadth-first search over a [`Space`]: shortest lines, exits, and the whole reachable space.
//!
//! Every function here is exact: states are compared whole, levels are complete, and what it
//! answers does not depend on the number of threads, to the byte. Time is linear in the moves of
//! the states expanded. Memory, in bytes for each state of `w` bytes: `w` for the list of levels, and 1.3
//! to 2.7 `w` more for each state in the table, which holds all states or, where moves are undirected, the
//! last three levels.

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
/// The numbers of lines, which know no limit: from the crate `num-bigint`.
pub use num_bigint::BigUint;
pub use shortest::shortest;

use crate::space::Space;

/// From which ends [`shortest`] searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From the starts.
    Forward,
    /// From the starts and from the goals, where the space lists its goals and its moves can be taken
    /// back; else from the starts. The length found is the same; the line may be another one.
    #[default]
    Bidirectional,
}

/// What a search does at a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goals {
    /// It goes on beyond it.
    #[default]
    Passed,
    /// It does not expand it.
    Terminal,
}

/// A line: the states on it, from the start on, and the moves between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<S, M> {
    /// One more than there are moves.
    pub states: Vec<S>,
    /// The moves.
    pub moves: Vec<M>,
}

/// The lines of a space.
pub type PathOf<P> = Path<<P as Space>::State, <P as Space>::Move>;
