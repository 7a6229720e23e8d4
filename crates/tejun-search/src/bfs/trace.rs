//! Rebuilding paths: which states of a level precede given states of the next.
//!
//! No state stores its parent. A path is rebuilt from the levels, from its end to its start. If moves can be
//! taken back and the states are few, their predecessors are looked up in the level; otherwise the level is
//! expanded again. Either way costs one pass over the levels, for one path or for a thousand.

use crate::bfs::collective::states;
use crate::bfs::mode::{Goals, SweepDirection};
use crate::bfs::path_forest::PathForest;
use crate::bfs::store::Store;
use crate::bfs::sweep::Sweep;
use crate::collections::sort::sort;
use crate::collections::table::StateTable;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::space::{Moves, Space};
use crate::space::{Path, PathOf};
use crate::state::key::Key;

/// Units of work to make a key and look it up. A wide state has many pieces to try, so each of its keys takes
/// longer.
const fn per_key<S>() -> usize {
    16 + 2 * size_of::<S>()
}

/// What is called with a state and those after it. Not generic, so that each space is expanded by one piece of code.
pub(super) type FoundEdges<'f, S> = &'f mut dyn FnMut(S, &[S], &mut Budget) -> Result<(), StopReason>;

/// A sealed sweep, which is only read.
pub(crate) struct Trace<'t, 's, P: Space<State: Key>, M>(pub &'t Sweep<'s, P, M>);

impl<P: Space<State: Key>, M: Store<P::State>> Trace<'_, '_, P, M> {
    fn key(&self, state: P::State) -> P::State {
        if self.0.mode.classes { self.0.space.canonical(&state) } else { state }
    }

    /// Visits the keys that the sweep reached from a state.
    fn successors(&self, state: &P::State, mut visit: impl FnMut(P::State)) {
        match self.0.mode.direction {
            SweepDirection::Forward => self.0.space.expand(state, |_, next| visit(self.key(next))),
            SweepDirection::Backward => self.0.space.retract(state, |next| visit(self.key(next))),
        }
    }

    /// Visits the keys from which the sweep may have reached a state.
    fn predecessors(&self, state: &P::State, mut visit: impl FnMut(P::State)) {
        match self.0.mode.direction {
            SweepDirection::Forward => self.0.space.retract(state, |before| visit(self.key(before))),
            SweepDirection::Backward => self.0.space.expand(state, |_, before| visit(self.key(before))),
        }
    }

    fn was_expanded(&self, state: &P::State) -> bool {
        self.0.mode.goals == Goals::Expanded || !self.0.space.is_goal(state)
    }

