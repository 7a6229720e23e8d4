//! Pieces drawn as text, on a board or in a goal.

use super::faults::{INVISIBLE, TWO_PARTS};
use tejun_core::{InputError, Reason, Sentence, grid, input};

/// Maximum number of cells of a board, walls included.
pub const MAX_CELLS: usize = 512;

/// Whether a character of a drawing is no floor.
pub(super) fn is_outside(c: char) -> bool {
    c == '#' || c == ' '
}

/// The pieces drawn in `rows`, ordered by first cell: letter and cells.
pub(super) fn drawn(rows: &[Vec<char>]) -> Vec<(char, Vec<usize>)> {
    let columns = rows[0].len();
    let mut pieces: Vec<(char, Vec<usize>)> = Vec::new();
    for (cell, &c) in rows.iter().flatten().enumerate() {
        if c == '.' || is_outside(c) {
            continue;
        }
        match pieces.iter_mut().find(|(letter, _)| *letter == c) {
            Some((_, cells)) => cells.push(cell),
            None => pieces.push((c, vec![cell])),
        }
    }
    debug_assert!(pieces.iter().flat_map(|(_, cells)| cells).all(|cell| cell / columns < rows.len()));
    pieces
}

/// Rejects invisible characters, which would be read as pieces.
pub(super) fn visible(rows: &[Vec<char>]) -> Result<(), InputError> {
    let unseen = |&(_, c): &(usize, &char)| !is_outside(*c) && !input::is_visible(*c);
    match rows.iter().flatten().enumerate().find(unseen) {
        Some((at, c)) => Err(InputError::at(
            at / rows[0].len(),
            at % rows[0].len(),
            Reason::new(&INVISIBLE).with("c", format!("{c:?}")),
        )),
        None => Ok(()),
    }
}

/// Rejects a piece whose cells are not connected.
pub(super) fn connected(letter: char, cells: &[usize], columns: usize) -> Result<(), InputError> {
    let cells: Vec<(usize, usize)> = cells.iter().map(|cell| (cell / columns, cell % columns)).collect();
    match grid::detached(&cells) {
        Some((row, column)) => {
            Err(InputError::at(row, column, Reason::new(&TWO_PARTS).with("letter", letter)))
        }
        None => Ok(()),
    }
}

/// The error of a drawing with more than [`MAX_CELLS`] cells.
pub(super) fn too_large(sentence: &'static Sentence, rows: usize, columns: usize) -> InputError {
    let size = Reason::new(sentence).with("rows", rows).with("columns", columns);
    size.with("cells", rows * columns).with("most", MAX_CELLS).into()
}
