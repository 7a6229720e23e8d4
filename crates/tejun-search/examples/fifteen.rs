//! Explores the 15-puzzle, from the gap in a corner, level by level, in a directory:
//!
//! ```sh
//! cargo run --release -p tejun-search --example fifteen -- 30 2048 target/fifteen
//! ```
//!
//! takes a depth, mebibytes of memory and a directory (none: all in memory). In a directory that holds a search that
//! was stopped, it resumes. The numbers of positions are those of <https://oeis.org/A089484>.

use std::time::Instant;

use tejun_search::{Limits, Moves, Search, Space, Spill, StopReason};

/// Four bits per cell, cell 0 lowest; the gap is 0.
struct Fifteen;

const LOW: u64 = 0x1111_1111_1111_1111;

impl Space for Fifteen {
    type State = u64;
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit((0..16).map(|cell| cell << (4 * cell)).sum());
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    #[inline(always)]
    fn expand(&self, &state: &u64, mut visit: impl FnMut((), u64)) {
        // The lowest bit of each cell that has a tile; the gap is where it is missing.
        let tiles = (state | state >> 1 | state >> 2 | state >> 3) & LOW;
        let gap = (!tiles & LOW).trailing_zeros();
        let mut slide = |from: u32| {
            let tile = state >> from & 15;
            visit((), state ^ tile << from ^ tile << gap);
        };
        if gap >= 16 {
            slide(gap - 16);
        }
        if gap < 48 {
            slide(gap + 16);
        }
        if gap & 12 != 0 {
            slide(gap - 4);
        }
        if gap & 12 != 12 {
            slide(gap + 4);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, otherwise: u64| {
        arguments.get(index).map_or(otherwise, |text| text.parse().expect("write a number"))
    };
    let limits = Limits { depth: number(0, 22) as u32, bytes: number(1, 2048) << 20, ..Limits::default() };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let spill = arguments.get(2).map(|directory| {
        let opened = Spill::resume(directory.as_ref(), "fifteen", threads);
        opened.unwrap_or_else(|error| panic!("{error}"))
    });
    let begin = Instant::now();
    let search = Search::new(&Fifteen).threads(threads).limits(limits);
    let search = if let Some(spill) = &spill { search.spill(spill) } else { search };
    let stopped = search.explore().expect_err("it has no end");
    let seconds = begin.elapsed().as_secs_f64();
    let (reason, stats) = (stopped.stopped().expect("not all states are searched"), stopped.stats());
    let explored = stopped.into_best().expect("at least the first level is complete");
    let states: u64 = explored.levels.iter().sum();
    for (depth, states) in explored.levels.iter().enumerate() {
        println!("{depth:>3} {states:>12}");
    }
    if reason != StopReason::Depth {
        println!("stopped: {}", spill.as_ref().and_then(Spill::failure).unwrap_or(reason.to_string()));
    }
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!(
        "{states} positions in {seconds:.1} s ({:.2} million a second), {:.0} MiB in memory, {:.0} MiB on disk",
        states as f64 / seconds / 1e6,
        mebibytes(stats.peak_bytes),
        mebibytes(spill.as_ref().map_or(0, Spill::peak_bytes)),
    );
}
