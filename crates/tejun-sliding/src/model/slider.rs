//! Pieces of one shape on a floor, as sets of cells: what they cover, where they fit, how they move.

use super::class::Class;
use super::grid::Grid;
use crate::rules::{Metric, Shape};
use tejun_core::bits::{Cells, each};

/// Maximum number of regions of empty cells that are distinguished.
const REGIONS: usize = 8;

/// Whether a set has at least three cells.
#[inline(always)]
fn is_many<B: Cells>(set: B) -> bool {
    let others = if set == B::NONE { set } else { set.without_lowest() };
    others != B::NONE && others.without_lowest() != B::NONE
}

/// A shape, prepared for move generation on bitboards.
pub(crate) struct Slider<B> {
    outline: Outline,
    /// The cells of a piece, as a set, with its head on the first cell.
    shape: B,
    is_cell: bool,
    /// All heads where such a piece may be.
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

/// The free space on a board.
#[derive(Clone, Copy)]
pub(crate) struct Room<B> {
    pub empty: B,
    /// For each direction, the cells from which a step leads onto an empty cell.
    pub before: [B; 4],
}

impl<B: Cells> Slider<B> {
    /// The pieces of a class on a board with `columns` columns.
    pub fn new(columns: usize, class: &Class) -> Self {
        let outline = Outline::new(&class.shape, columns);
        Slider {
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
