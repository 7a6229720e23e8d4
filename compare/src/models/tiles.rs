//! Sliding tiles on a board of up to 16 places, among them the 8-puzzle and the 15-puzzle.

use tejun_search::Moves;

use crate::puzzle::Puzzle;

/// Four bits per place, place 0 lowest. The gap is 0; in the goal, tile n is at place n.
#[derive(Clone)]
pub struct Tiles<const WIDTH: usize, const HEIGHT: usize> {
    start: u64,
    /// Whether a tile costs its number to move, or 1.
    heavy: bool,
    /// For each two neighbouring places and the tiles there, the sum of their distances.
    distances: [[u8; 256]; 8],
}

const ONES: u64 = 0x1111_1111_1111_1111;

impl<const WIDTH: usize, const HEIGHT: usize> Tiles<WIDTH, HEIGHT> {
    const GOAL: u64 = 0xfedc_ba98_7654_3210 & (u64::MAX >> (64 - 4 * WIDTH * HEIGHT));

    /// Tiles of equal cost, from the gap and tiles at places 0, 1, 2...
    pub fn new(tiles: &[u64]) -> Self {
        assert_eq!(tiles.len(), WIDTH * HEIGHT);
        let far = |tile: usize, at: usize| match tile {
            0 => 0,
            _ => (tile % WIDTH).abs_diff(at % WIDTH) + (tile / WIDTH).abs_diff(at / WIDTH),
        };
        let both = |two: usize, at: usize| (far(two & 15, at) + far(two >> 4, at + 1)) as u8;
        Tiles {
            start: tiles.iter().rev().fold(0, |state, tile| state << 4 | tile),
            heavy: false,
            distances: std::array::from_fn(|pair| std::array::from_fn(|two| both(two, 2 * pair))),
        }
    }

    /// The same tiles, of which each costs its number to move.
    pub fn heavy(self) -> Self {
        Tiles { heavy: true, ..self }
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> Puzzle for Tiles<WIDTH, HEIGHT> {
    const MOVES: Moves = Moves::Undirected;

    fn start(&self) -> u64 {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: u64) -> bool {
        state == Self::GOAL
    }

    fn only_goal(&self) -> Option<u64> {
        Some(Self::GOAL)
    }

    #[inline(always)]
    fn successors(&self, state: u64, mut visit: impl FnMut(u64, u32)) {
        let taken = (state | state >> 1 | state >> 2 | state >> 3) & ONES;
        let gap = (!taken & ONES).trailing_zeros() as usize / 4;
        let mut slide = |from: usize| {
            let tile = state >> (4 * from) & 15;
            let next = state ^ tile << (4 * from) ^ tile << (4 * gap);
            visit(next, if self.heavy { tile as u32 } else { 1 });
        };
        if gap >= WIDTH {
            slide(gap - WIDTH);
        }
        if !gap.is_multiple_of(WIDTH) {
            slide(gap - 1);
        }
        if gap % WIDTH + 1 < WIDTH {
            slide(gap + 1);
        }
        if gap + WIDTH < WIDTH * HEIGHT {
            slide(gap + WIDTH);
        }
    }

    #[inline(always)]
    fn bound(&self, state: u64) -> u32 {
        let bytes = state.to_le_bytes();
        bytes.iter().zip(&self.distances).map(|(&two, sums)| u32::from(sums[usize::from(two)])).sum()
    }
}