    /// Calls `found(before, after)` for each state `before` of `level` that this process owns and that has a move of
    /// the sweep to any of `next`. `next` holds states of the next level, sorted and without repetition; `after`
    /// holds those of them that `before` leads to, likewise sorted.
    pub fn edges(
        &self,
        level: u32,
        next: &[P::State],
        workspace: &mut Workspace,
        found: FoundEdges<P::State>,
    ) -> Result<(), StopReason> {
        let retracts = self.0.mode.direction == SweepDirection::Backward || P::MOVES != Moves::OneWay;
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
        next: &[P::State],
        workspace: &mut Workspace,
        found: FoundEdges<P::State>,
    ) -> Result<(), StopReason> {
        let mut wanted = StateTable::of(next, workspace)?;
        let mut after = Vec::new();
        self.0.scan(level, |states| {
            for before in states.iter().filter(|state| self.was_expanded(state)) {
                let mut made = 0;
                after.clear();
                self.successors(before, |state| {
                    made += 1;
                    if wanted.contains(state) {
                        after.push(state);
                    }
                });
                workspace.cancel.work(per_key::<P::State>() * (made + 1) + self.0.space.take_work())?;
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
        next: &[P::State],
        workspace: &mut Workspace,
        found: FoundEdges<P::State>,
    ) -> Result<(), StopReason> {
        let mut edges: Vec<(P::State, P::State)> = Vec::new();
        let mut before = Vec::new();
        for &state in next {
            before.clear();
            self.predecessors(&state, |key| before.push(key));
            workspace.cancel.work(per_key::<P::State>() * (before.len() + 1) + self.0.space.take_work())?;
            before.sort_unstable();
            before.dedup();
            workspace.budget.grow(&mut edges, before.len())?;
            edges.extend(before.iter().map(|&before| (before, state)));
        }
        sort(&mut edges, workspace.cancel)?;
        let mut candidates: Vec<P::State> = workspace.budget.list(edges.len())?;
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
            if present.peek() == Some(&before) && self.was_expanded(&before) {
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
    pub fn paths(
        &self,
        ends: &[(u32, P::State)],
        workspace: &mut Workspace,
    ) -> Result<PathForest<P::State>, StopReason> {
        let mut forest = PathForest::new(ends.last().map_or(0, |end| end.0), workspace.budget)?;
        let mut rest = ends;
        let mut least: Vec<Option<P::State>> = Vec::new();
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
                    let least: &mut Option<P::State> = &mut least[index(next, state)];
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
    pub fn keys(&self, end: (u32, P::State), workspace: &mut Workspace) -> Result<Vec<P::State>, StopReason> {
        let mut forest = self.paths(&[end], workspace)?;
        let mut keys = workspace.budget.list(end.0 as usize + 1)?;
        keys.extend((0..=end.0).map(|level| forest.level(level)[0]));
        forest.free(workspace.budget);
        Ok(keys)
    }

    /// Takes the smallest of the states that the processes found, in each place.
    fn join_least(
        &self,
        least: &mut [Option<P::State>],
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        if self.0.collective.is_alone() {
            return Ok(());
        }
        let own: Vec<P::State> = least.iter().map(|state| state.unwrap_or(P::State::NONE)).collect();
        for message in self.0.collective.all_gather(bytemuck::cast_slice(&own), cancel)? {
            for (least, state) in least.iter_mut().zip(states::<P::State>(&message)) {
                if state != P::State::NONE {
                    *least = Some(least.map_or(state, |least| least.min(state)));
                }
            }
        }
        Ok(())
    }

    /// Plays a path of keys from a start of the space: in each step, the first move to a state with the next
    /// key. This turns a path of symmetry classes into one of real moves.
    ///
    /// # Errors
    /// If the search is cancelled.
    pub fn play(&self, keys: &[P::State], cancel: &mut dyn CancelCheck) -> Result<PathOf<P>, StopReason> {
        let mut path = self.start(&keys[0]);
        for key in &keys[1..] {
            cancel.work(self.step(&mut path, key))?;
        }
        Ok(path)
    }

    /// A path without moves from the first start with this key.
    pub fn start(&self, key: &P::State) -> PathOf<P> {
        let mut start = None;
        self.0.space.starts(|state| {
            if start.is_none() && self.key(state) == *key {
                start = Some(state);
            }
        });
        let start = start.expect("a path must begin at a start of the space");
        Path { states: vec![start], moves: Vec::new() }
    }

    /// Adds to a path the first move to a state with this key. Returns the units of work.
    pub fn step(&self, path: &mut PathOf<P>, key: &P::State) -> usize {
        let (state, mut step, mut made) = (newest(&path.states), None, 0);
        self.0.space.expand(&state, |by, next| {
            made += 1;
            if step.is_none() && self.key(next) == *key {
                step = Some((by, next));
            }
        });
        let (by, next) = step.unwrap_or_else(|| no_edge_to(&state, key));
        path.moves.push(by);
        path.states.push(next);
        per_key::<P::State>() * (made + 1) + self.0.space.take_work()
    }
}

fn newest<S: Key>(states: &[S]) -> S {
    *states.last().expect("a path includes its end")
}

/// Index of `state` in a sorted list that contains it.
pub(super) fn index<S: Key>(list: &[S], state: &S) -> usize {
    list.binary_search(state).expect("only requested states are found")
}

#[cold]
fn no_edge_to<S: Key, T>(state: &S, next: &S) -> T {
    panic!(
        "no move leads from {state:?} to {next:?} or an image of it: the space's expand, retract and \
         canonical contradict each other (see check_space)"
    )
}

#[cold]
fn no_predecessor<S: Key>(level: u32, state: &S) -> ! {
    panic!(
        "no state of level {level} has a move to {state:?}, which is in level {}: Space::MOVES or \
         has_symmetry claims more than expand, retract and canonical provide (see check_space)",
        level + 1
    )
}
