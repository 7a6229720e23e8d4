//! Finds some line of a level that is too hard to be solved exactly, and shortens it.

mod advice;
mod carry;
mod features;
mod line;
mod packing;
mod rooms;
mod route;
mod search;
mod shorten;
#[cfg(test)]
mod tests;
mod tree;

use std::ops::ControlFlow;

use tejun_core::bits::Cells;
use tejun_core::{Found, Means, Observer, Solution, Value};
use tejun_search::{Limits, Outcome, Progress, Stats, StopReason};

use self::line::Push;
use self::packing::Plan;
use self::search::{Search, Step, Way};
use self::shorten::Shorten;
use self::tree::Move;
use super::analysis::map::{Cell, Map};
use super::bound::Tables;
use super::rules::{Sokoban, cells};
use super::word::{Widest, Word};

/// Steps of a search before it is the turn of the next.
const TURN: usize = 400;
/// Number of positions among which a line is shortened first.
const FIRST_ROOM: usize = 1 << 14;
/// How many times as many there are next if it became no shorter.
const WIDER: usize = 2;

/// Finds some line from a position on, and shortens it while the means last. It proves nothing.
pub(super) fn find(puzzle: &Sokoban, from: &Widest, means: &Means, observer: &mut dyn Observer) -> Solution {
    let cells = puzzle.floor.board.len();
    if cells <= <u128 as Word>::CELLS {
        find_in::<<u128 as Word>::Set>(puzzle, from, means, observer)
    } else if cells <= <[u64; 4] as Word>::CELLS {
        find_in::<<[u64; 4] as Word>::Set>(puzzle, from, means, observer)
    } else {
        find_in::<<Widest as Word>::Set>(puzzle, from, means, observer)
    }
}

/// The level from a position on.
struct Level<'p> {
    puzzle: &'p Sokoban,
    map: Map,
    boxes: Vec<Cell>,
    man: Cell,
}

/// What the searches spend, and who may stop them.
struct Budget<'o> {
    limits: Limits,
    stats: Stats,
    observer: &'o mut dyn Observer,
}

impl Budget<'_> {
    /// Looks whether a search may go on that has this many positions in this many bytes, besides those of the searches before.
    fn check(&mut self, stored: u64, bytes: u64) -> ControlFlow<StopReason> {
        let stored = self.stats.stored + stored;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        if stored >= self.limits.states {
            return ControlFlow::Break(StopReason::States);
        }
        if bytes >= self.limits.bytes {
            return ControlFlow::Break(StopReason::Memory);
        }
        let expanded = self.stats.expanded;
        self.observer.tick(&Progress { expanded, stored, bytes, ..Progress::default() })
    }
}

fn find_in<B: Cells>(
    puzzle: &Sokoban,
    from: &Widest,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let boxes = cells(from.boxes()).map(|cell| cell as Cell).collect();
    let level = Level { puzzle, map: Map::new(&puzzle.floor), boxes, man: from.man() as Cell };
    let mut budget = Budget { limits: means.limits, stats: Stats::default(), observer };
    let line = some_line::<B>(&level, &mut budget);
    let line = line.map(|line| shortened::<B>(&level, line, &mut budget));
    let solution = |outcome| Solution::without_line(outcome, budget.stats);
    match line {
        Err(reason) => solution(Outcome::Stopped(reason, None)),
        Ok(line) if level.is_too_long(&line, &means.limits) => {
            solution(Outcome::Stopped(StopReason::Depth, None))
        }
        Ok(line) => {
            let value = Value { cost: level.cost(&line).map(i64::from), ..Value::default() };
            Solution { value, ..solution(Outcome::Solved(level.written(&line))) }
        }
    }
}

