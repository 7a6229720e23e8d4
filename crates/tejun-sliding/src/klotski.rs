//! The short form `klotski:LAYOUT`.

use super::format::File;
use super::rules::{Position, Rules};
use tejun_core::{InputError, input::Keys};

/// Number of rows of a Klotski board.
const ROWS: usize = 5;
/// Number of columns of a Klotski board.
const COLUMNS: usize = 4;

/// Rows and columns of a Klotski board.
pub(super) const SIZE: (usize, usize) = (ROWS, COLUMNS);

/// Whether cells are a 2x2 block.
pub(super) fn is_square(cells: &[usize], columns: usize) -> bool {
    let [a, b, c, d] = *cells else { return false };
    a % columns + 1 < columns && [b, c, d] == [a + 1, a + columns, a + columns + 1]
}

/// The cells where the 2x2 block has to get on a board of so many rows: the middle of the bottom.
pub(super) fn exit(rows: usize) -> [usize; 4] {
    let first = (rows - 2) * COLUMNS + (COLUMNS - 2) / 2;
    [first, first + 1, first + COLUMNS, first + COLUMNS + 1]
}

/// The pieces of `klotski:LAYOUT` in reading order, each with its character and cells. One of them is a `B`.
///
/// # Errors
/// If the layout is not 20 characters, its `B`, `v` and `h` do not make whole pieces, or it does not have
/// exactly one 2x2.
pub(super) fn pieces(layout: &str) -> Result<Vec<(char, Vec<usize>)>, InputError> {
    let layout: Vec<char> = layout.chars().collect();
    if layout.len() != ROWS * COLUMNS {
        return Err(InputError::new(format!(
            "a klotski layout has 20 characters, 5 rows of 4, and this has {}",
            layout.len()
        )));
    }
    let mut claimed = vec![false; layout.len()];
    let mut pieces: Vec<(char, Vec<usize>)> = Vec::new();
    for (cell, &c) in layout.iter().enumerate() {
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        if claimed[cell] || c == '.' {
            continue;
        }
        let (tall, wide) = match c {
            'B' => (2, 2),
            'v' => (2, 1),
            'h' => (1, 2),
            '1' => (1, 1),
            _ => {
                return Err(InputError::at(
                    row,
                    column,
                    format!(
                        "{c:?} is not a piece: a layout is made of B (2x2), v (2 tall), h (2 wide), 1 and '.'"
                    ),
                ));
            }
        };
        let mut cells = Vec::new();
        for (down, right) in (0..tall).flat_map(|down| (0..wide).map(move |right| (down, right))) {
            let part = cell + down * COLUMNS + right;
            let fits = row + down < ROWS && column + right < COLUMNS;
            if !fits || layout[part] != c || claimed[part] {
                return Err(InputError::at(
                    row,
                    column,
                    format!("the {c} that begins here is not whole: it takes {tall} rows and {wide} columns"),
                ));
            }
            claimed[part] = true;
            cells.push(part);
        }
        if c == 'B' && pieces.iter().any(|&(before, _)| before == 'B') {
            return Err(InputError::at(row, column, "this is a second 2x2 piece: a klotski layout has one"));
        }
        pieces.push((c, cells));
    }
    if pieces.iter().all(|&(c, _)| c != 'B') {
        return Err(InputError::new("a klotski layout needs a 2x2 piece, four B in a square"));
    }
    Ok(pieces)
}

/// Expands `klotski:LAYOUT` to the text of an instance file.
///
/// # Errors
/// As for [`pieces`].
pub(super) fn expand(layout: &str) -> Result<String, InputError> {
    let mut board = vec!['.'; ROWS * COLUMNS];
    let mut goal = board.clone();
    for ((c, cells), letter) in pieces(layout)?.into_iter().zip('a'..) {
        cells.into_iter().for_each(|cell| board[cell] = letter);
        if c == 'B' {
            exit(ROWS).into_iter().for_each(|cell| goal[cell] = letter);
        }
    }
    let draw = |cells: &[char]| {
        cells.chunks(COLUMNS).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    Ok(format!("puzzle = \"sliding\"\nboard = '''\n{}'''\ngoal = '''\n{}'''\n", draw(&board), draw(&goal)))
}

/// The puzzle of `klotski:LAYOUT` and its start position.
///
/// # Errors
/// As for [`pieces`].
pub(super) fn rules(layout: &str) -> Result<(Rules, Position), InputError> {
    let (_, keys) = Keys::split(&expand(layout)?)?;
    keys.into::<File>()?.rules()
}
