//! The polyominoes of a board, up to translation, and what the symmetries of the board make of them.

use std::collections::HashMap;

use super::board::{Board, CellSet, MAX_CELLS, Placement, cells};

/// Maximum number of symmetries: those of a square.
pub const MAX_SYMMETRIES: usize = 8;
/// The shape of a set of cells that is not connected.
const NONE: u32 = u32::MAX;

/// A symmetry of the board: where it takes each cell.
pub type CellMap = Vec<u32>;

/// A number for each image of a set of pieces. Numbers add up: that of a set is the sum over its pieces.
pub type SetHash = [u64; MAX_SYMMETRIES];

/// All polyominoes that fit on a board.
pub struct Shapes {
    /// The shape of each connected set of cells.
    of: Vec<u32>,
    /// For each shape, its image under each symmetry.
    images: Vec<[u32; MAX_SYMMETRIES]>,
    /// For each shape, the hashes of these images.
    hashes: Vec<SetHash>,
    /// For each shape, whether it goes from corner to corner along a diagonal: the falling and the rising one.
    diagonals: Vec<[bool; 2]>,
    /// The symmetries, the identity first.
    pub symmetries: Vec<CellMap>,
}

impl Shapes {
    /// Lists the shapes of at most `most` cells. Cost: some hundred nanoseconds for each set of cells, of which a board
    /// of 4x5 has 116,166.
    pub fn new(board: &Board, symmetries: Vec<CellMap>, most: u32) -> Self {
        let mut shapes = Shapes {
            of: vec![NONE; 1 << board.cells],
            images: Vec::new(),
            hashes: Vec::new(),
            diagonals: Vec::new(),
            symmetries,
        };
        let mut known: HashMap<Placement, u32> = HashMap::new();
        let mut sets: Vec<CellSet> = Vec::new();
        for first in 0..board.cells {
            let free = board.floor & !((2 << first) - 1);
            if board.floor >> first & 1 == 1 {
                board.grow(first, free, most, &mut |set| sets.push(set));
            }
        }
        for &set in &sets {
            let next = known.len() as u32;
            shapes.of[set as usize] = *known.entry(outline(board, set)).or_insert_with(|| {
                shapes.diagonals.push(diagonals(board, set));
                next
            });
        }
        shapes.images = vec![[NONE; MAX_SYMMETRIES]; known.len()];
        shapes.hashes = vec![[0; MAX_SYMMETRIES]; known.len()];
        for &set in &sets {
            let shape = shapes.of[set as usize] as usize;
            for (at, symmetry) in shapes.symmetries.iter().enumerate() {
                let image = shapes.of[map(symmetry, set) as usize];
                shapes.images[shape][at] = image;
                shapes.hashes[shape][at] = scramble(u64::from(image) + 1);
            }
        }
        shapes
    }

    /// The shape of a piece.
    #[inline(always)]
    pub fn of(&self, piece: CellSet) -> u32 {
        self.of[piece as usize]
    }

    /// The hashes of a piece.
    #[inline(always)]
    pub fn hashes(&self, piece: CellSet) -> &SetHash {
        &self.hashes[self.of(piece) as usize]
    }

    /// Whether a piece has a cell in both corners of its bounding box on a diagonal, and that is not the whole board.
    pub fn has_diagonal(&self, piece: CellSet, rising: bool) -> bool {
        self.diagonals[self.of(piece) as usize][usize::from(rising)]
    }

    /// Number of images of a set of pieces that has no symmetry.
    pub fn orbit(&self) -> u32 {
        self.symmetries.len() as u32
    }

    /// Number of different images of the set of pieces of a placement.
    pub fn orbit_of(&self, board: &Board, placement: Placement) -> u32 {
        let (mut images, mut pieces) = ([[0; MAX_CELLS]; MAX_SYMMETRIES], 0);
        for piece in board.pieces(placement) {
            let shape = &self.images[self.of(piece) as usize];
            images.iter_mut().zip(shape).for_each(|(set, &image)| set[pieces] = image);
            pieces += 1;
        }
        let sets = &mut images[..self.symmetries.len()];
        sets.iter_mut().for_each(|set| set[..pieces].sort_unstable());
        let stabilizer = (0..sets.len()).filter(|&at| sets[at] == sets[0]).count();
        self.orbit() / stabilizer as u32
    }

    /// Whether a symmetry leaves a placement as it is.
    pub fn fixes(&self, board: &Board, symmetry: usize, placement: Placement) -> bool {
        let covered = board.unpack(placement).covered;
        map(&self.symmetries[symmetry], covered) == covered
            && self.image(board, symmetry, placement) == placement
    }

    /// The image of a placement.
    pub fn image(&self, board: &Board, symmetry: usize, placement: Placement) -> Placement {
        let map = |piece| board.piece(map(&self.symmetries[symmetry], piece));
        board.pieces(placement).fold(0, |image, piece| image | map(piece))
    }
}

/// The image of a set of cells.
pub fn map(symmetry: &CellMap, set: CellSet) -> CellSet {
    cells(set).fold(0, |image, cell| image | 1 << symmetry[cell as usize])
}

/// The maps of the rectangle's cells that leave the floor as it is, and what `keeps` wants kept; the identity first.
pub fn symmetries(board: &Board, keeps: impl Fn(&CellMap) -> bool) -> Vec<CellMap> {
    let (rows, columns) = (board.rows, board.columns);
    let turns = if rows == columns { 8 } else { 4 };
    let map = |turn: u32| -> CellMap {
        (0..board.cells)
            .map(|cell| {
                let (row, column) = (cell / columns, cell % columns);
                let (row, column) = if turn & 4 == 4 { (column, row) } else { (row, column) };
                let row = if turn & 2 == 2 { rows - 1 - row } else { row };
                let column = if turn & 1 == 1 { columns - 1 - column } else { column };
                row * columns + column
            })
            .collect()
    };
    let mut symmetries: Vec<CellMap> = Vec::new();
    for candidate in (0..turns).map(map) {
        let floor = self::map(&candidate, board.floor) == board.floor;
        if floor && keeps(&candidate) && !symmetries.contains(&candidate) {
            symmetries.push(candidate);
        }
    }
    symmetries
}

/// A piece moved to the first cell of the board: the same for pieces of one shape, and for no others.
fn outline(board: &Board, piece: CellSet) -> Placement {
    board.piece(piece) >> piece.trailing_zeros()
}

fn diagonals(board: &Board, piece: CellSet) -> [bool; 2] {
    let rows = || cells(piece).map(|cell| cell / board.columns);
    let columns = || cells(piece).map(|cell| cell % board.columns);
    let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let has = |row: u32, column: u32| piece >> (row * board.columns + column) & 1 == 1;
    let moves = bottom - top + 1 < board.rows || right - left + 1 < board.columns;
    [moves && has(top, left) && has(bottom, right), moves && has(top, right) && has(bottom, left)]
}

/// A number that looks random (the finalizer of SplitMix64).
pub fn scramble(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
