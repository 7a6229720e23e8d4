//! The number of symmetry classes among the states of a sweep.

use crate::bfs::store::{Store, Visit, VisitAll};
use crate::bfs::sweep::Sweep;
use crate::packed::Packed;

use crate::limits::StopReason;
use crate::pulse::Pulse;
use crate::space::Space;
use crate::table::StateTable;
use crate::workspace::Workspace;

/// Returns the number of symmetry classes among the states of the levels up to `last`. A class counts once,
/// whether or not its representative and its other members are reachable.
///
/// # Errors
/// If memory runs out or the pulse stops the search.
pub(super) fn classes<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
    last: u32,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let states: u64 = (0..=last).map(|level| sweep.level_len(level)).sum();
    if !sweep.space.has_symmetry() {
        return Ok(states);
    }
    if !sweep.team.is_alone() {
        return shared(sweep, last, workspace);
    }
    match in_memory(sweep, last, states, workspace) {
        Err(StopReason::Memory) => on_disk(sweep, last, workspace),
        counted => counted,
    }
}

/// Counts the representatives of all states, each in the process that owns it.
fn shared<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
    last: u32,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let team = sweep.team;
    // A process that fails before is not to be taken for one whose table is full.
    team.settle(Ok(()), workspace.pulse)?;
    let counted = in_table(sweep, last, workspace);
    let own = match team.settle(counted, workspace.pulse) {
        Err(StopReason::Memory) => sweep.count_distinct(
            &mut |visit, pulse| visit_images(sweep, last, visit, pulse),
            workspace.budget,
            workspace.pulse,
        ),
        counted => counted,
    };
    team.sums([own?], workspace.pulse).map(|[classes]| classes)
}

fn in_table<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
    last: u32,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let mut table = StateTable::none();
    let mut insert = |images: &[P::State], pulse: &mut dyn Pulse| {
        images.chunks(8).try_for_each(|images| {
            // However little there is, it grows by that many.
            if table.room() < images.len() {
                table.grow(workspace.budget, pulse)?;
            }
            table.insert_with_pulse(images, pulse)
        })
    };
    let visited = visit_images(sweep, last, &mut insert, workspace.pulse);
    let counted = table.len() as u64;
    table.free(workspace.budget);
    visited.map(|()| counted)
}

/// Visits, in each process, the representatives that it owns: of the states of all processes, with repetitions.
fn visit_images<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
    last: u32,
    visit: Visit<P::State>,
    pulse: &mut dyn Pulse,
) -> Result<(), StopReason> {
    let mut boxes = sweep.team.boxes();
    let mut images = Vec::new();
    for level in 0..=last {
        sweep.scan(level, |states| {
            images.clear();
            images.extend(states.iter().map(|state| sweep.space.canonical(state)));
            pulse.work(16 * states.len())?;
            sweep.team.share(&mut boxes, &images, visit, pulse)
        })?;
    }
    sweep.team.share_rest(boxes, visit, pulse)
}

/// Counts the representatives of all states.
fn on_disk<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
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

fn in_memory<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
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
