//! The number of symmetry classes among the states of a sweep.

use crate::bfs::exchange::Exchange;
use crate::bfs::store::{Store, VisitAll};
use crate::bfs::sweep::Sweep;
use crate::bfs::trace::Workspace;
use crate::limits::StopReason;
use crate::space::Space;
use crate::table::StateTable;

/// Returns the number of symmetry classes among the states of the levels up to `last`. A class counts once,
/// whether or not its representative and its other members are reachable.
///
/// # Errors
/// If memory runs out or the pulse stops the search.
pub(super) fn classes<P: Space, M: Store<P::State>, X: Exchange<P::State>>(
    sweep: &Sweep<P, M, X>,
    last: u32,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let states: u64 = (0..=last).map(|level| sweep.level_len(level)).sum();
    if !sweep.space.has_symmetry() {
        return Ok(states);
    }
    match in_memory(sweep, last, states, workspace) {
        Err(StopReason::Memory) => on_disk(sweep, last, workspace),
        counted => counted,
    }
}

/// Counts the representatives of all states.
fn on_disk<P: Space, M: Store<P::State>, X: Exchange<P::State>>(
    sweep: &Sweep<P, M, X>,
    last: u32,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let mut images = Vec::new();
    let visit_all: VisitAll<P::State> = &mut |visit, pulse| {
        (0..=last).try_for_each(|level| {
            sweep.scan(level, |states| {
                images.clear();
                images.extend(states.iter().map(|state| sweep.space.canonical(state)));
                pulse.work(16 * states.len())?;
                visit(&images, pulse)
            })
        })
    };
    sweep.count_distinct(visit_all, workspace.budget, workspace.pulse)
}

fn in_memory<P: Space, M: Store<P::State>, X: Exchange<P::State>>(
    sweep: &Sweep<P, M, X>,
    last: u32,
    states: u64,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let space = sweep.space;
    let mut representatives = 0;
    for level in 0..=last {
        sweep.scan(level, |states| {
            let own = states.iter().filter(|state| space.canonical(state) == **state).count();
            representatives += own as u64;
            workspace.pulse.work(16 * states.len())
        })?;
    }
    // Representatives of the other states. Some of them may be unreachable.
    let others = (states - representatives) as usize;
    let mut elsewhere = StateTable::with_room(others, workspace.budget, workspace.pulse)?;
    let mut images = Vec::new();
    for level in 0..=last {
        sweep.scan(level, |states| {
            images.clear();
            for state in states {
                let canonical = space.canonical(state);
                if canonical != *state {
                    images.push(canonical);
                }
            }
            workspace.pulse.work(16 * states.len())?;
            elsewhere.insert_with_pulse(&images, workspace.pulse)
        })?;
    }
    let mut reached = 0;
    for level in 0..=last {
        sweep.scan(level, |states| {
            reached += states.iter().filter(|&&state| elsewhere.contains(state)).count() as u64;
            workspace.pulse.work(4 * states.len())
        })?;
    }
    Ok(representatives + elsewhere.len() as u64 - reached)
}
