//! Drops the states of a layer that others dominate.

use crate::layered::frontier::Candidate;
use crate::layered::problem::Layered;
use crate::layered::seen::Seen;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;

/// How many others of its group a state is compared with. Groups are small, except for rare ones in which the
/// comparisons would take longer than the states they save.
const COMPARED: usize = 64;

/// Marks the end of a list.
const END: u32 = u32::MAX;

/// Drops the states that another state of their group dominates.
///
/// # Errors
/// If memory runs out or the search is cancelled.
pub(super) fn drop_dominated<P: Layered>(
    problem: &P,
    states: &mut Vec<Candidate<P>>,
    workspace: &mut Workspace,
) -> Result<(), StopReason> {
    let mut groups = Groups::new(states.len(), workspace)?;
    for index in 0..states.len() {
        let state = &states[index].state;
        let group = problem.group(state);
        let same = |other: usize| problem.group(&states[other].state) == group;
        let Some(head) = groups.seen.enter(&group, index, same) else {
            groups.last[index] = index as u32;
            continue;
        };
        let (mut before, mut at, mut compared) = (END, head as u32, 0);
        while at != END && compared < COMPARED && !groups.dropped[index] {
            let (other, next) = (at as usize, groups.next[at as usize]);
            if !groups.dropped[other] {
                compared += 1;
                let other_state = &states[other].state;
                groups.dropped[index] = problem.dominates(other_state, state);
                groups.dropped[other] = !groups.dropped[index] && problem.dominates(state, other_state);
            }
            if groups.dropped[other] && before != END {
                groups.unlink(head, before, next);
            } else {
                before = at;
            }
            at = next;
        }
        if !groups.dropped[index] {
            groups.append(head, index as u32);
        }
        workspace.cancel.work(64 + 16 * compared)?;
    }
    retain(states, workspace.cancel, |index, _| !groups.dropped[index])?;
    groups.free(workspace.budget);
    Ok(())
}

/// The states of each group as a linked list. Its first state stays in it even when dropped.
struct Groups {
    /// The first state of each group.
    seen: Seen,
    /// For each state, the next in its group.
    next: Vec<u32>,
    /// For the first state of each group, the last one.
    last: Vec<u32>,
    dropped: Vec<bool>,
}

impl Groups {
    fn new(states: usize, workspace: &mut Workspace) -> Result<Self, StopReason> {
        let mut groups = Groups {
            seen: Seen::default(),
            next: workspace.budget.list(states)?,
            last: workspace.budget.list(states)?,
            dropped: workspace.budget.list(states)?,
        };
        groups.seen.make_room(states, workspace)?;
        groups.next.resize(states, END);
        groups.last.resize(states, END);
        groups.dropped.resize(states, false);
        Ok(groups)
    }

    /// Removes the state between `before` and `next` from its group.
    fn unlink(&mut self, head: usize, before: u32, next: u32) {
        self.next[before as usize] = next;
        if next == END {
            self.last[head] = before;
        }
    }

    fn append(&mut self, head: usize, state: u32) {
        let last = std::mem::replace(&mut self.last[head], state);
        self.next[last as usize] = state;
    }

    fn free(&mut self, budget: &mut Budget) {
        self.seen.free(budget);
        budget.free(&mut self.next);
        budget.free(&mut self.last);
        budget.free(&mut self.dropped);
    }
}

/// Keeps the items for which `keep` returns true, given index and item, in their order.
///
/// # Errors
/// If the search is cancelled; the list is then in an unspecified order.
pub(super) fn retain<T>(
    list: &mut Vec<T>,
    cancel: &mut dyn CancelCheck,
    keep: impl Fn(usize, &T) -> bool,
) -> Result<(), StopReason> {
    let mut retained = 0;
    for index in 0..list.len() {
        if keep(index, &list[index]) {
            list.swap(retained, index);
            retained += 1;
        }
        cancel.work(4)?;
    }
    list.truncate(retained);
    Ok(())
}
