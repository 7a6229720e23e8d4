//! Polyominoes and polycubes: their forms, and the named sets.

use std::collections::BTreeSet;

use tejun_core::grid;

use super::lattice::{EVERY_LATTICE, Place, Turn};

/// Cells, in reading order. The first layer, the top row and the leftmost column are 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape(pub Vec<Place>);

impl Shape {
    /// The shape of these cells, wherever they lie.
    pub fn of(cells: impl IntoIterator<Item = [i32; 3]>) -> Shape {
        let cells: Vec<[i32; 3]> = cells.into_iter().collect();
        let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        let at = |cell: &[i32; 3]| [0, 1, 2].map(|axis| (cell[axis] - least[axis]) as usize);
        let mut cells: Vec<Place> = cells.iter().map(at).collect();
        cells.sort_unstable();
        Shape(cells)
    }

    /// The shape of these cells of a layer.
    pub fn flat(cells: impl IntoIterator<Item = (i32, i32)>) -> Shape {
        Shape::of(cells.into_iter().map(|(row, column)| [0, row, column]))
    }

    /// Reads a shape from layers of rows of text; `o` is a cell.
    fn drawn(layers: &str) -> Shape {
        let row = |(layer, row): (i32, i32), text: &str| {
            let cells: Vec<[i32; 3]> =
                (0..).zip(text.chars()).filter(|cell| cell.1 == 'o').map(|(c, _)| [layer, row, c]).collect();
            cells
        };
        let layer = |(layer, text): (i32, &str)| -> Vec<[i32; 3]> {
            (0..).zip(text.split('/')).flat_map(|(at, text)| row((layer, at), text)).collect()
        };
        Shape::of((0..).zip(layers.split(' ')).flat_map(layer))
    }

    /// Layers, rows and columns of the smallest box around it.
    pub fn size(&self) -> Place {
        [0, 1, 2].map(|axis| self.0.iter().map(|cell| cell[axis] + 1).max().unwrap_or(0))
    }

    /// Whether its cells are connected by sides.
    pub fn is_connected(&self) -> bool {
        let touch = |a: Place, b: Place| (0..3).map(|axis| a[axis].abs_diff(b[axis])).sum::<usize>() == 1;
        let beside = |cell: usize| (0..self.0.len()).filter(move |&other| touch(self.0[cell], self.0[other]));
        !grid::reached(0, self.0.len(), beside).contains(&false)
    }

    /// Every form of a piece: with its reflections (left and right swapped) if it may flip, and its quarter
    /// turns if it may rotate: those of space if it is solid, else those of its layer.
    pub fn forms(&self, flip: bool, rotate: bool, solid: bool) -> BTreeSet<Shape> {
        let turned = |turn: Turn| Shape::of(self.0.iter().map(|cell| turn.point(cell.map(|at| at as i32))));
        Turn::all(flip, rotate, solid).map(turned).collect()
    }
}

/// The pentominoes: letter, form and number in KATAMINO.
const PENTOMINOES: [(char, &str, u32); 12] = [
    ('F', ".oo/oo./.o.", 9),
    ('I', "ooooo", 1),
    ('L', "o./o./o./oo", 2),
    ('N', ".o/.o/oo/o.", 4),
    ('P', "oo/oo/o.", 6),
    ('T', "ooo/.o./.o.", 10),
    ('U', "o.o/ooo", 7),
    ('V', "o../o../ooo", 5),
    ('W', "o../oo./.oo", 11),
    ('X', ".o./ooo/.o.", 12),
    ('Y', ".o/oo/.o/.o", 3),
    ('Z', "oo./.o./.oo", 8),
];

const TETROMINOES: [(char, &str); 5] =
    [('I', "oooo"), ('L', "o./o./oo"), ('O', "oo/oo"), ('S', ".oo/oo."), ('T', "ooo/.o.")];

/// Piet Hein's seven, of which the last three are the tetracubes that are not flat.
const SOMA: [(char, &str); 7] = [
    ('V', "oo/o."),
    ('L', "ooo/o.."),
    ('T', "ooo/.o."),
    ('Z', "oo./.oo"),
    ('A', "oo/o. .o/.."),
    ('B', "oo/o. ../o."),
    ('P', "oo/o. o./.."),
];

