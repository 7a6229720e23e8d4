//! One shortest path to a goal.

use crate::bfs::collective::Collective;
use crate::bfs::expander::Expander;
use crate::bfs::mode::{Direction, Goals, SweepDirection, SweepMode};
use crate::bfs::store::{StoreFactory, Visit};
use crate::bfs::stores::stores;
use crate::bfs::sweep::Sweep;
use crate::bfs::trace::Trace;
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::WatchPoller;
use crate::runtime::workspace::Workspace;
use crate::space::Moves;
use crate::state::key::Key;

/// Finds a shortest path from a start to a goal, or proves that there is none.
///
/// Of symmetric states only one is searched. The path does not depend on the number of threads. The bound
/// says that no path has fewer moves; it also holds if the search is stopped. `found` is given the keys of the path.
///
/// Cost: time proportional to the moves of the states searched, and memory for each of these states. See
/// [`Space`] for an example.
pub fn shortest<S: Key>(
    space: &dyn Expander<S>,
    direction: Direction,
    request: Request,
    found: Visit<S>,
) -> Answer<()> {
    let factory = &stores(request.spill, space.moves());
    shortest_in(space, direction, request, factory, found)
}

pub(super) fn shortest_in<S: Key>(
    space: &dyn Expander<S>,
    direction: Direction,
    request: Request,
    factory: StoreFactory<'_, '_, S>,
    found: Visit<S>,
) -> Answer<()> {
    let both_ways =
        direction == Direction::Bidirectional && space.moves() != Moves::OneWay && space.goals().is_some();
    let partitions = request.partitions();
    let Request { limits, watch, peers, .. } = request;
    let collective = &Collective::new(peers);
    let poller = WatchPoller::new(watch);
    let mut search = Search { limits, partitions, collective, poller, bound: 0, stats: Stats::default() };
    let result = if both_ways {
        search.both_ways(space, factory, found)
    } else {
        search.one_way(space, factory, found)
    };
    let result = collective.agree(result, &mut search.poller);
    let result = search.join().and(result);
    let (outcome, proof) = match result {
        Ok(true) => (Outcome::Solved(()), Proof::Optimal),
        Ok(false) => (Outcome::Unsolvable, Proof::Unproved),
        Err(reason) => (Outcome::Stopped(reason, None), Proof::Unproved),
    };
    let bound = (outcome != Outcome::Unsolvable).then_some(search.bound.into());
    Answer { outcome, bound, proof, stats: search.stats }
}

struct Search<'c, 'w> {
    limits: Limits,
    partitions: usize,
    collective: &'c Collective<'w>,
    poller: WatchPoller<'w>,
    bound: u32,
    stats: Stats,
}

const FORWARD: SweepMode =
    SweepMode { direction: SweepDirection::Forward, classes: true, goals: Goals::Expanded };
const BACKWARD: SweepMode = SweepMode { direction: SweepDirection::Backward, ..FORWARD };

impl Search<'_, '_> {
    /// Joins what the processes know: a process that failed may know less than the others.
    fn join(&mut self) -> Result<(), StopReason> {
        self.bound = self.collective.all_reduce_min(self.bound.into(), &mut self.poller)? as u32;
        self.stats = self.collective.all_reduce_stats(self.stats, &mut self.poller)?;
        Ok(())
    }

    fn one_way<S: Key>(
        &mut self,
        space: &dyn Expander<S>,
        factory: StoreFactory<'_, '_, S>,
        found: Visit<S>,
    ) -> Result<bool, StopReason> {
        let Search { limits, partitions, collective, poller, .. } = self;
        let mut sweep = Sweep::new(space, FORWARD, limits, (*partitions, collective), factory, poller)?;
        loop {
            self.stats = sweep.stats();
            self.bound = sweep.depth();
            if sweep.goals() > 0 {
                let goal = sweep.least_goal(&mut self.poller)?.expect("a goal that was counted was seen");
                sweep.seal();
                let end = (sweep.depth(), goal);
                return self.with_workspace(sweep.bytes(), |workspace| {
                    let keys = Trace(&sweep).keys(end, workspace)?;
                    found(&keys, workspace.cancel)?;
                    Ok(true)
                });
            }
            if sweep.frontier() == 0 {
                return Ok(false);
            }
            self.bound += 1;
            self.proved()?;
            let advanced = sweep.advance(true, &mut self.poller);
            self.stats = sweep.stats();
            advanced?;
        }
    }

