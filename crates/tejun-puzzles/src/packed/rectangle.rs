//! The symmetries of a rectangle.

/// How many symmetries a rectangle can have, the first being the one that changes nothing.
pub(crate) const SYMMETRIES: usize = 8;

/// Where a cell, numbered in reading order, goes under one of the eight symmetries of a rectangle of
/// so many rows and columns; `None` for those that only a square has.
pub(crate) fn turned(rows: usize, columns: usize, symmetry: usize, cell: usize) -> Option<usize> {
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