/// Bruce Bedlam's thirteen.
const BEDLAM: [&str; 13] = [
    "ooo/o.. o../...",
    "oo./o.. .oo/...",
    "oo./.o. .oo/...",
    ".o./ooo/.o.",
    "ooo/.o. .../.o.",
    "ooo/o.. .o./...",
    "oo./... .o./.oo",
    "oo./.oo/.o.",
    "ooo/..o .../..o",
    "ooo/o.. ..o/...",
    "ooo/.o. .o./...",
    "oo./.oo/..o",
    "oo/o. ../o.",
];

/// The letters of the pentominoes.
pub(super) fn pentomino_letters() -> impl Iterator<Item = char> {
    PENTOMINOES.iter().map(|p| p.0)
}

/// The pentomino with this letter.
pub(super) fn pentomino(letter: char) -> Option<Shape> {
    PENTOMINOES.iter().find(|p| p.0 == letter).map(|p| Shape::drawn(p.1))
}

/// KATAMINO's number for a pentomino.
pub(super) fn katamino_number(letter: char) -> Option<u32> {
    PENTOMINOES.iter().find(|p| p.0 == letter).map(|p| p.2)
}

/// The names of the sets.
pub(super) const SETS: &str = if EVERY_LATTICE {
    r#""pentominoes", "tetrominoes", "hexominoes", "one-sided pentominoes", "soma", "tetracubes", "bedlam""#
} else {
    r#""pentominoes", "tetrominoes", "hexominoes", "one-sided pentominoes""#
};

/// The pieces of a named set: letter, form, and whether it must not flip.
pub(super) fn named_set(name: &str) -> Option<Vec<(char, Shape, bool)>> {
    let both_sided = |letter: char, form: &str| (letter, Shape::drawn(form), false);
    Some(match name {
        "pentominoes" => PENTOMINOES.iter().map(|p| both_sided(p.0, p.1)).collect(),
        "tetrominoes" => TETROMINOES.iter().map(|p| both_sided(p.0, p.1)).collect(),
        "one-sided pentominoes" => {
            // A reflection that is not a rotation of the piece is a separate piece, with a small letter.
            let mut pieces: Vec<(char, Shape, bool)> = Vec::new();
            for &(letter, form, _) in &PENTOMINOES {
                let shape = Shape::drawn(form);
                let turned = shape.forms(false, true, false);
                let mirrored =
                    shape.forms(true, false, false).into_iter().find(|form| !turned.contains(form));
                pieces.push((letter, shape, true));
                pieces.extend(mirrored.map(|mirrored| (letter.to_ascii_lowercase(), mirrored, true)));
            }
            pieces
        }
        "hexominoes" => {
            let letters = ('A'..='Z').chain('a'..='z');
            letters.zip(polyominoes(6)).map(|(letter, shape)| (letter, shape, false)).collect()
        }
        "soma" if EVERY_LATTICE => SOMA.iter().map(|p| both_sided(p.0, p.1)).collect(),
        "tetracubes" if EVERY_LATTICE => {
            let tetracubes = SOMA[4..].iter().chain(&TETROMINOES);
            tetracubes.map(|p| both_sided(p.0, p.1)).collect()
        }
        "bedlam" if EVERY_LATTICE => {
            ('A'..).zip(BEDLAM).map(|(letter, form)| both_sided(letter, form)).collect()
        }
        _ => return None,
    })
}

/// Every free polyomino of that size in its first form, in order.
fn polyominoes(size: usize) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::from([Shape(vec![[0; 3]])]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for &[_, row, column] in &shape.0 {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let new = (row as i32 + down, column as i32 + right);
                    let old = shape.0.iter().map(|&[_, r, c]| (r as i32, c as i32));
                    let grown = Shape::flat(old.chain([new]));
                    if grown.0.windows(2).all(|pair| pair[0] != pair[1]) {
                        larger.extend(grown.forms(true, true, false).into_iter().next());
                    }
                }
            }
        }
        shapes = larger;
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of free polyominoes: OEIS A000105.
    #[test]
    fn counts_of_polyominoes() {
        let counts: Vec<usize> = (1..=7).map(|size| polyominoes(size).len()).collect();
        assert_eq!(counts, [1, 1, 2, 5, 12, 35, 108]);
        let sizes = ["tetrominoes", "pentominoes", "hexominoes", "one-sided pentominoes"]
            .map(|name| named_set(name).unwrap().len());
        assert_eq!(sizes, [5, 12, 35, 18]);
        let free: BTreeSet<Shape> = PENTOMINOES
            .iter()
            .filter_map(|p| Shape::drawn(p.1).forms(true, true, false).into_iter().next())
            .collect();
        assert_eq!(free, polyominoes(5));
    }
}
