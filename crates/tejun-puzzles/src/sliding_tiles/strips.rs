//! The order in which tiles are put into patterns.

use tejun_core::CellId;
use tejun_core::kit::Board;

/// All cells but the gap's home, up and down through strips of two columns, which keeps the tiles of a pattern together.
pub(super) fn in_strips(board: &Board, gap: CellId) -> Vec<CellId> {
    let (rows, _) = board.size();
    let mut cells: Vec<CellId> = board.cells().filter(|&cell| cell != gap).collect();
    cells.sort_by_key(|&cell| {
        let (row, column) = board.place(cell);
        (column / 2, if column / 2 % 2 == 0 { row } else { rows - row }, column)
    });
    cells
}
