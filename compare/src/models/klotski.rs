//! 横刀立马, the best-known layout of Klotski, in steps of one cell.

use tejun_search::Moves;

use crate::puzzle::Puzzle;

const WIDTH: usize = 4;
const HEIGHT: usize = 5;

/// What is on a cell: the first cell of a piece says which piece it is.
const FREE: u64 = 0;
const SMALL: u64 = 1;
const STANDING: u64 = 2;
const LYING: u64 = 3;
const LARGE: u64 = 4;
const REST: u64 = 5;

/// Three bits per cell, row by row.
#[derive(Clone)]
pub struct Klotski;

/// Width and height of a piece.
#[inline(always)]
fn size(piece: u64) -> (usize, usize) {
    match piece {
        SMALL => (1, 1),
        STANDING => (1, 2),
        LYING => (2, 1),
        _ => (2, 2),
    }
}

/// The bits of a piece whose first cell is `at`.
#[inline(always)]
fn bits(piece: u64, at: usize, (width, height): (usize, usize)) -> u64 {
    let row = if width == 2 { piece | REST << 3 } else { piece };
    let next = if width == 2 { REST | REST << 3 } else { REST };
    (row | if height == 2 { next << (3 * WIDTH) } else { 0 }) << (3 * at)
}

#[inline(always)]
fn on(state: u64, cell: usize) -> u64 {
    state >> (3 * cell) & 7
}

impl Puzzle for Klotski {
    const MOVES: Moves = Moves::Undirected;

    fn start(&self) -> u64 {
        let put = |state, &(piece, at): &(u64, usize)| state | bits(piece, at, size(piece));
        let status = [0, 3, 8, 11].map(|at| (STANDING, at));
        let small = [13, 14, 16, 19].map(|at| (SMALL, at));
        status.iter().chain(&small).chain(&[(LARGE, 1), (LYING, 9)]).fold(0, put)
    }

    #[inline(always)]
    fn is_goal(&self, state: u64) -> bool {
        on(state, 13) == LARGE
    }

    #[inline(always)]
    fn successors(&self, state: u64, mut visit: impl FnMut(u64, u32)) {
        for at in 0..WIDTH * HEIGHT {
            let piece = on(state, at);
            if piece == FREE || piece == REST {
                continue;
            }
            let (width, height) = size(piece);
            let without = state ^ bits(piece, at, (width, height));
            let mut step = |to: usize| {
                let mut free = true;
                for row in 0..height {
                    for column in 0..width {
                        free &= on(without, to + row * WIDTH + column) == FREE;
                    }
                }
                if free {
                    visit(without | bits(piece, to, (width, height)), 1);
                }
            };
            if at >= WIDTH {
                step(at - WIDTH);
            }
            if !at.is_multiple_of(WIDTH) {
                step(at - 1);
            }
            if at % WIDTH + width < WIDTH {
                step(at + 1);
            }
            if at / WIDTH + height < HEIGHT {
                step(at + WIDTH);
            }
        }
    }

    /// The smaller of the state and its mirror image.
    fn representative(state: &u64) -> u64 {
        let mut mirrored = 0;
        for at in 0..WIDTH * HEIGHT {
            let piece = on(*state, at);
            if piece != FREE && piece != REST {
                let (width, height) = size(piece);
                mirrored |= bits(piece, at / WIDTH * WIDTH + WIDTH - width - at % WIDTH, (width, height));
            }
        }
        mirrored.min(*state)
    }
}
