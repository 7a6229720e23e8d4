//! Cells in layers of rows and columns, whose sides may be joined.

use std::collections::BTreeSet;

/// A layer, a row and a column, or as many of them.
pub type Cube = [usize; 3];

/// Cells, numbered in reading order.
pub struct Lattice {
    /// Where each lies, ascending.
    pub places: Vec<Cube>,
    /// Layers, rows and columns.
    pub size: Cube,
    /// For each of these, whether the last is beside the first.
    pub joined: [bool; 3],
}

impl Lattice {
    /// The cells of a drawing but those with a sign for what is none. Only sides that are not joined may be cut off, where they are
    /// empty.
    pub fn new(layers: &[Vec<Vec<char>>], outside: char, joined: [bool; 3]) -> Lattice {
        let mut places = Vec::new();
        for (layer, rows) in layers.iter().enumerate() {
            for (row, signs) in rows.iter().enumerate() {
                let cells = (0..signs.len()).filter(|&column| signs[column] != outside);
                places.extend(cells.map(|column| [layer, row, column]));
            }
        }
        Lattice { places, size: [layers.len(), layers[0].len(), layers[0][0].len()], joined }
    }

    /// The same cells without the layers, rows and columns at the edges that have none.
    pub fn trimmed(mut self) -> Lattice {
        for axis in (0..3).filter(|&axis| !self.joined[axis]) {
            let least = self.places.iter().map(|place| place[axis]).min().unwrap_or(0);
            self.places.iter_mut().for_each(|place| place[axis] -= least);
            self.size[axis] = self.places.iter().map(|place| place[axis] + 1).max().unwrap_or(0);
        }
        self
    }

    /// The cell so far from another.
    pub fn beside(&self, cell: usize, by: [isize; 3]) -> Option<usize> {
        let mut place = [0; 3];
        for axis in 0..3 {
            let (at, size) = (self.places[cell][axis] as isize + by[axis], self.size[axis] as isize);
            let at = if self.joined[axis] { at.rem_euclid(size) } else { at };
            place[axis] = usize::try_from(at).ok()?;
        }
        self.places.binary_search(&place).ok()
    }

    /// The moves but the identity that take the cells to themselves, as the images of the cells: axes exchanged and reversed, and
    /// shifts along joined sides. With one layer, it stays as it is.
    pub fn symmetries(&self) -> BTreeSet<Vec<usize>> {
        let shifts = |axis: usize| if self.joined[axis] { self.size[axis] } else { 1 };
        let mut symmetries = BTreeSet::new();
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let fits = |axis: usize| {
                let from = order[axis];
                self.size[axis] == self.size[from] && self.joined[axis] == self.joined[from]
            };
            let is_flat = self.size[0] == 1;
            if !(0..3).all(fits) || (is_flat && order[0] != 0) {
                continue;
            }
            for reversed in (0..8).filter(|reversed| !is_flat || reversed & 1 == 0) {
                for shift in 0..shifts(0) * shifts(1) * shifts(2) {
                    let shift =
                        [shift / shifts(2) / shifts(1), shift / shifts(2) % shifts(1), shift % shifts(2)];
                    let image = |place: &Cube| {
                        let image = [0, 1, 2].map(|axis| {
                            let at = place[order[axis]];
                            let at = if reversed >> axis & 1 == 1 { self.size[axis] - 1 - at } else { at };
                            (at + shift[axis]) % self.size[axis]
                        });
                        self.places.binary_search(&image).ok()
                    };
                    symmetries.extend(self.places.iter().map(image).collect::<Option<Vec<usize>>>());
                }
            }
        }
        symmetries.remove(&(0..self.places.len()).collect::<Vec<usize>>());
        symmetries
    }
}

/// The first of some cells, ascending, that does not hang together with the first of all by sides.
pub fn detached(cells: &[Cube]) -> Option<Cube> {
    let beside = |a: &Cube, b: &Cube| (0..3).map(|axis| a[axis].abs_diff(b[axis])).sum::<usize>() == 1;
    let (mut part, mut others) = (cells[..1].to_vec(), cells[1..].to_vec());
    let mut next = 0;
    while let Some(cell) = part.get(next).copied() {
        next += 1;
        part.extend(others.iter().filter(|other| beside(&cell, other)));
        others.retain(|other| !beside(&cell, other));
    }
    others.first().copied()
}
