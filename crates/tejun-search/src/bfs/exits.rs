//! Every exit, with a shortest line to it.

use crate::bfs::kept::Kept;
use crate::bfs::mode::{Goals, SweepMode, Way};
use crate::bfs::path::PathOf;
use crate::bfs::store::{Make, Store};
use crate::bfs::sweep::Sweep;
use crate::bfs::team::Team;
use crate::bfs::trace::{Trace, Workspace};
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::pulse::Monitor;
use crate::request::Request;
use crate::space::Space;

/// Finds every exit and a shortest line to each, ordered by length, then by goal. An exit is a goal that can
/// be reached without passing another goal.
///
/// Mirror images count as different states. The lines do not depend on the number of threads. `Unsolvable` if
/// there is no exit. The bound says that no exit is nearer. If the search is stopped, the lines found lead to
/// the nearest exits.
///
/// Cost: time proportional to the moves of the states reached, and memory for each of these states and each
/// line.
///
/// ```
/// use tejun_search::bfs;
/// use tejun_search::{Moves, Outcome, Request, Space};
///
/// /// A corridor of the numbers 0 to 9, with exits at 2 and 7.
/// struct Corridor;
///
/// impl Space for Corridor {
///     type State = u32;
///     type Move = ();
///     const MOVES: Moves = Moves::Undirected;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(4);
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         [2, 7].contains(state)
///     }
///     fn expand(&self, &at: &u32, mut visit: impl FnMut((), u32)) {
///         [at.checked_sub(1), (at < 9).then_some(at + 1)].into_iter().flatten().for_each(|to| visit((), to));
///     }
/// }
///
/// let Outcome::Solved(lines) = bfs::exits(&Corridor, Request::default()).outcome else { panic!() };
/// assert_eq!(lines[0].states, [4, 3, 2]);
/// assert_eq!(lines[1].states, [4, 5, 6, 7]);
/// ```
pub fn exits<P: Space>(space: &P, request: Request) -> Answer<Vec<PathOf<P>>> {
    let spill = request.spill;
    exits_in::<P, Kept<P::State>>(space, request, &|spot, budget, pulse| {
        Kept::new(spill, spot, budget, pulse)
    })
}

pub(super) fn exits_in<P: Space, M: Store<P::State>>(
    space: &P,
    request: Request,
    make: Make<M>,
) -> Answer<Vec<PathOf<P>>> {
    let parts = request.partitions();
    let Request { limits, watch, peers, .. } = request;
    let team = &Team::new(peers);
    let mut monitor = Monitor::new(watch);
    let manner = SweepMode { way: Way::Forward, classes: false, goals: Goals::Terminal };
    let sweep = Sweep::<P, M>::new(space, manner, &limits, (parts, team), make, &mut monitor);
    let mut sweep = match team.settle(sweep, &mut monitor) {
        Ok(begun) => begun,
        Err(reason) => {
            let outcome = Outcome::Stopped(reason, None);
            return Answer { outcome, bound: Some(0), proof: Proof::None, stats: Stats::default() };
        }
    };
    let mut ends = Vec::new();
    let met = meet_goals(&mut sweep, &mut ends, &mut monitor);
    let mut stop = team.settle(met, &mut monitor).err();
    // A process that failed may have listed fewer than the others.
    let (common, spent) =
        (team.least(ends.len() as u64, &mut monitor), team.total(sweep.stats(), &mut monitor));
    ends.truncate(common.map_or(0, |common| common as usize));
    let bound = ends.first().map_or(sweep.depth() + 1, |end| end.0);
    let mut stats = spent.unwrap_or_default();
    sweep.seal();
    let mut budget = Budget::new(limits.bytes);
    let traced = budget.take(sweep.bytes()).and_then(|()| {
        let fitting = team.least(fitting::<P>(&ends, budget.left() / 2) as u64, &mut monitor)? as usize;
        let trace = Trace(&sweep);
        let keys =
            trace.keys(&ends[..fitting], &mut Workspace { budget: &mut budget, pulse: &mut monitor })?;
        Ok(keys.iter().map(|keys| trace.play(keys)).collect::<Vec<_>>())
    });
    let paths = team.settle(traced, &mut monitor).unwrap_or_else(|reason| {
        stop = stop.or(Some(reason));
        Vec::new()
    });
    if paths.len() < ends.len() {
        stop = stop.or(Some(StopReason::Memory));
    }
    stats.peak_bytes = stats.peak_bytes.max(budget.peak());
    let found = !paths.is_empty();
    Answer {
        bound: (stop.is_some() || found).then_some(bound.into()),
        proof: if stop.is_none() && found { Proof::Optimal } else { Proof::None },
        outcome: match stop {
            Some(reason) => Outcome::Stopped(reason, found.then_some(paths)),
            None if found => Outcome::Solved(paths),
            None => Outcome::Unsolvable,
        },
        stats,
    }
}

/// Sweeps the space and lists the goals with their levels.
fn meet_goals<P: Space, M: Store<P::State>>(
    sweep: &mut Sweep<P, M>,
    ends: &mut Vec<(u32, P::State)>,
    monitor: &mut Monitor,
) -> Result<(), StopReason> {
    for depth in 0..sweep.depth() {
        // It goes on from these levels.
        list_goals(sweep, depth, ends, monitor)?;
    }
    loop {
        list_goals(sweep, sweep.depth(), ends, monitor)?;
        if sweep.frontier() == 0 {
            return Ok(());
        }
        sweep.advance(false, monitor)?;
    }
}

/// Lists the goals of a level.
fn list_goals<P: Space, M: Store<P::State>>(
    sweep: &mut Sweep<P, M>,
    depth: u32,
    ends: &mut Vec<(u32, P::State)>,
    monitor: &mut Monitor,
) -> Result<(), StopReason> {
    let count = sweep.goals_in(depth);
    if count == 0 {
        return Ok(());
    }
    // Lists are moved when they grow.
    let bytes = (2 * ends.len() as u64 + 3 * count) * size_of::<(u32, P::State)>() as u64;
    sweep.with_room(bytes, monitor, |sweep, budget, pulse| {
        let mut goals = sweep.goals_of(depth, budget, pulse)?;
        budget.grow(ends, goals.len())?;
        ends.extend(goals.iter().map(|&goal| (depth, goal)));
        budget.free(&mut goals);
        Ok(())
    })
}

/// Returns how many of the first ends have lines that fit into `bytes` bytes, counting the moves and states
/// of the answer.
fn fitting<P: Space>(ends: &[(u32, P::State)], mut bytes: u64) -> usize {
    let state = 2 * size_of::<P::State>() + size_of::<P::Move>();
    let fits = |&&(level, _): &&(u32, P::State)| {
        let line = (level as usize + 1) * state + 3 * size_of::<Vec<P::State>>();
        bytes.checked_sub(line as u64).map(|left| bytes = left).is_some()
    };
    ends.iter().take_while(fits).count()
}
