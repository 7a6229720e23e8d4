//! The level for the search that proves: a bound that knows of boxes in each other's way, without the positions that are lost, and
//! without the moves that can wait.

#[cfg(test)]
mod tests;

use std::sync::{Mutex, MutexGuard, PoisonError};

use tejun_core::bits::each;
use tejun_core::question::Solve;
use tejun_core::{Means, Observer, Solution, kit};
use tejun_search::{Limits, Moves, Outcome, Progress, Space, Stats, StopReason};

use super::analysis::corral;
use super::analysis::deadlock::Deadlocks;
use super::analysis::map::{Cell, Map};
use super::analysis::walk::Walk;
use super::bound::{Scratch, Tables};
use super::rules::{Push, Sokoban, cells};
use super::word::{Widest, Word};

/// The most states of the plain search that comes first, which has solved most small levels before tables are made.
const PLAIN_STATES: u64 = 1 << 12;
/// The most positions of a group of boxes that are looked at to see whether it is lost.
const GROUP: usize = 50;

/// Finds a cheapest line, or proves that there is none.
pub(super) fn solve<S: Word>(
    puzzle: &Sokoban,
    state: &Widest,
    space: &Sokoban<S>,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let states = means.limits.states.min(PLAIN_STATES);
    let few = Means { limits: Limits { states, ..means.limits }, ..means.clone() };
    let plain = kit::astar(puzzle, state, space, solve, &few, observer);
    if !matches!(plain.outcome, Outcome::Stopped(StopReason::States, _)) || states == means.limits.states {
        return plain;
    }
    let map = Map::new(&puzzle.floor);
    let boxes: Vec<Cell> = cells(state.boxes()).map(|cell| cell as Cell).collect();
    let progress =
        Progress { expanded: plain.stats.expanded, stored: plain.stats.stored, ..Progress::default() };
    let mut check = || observer.tick(&progress);
    let tables = match Tables::new(&map, (&boxes, state.man() as Cell), means.limits.bytes, &mut check) {
        Ok(tables) => tables,
        Err(reason) => return Solution { outcome: Outcome::Stopped(reason, None), ..plain },
    };
    let spent = tables.as_ref().map_or(0, Tables::bytes);
    let Limits { states, bytes, depth } = means.limits;
    let limits = Limits {
        states: states.saturating_sub(plain.stats.stored),
        bytes: bytes.saturating_sub(spent),
        depth,
    };
    let means = Means { limits, ..means.clone() };
    let found = match tables {
        Some(tables) => kit::astar(puzzle, state, &Guided::new(space, map, tables), solve, &means, observer),
        None => kit::astar(puzzle, state, space, solve, &means, observer),
    };
    let Stats { expanded, stored, peak_bytes } = found.stats;
    let stats = Stats {
        expanded: plain.stats.expanded + expanded,
        stored: plain.stats.stored + stored,
        peak_bytes: plain.stats.peak_bytes.max(spent + peak_bytes),
    };
    Solution { stats, ..found }
}

/// The level with a better bound and fewer moves.
struct Guided<'p, S: Word> {
    puzzle: &'p Sokoban<S>,
    map: Map,
    tables: Tables,
    /// For use by one thread at a time, and not by what an expansion calls.
    tools: Mutex<Tools>,
}

struct Tools {
    scratch: Scratch,
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    walk: Walk,
    other: Walk,
    deadlocks: Deadlocks,
}

impl<'p, S: Word> Guided<'p, S> {
    fn new(puzzle: &'p Sokoban<S>, map: Map, tables: Tables) -> Self {
        let tools = Tools {
            scratch: tables.scratch(),
            taken: map.only_wall(),
            boxes: Vec::new(),
            walk: Walk::new(&map),
            other: Walk::new(&map),
            deadlocks: Deadlocks::new(&map, GROUP),
        };
        Guided { puzzle, map, tables, tools: Mutex::new(tools) }
    }

    fn tools(&self) -> MutexGuard<'_, Tools> {
        self.tools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tools {
    /// The boxes of a position that may be pushed next; none if it is lost. If a corral comes first, the others can wait, which loses
    /// nothing if pushes count.
    fn movable(&mut self, map: &Map, man: Cell) -> Vec<Cell> {
        let Tools { taken, boxes, walk, other, deadlocks, .. } = self;
        if deadlocks.is_found(map, taken, boxes, None, man) {
            return Vec::new();
        }
        walk.from(map, taken, man);
        if map.counts_steps {
            return boxes.clone();
        }
        let corrals = corral::corrals(map, taken, walk, other);
        let first = corrals.into_iter().filter_map(|mut corral| {
            corral::comes_first(map, taken, walk, &mut corral).then_some(corral.boxes)
        });
        first.min_by_key(Vec::len).unwrap_or_else(|| boxes.clone())
    }
}

impl<S: Word> Space for Guided<'_, S> {
    type State = S;
    type Move = Push;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, visit: impl FnMut(S)) {
        self.puzzle.starts(visit);
    }

    fn is_goal(&self, state: &S) -> bool {
        self.puzzle.is_goal(state)
    }

    fn expand(&self, state: &S, mut visit: impl FnMut(Push, S)) {
        let tools = &mut *self.tools();
        let map = &self.map;
        tools.boxes.clear();
        tools.boxes.extend(each(state.boxes()).map(|cell| cell as Cell));
        tools.boxes.iter().for_each(|&cell| tools.taken[cell as usize] = true);
        let movable = tools.movable(map, state.man() as Cell);
        let Tools { taken, boxes, deadlocks, .. } = tools;
        if !movable.is_empty() {
            self.puzzle.expand(state, |push, next| {
                let (from, to) = (push.0 as Cell, push.1 as Cell);
                if map.dead[to as usize] || !movable.contains(&from) {
                    return;
                }
                (taken[from as usize], taken[to as usize]) = (false, true);
                let is_lost = deadlocks.is_seen(map, taken, to, from);
                (taken[from as usize], taken[to as usize]) = (true, false);
                if !is_lost {
                    visit(push, next);
                }
            });
        }
        boxes.iter().for_each(|&cell| taken[cell as usize] = false);
    }

    fn has_symmetry(&self) -> bool {
        self.puzzle.has_symmetry()
    }

    fn canonical(&self, state: &S) -> S {
        self.puzzle.canonical(state)
    }

    fn expand_costs(&self, state: &S, mut visit: impl FnMut(Push, S, u32)) {
        self.expand(state, |push, next| visit(push, next, push.2));
    }

    fn bound(&self, state: &S) -> Option<u32> {
        if self.is_goal(state) {
            return Some(0);
        }
        let boxes = each(state.boxes()).map(|cell| cell as usize);
        let pushes = self.tables.least(boxes, state.man() as Cell, &mut self.tools().scratch)?;
        let walk = if self.map.counts_steps { self.puzzle.first_walk(state)? } else { 0 };
        Some(pushes + walk)
    }
}
