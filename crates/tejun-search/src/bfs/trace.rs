//! The way back: which states of a level lie before given states of the next.
//!
//! No state stores its parent. A line is rebuilt from the levels, from its end to its start, where
//! moves can be taken back by looking which states before are in the level, else by expanding the
//! level. Either way costs one pass over the levels, for one line or for a thousand.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::bfs::sweep::Sweep;
use crate::bfs::{Path, PathOf, part::Way};
use crate::space::{Packed, Space};
use crate::table::StateTable;

/// Calls `found(before, after)` for each move of the sweep from a state `before` of `level` to one
/// of `after`, a list of states of the next level without repetition.
fn edges<P: Space>(
    sweep: &Sweep<P>,
    level: u32,
    after: &[P::State],
    mut found: impl FnMut(P::State, P::State),
) {
    let mut edges = Vec::new();
    let mut known = true;
    let played_on = |state: &P::State| !(sweep.manner.terminal_goals && sweep.space.is_goal(state));
    for &state in after {
        let mut visit = |before: P::State| edges.push((key(sweep, before), state));
        match sweep.manner.way {
            Way::Forward => known &= sweep.space.retract(&state, visit),
            Way::Backward => sweep.space.expand(&state, |_, before| visit(before)),
        }
    }
    if !known {
        let wanted = table_of(after);
        for &before in sweep.level(level).flatten().filter(|state| played_on(state)) {
            sweep.space.expand(&before, |_, state| {
                let state = key(sweep, state);
                if wanted.contains(state) {
                    found(before, state);
                }
            });
        }
        return;
    }
    // Which of the candidates are in the level: one pass over it.
    edges.sort_unstable();
    let candidates: Vec<P::State> = edges.chunk_by(|a, b| a.0 == b.0).map(|edges| edges[0].0).collect();
    let wanted = table_of(&candidates);
    let mut present: Vec<P::State> =
        sweep.level(level).flatten().copied().filter(|&state| wanted.contains(state)).collect();
    present.sort_unstable();
    for (before, state) in edges {
        if played_on(&before) && present.binary_search(&before).is_ok() {
            found(before, state);
        }
    }
}

fn key<P: Space>(sweep: &Sweep<P>, state: P::State) -> P::State {
    if sweep.manner.classes { sweep.space.canonical(&state) } else { state }
}

fn table_of<S: Packed>(states: &[S]) -> StateTable<S> {
    let mut table = StateTable::with_room(states.len()).expect("memory for the states of some lines");
    table.insert_all(states, |_| ());
    table
}

/// For each of `ends` (a level and a state of it) the keys of a line from level 0 to there: always
/// the least of the states that could come before.
///
/// One pass over the levels, whatever the number of ends.
pub(crate) fn keys<P: Space>(sweep: &Sweep<P>, ends: &[(u32, P::State)]) -> Vec<Vec<P::State>> {
    let mut lines: Vec<Vec<P::State>> = ends.iter().map(|&(_, end)| vec![end]).collect();
    let deepest = ends.iter().map(|&(level, _)| level).max().unwrap_or(0);
    for level in (0..deepest).rev() {
        let mut after: Vec<P::State> = lines
            .iter()
            .zip(ends)
            .filter(|(_, end)| end.0 > level)
            .map(|(line, _)| *line.last().expect("a line has its end"))
            .collect();
        after.sort_unstable();
        after.dedup();
        let mut least: HashMap<P::State, P::State> = HashMap::with_capacity(after.len());
        edges(sweep, level, &after, |before, state| {
            least.entry(state).and_modify(|kept| *kept = before.min(*kept)).or_insert(before);
        });
        for (line, end) in lines.iter_mut().zip(ends) {
            if end.0 > level {
                line.push(least[line.last().expect("a line has its end")]);
            }
        }
    }
    lines.iter_mut().for_each(|line| line.reverse());
    lines
}

/// How many sequences of positions lead from level 0 to any of `ends`, all of them in `level`. The
/// sweep must hold states, not classes. One pass over the levels.
pub(crate) fn count_lines<P: Space>(sweep: &Sweep<P>, level: u32, ends: &[P::State]) -> BigUint {
    debug_assert!(!sweep.manner.classes);
    let mut lines: HashMap<P::State, BigUint> = ends.iter().map(|&end| (end, BigUint::from(1u32))).collect();
    for level in (0..level).rev() {
        let mut after: Vec<P::State> = lines.keys().copied().collect();
        after.sort_unstable();
        let mut pairs = Vec::new();
        edges(sweep, level, &after, |before, state| pairs.push((before, state)));
        // Two moves between the same positions are one step of a sequence of positions.
        pairs.sort_unstable();
        pairs.dedup();
        let mut before: HashMap<P::State, BigUint> = HashMap::new();
        for (earlier, later) in pairs {
            *before.entry(earlier).or_default() += &lines[&later];
        }
        lines = before;
    }
    lines.into_values().sum()
}

/// Plays a line of keys from a start of the space: at each step the first move that leads to a
/// state with the next key. So a line of symmetry classes becomes one of real moves.
pub(crate) fn play<P: Space>(space: &P, keys: &[P::State], classes: bool) -> PathOf<P> {
    let key = |state: &P::State| if classes { space.canonical(state) } else { *state };
    let mut start = None;
    space.starts(|state| {
        if key(&state) == keys[0] {
            start = start.or(Some(state));
        }
    });
    let start = start.expect("the line begins at a start");
    let mut path = Path { states: vec![start], moves: Vec::new() };
    let mut state = start;
    for &next_key in &keys[1..] {
        let mut step = None;
        space.expand(&state, |by, next| {
            if step.is_none() && key(&next) == next_key {
                step = Some((by, next));
            }
        });
        let (by, next) = step.expect("neighbouring keys are joined by a move");
        path.moves.push(by);
        path.states.push(next);
        state = next;
    }
    path
}
