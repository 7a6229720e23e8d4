//! Compares the memory limit with what is actually allocated. A test binary of its own, because it counts
//! every allocation of the process.

#[path = "all/answers.rs"]
mod answers;
#[path = "all/spaces/mod.rs"]
mod spaces;

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::answers::bfs::{self, Direction, Goals};
use crate::answers::dfs;
use crate::answers::heuristic::{
    PatternDatabase, astar, dijkstra, idastar, novelty_beam, novelty_first, shortest_near,
};
use peak_alloc::PeakAlloc;
use spaces::{Dials, Dominoes, FiveDials, Jumps, Tiles};
use tejun_search::{Answer, Limits, Request, Space, StopReason};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Allows one measurement at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Uncounted memory that a search may use: threads, watches, small lists.
const BESIDE: u64 = 48 << 10;

/// Searches with less and less memory, starting with what the whole search takes, and measures what is
/// actually allocated.
fn keeps_its_limit<T>(name: &str, threads: &[usize], depth: u32, ask: impl Fn(Request) -> Answer<T>) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let whole = ask(Request::default().limits(Limits { depth, ..Limits::default() })).stats.peak_bytes;
    let mut stopped = 0;
    for &threads in threads {
        for percent in [150, 100, 75, 50, 33, 20, 10, 5, 2] {
            let bytes = whole * percent / 100;
            let limits = Limits { depth, bytes, ..Limits::default() };
            let before = MEMORY.current_usage() as u64;
            MEMORY.reset_peak_usage();
            let answer = ask(Request::default().threads(threads).limits(limits));
            let peak = (MEMORY.peak_usage() as u64).saturating_sub(before);
            let most = bytes + BESIDE * threads as u64;
            assert!(peak <= most, "{name}: {peak} > {most} bytes, {threads} threads, {percent} %");
            assert!(answer.stats.peak_bytes <= bytes, "{name}: {} > {bytes}", answer.stats.peak_bytes);
            // What is reported is close to what was allocated.
            let reported = answer.stats.peak_bytes + BESIDE * threads as u64;
            assert!(
                peak <= reported,
                "{name}: {peak} > {reported} bytes reported, {threads} threads, {percent} %"
            );
            stopped += u32::from(answer.outcome.stopped() == Some(StopReason::Memory));
        }
    }
    assert!(stopped >= 3, "{name}: stopped only {stopped} times");
}

#[test]
fn shortest_lines() {
    keeps_its_limit("one way", &[1, 3], 17, |r| bfs::shortest(&Tiles, Direction::Forward, r));
    keeps_its_limit("both ways", &[1, 3], 40, |r| bfs::shortest(&Dials, Direction::Bidirectional, r));
}

#[test]
fn exits() {
    keeps_its_limit("exits", &[1, 3], 12, |request| bfs::exits(&Dials, request));
}

#[test]
fn explorations_with_lines_and_classes() {
    keeps_its_limit("explore", &[1, 3], 12, |request| bfs::explore(&Dials, Goals::Expanded, request));
    keeps_its_limit("tiles", &[1], 18, |request| bfs::explore(&Tiles, Goals::Expanded, request));
}

#[test]
fn cheapest_lines() {
    keeps_its_limit("astar", &[1], 40, |request| astar(&Dials, request));
    keeps_its_limit("dijkstra", &[1], 17, |request| dijkstra(&Tiles, request));
    keeps_its_limit("idastar", &[1], 12, |request| idastar(&Tiles, request));
    keeps_its_limit("pattern", &[1], u32::MAX, |request| PatternDatabase::build(&FiveDials, request));
}

#[test]
fn beams() {
    // A level leads to a hundred times as many states as it has room for.
    keeps_its_limit("beam", &[1, 3], 3, |request| novelty_beam(&Jumps, 64, request));
    keeps_its_limit("novelty first", &[1], u32::MAX, |request| {
        let limits = Limits { states: request.limits.states.min(20_000), ..request.limits };
        novelty_first(&Jumps, request.limits(limits))
    });
    let mut start = Vec::new();
    Jumps.starts(|state| start.push(state));
    keeps_its_limit("near", &[1], u32::MAX, |request| shortest_near(&Jumps, &start, 8_000, request));
}

#[test]
fn depth_first_lines() {
    keeps_its_limit("depth first", &[1], 18, |request| dfs::any_path(&Tiles, request));
    // The line is long here, and there is more of it than of the table.
    keeps_its_limit("deep", &[1], u32::MAX, |request| {
        let states = request.limits.states.min(100_000);
        let limits = Limits { states, ..request.limits };
        dfs::any_path(&Tiles, request.limits(limits))
    });
}

#[test]
fn tilings() {
    let tiling = Dominoes { rows: 6, columns: 6 }.tiling();
    keeps_its_limit("list", &[1], u32::MAX, |r| tiling.fillings(r, &mut |_, _| ControlFlow::Continue(())));
    let tiling = tiling.by_fewest();
    keeps_its_limit("fewest", &[1], u32::MAX, |r| tiling.fillings(r, &mut |_, _| ControlFlow::Continue(())));
    let tiling = Dominoes { rows: 12, columns: 10 }.tiling();
    keeps_its_limit("frontier", &[1], u32::MAX, |r| tiling.count_over_frontier(r).unwrap());
    // Many fillings wait for their turn while the first part is searched.
    let tiling = Dominoes { rows: 7, columns: 8 }.tiling();
    for bytes in [2 << 20, 8 << 20, 32 << 20] {
        let limits = Limits { bytes, ..Limits::default() };
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let before = MEMORY.current_usage() as u64;
        MEMORY.reset_peak_usage();
        let request = Request::default().threads(4).limits(limits);
        let answer = tiling.fillings(request, &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(answer.outcome.found().map(|count| count.raw), Some(1_292_697));
        let peak = (MEMORY.peak_usage() as u64).saturating_sub(before);
        assert!(peak <= bytes + 4 * BESIDE, "{peak} > {bytes}");
    }
}
