//! The whole reachable space.

use crate::packed::Packed;
use num_bigint::BigUint;

use crate::bfs::classes::classes;
use crate::bfs::disk::Place;
use crate::bfs::kept::Kept;
use crate::bfs::mode::{Goals, SweepMode, Way};
use crate::bfs::path::Path;
use crate::bfs::store::{Make, Store};
use crate::bfs::sweep::Sweep;
use crate::bfs::team::Team;
use crate::bfs::trace::Trace;
use crate::budget::Budget;
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::pulse::Monitor;
use crate::request::Request;
use crate::space::Space;
use crate::workspace::Workspace;

/// What [`explore`] found. All numbers count states; mirror images count separately.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub shortest_lines: Option<BigUint>,
    /// A shortest line to the smallest of the farthest states; `None` if the search stopped before finding
    /// it.
    pub farthest: Option<Path<S, M>>,
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
            shortest_lines: None,
            farthest: None,
        }
    }
}

/// What [`explore`] finds in the space `P`.
pub type ExploredOf<P> = Explored<<P as Space>::State, <P as Space>::Move>;

/// Explores every reachable state.
///
/// `Solved` if the space was explored completely. If the search is stopped, the results cover the complete
/// levels; if its watch stopped it, results that would take long are left out. There is no bound.
///
/// Cost: time proportional to the moves of the reachable states, and memory for each of them.
///
/// ```
/// use tejun_search::bfs::{self, Goals};
/// use tejun_search::{Moves, Outcome, Request, Space};
///
/// /// A knight on a board of three by three squares.
/// struct Knight;
///
/// impl Space for Knight {
///     type State = u32;
///     type Move = ();
///     const MOVES: Moves = Moves::Undirected;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(0);
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == 8
///     }
///     fn expand(&self, &at: &u32, mut visit: impl FnMut((), u32)) {
///         let apart = |a: u32, b: u32| (a.abs_diff(b), (a / 3).abs_diff(b / 3), (a % 3).abs_diff(b % 3));
///         let reached = |&to: &u32| matches!(apart(at, to), (_, 1, 2) | (_, 2, 1));
///         (0..9).filter(reached).for_each(|to| visit((), to));
///     }
/// }
///
/// let Outcome::Solved(found) = bfs::explore(&Knight, Goals::Expanded, Request::default()).outcome else { panic!() };
/// assert_eq!(found.levels, [1, 2, 2, 2, 1]); // all squares but the middle
/// assert_eq!((found.goals, found.shortest_lines), (vec![0, 0, 0, 0, 1], Some(2_u32.into())));
/// ```
pub fn explore<P: Space<State: Packed>>(space: &P, goals: Goals, request: Request) -> Answer<ExploredOf<P>> {
    let spill = request.spill;
    explore_in::<P, Kept<P::State>>(space, goals, request, &|spot, budget, pulse| {
        Kept::new(spill, spot, budget, pulse)
    })
}

pub(super) fn explore_in<P: Space<State: Packed>, M: Store<P::State>>(
    space: &P,
    goals: Goals,
    request: Request,
    make: Make<M>,
) -> Answer<ExploredOf<P>> {
    let parts = request.partitions();
    let Request { limits, watch, peers, spill, .. } = request;
    let team = &Team::new(peers);
    let first = team.own(parts).next();
    // Known when a WebAssembly module is compiled, which has no files.
    let spill = spill.filter(|_| cfg!(not(target_family = "wasm")));
    let place = spill.zip(first).map(|(spill, part)| Place::new(spill, Way::Forward, part));
    let mut monitor = Monitor::new(watch);
    let mut found = Explored::default();
    let manner = SweepMode { way: Way::Forward, classes: false, goals };
    let sweep = Sweep::<P, M>::new(space, manner, &limits, (parts, team), make, &mut monitor);
    let mut sweep = match team.settle(sweep, &mut monitor) {
        Ok(begun) => begun,
        Err(reason) => {
            let outcome = Outcome::Stopped(reason, None);
            return Answer { outcome, bound: None, proof: Proof::Unproved, stats: Stats::default() };
        }
    };
    let walked = walk(&mut sweep, &mut monitor);
    let walked = team.settle(walked, &mut monitor);
    let mut stats = join(&sweep, &mut found, &mut monitor).unwrap_or_default();
    sweep.seal();
    let (measured, peak) = measure(&sweep, &mut found, (&limits, place.as_ref()), &mut monitor);
    stats.peak_bytes = stats.peak_bytes.max(peak);
    let (outcome, proof) = match walked.and(measured) {
        Ok(()) => (Outcome::Solved(found), Proof::Optimal),
        Err(reason) => (Outcome::Stopped(reason, Some(found)), Proof::Unproved),
    };
    Answer { outcome, bound: None, proof, stats }
}

