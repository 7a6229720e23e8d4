//! The candidates for the next level of a beam.

use std::cmp::Reverse;

use crate::collections::sort::sort;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// Candidates moved from one list to another between two checks.
const RUN: usize = 1 << 10;

/// A state that a move leads to. The newest come first; of equal novelty the hash decides, so that they are of all
/// kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate<S> {
    /// How many combinations of features were new at the beginning of the level.
    pub novelty: Reverse<u32>,
    pub hash: u64,
    pub key: S,
    pub cost: u32,
    pub parent: u32,
}

/// The newest candidates, at least twice as many as a level has room for.
///
/// What is left of a level's candidates does not depend on the lists over which they were spread, nor on how often
/// these were narrowed.
pub(super) struct Candidates<S> {
    list: Vec<Candidate<S>>,
    width: usize,
    /// Whether some were dropped.
    pub dropped: bool,
}

impl<S: Key> Candidates<S> {
    /// Returns no candidates for a level with room for `width` states.
    pub fn new(width: usize) -> Self {
        Candidates { list: Vec::new(), width, dropped: false }
    }

    /// The candidates, the best first if they were just [narrowed](Candidates::narrow).
    pub fn as_slice(&self) -> &[Candidate<S>] {
        &self.list
    }

    /// Adds a candidate, and drops the worst if there are far too many or memory runs out.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, or the search is cancelled.
    pub fn push(&mut self, candidate: Candidate<S>, workspace: &mut Workspace) -> Result<(), StopReason> {
        if self.list.len() == self.list.capacity() {
            self.make_room(workspace)?;
        }
        self.list.push(candidate);
        Ok(())
    }

    #[cold]
    fn make_room(&mut self, workspace: &mut Workspace) -> Result<(), StopReason> {
        if self.list.len() / 4 >= self.width {
            self.narrow(workspace.cancel)?;
        }
        if self.list.len() < self.list.capacity() || workspace.budget.grow(&mut self.list, 1).is_ok() {
            return Ok(());
        }
        self.narrow(workspace.cancel)?;
        workspace.budget.grow(&mut self.list, 1)
    }

    /// Takes over the candidates of another list, whose memory the same budget counts.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, or the search is cancelled.
    pub fn append(&mut self, mut other: Self, workspace: &mut Workspace) -> Result<(), StopReason> {
        self.dropped |= other.dropped;
        if self.list.is_empty() {
            std::mem::swap(&mut self.list, &mut other.list);
        }
        for run in other.list.chunks(RUN) {
            workspace.cancel.work(8 * run.len())?;
            for &candidate in run {
                self.push(candidate, workspace)?;
            }
        }
        other.free(workspace.budget);
        Ok(())
    }

    /// Keeps each candidate once, the best first, and of too many the best.
    ///
    /// # Errors
    /// If the search is cancelled.
    pub fn narrow(&mut self, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        sort(&mut self.list, cancel)?;
        self.list.dedup_by_key(|candidate| candidate.key);
        if self.list.len() / 2 > self.width {
            self.dropped = true;
            self.list.truncate(2 * self.width);
        }
        Ok(())
    }

    /// Drops all of them, for the next level.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Gives the memory back.
    pub fn free(&mut self, budget: &mut Budget) {
        budget.free(&mut self.list);
    }
}
