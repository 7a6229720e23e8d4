//! Lines that share their beginnings: each state on any of them is stored once.

use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::sort::sort;
use crate::workspace::Workspace;

/// The states on a number of lines, by level, each with the state before it. It is built from the last level back.
pub(super) struct Forest<S> {
    levels: Vec<Level<S>>,
}

struct Level<S> {
    /// Ascending.
    states: Vec<S>,
    /// For each state, the index of the one before it in the level before.
    parents: Vec<u32>,
}

impl<S: Packed> Forest<S> {
    /// Returns no lines, with room for levels up to the `last`.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    pub fn new(last: u32, budget: &mut Budget) -> Result<Self, StopReason> {
        let mut levels = budget.list(last as usize + 1)?;
        levels.resize_with(last as usize + 1, || Level { states: Vec::new(), parents: Vec::new() });
        Ok(Forest { levels })
    }

    /// The states of a level, ascending.
    pub fn level(&self, level: u32) -> &[S] {
        &self.levels[level as usize].states
    }

    /// Inserts a level: the state `before` each state of the next level, and the ends on this level, which ascend.
    ///
    /// # Errors
    /// If memory runs out or the pulse stops the search.
    pub fn insert(
        &mut self,
        level: u32,
        before: &[Option<S>],
        ends: &[(u32, S)],
        workspace: &mut Workspace,
    ) -> Result<(), StopReason> {
        let Workspace { budget, pulse } = workspace;
        let mut states = budget.list(before.len() + ends.len())?;
        states.extend(before.iter().copied().flatten().chain(ends.iter().map(|end| end.1)));
        sort(&mut states, *pulse)?;
        states.dedup();
        // Most lines share most of their states.
        let mut all = states;
        let mut states = budget.list(all.len())?;
        states.extend_from_slice(&all);
        budget.free(&mut all);
        if let Some(next) = self.levels.get_mut(level as usize + 1) {
            next.parents = budget.list(before.len())?;
            for before in before.chunks(RUN) {
                pulse.work(8 * before.len())?;
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

    /// Appends to `line` the indices of the states on the line to a state of a level, from level 0 on.
    pub fn append_line(&self, level: u32, end: &S, line: &mut Vec<u32>) {
        let begin = line.len();
        let mut index = index_of(self.level(level), end) as u32;
        line.push(index);
        for level in self.levels[1..=level as usize].iter().rev() {
            index = level.parents[index as usize];
            line.push(index);
        }
        line[begin..].reverse();
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

/// States looked up between two pulses.
const RUN: usize = 1 << 10;

/// Index of a state in an ascending list that contains it.
fn index_of<S: Packed>(states: &[S], state: &S) -> usize {
    states.binary_search(state).expect("the states of a line are in the forest")
}
