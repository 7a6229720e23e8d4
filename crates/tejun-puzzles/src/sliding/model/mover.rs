//! Move generation for a class of pieces, on bitboards.

use super::class::Class;
use super::codec::{Field, HeadBits};
use super::grid::Grid;
use crate::packed::{Bits, Cells, each};
use crate::sliding::rules::{Metric, Shape};

/// The most regions of empty cells that are told apart.
const REGIONS: usize = 8;

/// Whether a set has at least three cells.
#[inline(always)]
fn is_many<B: Cells>(set: B) -> bool {
    let others = if set == B::NONE { set } else { set.without_lowest() };
    others != B::NONE && others.without_lowest() != B::NONE
}

/// A class of pieces, prepared for move generation.
pub(super) struct Mover<B, S> {
    pub field: Field,
    /// For each head, the bits it flips in a state and, if there is exactly one reflection, in its image.
    /// Empty for a field whose pieces have an order.
    pub flips: Vec<[S; 2]>,
    /// For each number that encodes a head in the field, that head as a set and the cells that the piece
    /// covers; for ranks, one such list for each few pieces. Nothing for a bitboard.
    numbered: Vec<Vec<Pieces<B>>>,
    /// For each cell, all cells before it.
    below: Vec<B>,
    outline: Outline,
    /// The cells of a piece, as a set, with its head on the first cell.
    shape: B,
    is_cell: bool,
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

impl<B: Cells> Pieces<B> {
    const NONE: Self = Pieces { heads: B::NONE, cover: B::NONE };

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Pieces { heads: self.heads | other.heads, cover: self.cover | other.cover }
    }
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
        let pieces = |heads: &[u32]| {
            let heads = heads.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head));
            Pieces { heads, cover: outline.cover(heads) }
        };
        let numbered = match field {
            Field::Board { .. } => Vec::new(),
            Field::Numbers { heads, .. } => vec![heads.iter().map(|&head| pieces(&[head])).collect()],
            Field::Ranks { ranks, .. } => {
                ranks.groups().map(|(_, _, sets)| sets.iter().map(|set| pieces(set)).collect()).collect()
            }
        };
        let mut below = vec![B::NONE];
        for cell in 0..=class.heads[class.heads.len() - 1] {
            below.push(below[cell] | (B::FIRST << cell as u32));
        }
        Mover {
            field: field.clone(),
            below,
            numbered,
            flips: bits
                .heads()
                .map(|head| [bits.of(head), mirror.map_or(S::ZERO, |mirror| mirror.of(head))])
                .collect(),
            shape: outline.cover(B::FIRST),
            is_cell: class.shape.0.len() == 1,
            outline,
            valid: class.heads.iter().fold(B::NONE, |set, &head| set | (B::FIRST << head as u32)),
        }
    }

    /// The cells covered by pieces with these heads.
    #[inline(always)]
    pub fn cover(&self, heads: B) -> B {
        self.outline.cover(heads)
    }

    /// The pieces of the class in a state; the holes, if the field holds these.
    #[inline(always)]
    pub fn pieces(&self, state: &S) -> Pieces<B> {
        let number = |shift: u32, width: u32| self.numbered[0][state.get(shift, width) as usize];
        match &self.field {
            &Field::Board { shift, first, span } => {
                let heads = if span <= 64 {
                    B::from_low(state.get(shift, span)) << first
                } else {
                    let high = B::from_low(state.get(shift + 64, span - 64));
                    (B::from_low(state.get(shift, 64)) | (high << 32) << 32) << first
                };
                Pieces { heads, cover: self.cover(heads) }
            }
            &Field::Numbers { shift, width, count: 1, .. } => number(shift, width),
            &Field::Numbers { shift, width, count, .. } => {
                (0..count).fold(Pieces::NONE, |all, piece| all.and(number(shift + piece * width, width)))
            }
            Field::Ranks { shift, ranks, .. } => {
                ranks.groups().zip(&self.numbered).fold(Pieces::NONE, |all, ((first, width, _), pieces)| {
                    all.and(pieces[state.get(shift + first, width) as usize])
                })
            }
        }
    }

    /// Visits the states after the moves of a piece, apart from what they do to holes. `heads` are those of the
    /// class before the move.
    #[inline(always)]
    pub fn carry(&self, state: &S, heads: B, from: u32, reached: B, mut visit: impl FnMut(u32, S)) {
        if let Some([lift, _]) = self.flips.get(from as usize) {
            let lifted = state.xor(lift);
            return each(reached).for_each(|to| visit(to, lifted.xor(&self.flips[to as usize][0])));
        }
        let far = |to| self.field.carry(state, heads, &self.below, from, to);
        match &self.field {
            Field::Ranks { holes: true, .. } => each(reached).for_each(|to| visit(to, *state)),
            Field::Ranks { shift, ranks, .. } => {
                // Most moves pass no piece of the class: the order stays, and one share changes.
                let before = heads & self.below[from as usize];
                let after = heads & !self.below[from as usize + 1];
                let lower =
                    if before == B::NONE { B::NONE } else { reached & self.below[before.highest() as usize] };
                let upper =
                    if after == B::NONE { B::NONE } else { reached & !self.below[after.lowest() as usize] };
                let near = reached & !lower & !upper;
                each(lower).for_each(|to| visit(to, far(to)));
                let shares = ranks.shares(before.count() as usize);
                let lifted = state.add(*shift, -shares[from as usize]);
                each(near).for_each(|to| visit(to, lifted.add(*shift, shares[to as usize])));
                each(upper).for_each(|to| visit(to, far(to)));
            }
            _ => each(reached).for_each(|to| visit(to, far(to))),
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
        if metric == Metric::Moves && self.is_cell && is_many(movable) {
            // A single cell goes to every empty cell of the regions that it is next to.
            let mut regions = [B::NONE; REGIONS];
            if let Some(regions) = grid.regions(empty & self.valid, &mut regions) {
                return each(movable).for_each(|from| {
                    let stepped = grid.step(from, empty & self.valid);
                    let next_to = regions.iter().filter(|&&region| region & stepped != B::NONE);
                    let reached = next_to.fold(B::NONE, |all, &region| all | region);
                    if reached != B::NONE {
                        visit(from, reached);
                    }
                });
            }
        }
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
