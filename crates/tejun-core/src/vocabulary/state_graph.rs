//! The graph of the positions that can be reached, to be drawn.

use tejun_search::Outcome;

/// The positions that can be reached from a start, and the moves between them. Positions are numbered in the order in
/// which a breadth-first search meets them, from 0, the start.
#[derive(Clone, Debug)]
pub struct StateGraph {
    /// `Solved` if these are all positions that can be reached, or why they are not.
    pub outcome: Outcome<()>,
    /// The position from which the search met each one first; 0 for the start itself.
    pub parents: Vec<u32>,
    /// The positions that are solved, ascending.
    pub goals: Vec<u32>,
    /// The moves, each from a position to another, by the first one; none of them twice.
    pub moves: Vec<[u32; 2]>,
    /// The positions of the line that was asked about, as far as the search met them.
    pub path: Vec<u32>,
    /// A line with the fewest moves to the position that was asked about.
    pub line: Vec<String>,
}