/// Sweeps the space level by level.
fn walk<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &mut Sweep<P, M>,
    monitor: &mut Monitor,
) -> Result<(), StopReason> {
    while sweep.frontier() > 0 {
        sweep.advance(false, monitor)?;
    }
    Ok(())
}

/// Notes the complete levels that all processes know, and returns what they spent. A process that failed may know less
/// than the others.
fn join<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
    found: &mut ExploredOf<P>,
    monitor: &mut Monitor,
) -> Result<Stats, StopReason> {
    // The last level of a space that was explored completely is empty.
    let own = sweep.depth() + u32::from(sweep.frontier() > 0);
    let levels = sweep.team.least(own.into(), monitor)? as u32;
    for level in 0..levels {
        found.levels.push(sweep.level_len(level));
        found.goals.push(sweep.goals_in(level));
    }
    [found.dead_ends] = sweep.team.sums([sweep.dead_ends()], monitor)?;
    sweep.team.total(sweep.stats(), monitor)
}

/// Derives what the complete levels can tell, cheapest first; `place` takes what memory does not hold. Also returns the peak of the memory used.
fn measure<P: Space<State: Packed>, M: Store<P::State>>(
    sweep: &Sweep<P, M>,
    found: &mut ExploredOf<P>,
    (limits, place): (&Limits, Option<&Place>),
    monitor: &mut Monitor,
) -> (Result<(), StopReason>, u64) {
    let Some(last) = (found.levels.len() as u32).checked_sub(1) else { return (Ok(()), 0) };
    let (mut result, mut peak) = (Ok(()), 0);
    // Each question may use all the memory that the levels leave.
    let mut ask = |question: &mut dyn FnMut(&mut Workspace) -> Result<(), StopReason>| {
        let mut budget = Budget::new(limits.bytes);
        let answer = budget
            .take(sweep.bytes())
            .and_then(|()| question(&mut Workspace { budget: &mut budget, pulse: &mut *monitor }));
        let answer = sweep.team.settle(answer, monitor);
        peak = peak.max(budget.peak());
        result = result.and(answer);
    };
    let trace = Trace(sweep);
    ask(&mut |workspace| {
        let mut least: Option<P::State> = None;
        sweep.scan(last, |states| {
            least = least.into_iter().chain(states.iter().copied()).min();
            workspace.pulse.work(states.len())
        })?;
        let least = sweep.team.least_state(least, workspace.pulse)?;
        let end = (last, least.expect("every counted level has a state"));
        found.farthest = Some(trace.play(&trace.keys(end, workspace)?));
        Ok(())
    });
    ask(&mut |workspace| {
        found.shortest_lines = Some(match found.nearest() {
            Some(depth) => trace.count_lines(depth as u32, place, workspace)?,
            None => BigUint::ZERO,
        });
        Ok(())
    });
    ask(&mut |workspace| {
        found.classes = Some(classes(sweep, last, workspace)?);
        Ok(())
    });
    (result, peak)
}
