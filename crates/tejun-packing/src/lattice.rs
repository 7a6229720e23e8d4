//! Where cells lie, in layers of rows and columns whose sides may join, and the moves that keep them.

use std::cmp::Reverse;

/// Whether there are boxes, cylinders and tori: the page's module has no room for them.
pub(super) const EVERY_LATTICE: bool = !cfg!(target_family = "wasm");

/// A layer, a row and a column, or as many of them.
pub(super) type Place = [usize; 3];

/// A turn or a reflection about the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// For each axis, the one that comes to lie along it, and whether it then runs backwards.
    axes: Place,
    back: [bool; 3],
}

/// All orders of the axes; the first three are turns, the others reflections.
const AXES: [Place; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

impl Turn {
    /// Every way to lie that is allowed: turned, and reflected, left and right swapped if nothing else. What is not solid stays
    /// in its layer.
    pub fn all(flip: bool, rotate: bool, solid: bool) -> impl Iterator<Item = Turn> {
        let signs = |axes: usize| (0..8_usize).map(move |signs| (axes, signs));
        (0..AXES.len()).flat_map(signs).filter_map(move |(axes, signs)| {
            let reflects = (axes >= 3) ^ (signs.count_ones() % 2 == 1);
            let stays = AXES[axes][0] == 0 && signs & 1 == 0;
            let allowed =
                (flip || !reflects) && (rotate || (axes == 0 && signs & 3 == 0)) && (solid || stays);
            let back = [0, 1, 2].map(|axis| signs >> axis & 1 == 1);
            allowed.then_some(Turn { axes: AXES[axes], back })
        })
    }

    /// Where it takes a point, about the origin.
    pub fn point(&self, point: [i32; 3]) -> [i32; 3] {
        [0, 1, 2].map(|axis| if self.back[axis] { -point[self.axes[axis]] } else { point[self.axes[axis]] })
    }
}

/// Layers, rows and columns. With one layer, pieces stay flat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    pub size: Place,
    wraps: [bool; 3],
}

impl Lattice {
    /// A lattice of that size; `wraps` says for each axis whether its last place is beside its first.
    pub fn new(size: Place, wraps: [bool; 3]) -> Lattice {
        Lattice { size, wraps }
    }

    /// Whether the last place along an axis is beside the first.
    pub fn wraps(&self, axis: usize) -> bool {
        EVERY_LATTICE && self.wraps[axis]
    }

    /// Whether there are layers.
    pub fn is_solid(&self) -> bool {
        EVERY_LATTICE && self.size[0] > 1
    }

    /// Rows of its drawing: layers one below the other, with an empty row between them.
    pub fn drawn_rows(&self) -> usize {
        self.size[0] * (self.size[1] + 1) - 1
    }

    /// Row and column of a place in the drawing.
    pub fn drawn(&self, [layer, row, column]: Place) -> (usize, usize) {
        (layer * (self.size[1] + 1) + row, column)
    }

    /// The place that is drawn there.
    pub fn place(&self, (row, column): (usize, usize)) -> Place {
        let lines = self.size[1] + 1;
        [row / lines, row % lines, column]
    }

    /// All places, in reading order.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        let [layers, rows, columns] = self.size;
        (0..layers * rows * columns).map(move |at| [at / columns / rows, at / columns % rows, at % columns])
    }

    /// The number of a place in reading order.
    pub fn number(&self, [layer, row, column]: Place) -> usize {
        (layer * self.size[1] + row) * self.size[2] + column
    }

    /// The place so far from another; `None` if it is outside.
    pub fn beside(&self, from: Place, by: [isize; 3]) -> Option<Place> {
        let mut place = [0; 3];
        for axis in 0..3 {
            let (at, size) = (from[axis] as isize + by[axis], self.size[axis] as isize);
            let inside = self.wraps(axis) || (0..size).contains(&at);
            place[axis] = inside.then_some(at.rem_euclid(size) as usize)?;
        }
        Some(place)
    }

    /// Whether two places are neighbours.
    pub fn are_beside(&self, a: Place, b: Place) -> bool {
        let distance = |axis: usize| {
            let apart = a[axis].abs_diff(b[axis]);
            if self.wraps(axis) { apart.min(self.size[axis] - apart) } else { apart }
        };
        (0..3).map(distance).sum::<usize>() == 1
    }

    /// The axes as a scan goes through them, slowest first: along the longest side, or along the one that does not join.
    fn order(&self) -> Place {
        let mut order = [2, 1, 0];
        order.sort_by_key(|&axis| (self.wraps(axis), Reverse(self.size[axis])));
        order
    }

    /// Positions for a scan; an empty position after each line makes all lines look alike.
    pub fn position(&self, place: Place) -> usize {
        self.order().iter().fold(0, |position, &axis| {
            position * (self.size[axis] + usize::from(self.size[axis] > 1)) + place[axis]
        })
    }

    /// Whether so many cells lie side by side that a search by fewest choices is faster than a scan.
    pub fn is_broad(&self) -> bool {
        let [_, b, c] = self.order();
        let across = self.size[b] * self.size[c];
        match (self.wraps(1), self.wraps(2)) {
            (true, _) => true,
            (false, true) => across >= AROUND,
            (false, false) => self.is_solid() && across >= ACROSS,
        }
    }

    /// The moves of the lattice that take these cells, in reading order, to themselves, as permutations of them.
    pub fn symmetries(&self, cells: &[Place]) -> Vec<Vec<usize>> {
        // Those of the smallest box around the cells, and shifts along sides that join.
        let mut low = [0; 3];
        let mut extent = self.size;
        for axis in (0..3).filter(|&axis| !self.wraps(axis)) {
            low[axis] = cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
            extent[axis] = cells.iter().map(|cell| cell[axis] + 1 - low[axis]).max().unwrap_or(1);
        }
        let fits = |turn: &Turn| {
            (0..3).all(|axis| {
                let from = turn.axes[axis];
                self.wraps(axis) == self.wraps(from) && extent[axis] == extent[from]
            })
        };
        let shifts = [0, 1, 2].map(|axis| if self.wraps(axis) { self.size[axis] } else { 1 });
        let shifts = Lattice { size: shifts, wraps: [false; 3] };
        let mut symmetries = Vec::new();
        for turn in Turn::all(true, true, self.is_solid()).filter(fits) {
            for shift in shifts.places() {
                let image = |cell: &Place| {
                    let image = [0, 1, 2].map(|axis| {
                        let from = turn.axes[axis];
                        let at = cell[from] - low[from];
                        let at = if turn.back[axis] { extent[axis] - 1 - at } else { at };
                        low[axis] + (at + shift[axis]) % extent[axis]
                    });
                    cells.binary_search(&image).ok()
                };
                symmetries.extend(cells.iter().map(image).collect::<Option<Vec<usize>>>());
            }
        }
        symmetries
    }
}

/// Cells side by side from which on boxes are searched by fewest choices: at 2x5x6 both take as long, at 3x4x5 a scan takes many
/// times as long, at 2x3x10 a quarter.
const ACROSS: usize = 10;
/// Cells around from which on cylinders are: at six, a scan is faster; at ten, it takes five times as long.
const AROUND: usize = 8;
