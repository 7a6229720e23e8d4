//! The rules of the puzzles, written a second time, as plainly as can be.

pub(crate) mod grid;
mod lattice;
pub mod packing;
pub mod peg_solitaire;
pub mod sliding;
pub mod sliding_tiles;
pub mod sokoban;
pub mod tank_change;

/// The positions of a puzzle, and where its moves lead.
pub trait Rules: Sync {
    /// A position.
    type Position;

    /// The first position.
    fn start(&self) -> Self::Position;

    /// Whether there is anything to be solved: that nothing solves a puzzle without a goal says nothing.
    fn has_goal(&self) -> bool {
        true
    }

    /// Whether a position solves the puzzle.
    fn is_goal(&self, position: &Self::Position) -> bool;

    /// Visits the position that each move leads to, and what the move costs, at least 1.
    fn expand(&self, position: &Self::Position, visit: impl FnMut(&Self::Position, u32));

    /// A lower bound for what it costs to solve the puzzle from a position.
    fn bound(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Plays a move as the lines of this family write it, and returns its cost.
    ///
    /// # Errors
    /// Returns why it is not legal.
    fn play(&self, position: &mut Self::Position, by: &str) -> Result<u32, String>;

    /// Numbers of positions are less than this.
    fn count(&self) -> u64;

    /// The number of a position: one for all of its images under the symmetries of the puzzle. `None` if it is none.
    fn rank(&self, position: &Self::Position) -> Option<u64>;

    /// Makes `position` the one of a number below the [count](Rules::count).
    fn unrank(&self, rank: u64, position: &mut Self::Position);
}
