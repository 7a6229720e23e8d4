//! Every shortest path to the nearest goals, one after the other.

use crate::bfs::collective::Collective;
use crate::bfs::expander::Expander;
use crate::bfs::mode::{Goals, SweepDirection, SweepMode};
use crate::bfs::stores::stores;
use crate::bfs::sweep::Sweep;
use crate::bfs::trace::{Trace, index};
use crate::collections::sort::sort;
use crate::limits::StopReason;
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::WatchPoller;
use crate::runtime::workspace::Workspace;
use crate::state::Key;

/// The states of a level that lie on shortest paths, ascending, and where these go on.
struct Level<S> {
    states: Vec<S>,
    /// For each state, where its part of `next` ends.
    ends: Vec<u32>,
    /// Indices of states of the next level, ascending for each state.
    next: Vec<u32>,
}

/// All shortest paths of a space, as a graph of the states on them.
pub(crate) struct ShortestPaths<S> {
    levels: Vec<Level<S>>,
    /// The path to be given next: for each level, the index of its state. Empty when all were given.
    path: Vec<u32>,
    /// For each level but the last, which edge of its state the path takes.
    edges: Vec<u32>,
    begun: bool,
}

impl<S: Key> ShortestPaths<S> {
    /// Number of moves of each path.
    pub fn moves(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// The next path: the number of first states that it shares with the one before, and its states.
    pub fn next(&mut self) -> Option<(usize, impl Iterator<Item = S>)> {
        let shared = if self.begun { self.step_back()? } else { self.start(0) };
        self.begun = true;
        let states = self.levels.iter().zip(&self.path).map(|(level, &at)| level.states[at as usize]);
        Some((shared, states))
    }

    fn edges_of(&self, level: usize, state: u32) -> std::ops::Range<u32> {
        let ends = &self.levels[level].ends;
        (state as usize).checked_sub(1).map_or(0, |before| ends[before])..ends[state as usize]
    }

    /// Takes the first path from a state of level 0.
    fn start(&mut self, state: u32) -> usize {
        self.path.clear();
        self.edges.clear();
        self.path.push(state);
        self.descend();
        0
    }

    /// Goes on by first edges to the last level.
    fn descend(&mut self) {
        while self.path.len() < self.levels.len() {
            let level = self.path.len() - 1;
            let edge = self.edges_of(level, self.path[level]).start;
            self.edges.push(edge);
            self.path.push(self.levels[level].next[edge as usize]);
        }
    }

    /// Takes the next edge at the last state that has one; returns how many states stay.
    fn step_back(&mut self) -> Option<usize> {
        while let Some(edge) = self.edges.pop() {
            self.path.pop();
            let level = self.path.len() - 1;
            let edge = edge + 1;
            if edge < self.edges_of(level, self.path[level]).end {
                self.edges.push(edge);
                self.path.push(self.levels[level].next[edge as usize]);
                self.descend();
                return Some(level + 1);
            }
        }
        let start = self.path.first()? + 1;
        if (start as usize) < self.levels[0].states.len() {
            return Some(self.start(start));
        }
        self.path.clear();
        None
    }
}

/// Finds all shortest paths from any start to any goal: sequences of states, whichever moves lead from one to the next.
///
/// Cost: that of [`shortest`](super::shortest()) from the starts, a pass back over its levels, and memory for the states
/// on the paths and the edges between them.
pub(crate) fn all_shortest<S: Key>(space: &dyn Expander<S>, request: Request) -> Answer<ShortestPaths<S>> {
    let partitions = request.partitions();
    let Request { limits, watch, spill, .. } = request;
    let collective = &Collective::new(None);
    let mut poller = WatchPoller::new(watch);
    let mode = SweepMode { direction: SweepDirection::Forward, classes: false, goals: Goals::Expanded };
    let (mut bound, mut stats) = (0, Stats::default());
    let mut run = || {
        let factory = &stores(spill, space.moves());
        let mut sweep = Sweep::new(space, mode, &limits, (partitions, collective), factory, &mut poller)?;
        while sweep.goals() == 0 {
            stats = sweep.stats();
            bound = sweep.depth();
            if sweep.frontier() == 0 {
                return Ok(None);
            }
            bound += 1;
            let advanced = sweep.advance(true, &mut poller);
            stats = sweep.stats();
            advanced?;
        }
        bound = sweep.depth();
        sweep.seal();
        let mut budget = Budget::new(limits.bytes);
        budget.take(sweep.bytes())?;
        let found = trace_back(&sweep, &mut Workspace::new(&mut budget, &mut poller));
        stats.peak_bytes = stats.peak_bytes.max(budget.peak());
        found.map(Some)
    };
    let (outcome, proof) = match run() {
        Ok(Some(paths)) => (Outcome::Solved(paths), Proof::Optimal),
        Ok(None) => (Outcome::Unsolvable, Proof::Unproved),
        Err(reason) => (Outcome::Stopped(reason, None), Proof::Unproved),
    };
    let bound = (!matches!(outcome, Outcome::Unsolvable)).then_some(bound.into());
    Answer { outcome, bound, proof, stats }
}

/// Goes back from the goals of the last level, and notes every edge that leads to them.
fn trace_back<S: Key>(sweep: &Sweep<S>, workspace: &mut Workspace) -> Result<ShortestPaths<S>, StopReason> {
    let last = sweep.depth();
    let goals = sweep.goals_of(last, workspace)?;
    let mut levels = vec![Level { states: goals, ends: Vec::new(), next: Vec::new() }];
    for level in (0..last).rev() {
        let next = &levels.last().expect("the level of the goals is there").states;
        // States in the order in which they are found, each with its part of the edges.
        let mut found: Vec<(S, u32, u32)> = Vec::new();
        let mut targets: Vec<u32> = Vec::new();
        Trace(sweep).edges(level, next, workspace, &mut |before, after, budget| {
            let begin = u32::try_from(targets.len() + after.len()).map_err(|_| StopReason::Memory)?
                - after.len() as u32;
            budget.grow(&mut found, 1)?;
            budget.grow(&mut targets, after.len())?;
            targets.extend(after.iter().map(|state| index(next, state) as u32));
            found.push((before, begin, targets.len() as u32));
            Ok(())
        })?;
        sort(&mut found, workspace.cancel)?;
        let mut here = Level {
            states: workspace.budget.list(found.len())?,
            ends: workspace.budget.list(found.len())?,
            next: workspace.budget.list(targets.len())?,
        };
        for &(state, begin, end) in &found {
            workspace.cancel.work(8 + (end - begin) as usize)?;
            here.states.push(state);
            here.next.extend_from_slice(&targets[begin as usize..end as usize]);
            here.ends.push(here.next.len() as u32);
        }
        workspace.budget.free(&mut found);
        workspace.budget.free(&mut targets);
        levels.push(here);
    }
    levels.reverse();
    Ok(ShortestPaths { levels, path: Vec::new(), edges: Vec::new(), begun: false })
}
