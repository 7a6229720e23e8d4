//! Turning paths of keys into moves.

use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::space::{Path, PathOf, Space};
use crate::state::key::Key;

/// Units of work to make a key and compare it or look it up. A wide state has many pieces to try, so each of its keys
/// takes longer.
pub(super) const fn per_key<S>() -> usize {
    16 + 2 * size_of::<S>()
}

/// Plays a path of keys from a start of the space: in each step, the first move to a state with the next key. With
/// `classes`, keys are representatives of symmetry classes, else the states themselves.
///
/// # Errors
/// If the search is cancelled.
pub(crate) fn play<P: Space<State: Key>>(
    space: &P,
    keys: &[P::State],
    classes: bool,
    cancel: &mut dyn CancelCheck,
) -> Result<PathOf<P>, StopReason> {
    let mut start = (!classes).then_some(keys[0]);
    if classes {
        space.starts(|state| {
            if start.is_none() && space.canonical(&state) == keys[0] {
                start = Some(state);
            }
        });
    }
    let mut path =
        Path { states: vec![start.expect("a path must begin at a start of the space")], moves: Vec::new() };
    let mut state = path.states[0];
    for key in &keys[1..] {
        let (by, next) = step(space, &state, key, classes, cancel)?;
        path.moves.push(by);
        path.states.push(next);
        state = next;
    }
    Ok(path)
}

/// Returns the first move from a state to one with this key, and where it leads.
///
/// # Errors
/// If the search is cancelled.
pub(crate) fn step<P: Space<State: Key>>(
    space: &P,
    state: &P::State,
    key: &P::State,
    classes: bool,
    cancel: &mut dyn CancelCheck,
) -> Result<(P::Move, P::State), StopReason> {
    let (mut step, mut made) = (None, 0);
    space.expand(state, |by, next| {
        made += 1;
        if step.is_none() && *key == if classes { space.canonical(&next) } else { next } {
            step = Some((by, next));
        }
    });
    cancel.work(per_key::<P::State>() * (made + 1) + space.take_work())?;
    Ok(step.unwrap_or_else(|| no_edge_to(state, key)))
}

#[cold]
fn no_edge_to<S: Key, T>(state: &S, next: &S) -> T {
    panic!(
        "no move leads from {state:?} to {next:?} or an image of it: the space's expand, retract and \
         canonical contradict each other (see check_space)"
    )
}
