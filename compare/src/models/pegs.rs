//! Peg solitaire: pegs jump over each other until one is left.

use tejun_search::Moves;

use crate::puzzle::Puzzle;

const SIDE: usize = 7;

/// A bit per hole of seven by seven, set if a peg is in it.
#[derive(Clone)]
pub struct Pegs {
    start: u64,
    /// Where the last peg has to be: one of these holes.
    last: u64,
    /// For each jump, the pegs it needs and the holes it changes.
    jumps: Vec<(u64, u64)>,
}

impl Pegs {
    /// The board of 33 holes, with the middle one empty; the last peg has to end there.
    pub fn central() -> Self {
        let middle = 2..5;
        let board = |row: usize, column: usize| middle.contains(&row) || middle.contains(&column);
        Pegs::new(board, (3, 3), |last| last == (3, 3))
    }

    /// A board of five by five with one empty hole, from which no line leaves one peg.
    pub fn hopeless() -> Self {
        let board = |row: usize, column: usize| (1..6).contains(&row) && (1..6).contains(&column);
        Pegs::new(board, (1, 2), |_| true)
    }

    fn new(
        board: impl Fn(usize, usize) -> bool,
        empty: (usize, usize),
        may_be_last: impl Fn((usize, usize)) -> bool,
    ) -> Self {
        let bit = |(row, column): (usize, usize)| 1 << (row * SIDE + column);
        let is_hole = |&(row, column): &(usize, usize)| row < SIDE && column < SIDE && board(row, column);
        let holes: Vec<_> = (0..SIDE * SIDE).map(|i| (i / SIDE, i % SIDE)).filter(is_hole).collect();
        let mut jumps = Vec::new();
        for &(row, column) in &holes {
            for line in [
                [(row, column), (row, column + 1), (row, column + 2)],
                [(row, column), (row + 1, column), (row + 2, column)],
            ] {
                if line.iter().all(is_hole) {
                    let [first, over, last] = line.map(bit);
                    jumps.push((first | over, first | over | last));
                    jumps.push((last | over, first | over | last));
                }
            }
        }
        let full: u64 = holes.iter().copied().map(bit).sum();
        let last = holes.iter().copied().filter(|&hole| may_be_last(hole)).map(bit).sum();
        Pegs { start: full ^ bit(empty), last, jumps }
    }
}

/// The board, its rows in reverse order.
fn flipped(state: u64) -> u64 {
    (0..SIDE).fold(0, |image, row| image << SIDE | state >> (row * SIDE) & 0x7f)
}

/// The board turned by half.
fn turned(state: u64) -> u64 {
    state.reverse_bits() >> (64 - SIDE * SIDE)
}

/// The board, its rows as columns.
fn transposed(state: u64) -> u64 {
    let (mut rest, mut image) = (state, 0);
    while rest != 0 {
        let at = rest.trailing_zeros() as usize;
        image |= 1 << (at % SIDE * SIDE + at / SIDE);
        rest &= rest - 1;
    }
    image
}

impl Puzzle for Pegs {
    const MOVES: Moves = Moves::OneWay;

    fn start(&self) -> u64 {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: u64) -> bool {
        state & (state - 1) == 0 && state & self.last != 0
    }

    #[inline(always)]
    fn successors(&self, state: u64, mut visit: impl FnMut(u64, u32)) {
        for &(pegs, changed) in &self.jumps {
            if state & changed == pegs {
                visit(state ^ changed, 1);
            }
        }
    }

    /// The smallest of the eight images.
    fn representative(state: &u64) -> u64 {
        let four = |state| {
            let over = flipped(state);
            turned(over).min(over).min(turned(state)).min(state)
        };
        four(*state).min(four(transposed(*state)))
    }
}
