//! What the searches know of a puzzle.

use tejun_core::CellId;
use tejun_core::kit::Board;

/// The board of a puzzle and where its tiles belong.
#[derive(Clone, Copy)]
pub(in super::super) struct Frame<'a> {
    pub board: &'a Board,
    /// The cells beside each.
    pub beside: &'a [Vec<u8>],
    /// The homes of the tiles.
    pub tiles: &'a [CellId],
    /// The home of the gap.
    pub gap: CellId,
    /// The symmetries of the board, as the images of its cells, that take the gap's home to where the patterns have it.
    pub symmetries: &'a [Vec<CellId>],
}

impl Frame<'_> {
    /// Steps from cell to cell.
    pub fn distance(&self, from: CellId, to: CellId) -> u16 {
        let ((row, column), (down, right)) = (self.board.place(from), self.board.place(to));
        (row.abs_diff(down) + column.abs_diff(right)) as u16
    }
}
