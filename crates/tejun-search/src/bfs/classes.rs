//! The number of symmetry classes among the states of a sweep.

use crate::bfs::store::{Visit, VisitAll};
use crate::bfs::sweep::Sweep;
use crate::state::key::Key;

use crate::collections::table::StateTable;
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;

/// Returns the number of symmetry classes among the states of the levels up to `last`. A class counts once,
/// whether or not its representative and its other members are reachable.
///
/// # Errors
/// If memory runs out or the search is cancelled.
pub(super) fn classes<S: Key>(
    sweep: &Sweep<S>,
    last: u32,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let states: u64 = (0..=last).map(|level| sweep.level_len(level)).sum();
    if !sweep.space.has_symmetry() {
        return Ok(states);
    }
    if !sweep.collective.is_alone() {
        return shared(sweep, last, workspace);
    }
    match in_memory(sweep, last, states, workspace) {
        Err(StopReason::Memory) => on_disk(sweep, last, workspace),
        counted => counted,
    }
}

/// Counts the representatives of all states, each in the process that owns it.
fn shared<S: Key>(sweep: &Sweep<S>, last: u32, workspace: &mut Workspace) -> Result<u64, StopReason> {
    let collective = sweep.collective;
    // A process that fails before is not to be taken for one whose table is full.
    collective.agree(Ok(()), workspace.cancel)?;
    let counted = in_table(sweep, last, workspace);
    let own = match collective.agree(counted, workspace.cancel) {
        Err(StopReason::Memory) => {
            sweep.count_distinct(&mut |visit, cancel| visit_images(sweep, last, visit, cancel), workspace)
        }
        counted => counted,
    };
    collective.all_reduce_sum([own?], workspace.cancel).map(|[classes]| classes)
}

fn in_table<S: Key>(sweep: &Sweep<S>, last: u32, workspace: &mut Workspace) -> Result<u64, StopReason> {
    let mut table = StateTable::none();
    let mut insert = |images: &[S], cancel: &mut dyn CancelCheck| {
        images.chunks(8).try_for_each(|images| {
            // However little there is, it grows by that many.
            if table.room() < images.len() {
                table.grow(&mut Workspace::new(workspace.budget, cancel))?;
            }
            table.insert_cancellable(images, cancel)
        })
    };
    let visited = visit_images(sweep, last, &mut insert, workspace.cancel);
    let counted = table.len() as u64;
    table.free(workspace.budget);
    visited.map(|()| counted)
}

/// Visits, in each process, the representatives that it owns: of the states of all processes, with repetitions.
fn visit_images<S: Key>(
    sweep: &Sweep<S>,
    last: u32,
    visit: Visit<S>,
    cancel: &mut dyn CancelCheck,
) -> Result<(), StopReason> {
    let mut boxes = sweep.collective.outboxes();
    let mut images = Vec::new();
    for level in 0..=last {
        sweep.scan(level, |states| {
            images.clear();
            images.extend_from_slice(states);
            sweep.space.canonicalize(&mut images);
            cancel.work(16 * states.len())?;
            sweep.collective.all_to_all(&mut boxes, &images, visit, cancel)
        })?;
    }
    sweep.collective.finish_all_to_all(boxes, visit, cancel)
}

/// Counts the representatives of all states.
fn on_disk<S: Key>(sweep: &Sweep<S>, last: u32, workspace: &mut Workspace) -> Result<u64, StopReason> {
    let mut images = Vec::new();
    let visit_all: VisitAll<S> = &mut |visit, cancel| {
        (0..=last).try_for_each(|level| {
            sweep.scan(level, |states| {
                images.clear();
                images.extend_from_slice(states);
                sweep.space.canonicalize(&mut images);
                cancel.work(16 * states.len())?;
                visit(&images, cancel)
            })
        })
    };
    sweep.count_distinct(visit_all, workspace)
}

fn in_memory<S: Key>(
    sweep: &Sweep<S>,
    last: u32,
    states: u64,
    workspace: &mut Workspace,
) -> Result<u64, StopReason> {
    let (mut representatives, mut images) = (0, Vec::new());
    for level in 0..=last {
        sweep.scan(level, |states| {
            images.clear();
            images.extend_from_slice(states);
            sweep.space.canonicalize(&mut images);
            representatives +=
                images.iter().zip(states).filter(|(image, state)| image == state).count() as u64;
            workspace.cancel.work(16 * states.len())
        })?;
    }
    // Representatives of the other states. Some of them may be unreachable.
    let others = (states - representatives) as usize;
    let mut elsewhere = StateTable::with_room(others, workspace)?;
    for level in 0..=last {
        sweep.scan(level, |states| {
            images.clear();
            images.extend_from_slice(states);
            sweep.space.canonicalize(&mut images);
            let mut own = states.iter();
            images.retain(|image| Some(image) != own.next());
            workspace.cancel.work(16 * states.len())?;
            elsewhere.insert_cancellable(&images, workspace.cancel)
        })?;
    }
    let mut reached = 0;
    for level in 0..=last {
        sweep.scan(level, |states| {
            reached += states.iter().filter(|&&state| elsewhere.contains(state)).count() as u64;
            workspace.cancel.work(4 * states.len())
        })?;
    }
    Ok(representatives + elsewhere.len() as u64 - reached)
}
