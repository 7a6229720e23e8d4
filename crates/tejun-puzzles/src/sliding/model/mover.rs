//! Move generation for a class of pieces, on bitboards.

use super::class::Class;
use super::codec::{Field, HeadBits};
use super::grid::Grid;
use crate::packed::{Bits, Cells};
use crate::sliding::rules::{Metric, Shape};

/// A class of pieces, prepared for move generation.
pub(super) struct Mover<B, S> {
    pub field: Field,
    /// For each head, the bits it flips in a state and, if there is exactly one reflection, in its image.
    /// Empty for a field of several numbers, which are sorted.
    pub flips: Vec<[S; 2]>,
    /// For each number that encodes a head in the field, that head as a set and the cells that the piece
    /// covers.
    numbered: Vec<Pieces<B>>,
    outline: Outline,
    /// The cells of a piece, as a set, with its head on the first cell.
    shape: B,
    /// All heads for which the piece lies on the floor.
    valid: B,
}

/// The offsets of a shape's cells from its head, in bits. A rectangle of up to 2x2 at the head is kept
/// separately: its cells take two shifts and no loop, and most pieces are just that.
struct Outline {
    /// Offset of the rectangle's second column; 0 if it has one column.
    right: u32,
    /// Offset of its second row; 0 if it has one row.
    down: u32,
    rest: Vec<u32>,
}

impl Outline {
    fn new(shape: &Shape, columns: usize) -> Self {
        let has = |cell: (usize, isize)| shape.0.contains(&cell);
        let wide = has((0, 1));
        let high = has((1, 0)) && (!wide || has((1, 1)));
        let within = |&(down, right): &(usize, isize)| {
            (down == 0 || down == 1 && high) && (right == 0 || right == 1 && wide)
        };
        let rest = shape.0.iter().filter(|cell| !within(cell));
        Outline {
            right: u32::from(wide),
            down: if high { columns as u32 } else { 0 },
            rest: rest.map(|&(down, right)| ((down * columns) as isize + right) as u32).collect(),
        }
    }

    /// All cells covered by pieces with these heads.
    #[inline(always)]
    fn cover<B: Cells>(&self, heads: B) -> B {
        let wide = heads | (heads << self.right);
        let rectangles = wide | (wide << self.down);
        self.rest.iter().fold(rectangles, |cover, &by| cover | (heads << by))
    }

    /// The heads of pieces that a step moves onto empty cells. The sets are, for each direction, the cells
    /// from which a step leads onto an empty cell. For shapes beyond a small rectangle, the result is a
    /// superset: one cell with such a step is enough.
    #[inline(always)]
    fn movable<B: Cells>(&self, [up, down, left, right]: [B; 4]) -> B {
        if !self.rest.is_empty() {
            let any = up | down | left | right;
            let wide = any | (any >> self.right);
            let rectangles = wide | (wide >> self.down);
            return self.rest.iter().fold(rectangles, |heads, &by| heads | (any >> by));
        }
        let row = |set: B| set & (set >> self.right);
        let column = |set: B| set & (set >> self.down);
        row(up) | (row(down) >> self.down) | column(left) | (column(right) >> self.right)
    }

    /// The heads of pieces whose cells all lie in `set`. Some may be off the floor.
    #[inline(always)]
    fn fits<B: Cells>(&self, set: B) -> B {
        let wide = set & (set >> self.right);
        let rectangles = wide & (wide >> self.down);
        self.rest.iter().fold(rectangles, |heads, &by| heads & (set >> by))
    }
}

/// Some pieces of a class.
#[derive(Clone, Copy)]
pub(super) struct Pieces<B> {
    pub heads: B,
    /// The cells they cover.
    pub cover: B,
}

/// The free space in a state.
#[derive(Clone, Copy)]
pub(super) struct Room<B> {
    pub empty: B,
    /// For each direction, the cells from which a step leads onto an empty cell.
    pub before: [B; 4],
}

impl<B: Cells, S: Bits> Mover<B, S> {
    /// Prepares a class. `mirror` holds the bits of the image, if there is exactly one reflection.
    pub fn new(columns: usize, class: &Class, field: &Field, mirror: Option<&HeadBits<S>>) -> Self {
        let outline = Outline::new(&class.shape, columns);
        let bits = HeadBits::new(field, &class.heads, |head| head);
        let numbered = if let Field::Numbers { heads, .. } = field { &heads[..] } else { &[] };
        let piece = |&head: &u32| Pieces { heads: B::FIRST << head, cover: outline.cover(B::FIRST << head) };
        Mover {
            field: field.clone(),
            numbered: numbered.iter().map(piece).collect(),
            flips: bits
                .heads()
                .map(|head| [bits.of(head), mirror.map_or(S::ZERO, |mirror| mirror.of(head))])
                .collect(),
            shape: outline.cover(B::FIRST),
            outline,
            valid: class.heads.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head as u32)),
        }
    }

    /// The cells covered by pieces with these heads.
    #[inline(always)]
    pub fn cover(&self, heads: B) -> B {
        self.outline.cover(heads)
    }

    /// The pieces of the class in a state.
    #[inline(always)]
    pub fn pieces(&self, state: &S) -> Pieces<B> {
        let number = |shift: u32, width: u32| self.numbered[state.get(shift, width) as usize];
        match self.field {
            Field::Board { shift, first, span } => {
                let heads = if span <= 64 {
                    B::from_low(state.get(shift, span)) << first
                } else {
                    let word = |at: u32| B::from_low(state.get(shift + at, 64.min(span - at))) << at;
                    (0..span).step_by(64).fold(B::NONE, |heads, at| heads | word(at)) << first
                };
                Pieces { heads, cover: self.cover(heads) }
            }
            Field::Numbers { shift, width, count: 1, .. } => number(shift, width),
            Field::Numbers { shift, width, count, .. } => {
                (0..count).fold(Pieces { heads: B::NONE, cover: B::NONE }, |all, piece| {
                    let piece = number(shift + piece * width, width);
                    Pieces { heads: all.heads | piece.heads, cover: all.cover | piece.cover }
                })
            }
        }
    }

    /// All heads for which a piece fits into the empty cells.
    #[inline(always)]
    pub fn fit(&self, empty: B) -> B {
        self.valid & self.outline.fits(empty)
    }

    /// Visits those of the pieces with these heads that can move: the head of each, and all heads it can move
    /// to.
    #[inline(always)]
    pub fn moves(
        &self,
        metric: Metric,
        grid: &Grid<B>,
        heads: B,
        Room { empty, before }: Room<B>,
        mut visit: impl FnMut(u32, B),
    ) {
        let mut movable = heads & self.outline.movable(before);
        while movable != B::NONE {
            let from = movable.lowest();
            let others = movable.without_lowest();
            let free = self.fit(empty | (self.shape << from)) & !(movable & !others);
            movable = others;
            let stepped = grid.step(from, free);
            if stepped != B::NONE {
                visit(from, grid.reach(metric, from, stepped, free));
            }
        }
    }
}
