//! The states of the searches.

use super::super::numbers::CELLS;

/// Number of distances in databases that a state holds.
pub(super) const FARS: usize = 16;

/// Where the tiles and the gap are, and what follows from that: the cell of each tile and of the gap by its home; the cell that the gap has left, if
/// that matters; the distances in each view by each symmetry; two numbers of the walking distance; the bound. Bytes, because the
/// search copies, compares and hashes them.
pub(super) type State = [u8; BYTES];

/// The cell that the gap has left.
pub(super) const BEFORE: usize = CELLS;
/// The distances in databases.
pub(super) const FAR: usize = BEFORE + 1;
/// The numbers of what the walking distance knows of rows and of columns, two bytes each.
pub(super) const WALKS: [usize; 2] = [FAR + FARS, FAR + FARS + 2];
/// The bound, two bytes.
pub(super) const BOUND: usize = FAR + FARS + 4;
pub(super) const BYTES: usize = BOUND + 2;

/// No cell.
pub(super) const NO_CELL: u8 = u8::MAX;

/// A number of two bytes in a state.
#[inline]
pub(super) fn word(state: &State, at: usize) -> u16 {
    u16::from_le_bytes([state[at], state[at + 1]])
}

/// Writes a number of two bytes.
#[inline]
pub(super) fn set_word(state: &mut State, at: usize, word: u16) {
    [state[at], state[at + 1]] = word.to_le_bytes();
}
