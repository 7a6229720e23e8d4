//! The symmetries of a rectangle.

/// Maximum number of symmetries of a rectangle. The first is the identity.
pub const SYMMETRIES: usize = 8;

/// Where a symmetry takes a cell of a rectangle of `rows` rows and `columns` columns; cells are numbered in
/// reading order. `None` if only a square has that symmetry.
pub fn turned(rows: usize, columns: usize, symmetry: usize, cell: usize) -> Option<usize> {
    let (mut row, mut column) = (cell / columns, cell % columns);
    if symmetry & 1 != 0 {
        column = columns - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = rows - 1 - row;
    }
    if symmetry & 4 != 0 {
        if rows != columns {
            return None;
        }
        (row, column) = (column, row);
    }
    Some(row * columns + column)
}
