//! Every exit, with a shortest path to it.

use crate::state::key::Key;
use std::ops::Range;

use crate::bfs::collective::Collective;
use crate::bfs::expander::Expander;
use crate::bfs::mode::{Goals, SweepDirection, SweepMode};
use crate::bfs::path_forest::PathForest;
use crate::bfs::store::StoreFactory;
use crate::bfs::stores::stores;
use crate::bfs::sweep::Sweep;
use crate::bfs::trace::Trace;
use crate::limits::StopReason;
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::WatchPoller;
use crate::runtime::workspace::Workspace;

/// Exits whose paths are visited first, and at most together.
const FIRST_BLOCK: usize = 64;
const LARGEST_BLOCK: usize = 1 << 13;

/// An exit and a shortest path to it.
pub struct ExitPath<'a, S> {
    /// Its place among all exits, by length, then by goal.
    pub rank: usize,
    /// Number of first moves that the path has in common with the one visited before; 0 for the first.
    pub shared: usize,
    /// The states of the path.
    pub states: &'a [S],
}

/// What [`visit_exits`] calls with each exit, and what it may use.
pub type VisitExit<'v, S> = &'v mut dyn FnMut(ExitPath<S>, &mut Workspace) -> Result<(), StopReason>;

/// Finds every exit, and visits shortest paths to them one by one, so that they need not fit into memory together. An exit
/// is a goal that can be reached without passing another goal. Mirror images count as different states. `Unsolvable` if
/// there is no exit. The bound says that no exit is nearer.
///
/// They come in an order in which paths share many first moves with those before them: some nearest exits first, then
/// some more. `visit` works with the memory and the watch of the search; an error of it stops the search.
///
/// The answer is how many of the nearest exits were visited. If it is stopped, other exits may have been visited, too:
/// those whose rank is not below that number.
///
/// Cost: time proportional to the moves of the states reached, and memory for each of these states and each state on any
/// of the paths.
pub fn visit_exits<S: Key>(space: &dyn Expander<S>, request: Request, visit: VisitExit<S>) -> Answer<usize> {
    let factory = &stores(request.spill, space.moves());
    visit_exits_in(space, request, factory, visit)
}

pub(super) fn visit_exits_in<S: Key>(
    space: &dyn Expander<S>,
    request: Request,
    factory: StoreFactory<'_, '_, S>,
    visit: VisitExit<S>,
) -> Answer<usize> {
    let partitions = request.partitions();
    let Request { limits, watch, peers, .. } = request;
    let collective = &Collective::new(peers);
    let mut poller = WatchPoller::new(watch);
    let mode = SweepMode { direction: SweepDirection::Forward, classes: false, goals: Goals::Terminal };
    let sweep = Sweep::new(space, mode, &limits, (partitions, collective), factory, &mut poller);
    let mut sweep = match collective.agree(sweep, &mut poller) {
        Ok(begun) => begun,
        Err(reason) => {
            let outcome = Outcome::Stopped(reason, None);
            return Answer { outcome, bound: Some(0), proof: Proof::Unproved, stats: Stats::default() };
        }
    };
    let mut ends = Vec::new();
    let met = sweep_for_goals(&mut sweep, &mut ends, &mut poller);
    let mut stop = collective.agree(met, &mut poller).err();
    // A process that failed may have listed fewer than the others.
    let (common, spent) = (
        collective.all_reduce_min(ends.len() as u64, &mut poller),
        collective.all_reduce_stats(sweep.stats(), &mut poller),
    );
    ends.truncate(common.map_or(0, |common| common as usize));
    let bound = ends.first().map_or(sweep.depth() + 1, |end| end.0);
    let mut stats = spent.unwrap_or_default();
    sweep.seal();
    let mut budget = Budget::new(limits.bytes);
    let visited = budget.take(sweep.bytes()).and_then(|()| {
        let workspace = &mut Workspace { budget: &mut budget, cancel: &mut poller };
        let mut found = 0;
        let visited = deliver(&Trace(&sweep), &ends, workspace, &mut found, visit);
        stop = collective.agree(visited, workspace.cancel).err().or(stop);
        Ok(collective.all_reduce_min(found as u64, workspace.cancel)? as usize)
    });
    let found = visited.unwrap_or_else(|reason| {
        stop = stop.or(Some(reason));
        0
    });
    stats.peak_bytes = stats.peak_bytes.max(budget.peak());
    Answer {
        bound: (stop.is_some() || found > 0).then_some(bound.into()),
        proof: if stop.is_none() && found > 0 { Proof::Optimal } else { Proof::Unproved },
        outcome: match stop {
            Some(reason) => Outcome::Stopped(reason, (found > 0).then_some(found)),
            None if found > 0 => Outcome::Solved(found),
            None => Outcome::Unsolvable,
        },
        stats,
    }
}

/// Sweeps the space and lists the goals with their levels.
fn sweep_for_goals<S: Key>(
    sweep: &mut Sweep<S>,
    ends: &mut Vec<(u32, S)>,
    poller: &mut WatchPoller,
) -> Result<(), StopReason> {
    for depth in 0..sweep.depth() {
        // It continues from these levels.
        list_goals(sweep, depth, ends, poller)?;
    }
    loop {
        list_goals(sweep, sweep.depth(), ends, poller)?;
        if sweep.frontier() == 0 {
            return Ok(());
        }
        sweep.advance(false, poller)?;
    }
}

