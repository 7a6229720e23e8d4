//! Sets of cells in a word.

use crate::bits;
use crate::vocabulary::cell::CellId;

/// The set of some cells below 64, a bit for each.
pub fn set_of(cells: impl IntoIterator<Item = CellId>) -> u64 {
    bits::set_of(cells)
}

/// The cells of a set, ascending.
pub fn cells_of(set: u64) -> impl Iterator<Item = CellId> + Clone {
    bits::each(set).map(|cell| cell as CellId)
}
