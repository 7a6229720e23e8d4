//! Paths that share their beginnings: each state on any of them is stored once.

use crate::collections::sort::sort;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// The states on a number of paths, by level, each with the state before it. It is built from the last level back.
pub(super) struct PathForest<S> {
    levels: Vec<Level<S>>,
}

struct Level<S> {
    /// Ascending.
    states: Vec<S>,
    /// For each state, the index of the one before it in the level before.
    parents: Vec<u32>,
}

impl<S: Key> PathForest<S> {
    /// Returns no paths, with room for levels up to the `last`.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    pub fn new(last: u32, budget: &mut Budget) -> Result<Self, StopReason> {
        let mut levels = budget.list(last as usize + 1)?;
        levels.resize_with(last as usize + 1, || Level { states: Vec::new(), parents: Vec::new() });
        Ok(PathForest { levels })
    }

    /// The states of a level, ascending.
    pub fn level(&self, level: u32) -> &[S] {
        &self.levels[level as usize].states
    }

    /// Inserts a level: the state `before` each state of the next level, and the ends on this level, which ascend.
    ///
    /// # Errors
    /// If memory runs out or the search is cancelled.
    pub fn insert(
        &mut self,
        level: u32,
        before: &[Option<S>],
        ends: &[(u32, S)],
        workspace: &mut Workspace,
    ) -> Result<(), StopReason> {
        let Workspace { budget, cancel } = workspace;
        let mut states = budget.list(before.len() + ends.len())?;
        states.extend(before.iter().copied().flatten().chain(ends.iter().map(|end| end.1)));
        sort(&mut states, *cancel)?;
        states.dedup();
        // Most paths share most of their states.
        let mut all = states;
        let mut states = budget.list(all.len())?;
        states.extend_from_slice(&all);
        budget.free(&mut all);
        if let Some(next) = self.levels.get_mut(level as usize + 1) {
            next.parents = budget.list(before.len())?;
            for before in before.chunks(RUN) {
                cancel.work(8 * before.len())?;
                let index = |before: &Option<S>| match before {
                    Some(before) => index_of(&states, before) as u32,
                    None => unreachable!("each state of a later level has one before it"),
                };
                next.parents.extend(before.iter().map(index));
            }
        }
        self.levels[level as usize].states = states;
        Ok(())
    }

    /// Appends to `path` the indices of the states on the path to a state of a level, from level 0 on.
    pub fn append_path(&self, level: u32, end: &S, indices: &mut Vec<u32>) {
        let begin = indices.len();
        let mut index = index_of(self.level(level), end) as u32;
        indices.push(index);
        for level in self.levels[1..=level as usize].iter().rev() {
            index = level.parents[index as usize];
            indices.push(index);
        }
        indices[begin..].reverse();
    }

    /// Frees the memory, which `budget` counts.
    pub fn free(&mut self, budget: &mut Budget) {
        for level in &mut self.levels {
            budget.free(&mut level.states);
            budget.free(&mut level.parents);
        }
        budget.free(&mut self.levels);
    }
}

/// States looked up between two checks.
const RUN: usize = 1 << 10;

/// Index of a state in an ascending list that contains it.
fn index_of<S: Key>(states: &[S], state: &S) -> usize {
    states.binary_search(state).expect("the states of a path are in the forest")
}
