//! States per second of IDA* and A* on the 15-puzzle, with the sum of the distances of the tiles as bound.

use divan::counter::ItemsCount;
use tejun_search::{Moves, Search, Space};

/// Four bits per place, place 0 lowest; the gap is 0, and in the goal tile n is at place n.
struct Fifteen {
    start: u64,
    /// For each two neighbouring places and the tiles there, the sum of their distances.
    distances: [[u8; 256]; 8],
}

const ONES: u64 = 0x1111_1111_1111_1111;

impl Fifteen {
    fn new(tiles: [u64; 16]) -> Self {
        let far = |tile: usize, at: usize| match tile {
            0 => 0,
            _ => (tile % 4).abs_diff(at % 4) + (tile / 4).abs_diff(at / 4),
        };
        let both = |two: usize, at: usize| (far(two & 15, at) + far(two >> 4, at + 1)) as u8;
        Fifteen {
            start: tiles.iter().rev().fold(0, |state, tile| state << 4 | tile),
            distances: std::array::from_fn(|pair| std::array::from_fn(|two| both(two, 2 * pair))),
        }
    }
}

impl Space for Fifteen {
    type State = u64;
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.start);
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == 0xfedc_ba98_7654_3210
    }

    #[inline(always)]
    fn expand(&self, &state: &u64, mut visit: impl FnMut(u8, u64)) {
        let taken = (state | state >> 1 | state >> 2 | state >> 3) & ONES;
        let gap = (!taken & ONES).trailing_zeros();
        let mut slide = |from: u32| {
            let tile = state >> from & 15;
            visit((from / 4) as u8, state ^ tile << from ^ tile << gap);
        };
        if gap >= 16 {
            slide(gap - 16);
        }
        if !gap.is_multiple_of(16) {
            slide(gap - 4);
        }
        if gap % 16 < 12 {
            slide(gap + 4);
        }
        if gap < 48 {
            slide(gap + 16);
        }
    }

    #[inline(always)]
    fn bound(&self, state: &u64) -> Option<u32> {
        let bytes = state.to_le_bytes();
        Some(bytes.iter().zip(&self.distances).map(|(&two, sums)| u32::from(sums[usize::from(two)])).sum())
    }
}

/// 65 moves from the goal, and the hardest of Korf's hundred for this bound.
const START: [u64; 16] = [15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4];

fn main() {
    divan::main();
}

const STATES: u64 = 20_000_000;

#[divan::bench(sample_count = 5, sample_size = 1)]
fn ida(bencher: divan::Bencher) {
    let space = Fifteen::new(START);
    bencher.counter(ItemsCount::new(STATES)).bench_local(|| {
        let stopped = Search::new(&space).states(STATES).idastar().unwrap_err();
        assert_eq!(stopped.stats().expanded, STATES);
    });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn a(bencher: divan::Bencher) {
    let space = Fifteen::new(START);
    bencher.counter(ItemsCount::new(STATES / 4)).bench_local(|| {
        let stopped = Search::new(&space).states(STATES / 4).astar().unwrap_err();
        assert!(stopped.stats().stored >= STATES / 4);
    });
}
