//! The whole reachable space.

use crate::big_count::BigCount;
use crate::state::key::Key;

use crate::bfs::classes::classes;
use crate::bfs::collective::Collective;
use crate::bfs::disk::PartitionDir;
use crate::bfs::expander::Expander;
use crate::bfs::mode::{Goals, SweepDirection, SweepMode};
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
use crate::space::Path;

/// What [`Search::explore`](crate::Search::explore) found. All numbers count states; mirror images count separately.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explored<S, M> {
    /// Number of states by distance from the start. If the search was stopped: of the complete levels.
    pub levels: Vec<u64>,
    /// Number of classes of those states under the symmetries of the space; `None` if the search stopped
    /// before counting them.
    pub classes: Option<u64>,
    /// Number of expanded states without a move.
    pub dead_ends: u64,
    /// Number of goals by distance, as many entries as `levels` has.
    pub goals: Vec<u64>,
    /// Number of shortest sequences of states that lead to a goal; 0 if no goal was reached; `None` if the
    /// search stopped before counting them.
    pub shortest_paths: Option<BigCount>,
    /// A shortest path to the smallest of the farthest states; `None` if the search stopped before finding
    /// it.
    pub farthest: Option<Path<S, M>>,
    /// What the search spent.
    pub stats: Stats,
}

impl<S, M> Explored<S, M> {
    /// The distance of the nearest goal; `None` if no goal was reached.
    pub fn nearest(&self) -> Option<usize> {
        self.goals.iter().position(|&goals| goals > 0)
    }
}

impl<S, M> Default for Explored<S, M> {
    /// Nothing found yet.
    fn default() -> Self {
        Explored {
            levels: Vec::new(),
            classes: None,
            dead_ends: 0,
            goals: Vec::new(),
            shortest_paths: None,
            farthest: None,
            stats: Stats::default(),
        }
    }
}

/// What [`explore`] finds, but for the path to a farthest state.
type Found<S> = Explored<S, ()>;

/// Explores every reachable state.
///
/// `Solved` if the space was explored completely. If the search is stopped, the results cover the complete
/// levels; if its watch stopped it, results that would take long are left out. There is no bound. `farthest` is given the
/// states of a shortest path to the smallest of the farthest states.
///
/// Cost: time proportional to the moves of the reachable states, and memory for each of them.
pub fn explore<S: Key>(
    space: &dyn Expander<S>,
    goals: Goals,
    request: Request,
    farthest: Visit<S>,
) -> Answer<Found<S>> {
    let factory = &stores(request.spill, space.moves());
    explore_in(space, goals, request, factory, farthest)
}

pub(super) fn explore_in<S: Key>(
    space: &dyn Expander<S>,
    goals: Goals,
    request: Request,
    factory: StoreFactory<'_, '_, S>,
    farthest: Visit<S>,
) -> Answer<Found<S>> {
    let partitions = request.partitions();
    let Request { limits, watch, peers, spill, .. } = request;
    let collective = &Collective::new(peers);
    let first = collective.owned_partitions(partitions).next();
    // Known when a WebAssembly module is compiled, which has no files.
    let spill = spill.filter(|_| cfg!(all(feature = "disk", not(target_family = "wasm"))));
    let dir = spill.zip(first).map(|(spill, part)| PartitionDir::new(spill, SweepDirection::Forward, part));
    let mut poller = WatchPoller::new(watch);
    let mut found = Explored::default();
    let mode = SweepMode { direction: SweepDirection::Forward, classes: false, goals };
    let sweep = Sweep::new(space, mode, &limits, (partitions, collective), factory, &mut poller);
    let mut sweep = match collective.agree(sweep, &mut poller) {
        Ok(begun) => begun,
        Err(reason) => {
            let outcome = Outcome::Stopped(reason, None);
            return Answer { outcome, bound: None, proof: Proof::Unproved, stats: Stats::default() };
        }
    };
    let walked = walk(&mut sweep, &mut poller);
    let walked = collective.agree(walked, &mut poller);
    let mut stats = join(&sweep, &mut found, &mut poller).unwrap_or_default();
    sweep.seal();
    let (measured, peak) = measure(&sweep, &mut found, farthest, (&limits, dir.as_ref()), &mut poller);
    stats.peak_bytes = stats.peak_bytes.max(peak);
    let (outcome, proof) = match walked.and(measured) {
        Ok(()) => (Outcome::Solved(found), Proof::Optimal),
        Err(reason) => (Outcome::Stopped(reason, Some(found)), Proof::Unproved),
    };
    Answer { outcome, bound: None, proof, stats }
}

/// Sweeps the space level by level.
fn walk<S: Key>(sweep: &mut Sweep<S>, poller: &mut WatchPoller) -> Result<(), StopReason> {
    while sweep.frontier() > 0 {
        sweep.advance(false, poller)?;
    }
    Ok(())
}

/// Notes the complete levels that all processes know, and returns what they spent. A process that failed may know less
/// than the others.
fn join<S: Key>(
    sweep: &Sweep<S>,
    found: &mut Found<S>,
    poller: &mut WatchPoller,
) -> Result<Stats, StopReason> {
    // The last level of a space that was explored completely is empty.
    let own = sweep.depth() + u32::from(sweep.frontier() > 0);
    let levels = sweep.collective.all_reduce_min(own.into(), poller)? as u32;
    for level in 0..levels {
        found.levels.push(sweep.level_len(level));
        found.goals.push(sweep.goals_in(level));
    }
    [found.dead_ends] = sweep.collective.all_reduce_sum([sweep.dead_ends()], poller)?;
    sweep.collective.all_reduce_stats(sweep.stats(), poller)
}

/// Derives what the complete levels can tell, cheapest first; `dir` takes what memory cannot hold. Also returns the peak of the memory used.
fn measure<S: Key>(
    sweep: &Sweep<S>,
    found: &mut Found<S>,
    farthest: Visit<S>,
    (limits, dir): (&Limits, Option<&PartitionDir>),
    poller: &mut WatchPoller,
) -> (Result<(), StopReason>, u64) {
    let Some(last) = (found.levels.len() as u32).checked_sub(1) else { return (Ok(()), 0) };
    let (mut result, mut peak) = (Ok(()), 0);
    // Each question may use all the memory that the levels leave.
    let mut ask = |question: &mut dyn FnMut(&mut Workspace) -> Result<(), StopReason>| {
        let mut budget = Budget::new(limits.bytes);
        let answer = budget
            .take(sweep.bytes())
            .and_then(|()| question(&mut Workspace { budget: &mut budget, cancel: &mut *poller }));
        let answer = sweep.collective.agree(answer, poller);
        peak = peak.max(budget.peak());
        result = result.and(answer);
    };
    let trace = Trace(sweep);
    ask(&mut |workspace| {
        let mut least: Option<S> = None;
        sweep.scan(last, |states| {
            least = least.into_iter().chain(states.iter().copied()).min();
            workspace.cancel.work(states.len())
        })?;
        let least = sweep.collective.all_reduce_min_state(least, workspace.cancel)?;
        let end = (last, least.expect("every counted level has a state"));
        farthest(&trace.keys(end, workspace)?, workspace.cancel)
    });
    ask(&mut |workspace| {
        found.shortest_paths = Some(match found.nearest() {
            Some(depth) => BigCount::new(trace.count_paths(depth as u32, dir, workspace)?),
            None => BigCount::ZERO,
        });
        Ok(())
    });
    ask(&mut |workspace| {
        found.classes = Some(classes(sweep, last, workspace)?);
        Ok(())
    });
    (result, peak)
}
