//! Polyominoes: their forms, and the named sets.

use std::collections::BTreeSet;

/// Cells as rows and columns, in reading order. The top row and the leftmost column are 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape(pub Vec<(usize, usize)>);

impl Shape {
    /// The shape of these cells, wherever they lie on the plane.
    pub fn of(cells: impl IntoIterator<Item = (i32, i32)>) -> Shape {
        let cells: Vec<(i32, i32)> = cells.into_iter().collect();
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let mut cells: Vec<(usize, usize)> =
            cells.iter().map(|&(row, column)| ((row - top) as usize, (column - left) as usize)).collect();
        cells.sort_unstable();
        Shape(cells)
    }

    /// Reads a shape from rows of text; `o` is a cell.
    fn drawn(rows: &str) -> Shape {
        let cells = rows.split('/').enumerate().flat_map(|(row, text)| {
            let cells = text.chars().enumerate().filter(|&(_, c)| c == 'o');
            cells.map(move |(column, _)| (row as i32, column as i32))
        });
        Shape::of(cells)
    }

    /// The shape after an optional reflection (left and right swapped), then `turns` quarter turns.
    fn moved(&self, mirrored: bool, turns: usize) -> Shape {
        let cells = self.0.iter().map(|&(row, column)| {
            turned((row as i32, if mirrored { -(column as i32) } else { column as i32 }), turns)
        });
        Shape::of(cells)
    }

    /// Rows and columns of the smallest rectangle around it.
    #[cfg(not(target_family = "wasm"))]
    pub fn size(&self) -> (usize, usize) {
        let side = |of: fn(&(usize, usize)) -> usize| self.0.iter().map(of).max().map_or(0, |last| last + 1);
        (side(|cell| cell.0), side(|cell| cell.1))
    }

    /// Every form of a piece: with its reflections (about the vertical axis) if it may flip, and its quarter
    /// turns if it may rotate.
    pub fn forms(&self, flip: bool, rotate: bool) -> BTreeSet<Shape> {
        let turns = if rotate { 0..4 } else { 0..1 };
        let mirrors: &[bool] = if flip { &[false, true] } else { &[false] };
        turns.flat_map(|turns| mirrors.iter().map(move |&m| self.moved(m, turns))).collect()
    }
}

/// A point rotated about the origin by quarter turns.
fn turned((row, column): (i32, i32), turns: usize) -> (i32, i32) {
    (0..turns).fold((row, column), |(row, column), _| (column, -row))
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
                let mirrored = shape.moved(true, 0);
                let chiral = !shape.forms(false, true).contains(&mirrored);
                pieces.push((letter, shape, true));
                if chiral {
                    pieces.push((letter.to_ascii_lowercase(), mirrored, true));
                }
            }
            pieces
        }
        "hexominoes" => {
            let letters = ('A'..='Z').chain('a'..='z');
            letters.zip(polyominoes(6)).map(|(letter, shape)| (letter, shape, false)).collect()
        }
        _ => return None,
    })
}

/// Every free polyomino of that size in its first form, in order.
fn polyominoes(size: usize) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::from([Shape(vec![(0, 0)])]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for &(row, column) in &shape.0 {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let new = (row as i32 + down, column as i32 + right);
                    let old = shape.0.iter().map(|&(r, c)| (r as i32, c as i32));
                    let grown = Shape::of(old.chain([new]));
                    if grown.0.windows(2).all(|pair| pair[0] != pair[1]) {
                        larger.extend(grown.forms(true, true).into_iter().next());
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
            .filter_map(|p| Shape::drawn(p.1).forms(true, true).into_iter().next())
            .collect();
        assert_eq!(free, polyominoes(5));
    }
}
