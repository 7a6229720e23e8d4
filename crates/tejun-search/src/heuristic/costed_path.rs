//! Paths with their costs.

use crate::limits::StopReason;
use crate::runtime::workspace::Workspace;
use crate::space::{Cost, Path, PathOf, Space};
use crate::state::key::Key;

/// A path and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costed<S, M, C = u32> {
    /// The sum of the costs of its moves.
    pub cost: C,
    /// Its states and moves.
    pub path: Path<S, M>,
}

/// A path of the space `P` and what it costs.
pub type CostedOf<P> = Costed<<P as Space>::State, <P as Space>::Move, <P as Space>::Cost>;

/// Adds the cost of a move to that of the path before it.
///
/// # Panics
/// Panics if the sum does not fit.
#[inline(always)]
pub(super) fn sum<C: Cost>(before: C, cost: C) -> C {
    before.checked_add(cost).unwrap_or_else(|| too_much())
}

#[cold]
fn too_much() -> ! {
    panic!("what a path costs does not fit into Space::Cost: choose a wider type")
}

/// Plays a path of keys from a start of the space: in each step the cheapest move to a state with the next
/// key, of several the first. This turns a path of symmetry classes into one of real moves.
///
/// # Errors
/// If the budget or the system refuses the memory, or the search is cancelled.
pub(super) fn play<P: Space<State: Key>>(
    space: &P,
    keys: &[P::State],
    workspace: &mut Workspace,
) -> Result<CostedOf<P>, StopReason> {
    let symmetric = space.has_symmetry();
    let key = |state: P::State| if symmetric { space.canonical(&state) } else { state };
    let mut start = None;
    space.starts(|state| {
        if start.is_none() && key(state) == keys[0] {
            start = Some(state);
        }
    });
    let mut state = start.expect("a path must begin at a start of the space");
    let mut path: PathOf<P> =
        Path { states: workspace.budget.list(keys.len())?, moves: workspace.budget.list(keys.len() - 1)? };
    path.states.push(state);
    let mut cost = P::Cost::ZERO;
    for next_key in &keys[1..] {
        let mut step: Option<(P::Cost, P::Move, P::State)> = None;
        let mut made = 0;
        space.expand_costs(&state, |by, next, cost| {
            made += 1;
            if key(next) == *next_key && step.is_none_or(|step| cost < step.0) {
                step = Some((cost, by, next));
            }
        });
        workspace.cancel.work(16 * made + 8 + space.take_work())?;
        let Some((more, by, next)) = step else {
            panic!(
                "no move leads from {state:?} to {next_key:?} or an image of it: the space's expand and \
                 canonical contradict each other (see check_space)"
            )
        };
        cost = sum(cost, more);
        path.moves.push(by);
        path.states.push(next);
        state = next;
    }
    Ok(Costed { cost, path })
}
