//! Rebuilding paths: which states of a level precede given states of the next.
//!
//! No state stores its parent. A path is rebuilt from the levels, from its end to its start. If moves can be
//! taken back and the states are few, their predecessors are looked up in the level; otherwise the level is
//! expanded again. Either way costs one pass over the levels, for one path or for a thousand.

use crate::bfs::collective::states;
use crate::bfs::expander::Tally;
use crate::bfs::mode::{Goals, SweepDirection, SweepMode};
use crate::bfs::path_forest::PathForest;
use crate::bfs::play::per_key;
use crate::bfs::sweep::Sweep;
use crate::collections::sort::sort;
use crate::collections::table::StateTable;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::space::Moves;
use crate::state::key::Key;

/// What is called with a state and those after it.
pub(super) type FoundEdges<'f, S> = &'f mut dyn FnMut(S, &[S], &mut Budget) -> Result<(), StopReason>;

/// A sealed sweep, which is only read.
pub(crate) struct Trace<'t, 's, S>(pub &'t Sweep<'s, S>);

impl<S: Key> Trace<'_, '_, S> {
    /// Lists the keys that a state leads to.
    fn neighbours(
        &self,
        state: &S,
        mode: SweepMode,
        keys: &mut Vec<S>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        keys.clear();
        let (states, outboxes) = (std::slice::from_ref(state), std::slice::from_mut(keys));
        let made = self.0.space.expand(states, mode, false, &mut Tally::NONE.clone(), outboxes, cancel)?;
        cancel.work(per_key::<S>() * (made + 1))
    }

    fn was_expanded(&self, state: S) -> bool {
        self.0.mode.goals == Goals::Expanded || !self.0.space.is_goal(state)
    }

    /// Calls `found(before, after)` for each state `before` of `level` that this process owns and that has a move of
    /// the sweep to any of `next`. `next` holds states of the next level, sorted and without repetition; `after`
    /// holds those of them that `before` leads to, likewise sorted.
    pub fn edges(
        &self,
        level: u32,
        next: &[S],
        workspace: &mut Workspace,
        found: FoundEdges<S>,
    ) -> Result<(), StopReason> {
        let retracts =
            self.0.mode.direction == SweepDirection::Backward || self.0.space.moves() != Moves::OneWay;
        if retracts && next.len() as u64 <= self.0.level_len(level) / 8 + 64 {
            self.edges_by_retraction(level, next, workspace, found)
        } else {
            self.edges_by_expansion(level, next, workspace, found)
        }
    }

    /// Finds the edges by expanding the level again.
    fn edges_by_expansion(
        &self,
        level: u32,
        next: &[S],
        workspace: &mut Workspace,
        found: FoundEdges<S>,
    ) -> Result<(), StopReason> {
        let mut wanted = StateTable::of(next, workspace)?;
        let mut after = Vec::new();
        self.0.scan(level, |states| {
            for before in states {
                self.neighbours(before, self.0.mode, &mut after, workspace.cancel)?;
                after.retain(|&state| wanted.contains(state));
                if !after.is_empty() {
                    after.sort_unstable();
                    after.dedup();
                    found(*before, &after, workspace.budget)?;
                }
            }
            Ok(())
        })?;
        wanted.free(workspace.budget);
        Ok(())
    }

    /// Finds the edges by taking moves back and looking up the predecessors in the level.
    fn edges_by_retraction(
        &self,
        level: u32,
        next: &[S],
        workspace: &mut Workspace,
        found: FoundEdges<S>,
    ) -> Result<(), StopReason> {
        let direction = self.0.mode.direction.reversed();
        let back = SweepMode { direction, goals: Goals::Expanded, ..self.0.mode };
        let mut edges: Vec<(S, S)> = Vec::new();
        let mut before = Vec::new();
        for &state in next {
            self.neighbours(&state, back, &mut before, workspace.cancel)?;
            before.sort_unstable();
            before.dedup();
            workspace.budget.grow(&mut edges, before.len())?;
            edges.extend(before.iter().map(|&before| (before, state)));
        }
        sort(&mut edges, workspace.cancel)?;
        let mut candidates: Vec<S> = workspace.budget.list(edges.len())?;
        candidates.extend(edges.chunk_by(|a, b| a.0 == b.0).map(|edges| edges[0].0));
        let mut wanted = StateTable::of(&candidates, workspace)?;
        // From here on: the candidates that are in the level.
        candidates.clear();
        self.0.scan(level, |states| {
            candidates.extend(states.iter().copied().filter(|&state| wanted.contains(state)));
            workspace.cancel.work(states.len())
        })?;
        wanted.free(workspace.budget);
        sort(&mut candidates, workspace.cancel)?;
        let mut present = candidates.iter().copied().peekable();
        let mut after = Vec::new();
        for edges in edges.chunk_by(|a, b| a.0 == b.0) {
            let before = edges[0].0;
            workspace.cancel.work(edges.len())?;
            while present.next_if(|&state| state < before).is_some() {}
            if present.peek() == Some(&before) && self.was_expanded(before) {
                after.clear();
                after.extend(edges.iter().map(|edge| edge.1));
                found(before, &after, workspace.budget)?;
            }
        }
        workspace.budget.free(&mut candidates);
        workspace.budget.free(&mut edges);
        Ok(())
    }

