//! A small board, and placements of polyominoes on it as 64-bit numbers.
//!
//! A placement is three sets of cells: those that pieces cover, those whose right neighbour belongs to the same piece,
//! and those whose lower neighbour does. It tells pieces apart without naming them, so placements of all sets of
//! pieces are numbers of one kind, and equal shapes are interchangeable.

use crate::rules::{Floor, Metric};

/// Maximum number of cells of a board.
pub const MAX_CELLS: usize = 20;

/// Cells of a board, as bits in reading order.
pub type CellSet = u32;

/// A placement: covered cells in the low bits, then the links to the right, then those downwards.
pub type Placement = u64;

/// The first bit that no placement uses.
pub const SPARE: u32 = 60;

/// A board of at most [`MAX_CELLS`] cells.
#[derive(Clone, Debug)]
pub struct Board {
    pub rows: u32,
    pub columns: u32,
    /// Number of cells of the rectangle.
    pub cells: u32,
    /// The cells inside.
    pub floor: CellSet,
    left_edge: CellSet,
    right_edge: CellSet,
    top_edge: CellSet,
}

impl Board {
    /// A board. `None` if it has more cells than [`MAX_CELLS`].
    pub fn new(floor: &Floor) -> Option<Self> {
        let cells = floor.inside.len();
        if cells > MAX_CELLS {
            return None;
        }
        let (rows, columns) = (floor.rows as u32, floor.columns as u32);
        let left_edge = (0..rows).fold(0, |edge, row| edge | 1 << (row * columns));
        Some(Board {
            rows,
            columns,
            cells: cells as u32,
            floor: (0..).zip(&floor.inside).fold(0, |set, (cell, &inside)| set | u32::from(inside) << cell),
            left_edge,
            right_edge: left_edge << (columns - 1),
            top_edge: (1 << columns) - 1,
        })
    }

    /// The cells beside those of a set, not only the ones outside it.
    #[inline(always)]
    pub fn beside(&self, set: CellSet) -> CellSet {
        ((set & !self.right_edge) << 1
            | (set & !self.left_edge) >> 1
            | set << self.columns
            | set >> self.columns)
            & self.floor
    }

    /// One piece alone on the board.
    #[inline(always)]
    pub fn piece(&self, cells: CellSet) -> Placement {
        let right = cells & (cells >> 1) & !self.right_edge;
        let down = cells & (cells >> self.columns);
        u64::from(cells) | u64::from(right) << self.cells | u64::from(down) << (2 * self.cells)
    }

    /// The covered cells of a placement, and its links.
    #[inline(always)]
    pub fn unpack(&self, placement: Placement) -> Unpacked {
        let all = (1 << self.cells) - 1;
        Unpacked {
            covered: placement as u32 & all,
            right: (placement >> self.cells) as u32 & all,
            down: (placement >> (2 * self.cells)) as u32 & all,
            columns: self.columns,
        }
    }

    /// The cells of each piece of a placement, in the order of their first cells.
    pub fn pieces(&self, placement: Placement) -> impl Iterator<Item = CellSet> + use<> {
        let unpacked = self.unpack(placement);
        let mut rest = unpacked.covered;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let piece = unpacked.piece_at(rest.trailing_zeros());
                rest &= !piece;
                piece
            })
        })
    }

    /// Visits each connected set of cells whose first cell is `first` and whose others lie in `free`, once; only those
    /// of at most `most` cells.
    pub fn grow(&self, first: u32, free: CellSet, most: u32, visit: &mut impl FnMut(CellSet)) {
        let set = 1 << first;
        let border = self.beside(set) & free;
        self.grow_from(set, border, free & !border, most.saturating_sub(1), visit);
    }

    /// `border` are the cells that may still be added, `free` those that have not been beside the set yet.
    fn grow_from(
        &self,
        set: CellSet,
        mut border: CellSet,
        free: CellSet,
        more: u32,
        visit: &mut impl FnMut(CellSet),
    ) {
        visit(set);
        if more == 0 {
            return;
        }
        while border != 0 {
            let cell = border & border.wrapping_neg();
            border ^= cell;
            let beside = self.beside(cell) & free;
            self.grow_from(set | cell, border | beside, free & !beside, more - 1, visit);
        }
    }

    /// Visits the placements one move from this one: each with the head (the first cell) of the piece that moves,
    /// before and after.
    #[inline(always)]
    pub fn moves(&self, metric: Metric, placement: Placement, mut visit: impl FnMut(Placement, u32, u32)) {
        let unpacked = self.unpack(placement);
        let empty = self.floor & !unpacked.covered;
        let mut rest = self.beside(empty) & unpacked.covered;
        while rest != 0 {
            let piece = unpacked.piece_at(rest.trailing_zeros());
            rest &= !piece;
            let head = piece.trailing_zeros();
            let alone = self.piece(piece);
            let (others, outline) = (placement ^ alone, alone >> head);
            for to in cells(self.reach(metric, piece, head, empty | piece)) {
                visit(others | outline << to, head, to);
            }
        }
    }

    /// The heads to which one move takes a piece that may stand on the cells `free`.
    #[inline(always)]
    fn reach(&self, metric: Metric, piece: CellSet, head: u32, free: CellSet) -> CellSet {
        let shape = piece >> head;
        if metric == Metric::Slides {
            let mut reached = 0;
            for direction in 0..4 {
                let mut at = self.steps(shape, head, free)[direction];
                while at != 0 {
                    reached |= at;
                    at = self.steps(shape, at.trailing_zeros(), free)[direction];
                }
            }
            return reached;
        }
        let steps = |head: u32| self.steps(shape, head, free).into_iter().fold(0, |all, head| all | head);
        let mut seen = 1 << head;
        let mut rest = steps(head);
        if metric == Metric::Steps {
            return rest;
        }
        seen |= rest;
        while rest != 0 {
            let next = steps(rest.trailing_zeros()) & !seen;
            rest = rest & (rest - 1) | next;
            seen |= next;
        }
        seen ^ 1 << head
    }

    /// The head after a step left, right, up and down, as a set; empty where there is no such step.
    #[inline(always)]
    fn steps(&self, shape: CellSet, head: u32, free: CellSet) -> [CellSet; 4] {
        let piece = shape << head;
        let bit = 1 << head;
        let step = |to: CellSet, edge: CellSet, bit: CellSet| {
            if piece & edge == 0 && to & !free == 0 { bit } else { 0 }
        };
        [
            step(piece >> 1, self.left_edge, bit >> 1),
            step(piece << 1, self.right_edge, bit << 1),
            step(piece >> self.columns, self.top_edge, bit >> self.columns),
            step(piece << self.columns, 0, bit << self.columns),
        ]
    }
}

/// A placement taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Unpacked {
    pub covered: CellSet,
    right: CellSet,
    down: CellSet,
    columns: u32,
}

impl Unpacked {
    /// The cells of the piece on a cell that one covers.
    #[inline(always)]
    pub fn piece_at(&self, cell: u32) -> CellSet {
        let mut piece = 1 << cell;
        loop {
            let grown = piece
                | (piece & self.right) << 1
                | (piece >> 1) & self.right
                | (piece & self.down) << self.columns
                | (piece >> self.columns) & self.down;
            if grown == piece {
                return piece;
            }
            piece = grown;
        }
    }
}

/// The cells of a set, ascending.
#[inline(always)]
pub fn cells(mut set: CellSet) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        cell
    })
}
