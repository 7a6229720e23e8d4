//! The whole reachable space.

use num_bigint::BigUint;

use crate::bfs::part::{Manner, Way};
use crate::bfs::sweep::Sweep;
use crate::bfs::{Options, PathOf, trace};
use crate::limits::{StopReason, Watch};
use crate::outcome::{Outcome, Stats};
use crate::space::Space;
use crate::table::StateTable;

/// The answer of [`explore`]. All numbers count states, mirror images apart.
#[derive(Debug)]
pub struct Explored<P: Space> {
    /// `Solved` when the space is whole.
    pub outcome: Outcome<()>,
    /// States by distance from the start. When the search was stopped, the levels that are complete.
    pub levels: Vec<u64>,
    /// Classes of those states under the symmetries of the space.
    pub classes: u64,
    /// Expanded states without a move.
    pub dead_ends: u64,
    /// The distance of each goal, ascending.
    pub goal_depths: Vec<u32>,
    /// How many shortest sequences of states lead to a goal: 0 where no goal was met.
    pub shortest_lines: BigUint,
    /// A shortest line to the least of the farthest states.
    pub farthest: Option<PathOf<P>>,
    /// What the search did.
    pub stats: Stats,
}

/// Walks through every state that can be reached. With `terminal_goals`, goals are not expanded.
pub fn explore<P: Space>(
    space: &P,
    terminal_goals: bool,
    options: &Options,
    watch: &mut dyn Watch,
) -> Explored<P> {
    let mut explored = Explored {
        outcome: Outcome::Solved(()),
        levels: Vec::new(),
        classes: 0,
        dead_ends: 0,
        goal_depths: Vec::new(),
        shortest_lines: BigUint::ZERO,
        farthest: None,
        stats: Stats::default(),
    };
    let manner = Manner { way: Way::Forward, classes: false, terminal_goals };
    let (mut sweep, mut end) = match Sweep::new(space, manner, options) {
        Ok(begun) => begun,
        Err(reason) => {
            explored.outcome = Outcome::Stopped(reason);
            return explored;
        }
    };
    let mut nearest = Vec::new();
    loop {
        if end.len == 0 {
            break;
        }
        if explored.goal_depths.is_empty() {
            nearest = end.goals.clone();
        }
        explored.goal_depths.extend(end.goals.iter().map(|_| sweep.depth()));
        explored.levels.push(end.len);
        match sweep.advance(false, watch) {
            Ok(next) => end = next,
            Err(reason) => {
                explored.outcome = Outcome::Stopped(reason);
                break;
            }
        }
    }
    explored.dead_ends = sweep.dead_ends();
    explored.stats = sweep.stats();
    if let Some(&depth) = explored.goal_depths.first() {
        explored.shortest_lines = trace::count_lines(&sweep, depth, &nearest);
    }
    let Some(last) = (explored.levels.len() as u32).checked_sub(1) else {
        return explored;
    };
    let farthest = sweep.level(last).flatten().min().map(|&state| (last, state));
    if let Some(farthest) = farthest {
        let keys = trace::keys(&sweep, &[farthest]);
        explored.farthest = Some(trace::play(space, &keys[0], false));
    }
    match classes(&sweep, last, options.limits.bytes) {
        Ok((classes, bytes)) => {
            explored.classes = classes;
            explored.stats.peak_bytes = explored.stats.peak_bytes.max(sweep.bytes() + bytes);
        }
        Err(reason) => explored.outcome = Outcome::Stopped(reason),
    }
    explored
}

/// How many classes the states of the levels up to `last` fall into, and the bytes that it took to
/// count them. A class is counted once, whether all, some or none of the other images of its
/// representative can be reached.
fn classes<P: Space>(sweep: &Sweep<P>, last: u32, bytes_limit: u64) -> Result<(u64, u64), StopReason> {
    let states = || (0..=last).flat_map(|level| sweep.level(level)).flatten().copied();
    let representatives = states().filter(|state| sweep.space.canonical(state) == *state).count() as u64;
    let others = states().count() as u64 - representatives;
    if others == 0 {
        return Ok((representatives, 0));
    }
    let bytes = StateTable::<P::State>::bytes_for(others as usize);
    if sweep.bytes() + bytes > bytes_limit {
        return Err(StopReason::Memory);
    }
    let mut elsewhere = StateTable::with_room(others as usize).map_err(|_| StopReason::Memory)?;
    for state in states() {
        let canonical = sweep.space.canonical(&state);
        if canonical != state {
            elsewhere.insert(canonical);
        }
    }
    let reached = states().filter(|&state| elsewhere.contains(state)).count() as u64;
    Ok((representatives + elsewhere.len() as u64 - reached, bytes))
}
