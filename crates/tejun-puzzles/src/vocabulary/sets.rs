//! The hardest starts over all sets of pieces: what is asked, and the answer.

use super::answer::{Start, Surveyed};

/// Which sets of pieces, and what they have to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetsAsked {
    /// The sets, in the family's notation.
    pub pieces: String,
    /// The goal, in the family's notation; `None` means that of the file.
    pub goal: Option<String>,
}

/// The answer to "survey all sets of pieces".
#[derive(Clone, Debug)]
pub struct SetsSurveyed {
    /// Over all sets together. If the search was stopped, its numbers are the sums of the rows; by the limit on the depth,
    /// the levels up to that are complete.
    pub total: Surveyed,
    /// By number of pieces, from none on. If the search was stopped, some are incomplete, and others may be missing.
    pub by_pieces: Vec<PieceRecord>,
}

/// What is known of the sets with one number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRecord {
    /// Number of pieces.
    pub pieces: u32,
    /// Number of their placements; with a goal of the file, of those with the pieces that it wants, once for each piece that
    /// may be the one to go.
    pub placements: u64,
    /// Number of starts from which the goal can be reached.
    pub solvable: u64,
    /// The greatest distance of a start from its goal; `None` if no start reaches it.
    pub distance: Option<u32>,
    /// Number of classes of starts at that distance under the symmetries of board and goal.
    pub classes: u64,
    /// Some of these, one of each class; all, if they are not very many.
    pub hardest: Vec<Start>,
    /// Whether all sets with this number of pieces were searched to the end. If not, the numbers count what was found.
    pub complete: bool,
}
