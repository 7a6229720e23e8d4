//! Why: what every solution of a level does, by its objects.

use std::collections::{BTreeSet, HashSet, VecDeque};

use tejun_core::question::Why;
use tejun_core::{Means, Reasons, Seeing, Seen, SolveError, why};
use tejun_search::{Key, Space, Watch};

use super::script::Script;
use super::search;
use crate::Puzzle;

/// States in which it is looked for objects that come and go.
const LOOKED_AT: usize = 1 << 10;

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
    let changing = changing(script, state);
    let look = |state: &[u64; N]| {
        let scene = script.scene(state);
        let on = |(cell, objects): (usize, &Vec<u16>)| {
            let seen = |object: &u16| Seen { class: (*object).into(), cells: vec![cell] };
            objects.iter().filter(|object| changing.contains(object)).map(seen).collect::<Vec<_>>()
        };
        scene.stacks.iter().enumerate().flat_map(on).collect()
    };
    let key = |state: &[u64; N]| script.words(state).iter().flat_map(|word| word.to_ne_bytes()).collect();
    let seeing = Seeing { space: script, state: <[u64; N]>::clone, key, look };
    let reasons = why(script, state, asked, &seeing, means, watch)?;
    search::complete(script)?;
    Ok(reasons)
}

/// The objects that are not on the same cells in all of the first states from the start, and from `state`.
fn changing<const N: usize>(script: &Script<N>, state: &[u64; N]) -> BTreeSet<u16>
where
    [u64; N]: Key,
{
    let mut queue = VecDeque::from([*state]);
    script.starts(|start| queue.push_back(start));
    let before = script.scene(state).stacks;
    let (mut seen, mut changing) = (HashSet::new(), BTreeSet::new());
    while let Some(state) = queue.pop_front().filter(|_| seen.len() < LOOKED_AT) {
        if !seen.insert(state) {
            continue;
        }
        for (before, now) in before.iter().zip(&script.scene(&state).stacks) {
            changing.extend(before.iter().filter(|object| !now.contains(object)));
            changing.extend(now.iter().filter(|object| !before.contains(object)));
        }
        script.expand(&state, |_, next| queue.push_back(next));
    }
    changing
}
