//! Breadth-first search over a [`Space`]: shortest lines, exits, and the whole reachable space.
//!
//! Every function here is exact: states are compared whole, levels are complete, and what it
//! answers does not depend on the number of threads, to the byte. Time is linear in the moves of
//! the states expanded. Memory, in bytes a state of `w` bytes: `w` for the list of levels, and in
//! the table 1.3 to 2.7 `w` for each state that the table holds, which are all or, in an undirected
//! space, those of the last two levels and of the one in the making.

mod exits;
mod explore;
mod part;
mod shortest;
mod sweep;
mod trace;

pub use exits::{Exits, exits};
pub use explore::{Explored, explore};
pub use shortest::shortest;

use crate::limits::Limits;
use crate::outcome::{Outcome, Stats};
use crate::space::Space;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// When to give up.
    pub limits: Limits,
    /// Threads, at least 1.
    pub threads: usize,
    /// Search from both ends where the space can list its goals and take moves back. The length
    /// found is the same; the line may be another one.
    pub both_ends: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { limits: Limits::default(), threads: 1, both_ends: true }
    }
}

/// The answer of a search for a shortest line.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// What came out.
    pub outcome: Outcome<T>,
    /// No line has fewer moves than this. Meaningless when there is none at all.
    pub bound: u32,
    /// What the search did.
    pub stats: Stats,
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
