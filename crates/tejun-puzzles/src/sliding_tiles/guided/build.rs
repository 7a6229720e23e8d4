//! Building the databases: breadth-first from the goal, with a bit for each arrangement and each region of cells without
//! tiles of the pattern that the gap may be in.
//!
//! A *block* has the orders of the tiles on one set of cells, with the gap in one region. A slide leads from a block to
//! another, all orders alike. The cells are coloured like a chessboard, and each slide changes the colour below one tile: so
//! the blocks of one distance are never those of the next, and one list of bits is enough for both.

use std::ops::ControlFlow;
use tejun_search::pattern::PatternDatabase;
use tejun_search::{Limits, Progress, Stats, StopReason, Watch};

use super::arrangements::{Arrangements, MOST};
use super::grid::{Grid, each};

/// The largest distance that a database holds.
const FARTHEST: u32 = 254;
/// Orders moved between two calls of the watch.
const RUN: usize = 1 << 20;
/// No [`Slide::orders`]: the order stays.
const SAME: u16 = u16::MAX;

/// A slide of a pattern's tile from one block to another.
struct Slide {
    to: u32,
    /// What becomes of each order, as a number in [`Build::turns`], or [`SAME`].
    orders: u16,
}

/// Bytes of a block besides its bits: of its slides, and of the lists that it is in. A tile has three ways at most that it
/// did not come from.
const BLOCK: usize = 3 * MOST * size_of::<Slide>() + 40;

/// Bytes for what becomes of orders, and for the orders of a block.
fn tables(arrangements: &Arrangements) -> u64 {
    (arrangements.orders() * 2 * (MOST * MOST + 6)) as u64
}

/// Bytes that building takes besides the database.
pub(super) fn bytes_to_build(grid: &Grid, arrangements: &Arrangements) -> u64 {
    let blocks: usize = arrangements.all_sets().map(|set| grid.regions(grid.free(set)).count()).sum();
    (blocks * (16 * arrangements.orders().div_ceil(64) + BLOCK)) as u64 + tables(arrangements)
}

struct Build<'a> {
    arrangements: &'a Arrangements,
    /// The first slide of each block, and the set that it belongs to.
    blocks: Vec<(u32, u32)>,
    slides: Vec<Slide>,
    /// What becomes of each order if the tile in one place goes to another, by both.
    turns: Vec<Vec<u16>>,
    /// Number of words that hold the bits of a block.
    words: usize,
    /// The orders of each block that were reached, and those of them whose slides were not made yet.
    reached: Vec<u64>,
    open: Vec<u64>,
    /// Whether a block has such.
    is_open: Vec<bool>,
}

/// Builds the database of tiles with these homes, in rising order, and a gap with this one. What it takes besides the
/// database, `bytes`, keeps to the limits.
pub(super) fn build(
    grid: &Grid,
    arrangements: &Arrangements,
    (homes, gap): (&[u8], u8),
    bytes: u64,
    limits: Limits,
    watch: &mut dyn Watch,
) -> (Result<PatternDatabase, StopReason>, Stats) {
    let mut stats = Stats { peak_bytes: bytes, ..Stats::default() };
    let reason = match () {
        () if bytes > limits.bytes => Some(StopReason::Memory),
        () if arrangements.count() as u64 > limits.states => Some(StopReason::States),
        () => None,
    };
    if let Some(reason) = reason {
        return (Err(reason), Stats::default());
    }
    watch.expect(arrangements.count() as u64);
    let built = PatternDatabase::filled(arrangements.count(), |distances| {
        let build = &mut Build::new(grid, arrangements);
        let start = build.start(grid, homes, gap);
        build.run(start, distances, &mut stats, watch)
    });
    (built, stats)
}

impl<'a> Build<'a> {
    fn new(grid: &Grid, arrangements: &'a Arrangements) -> Self {
        let mut first: Vec<u32> = Vec::with_capacity(arrangements.sets());
        let mut blocks = 0;
        for set in arrangements.all_sets() {
            first.push(blocks);
            blocks += grid.regions(grid.free(set)).count() as u32;
        }
        let mut build = Build {
            arrangements,
            blocks: Vec::with_capacity(blocks as usize + 1),
            slides: Vec::new(),
            turns: vec![Vec::new(); MOST * MOST],
            words: arrangements.orders().div_ceil(64),
            reached: Vec::new(),
            open: Vec::new(),
            is_open: vec![false; blocks as usize],
        };
        build.reached = vec![0; build.words * blocks as usize];
        build.open = vec![0; build.words * blocks as usize];
        for (number, set) in arrangements.all_sets().enumerate() {
            for region in grid.regions(grid.free(set)) {
                build.blocks.push((build.slides.len() as u32, number as u32));
                each(set, |from| {
                    each(grid.beside[from] & region, |to| {
                        let after = set ^ 1 << from ^ 1 << to;
                        let at = first[arrangements.set(after)];
                        let before =
                            grid.regions(grid.free(after)).position(|region| region >> from & 1 == 1);
                        let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
                        let orders = build.turn(place(set, from), place(after, to));
                        let to = at + before.expect("the cell that is left is free") as u32;
                        build.slides.push(Slide { to, orders });
                    });
                });
            }
        }
        build.blocks.push((build.slides.len() as u32, 0));
        build
    }

