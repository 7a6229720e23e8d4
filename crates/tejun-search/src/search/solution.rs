//! What searches find.

use crate::outcome::{Proof, Stats};
use crate::space::Path;

/// A path from a start to a goal: its states and moves, what it costs, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<S, M, C = u32> {
    /// The states from the start to the goal, one more than there are moves.
    pub states: Vec<S>,
    /// The moves between them.
    pub moves: Vec<M>,
    /// What [`ByCost`](crate::ByCost) searches find: the sum of the costs of the moves. What [`ByMoves`](crate::ByMoves)
    /// searches find: the number of moves, whatever they cost.
    pub cost: C,
    /// Whether it is proved that no other path costs less.
    pub proof: Proof,
    /// What no other path costs less than; this is proved. The cost itself if the path is proved to be the best. `None` if
    /// nothing is known.
    pub bound: Option<i64>,
    /// What the search spent.
    pub stats: Stats,
}

/// The nearest exits, each with a shortest path to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exits<S, M> {
    /// The paths, by length, then by goal.
    pub paths: Vec<Path<S, M>>,
    /// What the search spent.
    pub stats: Stats,
}