    /// Returns the paths from level 0 to `ends`, each a level and a state in it, ordered and without repetition. Of
    /// several predecessors of a state it takes the smallest.
    ///
    /// Cost: one pass over the levels, for any number of ends, and memory for each state on any of the paths.
    ///
    /// # Errors
    /// If memory runs out or the search is cancelled.
    pub fn paths(&self, ends: &[(u32, S)], workspace: &mut Workspace) -> Result<PathForest<S>, StopReason> {
        let mut forest = PathForest::new(ends.last().map_or(0, |end| end.0), workspace.budget)?;
        let mut rest = ends;
        let mut least: Vec<Option<S>> = Vec::new();
        for level in (0..=ends.last().map_or(0, |end| end.0)).rev() {
            let (before, on_level) = rest.split_at(rest.partition_point(|end| end.0 < level));
            rest = before;
            forest.insert(level, &least, on_level, workspace)?;
            if level == 0 {
                break;
            }
            let next = forest.level(level);
            least.clear();
            workspace.budget.grow(&mut least, next.len())?;
            least.resize(next.len(), None);
            self.edges(level - 1, next, workspace, &mut |before, after, _| {
                for state in after {
                    let least: &mut Option<S> = &mut least[index(next, state)];
                    *least = Some(least.map_or(before, |least| least.min(before)));
                }
                Ok(())
            })?;
            self.join_least(&mut least, workspace.cancel)?;
            if let Some(orphan) = least.iter().position(Option::is_none) {
                no_predecessor(level - 1, &next[orphan]);
            }
        }
        workspace.budget.free(&mut least);
        Ok(forest)
    }

    /// The keys of a path from level 0 to `end`, a level and a state in it.
    ///
    /// # Errors
    /// If memory runs out or the search is cancelled.
    pub fn keys(&self, end: (u32, S), workspace: &mut Workspace) -> Result<Vec<S>, StopReason> {
        let mut forest = self.paths(&[end], workspace)?;
        let mut keys = workspace.budget.list(end.0 as usize + 1)?;
        keys.extend((0..=end.0).map(|level| forest.level(level)[0]));
        forest.free(workspace.budget);
        Ok(keys)
    }

    /// Takes the smallest of the states that the processes found, in each place.
    fn join_least(&self, least: &mut [Option<S>], cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        if self.0.collective.is_alone() {
            return Ok(());
        }
        let own: Vec<S> = least.iter().map(|state| state.unwrap_or(S::NONE)).collect();
        for message in self.0.collective.all_gather(bytemuck::cast_slice(&own), cancel)? {
            for (least, state) in least.iter_mut().zip(states::<S>(&message)) {
                if state != S::NONE {
                    *least = Some(least.map_or(state, |least| least.min(state)));
                }
            }
        }
        Ok(())
    }
}

/// Index of `state` in a sorted list that contains it.
pub(super) fn index<S: Key>(list: &[S], state: &S) -> usize {
    list.binary_search(state).expect("only requested states are found")
}

#[cold]
fn no_predecessor<S: Key>(level: u32, state: &S) -> ! {
    panic!(
        "no state of level {level} has a move to {state:?}, which is in level {}: Space::MOVES or \
         has_symmetry claims more than expand, retract and canonical provide (see check_space)",
        level + 1
    )
}
