//! What is known of the complete levels of a sweep.

use super::Sweep;
use crate::bfs::store::{VisitAll, visit_common};
use crate::collections::sort::sort;
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

impl<S: Key> Sweep<'_, S> {
    /// Index of the last complete level.
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Number of states in the last complete level.
    pub fn frontier(&self) -> u64 {
        self.level_len(self.depth())
    }

    /// Number of goals in the last complete level.
    pub fn goals(&self) -> u64 {
        self.goals_in(self.depth())
    }

    /// Number of goals in a complete level.
    pub fn goals_in(&self, level: u32) -> u64 {
        self.goals[level as usize]
    }

    /// The least goal of the last complete level, in all processes.
    ///
    /// # Errors
    /// Those of another process.
    pub fn least_goal(&self, cancel: &mut dyn CancelCheck) -> Result<Option<S>, StopReason> {
        let own = self.partitions.iter().filter_map(|partition| partition.closed_goals.least).min();
        self.collective.all_reduce_min_state(own, cancel)
    }

    /// Number of states in a level.
    pub fn level_len(&self, level: u32) -> u64 {
        self.levels[level as usize]
    }

    /// Visits the states of a level that this process owns, a few thousand at a time.
    ///
    /// # Errors
    /// Those of `visit` and of the store.
    pub fn scan(
        &self,
        level: u32,
        mut visit: impl FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.partitions.iter().try_for_each(|partition| partition.store.scan(level as usize, &mut visit))
    }

    /// Counts the different states among those that `visit_all` visits, with the help of the disk.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the sweep keeps nothing on disk; else if the disk refuses, or the search is
    /// cancelled.
    pub fn count_distinct(
        &self,
        visit_all: VisitAll<S>,
        workspace: &mut Workspace,
    ) -> Result<u64, StopReason> {
        self.partitions[0].store.count_distinct(visit_all, workspace)
    }

    /// Returns the smallest state that the last complete levels of both sweeps share. Both must have the same
    /// number of partitions.
    ///
    /// # Errors
    /// If the search is cancelled.
    pub fn meeting(&self, other: &Self, cancel: &mut dyn CancelCheck) -> Result<Option<S>, StopReason> {
        let mut least: Option<S> = None;
        for (own, other) in self.partitions.iter().zip(&other.partitions) {
            visit_common(&*own.store, &*other.store, cancel, &mut |state| {
                least = Some(least.map_or(state, |least: S| least.min(state)));
            })?;
        }
        self.collective.all_reduce_min_state(least, cancel)
    }

    /// Number of expanded states without a move, of this process.
    pub fn dead_ends(&self) -> u64 {
        self.partitions.iter().map(|partition| partition.tally.dead_ends).sum()
    }

    /// The goals of a complete level, ascending, found by visiting all its states.
    ///
    /// # Errors
    /// If memory runs out, or the disk refuses, or the search is cancelled.
    pub fn goals_of(&self, level: u32, workspace: &mut Workspace) -> Result<Vec<S>, StopReason> {
        let mut goals = Vec::new();
        self.scan(level, |states| {
            workspace.budget.collect(&mut goals, |visit| self.space.visit_goals(states, visit))?;
            workspace.cancel.work(4 * states.len())
        })?;
        self.collective.all_gather_list(&mut goals, workspace)?;
        sort(&mut goals, workspace.cancel)?;
        Ok(goals)
    }
}
