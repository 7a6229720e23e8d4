//! Spaces to test and measure the searches on.

use tejun_search::Space;

/// Sliding tiles on a 3x4 board, blank first in the corner: four bits a cell, cell 0 lowest.
#[derive(Debug)]
pub struct Tiles;

const WIDTH: u64 = 4;
const CELLS: u64 = 12;

impl Space for Tiles {
    type State = u64;
    type Move = u8;
    const UNDIRECTED: bool = true;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        // The blank's cell stands above the cells, so that no search for it is needed.
        visit((0..CELLS).map(|cell| cell << (4 * cell)).sum());
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    #[inline(always)]
    fn expand(&self, state: &u64, mut visit: impl FnMut(u8, u64)) {
        let blank = state >> (4 * CELLS);
        let mut slide = |to: u64| {
            let tile = (state >> (4 * to)) & 15;
            let moved = state ^ (tile << (4 * to)) ^ (tile << (4 * blank)) ^ ((blank ^ to) << (4 * CELLS));
            visit(to as u8, moved);
        };
        if blank >= WIDTH {
            slide(blank - WIDTH);
        }
        if !blank.is_multiple_of(WIDTH) {
            slide(blank - 1);
        }
        if blank % WIDTH < WIDTH - 1 {
            slide(blank + 1);
        }
        if blank < CELLS - WIDTH {
            slide(blank + WIDTH);
        }
    }
}
