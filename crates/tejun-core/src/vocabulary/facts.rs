//! Why a position is as it is: facts about all of its solutions, each settled by a search that came to its end.

use tejun_search::{Outcome, Stats};

use super::cell::CellId;
use super::sentence::Reason;

/// The answer to "why".
#[derive(Clone, Debug)]
pub struct Reasons {
    /// Whether the position can be solved; `Stopped` if a limit came first.
    pub outcome: Outcome<()>,
    /// The fewest moves to a solution, if they are known and all cost 1.
    pub fewest: Option<u64>,
    /// What is true, the most telling first.
    pub facts: Vec<Fact>,
    /// Number of questions that a limit left without an answer. Nothing is said of them.
    pub unsettled: u64,
    /// Statistics of all searches together.
    pub stats: Stats,
}

/// Something that is true of every solution from a position on, or of every way to play on.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What kind of fact it is.
    pub kind: FactKind,
    /// The pieces that it is about, as they are in the position.
    pub pieces: Vec<FactPiece>,
    /// The cells that it is about besides theirs.
    pub cells: Vec<CellId>,
    /// The fewest moves to a solution in the case that it is about.
    pub fewest: Option<u64>,
    /// Number of positions that were examined to prove it; 0 if it shows without a search.
    pub positions: u64,
    /// The fact in a sentence. Its cells are all those that the fact is about.
    pub reason: Reason,
}

/// A piece of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactPiece {
    /// Its name in moves.
    pub name: String,
    /// The cells that it covers.
    pub cells: Vec<CellId>,
}

/// What a fact says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// There is no solution.
    Lost,
    /// The piece can never leave its place.
    Stuck,
    /// The cell, part of the goal, can never be covered.
    Unreached,
    /// After the move there is no solution.
    Loses,
    /// Without the move, there is no solution from here.
    Needed,
    /// The move begins a shortest way.
    Shortest,
    /// The move does not begin a shortest way: with it, the fewest moves are more.
    Detour,
    /// The piece must leave its place, or be taken from there: while it stays, nothing solves the puzzle.
    Leaves,
    /// The first piece must leave its place before the second one does. What follows from two such facts is left out.
    Before,
    /// The piece must leave each of the cells, and all others stay off it, too, at some time.
    Clears,
    /// The piece must come to each of the cells.
    Reaches,
    /// Some piece must come to the cell.
    Covers,
    /// The puzzle can be solved while the piece stays, but not in the fewest moves.
    Longer,
    /// A piece of this name lies on the cells in every solution.
    Lies,
    /// In every solution, a piece of one of these names covers the cell.
    FilledBy,
    /// No choice of the pieces that are left fills the cells, which are all that is free in one place.
    Hole,
    /// With the piece where it lies, there is no solution, wherever the others lie.
    Misplaced,
    /// Without the piece, the others staying where they are, there is a solution.
    TakeBack,
    /// The cell can no longer be visited in time.
    TooFar,
    /// On every way there, the main piece is caught.
    Guarded,
    /// The rule on a line of the puzzle's source acts in every solution.
    Rule,
    /// Some piece of a kind moves, comes or goes in every solution.
    Changes,
}

impl FactKind {
    /// All of them.
    pub const ALL: [FactKind; 22] = [
        FactKind::Lost,
        FactKind::Stuck,
        FactKind::Unreached,
        FactKind::Loses,
        FactKind::Needed,
        FactKind::Shortest,
        FactKind::Detour,
        FactKind::Leaves,
        FactKind::Before,
        FactKind::Clears,
        FactKind::Reaches,
        FactKind::Covers,
        FactKind::Longer,
        FactKind::Lies,
        FactKind::FilledBy,
        FactKind::Hole,
        FactKind::Misplaced,
        FactKind::TakeBack,
        FactKind::TooFar,
        FactKind::Guarded,
        FactKind::Rule,
        FactKind::Changes,
    ];

    /// The code, for programs.
    pub fn code(self) -> &'static str {
        match self {
            FactKind::Lost => "lost",
            FactKind::Stuck => "stuck",
            FactKind::Unreached => "unreached",
            FactKind::Loses => "loses",
            FactKind::Needed => "needed",
            FactKind::Shortest => "shortest",
            FactKind::Detour => "detour",
            FactKind::Leaves => "leaves",
            FactKind::Before => "before",
            FactKind::Clears => "clears",
            FactKind::Reaches => "reaches",
            FactKind::Covers => "covers",
            FactKind::Longer => "longer",
            FactKind::Lies => "lies",
            FactKind::FilledBy => "filled-by",
            FactKind::Hole => "hole",
            FactKind::Misplaced => "misplaced",
            FactKind::TakeBack => "take-back",
            FactKind::TooFar => "too-far",
            FactKind::Guarded => "guarded",
            FactKind::Rule => "rule",
            FactKind::Changes => "changes",
        }
    }
}