/// Lists the goals of a level.
fn list_goals<S: Key>(
    sweep: &mut Sweep<S>,
    depth: u32,
    ends: &mut Vec<(u32, S)>,
    poller: &mut WatchPoller,
) -> Result<(), StopReason> {
    let count = sweep.goals_in(depth);
    if count == 0 {
        return Ok(());
    }
    // Lists are moved when they grow.
    let bytes = (2 * ends.len() as u64 + 3 * count) * size_of::<(u32, S)>() as u64;
    sweep.with_room(bytes, poller, |sweep, workspace| {
        let mut goals = sweep.goals_of(depth, workspace)?;
        workspace.budget.grow(ends, goals.len())?;
        ends.extend(goals.iter().map(|&goal| (depth, goal)));
        workspace.budget.free(&mut goals);
        Ok(())
    })
}

/// Visits paths to `ends`, which ascend by level. `found` counts the first ends that have been visited.
///
/// # Errors
/// If memory runs out, the search is cancelled, or `visit` fails.
fn deliver<S: Key>(
    trace: &Trace<S>,
    ends: &[(u32, S)],
    workspace: &mut Workspace,
    found: &mut usize,
    visit: VisitExit<S>,
) -> Result<(), StopReason> {
    let (forest, fitting) = fitting_paths(trace, ends, workspace)?;
    // The path being played, whose lists double.
    let step = size_of::<S>() + size_of::<u32>();
    let deepest = ends[..fitting].last().map_or(0, |end| end.0 as usize);
    workspace.take(2 * (step * (deepest + 1)) as u64)?;
    let mut player = Player { forest, states: Vec::new(), indices: Vec::new() };
    let mut block = FIRST_BLOCK;
    while *found < fitting {
        let ends = &ends[*found..fitting];
        // Paths of a block are listed by their states.
        let listed = (ends[0].0 as usize + 1) * size_of::<u32>();
        block = block.min(workspace.budget.left() as usize / 4 / listed).clamp(1, ends.len());
        player.visit_block(*found, &ends[..block], workspace, visit)?;
        *found += block;
        block = (2 * block).min(LARGEST_BLOCK);
    }
    if fitting < ends.len() { Err(StopReason::Memory) } else { Ok(()) }
}

/// Returns the paths to as many of the first ends as fit into memory, and how many these are.
fn fitting_paths<S: Key>(
    trace: &Trace<S>,
    ends: &[(u32, S)],
    workspace: &mut Workspace,
) -> Result<(PathForest<S>, usize), StopReason> {
    let (mut fitting, used) = (ends.len(), workspace.budget.used());
    loop {
        let forest = trace.paths(&ends[..fitting], workspace);
        match trace.0.collective.agree(forest, workspace.cancel) {
            Ok(forest) => return Ok((forest, fitting)),
            Err(StopReason::Memory) if fitting > 1 => {
                workspace.budget.rewind(used);
                fitting /= 2;
            }
            Err(reason) => return Err(reason),
        }
    }
}

/// Lists one path after another, each from where it leaves the one before.
struct Player<S> {
    forest: PathForest<S>,
    states: Vec<S>,
    /// Of the states, the indices in the forest.
    indices: Vec<u32>,
}

impl<S: Key> Player<S> {
    /// Visits the paths to `ends`, the first of which has the rank `first`.
    fn visit_block(
        &mut self,
        first: usize,
        ends: &[(u32, S)],
        workspace: &mut Workspace,
        visit: VisitExit<S>,
    ) -> Result<(), StopReason> {
        let mut indices = workspace.budget.list(ends.iter().map(|end| end.0 as usize + 1).sum())?;
        let mut order: Vec<(usize, Range<usize>)> = workspace.budget.list(ends.len())?;
        for (rank, (level, end)) in (first..).zip(ends) {
            let begin = indices.len();
            self.forest.append_path(*level, end, &mut indices);
            order.push((rank, begin..indices.len()));
            workspace.work(indices.len() - begin)?;
        }
        sort_by_indices(&mut order, &indices);
        for (rank, range) in &order {
            let shared = self.play(&indices[range.clone()], workspace)?;
            visit(ExitPath { rank: *rank, shared, states: &self.states }, workspace)?;
        }
        workspace.budget.free(&mut order);
        workspace.budget.free(&mut indices);
        Ok(())
    }

    /// Lists a path. Returns how many first moves it shares with the path before.
    fn play(&mut self, indices: &[u32], workspace: &mut Workspace) -> Result<usize, StopReason> {
        let same = self.indices.iter().zip(indices).take_while(|(old, new)| old == new).count();
        self.indices.truncate(same);
        self.states.truncate(same);
        for (level, &state) in (0..).zip(indices).skip(same) {
            self.indices.push(state);
            self.states.push(self.forest.level(level)[state as usize]);
        }
        workspace.work(indices.len() - same)?;
        Ok(same.saturating_sub(1))
    }
}

/// Sorts ranks by their paths. Not generic, so that it is compiled once.
fn sort_by_indices(order: &mut [(usize, Range<usize>)], indices: &[u32]) {
    order.sort_unstable_by(|(_, one), (_, other)| indices[one.clone()].cmp(&indices[other.clone()]));
}
