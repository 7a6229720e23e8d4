//! Spaces and tilings for tests and benchmarks.

#![allow(dead_code, reason = "each test uses some of them")]

use tejun_search::Featured;
use tejun_search::pattern::Pattern;
use tejun_search::tiling::{Kind, Tiling};
use tejun_search::{Moves, Space};

/// Sliding tiles on a 3x4 board, starting with the blank in the corner: four bits per cell, cell 0 lowest.
#[derive(Debug)]
pub struct Tiles;

const WIDTH: u64 = 4;
const CELLS: u64 = 12;

impl Space for Tiles {
    type State = u64;
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        // The blank's cell is stored above the cells, so that it need not be searched for.
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

/// Eight tokens on 256 cells, a byte each. A move puts a token on any empty cell, so each state has some two thousand
/// successors. There is no goal.
#[derive(Debug)]
pub struct Jumps;

impl Space for Jumps {
    type State = u64;
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7]));
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn expand(&self, state: &u64, mut visit: impl FnMut((), u64)) {
        let cells = state.to_le_bytes();
        for empty in (0..=u8::MAX).filter(|cell| !cells.contains(cell)) {
            for token in 0..cells.len() {
                let mut next = cells;
                next[token] = empty;
                visit((), u64::from_le_bytes(next));
            }
        }
    }
}

impl Featured for Jumps {
    fn features(&self, state: &u64, mut visit: impl FnMut(u32)) {
        let cells = state.to_le_bytes();
        (0..).zip(cells).for_each(|(token, cell)| visit(256 * token + u32::from(cell)));
    }
}

/// Seven dials with ten positions each, four bits per dial, all at 0. A move turns one dial by one position.
/// In the goals, two dials are at 6 and the others at 0. Reversing the order of the dials is a symmetry.
#[derive(Debug)]
pub struct Dials;

const DIALS: u64 = 7;

impl Space for Dials {
    type State = u64;
    type Move = i8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(0);
    }

    fn is_goal(&self, state: &u64) -> bool {
        (0..DIALS).all(|dial| matches!(state >> (4 * dial) & 15, 0 | 6)) && state.count_ones() == 4
    }

    fn goals(&self) -> Option<Vec<u64>> {
        let pairs = (0..DIALS).flat_map(|a| (0..a).map(move |b| 6 << (4 * a) | 6 << (4 * b)));
        Some(pairs.collect())
    }

    fn expand(&self, state: &u64, mut visit: impl FnMut(i8, u64)) {
        for dial in 0..DIALS {
            let at = state >> (4 * dial) & 15;
            if at > 0 {
                visit(-1 - dial as i8, state - (1 << (4 * dial)));
            }
            if at < 9 {
                visit(1 + dial as i8, state + (1 << (4 * dial)));
            }
        }
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn canonical(&self, state: &u64) -> u64 {
        let dial = |dial: u64| (state >> (4 * dial) & 15) << (4 * (DIALS - 1 - dial));
        (0..DIALS).map(dial).sum::<u64>().min(*state)
    }
}

/// The first five of the [`Dials`]. Turning one of the others changes nothing.
#[derive(Debug)]
pub struct FiveDials;

const FIVE: u64 = 5;

impl Space for FiveDials {
    type State = u64;
    type Move = i8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(0);
    }

    fn is_goal(&self, state: &u64) -> bool {
        (0..FIVE).all(|dial| matches!(state >> (4 * dial) & 15, 0 | 6)) && state.count_ones() <= 4
    }

    fn goals(&self) -> Option<Vec<u64>> {
        Some((0..1 << (4 * FIVE)).filter(|state| self.is_goal(state)).collect())
    }

    fn expand(&self, state: &u64, mut visit: impl FnMut(i8, u64)) {
        Dials.expand(state, |by, next| {
            if next < 1 << (4 * FIVE) {
                visit(by, next);
            }
        });
    }
}

impl Pattern for FiveDials {
    type Whole = u64;

    fn project(&self, whole: &u64) -> u64 {
        whole & ((1 << (4 * FIVE)) - 1)
    }

    fn size(&self) -> usize {
        10_usize.pow(FIVE as u32)
    }

    fn rank(&self, state: &u64) -> usize {
        (0..FIVE).rev().fold(0, |rank, dial| 10 * rank + (state >> (4 * dial) & 15) as usize)
    }
}

/// Dominoes on a rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Dominoes {
    pub rows: usize,
    pub columns: usize,
}

impl Dominoes {
    /// Counted up to the symmetries of a rectangle that is not a square.
    pub fn tiling(self) -> Tiling {
        let Dominoes { rows, columns } = self;
        let cells = rows * columns;
        let lying = (0..cells).filter(|cell| (cell + 1) % columns > 0).map(|cell| 0b11 << cell);
        let status = (0..cells - columns).map(|cell| (1 | 1 << columns) << cell);
        let kind = Kind { count: cells as u32 / 2, masks: lying.chain(status).collect() };
        let image = |flip: usize| -> Vec<usize> {
            let place = |cell: usize| (cell / columns, cell % columns);
            let moved = |(row, column): (usize, usize)| {
                let row = if flip & 1 > 0 { rows - 1 - row } else { row };
                let column = if flip & 2 > 0 { columns - 1 - column } else { column };
                row * columns + column
            };
            (0..cells).map(|cell| moved(place(cell))).collect()
        };
        Tiling::new(cells, &[kind]).unwrap().under(&[image(1), image(2), image(3)])
    }
}