    /// What becomes of the orders if the tile in one place goes to another.
    fn turn(&mut self, from: usize, to: usize) -> u16 {
        if from == to {
            return SAME;
        }
        let at = from * MOST + to;
        if self.turns[at].is_empty() {
            let (from, to) = (from as u8, to as u8);
            let turned = |place: u8| match place {
                u8::MAX => u8::MAX,
                place if place == from => to,
                place if from < place && place <= to => place - 1,
                place if to <= place && place < from => place + 1,
                place => place,
            };
            let orders = 0..self.arrangements.orders();
            let after = orders
                .map(|order| self.arrangements.order(&self.arrangements.places(order).map(turned)) as u16);
            self.turns[at] = after.collect();
        }
        at as u16
    }

    fn run(
        &mut self,
        start: usize,
        distances: &mut [u8],
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> Result<(), StopReason> {
        self.reached[start * self.words] = 1;
        self.open[start * self.words] = 1;
        self.is_open[start] = true;
        let mut level = vec![start as u32];
        let (mut next, mut orders, mut bits) = (Vec::new(), Vec::new(), vec![0; self.words]);
        let mut work = 0;
        for distance in 0_u32.. {
            for &block in &level {
                work += self.step(block, distance, (&mut bits, &mut orders), distances, &mut next, stats);
                if work >= RUN {
                    work = 0;
                    let frontier = next.len() as u64;
                    let (expanded, stored, bytes) = (stats.expanded, stats.stored, stats.peak_bytes);
                    let progress = Progress { depth: distance, frontier, expanded, stored, bytes };
                    if let ControlFlow::Break(reason) = watch.tick(&progress) {
                        return Err(reason);
                    }
                }
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
            if level.is_empty() {
                break;
            }
            // For the caches.
            level.sort_unstable();
        }
        Ok(())
    }

    /// The block of the goal, whose order is the first.
    fn start(&self, grid: &Grid, homes: &[u8], gap: u8) -> usize {
        let set = homes.iter().fold(0, |set, home| set | 1 << home);
        let number = self.arrangements.set(set) as u32;
        let first = self.blocks[..self.is_open.len()].partition_point(|&(_, set)| set < number);
        let region = grid.regions(grid.free(set)).position(|region| region >> gap & 1 == 1);
        first + region.expect("the gap has a home")
    }

    /// Makes the slides of a block's open orders. Returns how much work that was.
    fn step(
        &mut self,
        block: u32,
        distance: u32,
        (bits, orders): (&mut [u64], &mut Vec<u16>),
        distances: &mut [u8],
        next: &mut Vec<u32>,
        stats: &mut Stats,
    ) -> usize {
        let (block, words) = (block as usize, self.words);
        let own = &mut self.open[block * words..(block + 1) * words];
        bits.copy_from_slice(own);
        own.fill(0);
        self.is_open[block] = false;
        orders.clear();
        for (at, &word) in bits.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                orders.push((64 * at) as u16 + word.trailing_zeros() as u16);
                word &= word - 1;
            }
        }
        let (first, set) = self.blocks[block];
        let own = set as usize * self.arrangements.orders();
        let own = &mut distances[own..own + self.arrangements.orders()];
        for &order in &*orders {
            let known = &mut own[usize::from(order)];
            if *known == u8::MAX {
                *known = distance.min(FARTHEST) as u8;
                stats.stored += 1;
            }
        }
        stats.expanded += orders.len() as u64;
        let mut work = words + orders.len();
        for slide in &self.slides[first as usize..self.blocks[block + 1].0 as usize] {
            let to = slide.to as usize;
            let reached = &mut self.reached[to * words..(to + 1) * words];
            let open = &mut self.open[to * words..(to + 1) * words];
            let mut any = 0;
            let mut reach = |order: u16| {
                let (at, bit) = (usize::from(order / 64), 1 << (order % 64));
                let new = bit & !reached[at];
                reached[at] |= new;
                open[at] |= new;
                any |= new;
            };
            match slide.orders {
                SAME if orders.len() < words => orders.iter().for_each(|&order| reach(order)),
                SAME => {
                    for ((reached, open), bits) in reached.iter_mut().zip(open).zip(&*bits) {
                        let new = bits & !*reached;
                        *reached |= new;
                        *open |= new;
                        any |= new;
                    }
                }
                turn => {
                    let turn = &self.turns[usize::from(turn)];
                    orders.iter().for_each(|&order| reach(turn[usize::from(order)]));
                }
            }
            work += orders.len();
            if any != 0 && !self.is_open[to] {
                self.is_open[to] = true;
                next.push(to as u32);
            }
        }
        work
    }
}
