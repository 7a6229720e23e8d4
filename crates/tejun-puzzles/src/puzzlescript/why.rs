//! Why: what every solution of a level does, by its objects.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::ops::ControlFlow;

use tejun_core::question::Why;
use tejun_core::{Means, Reasons, SolveError, Tracked, Tracking, why};
use tejun_search::{Key, Outcome, Progress, Space, Stats, StopReason, Watch};

use super::script::Script;
use super::search;
use crate::Puzzle;

/// States in which it is looked for objects that come and go.
const LOOKED_AT: usize = 1 << 10;
/// States, and units of work, between two calls of the watch.
const EXPANSIONS: usize = 64;
const WORK: usize = 1 << 22;

/// Finds facts about all solutions. The pieces are objects that come and go, whatever is drawn on top of them: not walls.
///
/// # Errors
/// If the move is not legal, or inputs were left out.
pub(super) fn find<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    asked: &Why,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError>
where
    [u64; N]: Key,
{
    let changing = match changing(script, state, watch) {
        Ok(changing) => changing,
        Err((reason, stats)) => {
            let outcome = Outcome::Stopped(reason, None);
            return Ok(Reasons { outcome, fewest: None, facts: Vec::new(), unsettled: 1, stats });
        }
    };
    let look = |state: &[u64; N]| {
        let scene = script.scene(state);
        let on = |(cell, objects): (usize, &Vec<u16>)| {
            let top = scene.pieces.iter().find(|piece| piece.cells == [cell]).map(|piece| piece.kind);
            let seen = |object: &u16| Tracked {
                class: (*object).into(),
                cells: vec![cell],
                is_hidden: top != Some((*object).into()),
            };
            objects.iter().filter(|object| changing.contains(object)).map(seen).collect::<Vec<_>>()
        };
        scene.stacks.iter().enumerate().flat_map(on).collect()
    };
    let key = |state: &[u64; N]| script.words(state).iter().flat_map(|word| word.to_ne_bytes()).collect();
    let tracking = Tracking { space: script, state: <[u64; N]>::clone, key, look, one_at_a_time: false };
    let reasons = why(script, state, asked, &tracking, means, watch)?;
    search::complete(script)?;
    Ok(reasons)
}

/// The objects that are not on the same cells in all of the first states from the start, and from `state`.
///
/// # Errors
/// If the watch stops it.
fn changing<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    watch: &mut dyn Watch,
) -> Result<BTreeSet<u16>, (StopReason, Stats)>
where
    [u64; N]: Key,
{
    let mut queue = VecDeque::from([*state]);
    script.starts(|start| queue.push_back(start));
    let before = script.scene(state).stacks;
    let (mut seen, mut changing) = (HashSet::new(), BTreeSet::new());
    let mut work = 0_usize;
    while let Some(state) = queue.pop_front().filter(|_| seen.len() < LOOKED_AT) {
        if !seen.insert(state) {
            continue;
        }
        work = work.saturating_add(script.take_work());
        if seen.len().is_multiple_of(EXPANSIONS) || work >= WORK {
            work = 0;
            let expanded = seen.len() as u64;
            let progress = Progress { expanded, stored: expanded, ..Progress::default() };
            if let ControlFlow::Break(reason) = watch.tick(&progress) {
                return Err((reason, Stats { expanded, stored: expanded, ..Stats::default() }));
            }
        }
        for (before, now) in before.iter().zip(&script.scene(&state).stacks) {
            changing.extend(before.iter().filter(|object| !now.contains(object)));
            changing.extend(now.iter().filter(|object| !before.contains(object)));
        }
        script.expand(&state, |_, next| queue.push_back(next));
    }
    Ok(changing)
}
