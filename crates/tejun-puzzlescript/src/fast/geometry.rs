//! Rows of cells on a board.

use super::cells::{self, Cells};
use crate::game::{Direction, PatternRow};

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub width: usize,
    pub height: usize,
}

impl Size {
    pub fn cells(self) -> usize {
        self.width * self.height
    }

    /// From a cell to the next in a direction.
    pub fn step(self, direction: Option<Direction>) -> isize {
        match direction {
            Some(Direction::Up) => -1,
            Some(Direction::Down) | None => 1,
            Some(Direction::Left) => -(self.height as isize),
            Some(Direction::Right) => self.height as isize,
        }
    }

    /// How many cells there are from `cell` on to the edge.
    pub fn room(self, direction: Option<Direction>, cell: usize) -> usize {
        let (x, y) = (cell / self.height, cell % self.height);
        match direction {
            Some(Direction::Up) => y + 1,
            Some(Direction::Down) => self.height - y,
            Some(Direction::Left) => x + 1,
            Some(Direction::Right) => self.width - x,
            None => 1,
        }
    }

    /// The cells from which a row of `length` fits on the board.
    pub fn starts<const W: usize>(self, direction: Option<Direction>, length: usize) -> Cells<W> {
        let mut starts = cells::empty();
        for cell in 0..self.cells() {
            if self.room(direction, cell) >= length {
                cells::insert(&mut starts, cell);
            }
        }
        starts
    }
}

/// The parts of a row between its gaps: ranges of its cells.
pub(super) fn segments(row: &PatternRow) -> Vec<std::ops::Range<usize>> {
    let mut edges = vec![0];
    edges.extend(&row.gaps);
    edges.push(row.cells.len());
    edges.windows(2).map(|pair| pair[0]..pair[1]).collect()
}
