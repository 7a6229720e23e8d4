//! Paths with their costs.

use crate::collections::packed::Packed;
use crate::limits::StopReason;
use crate::runtime::workspace::Workspace;
use crate::space::{Path, PathOf, Space};

/// A path and what it costs.
///
/// ```
/// use tejun_search::Path;
/// use tejun_search::heuristic::Costed;
///
/// let found = Costed { cost: 7, path: Path { states: vec![1_u32, 5, 8], moves: vec!["+ 4", "+ 3"] } };
/// assert_eq!(found.path.states.len(), found.path.moves.len() + 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costed<S, M> {
    /// The sum of the costs of its moves.
    pub cost: u32,
    /// Its states and moves.
    pub path: Path<S, M>,
}

/// A path of the space `P` and what it costs.
pub type CostedOf<P> = Costed<<P as Space>::State, <P as Space>::Move>;

/// Adds the cost of a move to that of the path before it.
///
/// # Panics
/// Panics if the sum is 2^32 or more.
#[inline(always)]
pub(super) fn sum(before: u32, cost: u32) -> u32 {
    before.checked_add(cost).unwrap_or_else(|| too_much())
}

#[cold]
fn too_much() -> ! {
    panic!("a path costs 2^32 or more (see Space::cost)")
}

/// Plays a path of keys from a start of the space: in each step the cheapest move to a state with the next
/// key, of several the first. This turns a path of symmetry classes into one of real moves.
///
/// # Errors
/// If the budget or the system refuses the memory, or the search is cancelled.
pub(super) fn play<P: Space<State: Packed>>(
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
    let mut cost = 0;
    for next_key in &keys[1..] {
        let mut step: Option<(u32, P::Move, P::State)> = None;
        let mut made = 0;
        space.expand(&state, |by, next| {
            made += 1;
            if key(next) == *next_key {
                let cost = space.cost(&state, by);
                if step.is_none_or(|step| cost < step.0) {
                    step = Some((cost, by, next));
                }
            }
        });
        workspace.cancel.work(16 * made + 8)?;
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
