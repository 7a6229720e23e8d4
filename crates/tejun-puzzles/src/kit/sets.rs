//! Sets of cells in a word.

use crate::vocabulary::cell::CellId;

/// The set of some cells below 64, a bit for each.
pub fn set_of(cells: impl IntoIterator<Item = CellId>) -> u64 {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}

/// The cells of a set, ascending.
pub fn cells_of(mut set: u64) -> impl Iterator<Item = CellId> + Clone {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(cell as CellId)
    })
}
