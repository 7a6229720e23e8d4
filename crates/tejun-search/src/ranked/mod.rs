//! Breadth-first search from all goals at once, over positions numbered without gaps, in two bits a position.
//!
//! Moves are reversible, so one search from all goals finds how far every position is. Two bits say whether a position
//! was not reached yet, is on the present level, on the next one, or was reached before. They are the only store: each
//! level scans them for the positions it expands, and no frontier is kept. All writes set bits, and within a level all
//! threads set the same ones, so the result does not depend on the number of threads.

#[cfg(all(feature = "disk", not(target_family = "wasm")))]
mod disk;
mod list;
mod marks;
mod memory;
mod scan;
#[cfg(test)]
mod tests;

#[cfg(all(feature = "disk", not(target_family = "wasm")))]
pub use disk::OnDisk;
pub use memory::Reached;

use crate::limits::StopReason;

/// Positions numbered without gaps, joined by reversible moves.
pub trait Ranked: Sync {
    /// What a thread keeps from one position to the next.
    type Cursor;
    /// A position as an item of a list: less than those listed after it.
    type Place: Ord + Send;

    /// Number of positions. Their ranks are the numbers below it.
    fn positions(&self) -> u64;

    /// A cursor at no position yet.
    fn cursor(&self) -> Self::Cursor;

    /// Goes to the position of a rank. Within a level, ranks mostly ascend from call to call.
    fn go(&self, cursor: &mut Self::Cursor, rank: u64);

    /// Visits the ranks of all positions one move from that of the cursor; some may come up more than once.
    fn neighbours(&self, cursor: &mut Self::Cursor, visit: impl FnMut(u64));

    /// What the position of the cursor counts in [`Level::weight`].
    fn weight(&self, cursor: &Self::Cursor) -> u64;

    /// The position of the cursor.
    fn place(&self, cursor: &Self::Cursor) -> Self::Place;

    /// Whether the position of the cursor is listed before another.
    fn precedes(&self, cursor: &Self::Cursor, other: &Self::Place) -> bool {
        self.place(cursor) < *other
    }

    /// Notes the distance of a position, once, before it is expanded.
    fn note(&self, _rank: u64, _distance: u32) {}
}

/// The positions at one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// How many there are.
    pub number: u64,
    /// The sum of their weights.
    pub weight: u64,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// The levels that are complete, from the goals on. The last of them is not empty.
    pub levels: Vec<Level>,
    /// The ranks of the first positions of the last of them, in the order of [`Ranked::Place`]; at most as many as were
    /// to be listed.
    pub farthest: Vec<u64>,
    /// The positions that no goal has reached, if the search is complete.
    pub unreached: Option<Level>,
    /// What stopped the search, if it is not.
    pub stopped: Option<StopReason>,
}
