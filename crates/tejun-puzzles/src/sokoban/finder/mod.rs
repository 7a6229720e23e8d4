//! Finds some line of a level that is too hard to be solved exactly, and shortens it.

mod advice;
mod carry;
mod corral;
mod deadlock;
mod features;
mod line;
mod map;
mod packing;
mod rooms;
mod route;
mod search;
mod subset;
mod tree;
mod walk;

use std::ops::ControlFlow;

use tejun_core::bits::Wide;
use tejun_core::{Found, Means, Observer, Solution};
use tejun_search::{Outcome, Progress, Stats, StopReason};

use super::rules::{Sokoban, cells};
use super::word::{Widest, Word};
use map::{Cell, Map};

/// Finds some line from a position on, and shortens it while the means last.
pub(super) fn find(puzzle: &Sokoban, from: &Widest, means: &Means, observer: &mut dyn Observer) -> Solution {
    let map = Map::new(&puzzle.floor);
    let boxes: Vec<Cell> = cells(from.boxes()).map(|cell| cell as Cell).collect();
    let man = from.man() as Cell;
    let plan = packing::Plan::new(&map, &boxes, |distance, _| i32::from(distance));
    let mut search = search::Search::<Wide<4>>::new(&map, plan);
    let mut ticks = 0;
    let found = search.run(&boxes, man, |search| {
        ticks += 1;
        if search.stored() >= means.limits.states {
            return ControlFlow::Break(StopReason::States);
        }
        if search.bytes >= means.limits.bytes {
            return ControlFlow::Break(StopReason::Memory);
        }
        observer.tick(&Progress { stored: search.stored(), expanded: search.dead, bytes: search.bytes, ..Progress::default() })
    });
    let stats = Stats { expanded: search.dead, stored: search.stored(), peak_bytes: search.bytes };
    if std::env::var("DBG").is_ok() { search.debug(&puzzle.floor.board); }
    match found {
        Ok(Some(moves)) => {
            let pushes = line::pushes(&map, &boxes, man, &moves);
            let board = &puzzle.floor.board;
            let name = |cell: Cell| board.name(cell as usize);
            let line: Vec<String> = pushes.iter().map(|&(from, to)| format!("{}-{}", name(from), name(to))).collect();
            let shown: Vec<&str> = line.iter().map(String::as_str).collect();
            observer.found(&Found { line: &shown, value: Some(line.len() as i64) });
            Solution::without_line(Outcome::Solved(line), stats)
        }
        Ok(None) => Solution::without_line(Outcome::Stopped(StopReason::Width, None), stats),
        Err(reason) => Solution::without_line(Outcome::Stopped(reason, None), stats),
    }
}
