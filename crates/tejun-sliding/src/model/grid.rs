//! The floor as sets of cells.

use crate::rules::{Floor, Metric};
use tejun_core::bits::Cells;

/// A floor, and how a single cell moves on it.
pub(crate) struct Grid<B> {
    /// The cells of the floor.
    pub floor: B,
    /// Number of columns minus one: shifting by a whole row at once could overflow.
    across: u32,
    /// All cells outside the first column, and all cells outside the last.
    not_first: B,
    not_last: B,
    /// The neighbours of each cell.
    around: Vec<B>,
}

impl<B: Cells> Grid<B> {
    pub fn new(floor: &Floor) -> Self {
        let set = |wanted: &dyn Fn(usize) -> bool| {
            let cells = (0..floor.inside.len()).filter(|&cell| wanted(cell));
            cells.fold(B::NONE, |set, cell| set | (B::FIRST << cell as u32))
        };
        let columns = floor.columns;
        let mut grid = Grid {
            floor: set(&|cell| floor.inside[cell]),
            across: columns as u32 - 1,
            not_first: set(&|cell| cell % columns != 0),
            not_last: set(&|cell| cell % columns != columns - 1),
            around: Vec::new(),
        };
        grid.around = (0..floor.inside.len()).map(|cell| grid.neighbours(B::FIRST << cell as u32)).collect();
        grid
    }

    /// Number of cells of the rectangle, on the floor or not.
    pub fn cells(&self) -> usize {
        self.around.len()
    }

    #[inline(always)]
    fn up(&self, set: B) -> B {
        (set >> self.across) >> 1
    }

    #[inline(always)]
    fn down(&self, set: B) -> B {
        (set << self.across) << 1
    }

    #[inline(always)]
    fn left(&self, set: B) -> B {
        (set >> 1) & self.not_last
    }

    #[inline(always)]
    fn right(&self, set: B) -> B {
        (set << 1) & self.not_first
    }

    /// For each direction, the cells from which a step that way leads into the set. Some may be off the
    /// floor.
    #[inline(always)]
    pub fn before(&self, set: B) -> [B; 4] {
        [self.down(set), self.up(set), self.right(set), self.left(set)]
    }

    /// The cells next to any cell of the set. Some may be off the floor, or in the set.
    #[inline(always)]
    fn neighbours(&self, set: B) -> B {
        self.up(set) | self.down(set) | self.left(set) | self.right(set)
    }

    /// The cells of `free` one step away from a cell.
    #[inline(always)]
    pub fn step(&self, from: u32, free: B) -> B {
        self.around[from as usize] & free
    }

    /// Divides a set into its connected regions; `None` if there are more than the list has room for.
    #[inline(always)]
    pub fn regions<'r>(&self, set: B, regions: &'r mut [B]) -> Option<&'r [B]> {
        let mut left = set;
        let mut count = 0;
        while left != B::NONE {
            let mut region = B::FIRST << left.lowest();
            loop {
                let grown = (region | self.neighbours(region)) & left;
                if grown == region {
                    break;
                }
                region = grown;
            }
            *regions.get_mut(count)? = region;
            count += 1;
            left = left & !region;
        }
        Some(&regions[..count])
    }

    /// The cells of `free` that one move reaches, given `stepped`, the non-empty set that its first step
    /// reaches.
    #[inline(always)]
    pub fn reach(&self, metric: Metric, from: u32, stepped: B, free: B) -> B {
        let mut reached = stepped;
        match metric {
            Metric::Steps => {}
            Metric::Slides => {
                for step in [Self::up, Self::down, Self::left, Self::right] {
                    let mut new = step(self, B::FIRST << from) & stepped;
                    while new != B::NONE {
                        reached = reached | new;
                        new = step(self, new) & free;
                    }
                }
            }
            Metric::Moves => {
                // Always try a second step: that costs less than a mispredicted branch. A third is rare.
                let mut new = stepped;
                loop {
                    new = self.neighbours(new) & free & !reached;
                    reached = reached | new;
                    if new == B::NONE || reached == free {
                        break;
                    }
                }
            }
        }
        reached
    }
}
