//! The memory of a search is counted from the start.

use crate::common;

use std::ops::ControlFlow;

use common::AtLine;
use tejun_puzzles::pacman::arena::Arena;
use tejun_puzzles::pacman::cover::Cover;
use tejun_puzzles::pacman::generate;
use tejun_puzzles::pacman::map::{Kind, Map};
use tejun_puzzles::pacman::schedule::Schedule;
use tejun_puzzles::{Found, Line, Means, Observer, Registry, Solution};
use tejun_search::{Limits, Outcome, Progress, StopReason, Unwatched, Watch};

/// Stops at the first tick.
struct Hurried;

impl Watch for Hurried {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Time)
    }
}

impl Observer for Hurried {
    fn found(&mut self, _: &Found) {}
}

fn solve(map: &Map, bytes: u64) -> Solution {
    let instance = Registry::standard().read(&map.text(), None).unwrap();
    let limits = Limits { bytes, ..Limits::default() };
    instance.solve_at(&Line::default(), &Means { limits, ..Means::default() }, &mut Hurried).unwrap()
}

#[test]
fn tables_are_counted_and_not_made_where_they_do_not_fit() {
    // Wide, so that there is much to sweep, and low, so that the sweep is narrow.
    for (width, height) in [(127, 127), (127, 21)] {
        let map = generate(width, height, &[Kind::V, Kind::L, Kind::J], Some(1000), 3).unwrap();
        let game = Arena::new(map.clone());
        let over_time = Schedule::bytes(&game);
        let cover = Cover::new(game.maze()).map_or(0, |cover| cover.scratch_bytes());
        assert!(over_time > 1 << 18 && (cover > 0 || height == 127), "{over_time} {cover}");
        let report = solve(&map, over_time + cover + (1 << 20));
        assert_eq!(report.outcome.stopped(), Some(StopReason::Time));
        assert!(report.stats.peak_bytes >= over_time + cover);
        assert!(report.stats.peak_bytes <= over_time + cover + (1 << 20));
        for bytes in [0, over_time / 2, over_time + cover - 1] {
            let report = solve(&map, bytes);
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory, None), "{bytes}");
            assert!(report.stats.peak_bytes <= bytes, "{} of {bytes}", report.stats.peak_bytes);
        }
    }
}

/// The limit covers the caches, the beams and the proof together.
#[test]
fn all_together_keeps_to_the_limit() {
    let map = generate(15, 11, &[Kind::V, Kind::H, Kind::L], None, 5).unwrap();
    let instance = Registry::standard().read(&map.text(), None).unwrap();
    for (threads, bytes) in [(1, 2 << 20), (2, 4 << 20)] {
        let limits = Limits { bytes, states: 3_000, ..Limits::default() };
        let options = Means { limits, threads, ..Means::default() };
        let report = instance.solve_at(&Line::default(), &options, &mut Unwatched).unwrap();
        assert!(matches!(report.outcome, Outcome::Solved(_)));
        assert!(report.stats.peak_bytes <= bytes, "{} of {bytes}", report.stats.peak_bytes);
    }
}