    /// Grows levels from both ends until a new level of one meets the last level of the other. Until then no
    /// state is in both, so the first meeting lies on a shortest path.
    fn both_ways<S: Key>(
        &mut self,
        space: &dyn Expander<S>,
        factory: StoreFactory<'_, '_, S>,
        found: Visit<S>,
    ) -> Result<bool, StopReason> {
        let Search { limits, partitions, collective, poller, .. } = self;
        let half = Limits { bytes: limits.bytes / 2, depth: u32::MAX, ..*limits };
        let mut there = Sweep::new(space, FORWARD, &half, (*partitions, collective), factory, poller)?;
        let mut back = Sweep::new(space, BACKWARD, &half, (*partitions, collective), factory, poller)?;
        let mut from_start = true;
        self.note(&there, &back);
        if there.frontier() == 0 || back.frontier() == 0 {
            return Ok(false);
        }
        loop {
            self.bound = there.depth() + back.depth();
            let (grown, other) = if from_start { (&there, &back) } else { (&back, &there) };
            if let Some(meeting) = grown.meeting(other, &mut self.poller)? {
                there.seal();
                back.seal();
                return self.with_workspace(there.bytes() + back.bytes(), |workspace| {
                    let mut keys = Trace(&there).keys((there.depth(), meeting), workspace)?;
                    let rest = Trace(&back).keys((back.depth(), meeting), workspace)?;
                    keys.extend(rest.into_iter().rev().skip(1));
                    found(&keys, workspace.cancel)?;
                    Ok(true)
                });
            }
            if grown.frontier() == 0 {
                return Ok(false);
            }
            self.bound += 1;
            if self.bound > self.limits.depth {
                return Err(StopReason::Depth);
            }
            self.proved()?;
            from_start = there.frontier() <= back.frontier();
            let (growing, waiting) =
                if from_start { (&mut there, &mut back) } else { (&mut back, &mut there) };
            waiting.shed(self.limits.bytes / 2, &mut self.poller)?;
            growing.limit_bytes(self.limits.bytes.saturating_sub(waiting.bytes()));
            growing.reset_peak();
            growing.beside = Stats { peak_bytes: waiting.bytes(), ..waiting.stats() };
            let advanced = growing.advance(false, &mut self.poller);
            self.note(growing, waiting);
            advanced?;
        }
    }

    /// Tells the watch what is proved.
    fn proved(&mut self) -> Result<(), StopReason> {
        self.poller.progress.expanded = self.stats.expanded;
        self.poller.proved(self.bound.into())
    }

    /// Records what both sweeps have done. While one grew, the other kept its memory.
    fn note<S: Key>(&mut self, growing: &Sweep<S>, waiting: &Sweep<S>) {
        let (own, other) = (growing.stats(), waiting.stats());
        self.stats = Stats {
            expanded: own.expanded + other.expanded,
            stored: own.stored + other.stored,
            peak_bytes: self.stats.peak_bytes.max(own.peak_bytes + waiting.bytes()),
        };
    }

    /// Runs `work` with the memory left beside sweeps of `bytes` bytes.
    fn with_workspace<T>(
        &mut self,
        bytes: u64,
        work: impl FnOnce(&mut Workspace) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        let mut budget = Budget::new(self.limits.bytes);
        budget.take(bytes)?;
        let result = work(&mut Workspace { budget: &mut budget, cancel: &mut self.poller });
        self.stats.peak_bytes = self.stats.peak_bytes.max(budget.peak());
        result
    }
}