impl Level<'_> {
    fn cost(&self, line: &[Push]) -> Option<u32> {
        line::cost(&self.map, &self.boxes, self.man, line)
    }

    fn is_too_long(&self, line: &[Push], limits: &Limits) -> bool {
        line.len() as u64 > limits.depth.into()
    }

    fn written(&self, line: &[Push]) -> Vec<String> {
        let name = |cell: Cell| self.puzzle.floor.board.name(cell.into());
        line.iter().map(|&(from, to)| format!("{}-{}", name(from), name(to))).collect()
    }

    fn tell(&self, line: &[Push], budget: &mut Budget) {
        if !self.is_too_long(line, &budget.limits) {
            let written = self.written(line);
            let shown: Vec<&str> = written.iter().map(String::as_str).collect();
            let value = self.cost(line).map(i64::from);
            budget.observer.found(&Found { line: &shown, value });
        }
    }
}

/// Runs a search of each way in turn until one finds a line.
fn some_line<B: Cells>(level: &Level, budget: &mut Budget) -> Result<Vec<Push>, StopReason> {
    let Level { map, boxes, man, .. } = level;
    if level.cost(&[]).is_some() {
        return Ok(Vec::new());
    }
    let bytes = budget.limits.bytes;
    let mut check = || budget.check(0, 0);
    let tables = Tables::new(map, (boxes, *man), bytes, &mut check)?;
    budget.limits.bytes = bytes.saturating_sub(tables.as_ref().map_or(0, Tables::bytes));
    let search = |way: Way| {
        let sign = if way.farthest_last { -1 } else { 1 };
        let plan = Plan::new(map, boxes, |distance| sign * i32::from(distance));
        Search::<B>::new(map, tables.as_ref(), plan, way, boxes, *man)
    };
    let mut searches = Way::ALL.map(search);
    let found = in_turn(&mut searches, budget);
    for search in &searches {
        budget.stats.stored += search.stored();
        budget.stats.expanded += search.expanded;
    }
    Ok(line::pushes(map, boxes, *man, &found?))
}

fn in_turn<B: Cells>(searches: &mut [Search<B>], budget: &mut Budget) -> Result<Vec<Move>, StopReason> {
    loop {
        let mut is_left = false;
        for at in 0..searches.len() {
            for _ in 0..TURN {
                match searches[at].step() {
                    Step::Found(moves) => return Ok(moves),
                    Step::More => is_left = true,
                    Step::Exhausted => break,
                }
                let sum = |number: fn(&Search<B>) -> u64| searches.iter().map(number).sum();
                let (stored, bytes) = (sum(|search| search.stored()), sum(|search| search.bytes));
                if let ControlFlow::Break(reason) = budget.check(stored, bytes) {
                    return Err(reason);
                }
            }
        }
        if !is_left {
            // They dropped nothing that has a solution, but to prove that is the business of others.
            return Err(StopReason::Width);
        }
    }
}

/// Makes a line shorter while it gets shorter, or wider searches may help.
fn shortened<B: Cells>(level: &Level, mut line: Vec<Push>, budget: &mut Budget) -> Vec<Push> {
    level.tell(&line, budget);
    let Some(mut cost) = level.cost(&line) else { return line };
    let mut shorten = Shorten::<B>::new(&level.map);
    let mut next_room = FIRST_ROOM;
    while next_room as u64 * Shorten::<B>::BYTES < budget.limits.bytes {
        let left = usize::try_from(budget.limits.states.saturating_sub(budget.stats.stored));
        let room = next_room.min(left.unwrap_or(usize::MAX));
        let check = |stored| budget.check(stored as u64, room as u64 * Shorten::<B>::BYTES);
        let found = shorten.near(&level.boxes, level.man, (&line, cost), room, check);
        budget.stats.stored += shorten.stored();
        match found {
            Ok(Some(better)) => {
                // Two positions may have the same key.
                let Some(less) = level.cost(&better).filter(|&less| less < cost) else { break };
                (line, cost) = (better, less);
                level.tell(&line, budget);
            }
            Ok(None) if shorten.stored() < room as u64 => break,
            Ok(None) => next_room *= WIDER,
            Err(_) => break,
        }
    }
    line
}
