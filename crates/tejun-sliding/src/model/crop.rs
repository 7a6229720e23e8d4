//! A board without the rows and columns around it that are all wall: they would only make words longer.

use crate::rules::{Axis, Floor, Gate, Piece, Rules, Target};

/// Where the rest of a board lies on it.
pub(super) struct Crop {
    top: usize,
    left: usize,
    rows: usize,
    columns: usize,
    /// Columns of the whole board.
    across: usize,
}

impl Crop {
    /// The smallest rectangle that holds every cell of the floor.
    pub fn new(floor: &Floor) -> Crop {
        // Pieces stand on the floor, so it has a cell.
        let inside = || (0..floor.inside.len()).filter(|&cell| floor.inside[cell]);
        let span = |line: &dyn Fn(usize) -> usize| {
            let (first, last) =
                (inside().map(line).min().unwrap_or(0), inside().map(line).max().unwrap_or(0));
            (first, last + 1 - first)
        };
        let (top, rows) = span(&|cell| cell / floor.columns);
        let (left, columns) = span(&|cell| cell % floor.columns);
        Crop { top, left, rows, columns, across: floor.columns }
    }

    /// A cell of the board by its number on the rest. It must lie there.
    pub fn inner(&self, cell: usize) -> usize {
        (cell / self.across - self.top) * self.columns + cell % self.across - self.left
    }

    /// The cells of the board, in the order of the rest.
    pub fn outer(&self) -> impl Iterator<Item = usize> {
        let row = move |row| {
            (0..self.columns).map(move |column| (self.top + row) * self.across + self.left + column)
        };
        (0..self.rows).flat_map(row)
    }

    /// The same puzzle on the rest of the board.
    pub fn rules(&self, rules: &Rules) -> Rules {
        let Rules { floor, pieces, gates, targets, goal_match, metric } = rules;
        let axis = |axis| match axis {
            Axis::Row(row) => Axis::Row(row - self.top),
            Axis::Column(column) => Axis::Column(column - self.left),
        };
        let cells = |cells: &[usize]| cells.iter().map(|&cell| self.inner(cell)).collect();
        Rules {
            floor: Floor {
                rows: self.rows,
                columns: self.columns,
                inside: self.outer().map(|cell| floor.inside[cell]).collect(),
            },
            pieces: pieces
                .iter()
                .map(|piece| Piece { axis: piece.axis.map(axis), ..piece.clone() })
                .collect(),
            gates: gates.iter().map(|gate| Gate { cells: cells(&gate.cells), ..gate.clone() }).collect(),
            targets: targets
                .iter()
                .map(|target| Target { head: self.inner(target.head), ..target.clone() })
                .collect(),
            goal_match: *goal_match,
            metric: *metric,
        }
    }
}
