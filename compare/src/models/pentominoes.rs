//! The twelve pentominoes on a board of six by ten.

const LONG: usize = 10;
pub const SHORT: usize = 6;
pub const CELLS: usize = LONG * SHORT;
pub const PIECES: usize = 12;

/// Each piece as cells of a grid of five columns.
const SHAPES: [[usize; 5]; PIECES] = [
    [1, 2, 5, 6, 11],   // F
    [0, 1, 2, 3, 4],    // I
    [0, 5, 10, 15, 16], // L
    [1, 6, 10, 11, 15], // N
    [0, 1, 5, 6, 10],   // P
    [0, 1, 2, 6, 11],   // T
    [0, 2, 5, 6, 7],    // U
    [0, 5, 10, 11, 12], // V
    [0, 5, 6, 11, 12],  // W
    [1, 5, 6, 7, 11],   // X
    [1, 5, 6, 11, 16],  // Y
    [0, 1, 6, 11, 12],  // Z
];

/// The number of X in [`SHAPES`].
const X: usize = 9;

/// A piece and the cells that it covers.
pub type Placed = (usize, Vec<usize>);

/// Every way to put a piece on the board. With `pinned`, the middle of X is in one quarter of the board, so
/// that each packing is found once and not with its three images.
pub fn placements(pinned: bool) -> Vec<Placed> {
    let mut all = Vec::new();
    for (piece, shape) in SHAPES.iter().enumerate() {
        for turn in 0..8 {
            let turned = shape.map(|cell| {
                let (row, column) = (cell / 5, cell % 5);
                let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
                (if turn & 2 == 0 { row } else { 4 - row }, if turn & 4 == 0 { column } else { 4 - column })
            });
            let top = turned.iter().map(|cell| cell.0).min().expect("five cells");
            let left = turned.iter().map(|cell| cell.1).min().expect("five cells");
            let moved = turned.map(|(row, column)| (row - top, column - left));
            for down in 0..SHORT {
                for right in 0..LONG {
                    let at = moved.map(|(row, column)| (row + down, column + right));
                    if at.iter().all(|&(row, column)| row < SHORT && column < LONG)
                        && !(pinned && piece == X && (down + 1 >= SHORT / 2 || right + 1 >= LONG / 2))
                    {
                        let mut cells: Vec<_> = at.iter().map(|(row, column)| row * LONG + column).collect();
                        cells.sort_unstable();
                        all.push((piece, cells));
                    }
                }
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Where the symmetries of the board move each cell.
pub fn images() -> [Vec<usize>; 3] {
    let image = |row: bool, column: bool| {
        let moved = move |cell| {
            let (from_row, from_column) = (cell / LONG, cell % LONG);
            let to_row = if row { SHORT - 1 - from_row } else { from_row };
            to_row * LONG + if column { LONG - 1 - from_column } else { from_column }
        };
        (0..CELLS).map(moved).collect()
    };
    [image(true, false), image(false, true), image(true, true)]
}
