//! Every exit, with a shortest line to it.

use crate::packed::Packed;
use std::ops::Range;

use crate::bfs::forest::Forest;
use crate::bfs::kept::Kept;
use crate::bfs::mode::{Goals, SweepMode, Way};
use crate::bfs::path::PathOf;
use crate::bfs::store::{Make, Store};
use crate::bfs::sweep::Sweep;
use crate::bfs::team::Team;
use crate::bfs::trace::{Trace, per_key};
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::pulse::Monitor;
use crate::request::Request;
use crate::space::Space;
use crate::workspace::Workspace;

/// Exits whose lines are visited first, and at most together.
const FIRST_BLOCK: usize = 64;
const LARGEST_BLOCK: usize = 1 << 13;

/// Finds every exit and a shortest line to each, ordered by length, then by goal. An exit is a goal that can
/// be reached without passing another goal.
///
/// Mirror images count as different states. The lines do not depend on the number of threads. `Unsolvable` if
/// there is no exit. The bound says that no exit is nearer. If the search is stopped, the lines found lead to
/// the nearest exits.
///
/// Cost: time proportional to the moves of the states reached, and memory for each of these states and each
/// line; [`visit_exits`] does without the latter.
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
pub fn exits<P: Space<State: Packed>>(space: &P, request: Request) -> Answer<Vec<PathOf<P>>> {
    collect(|visit| visit_exits(space, request, visit))
}

/// An exit and a shortest line to it.
pub struct ExitLine<'a, P: Space<State: Packed>> {
    /// Its place among all exits, by length, then by goal.
    pub rank: usize,
    /// Number of first moves that the line has in common with the one visited before; 0 for the first.
    pub shared: usize,
    /// The line.
    pub path: &'a PathOf<P>,
}

/// What [`visit_exits`] calls with each exit, and what it may use.
pub type VisitExit<'v, P> = &'v mut dyn FnMut(ExitLine<P>, &mut Workspace) -> Result<(), StopReason>;

/// Finds every exit, as [`exits`] does, and visits the lines one by one, so that they need not fit into memory together.
///
/// They come in an order in which lines share many first moves with those before them: some nearest exits first, then
/// some more. `visit` works with the memory and the watch of the search; an error of it stops the search.
///
/// The answer is how many of the nearest exits were visited. If it is stopped, other exits may have been visited, too:
/// those whose rank is not below that number.
///
/// Cost: that of [`exits`], with memory for each state on any of the lines instead of each line.
pub fn visit_exits<P: Space<State: Packed>>(
    space: &P,
    request: Request,
    visit: VisitExit<P>,
) -> Answer<usize> {
    let spill = request.spill;
    let make: Make<Kept<P::State>> = &|spot, budget, pulse| Kept::new(spill, spot, budget, pulse);
    visit_exits_in(space, request, make, visit)
}

/// Puts the lines that are visited into a list.
pub(super) fn collect<P: Space<State: Packed>>(
    visit_all: impl FnOnce(VisitExit<P>) -> Answer<usize>,
) -> Answer<Vec<PathOf<P>>> {
    let mut lines: Vec<(usize, PathOf<P>)> = Vec::new();
    let answer = visit_all(&mut |ExitLine { rank, path, .. }, workspace| {
        workspace.reserve(&mut lines, 1)?;
        workspace.take((size_of_val(&path.states[..]) + size_of_val(&path.moves[..])) as u64)?;
        lines.push((rank, path.clone()));
        Ok(())
    });
    lines.sort_unstable_by_key(|line| line.0);
    let paths = |count| lines.into_iter().take(count).map(|line| line.1).collect();
    let Answer { outcome, bound, proof, stats } = answer;
    Answer { outcome: outcome.map(paths), bound, proof, stats }
}

pub(super) fn visit_exits_in<P: Space<State: Packed>, M: Store<P::State>>(
    space: &P,
    request: Request,
    make: Make<M>,
    visit: VisitExit<P>,
) -> Answer<usize> {
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
            return Answer { outcome, bound: Some(0), proof: Proof::Unproved, stats: Stats::default() };
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
    let visited = budget.take(sweep.bytes()).and_then(|()| {
        let workspace = &mut Workspace { budget: &mut budget, pulse: &mut monitor };
        let mut found = 0;
        let visited = deliver(&Trace(&sweep), &ends, workspace, &mut found, visit);
        stop = team.settle(visited, workspace.pulse).err().or(stop);
        Ok(team.least(found as u64, workspace.pulse)? as usize)
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
fn meet_goals<P: Space<State: Packed>, M: Store<P::State>>(
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
fn list_goals<P: Space<State: Packed>, M: Store<P::State>>(
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

/// Visits lines to `ends`, which ascend by level. `found` counts the first ends that have been visited.
///
/// # Errors
/// If memory runs out, the pulse stops the search, or `visit` fails.
fn deliver<P: Space<State: Packed>, M: Store<P::State>>(
    trace: &Trace<P, M>,
    ends: &[(u32, P::State)],
    workspace: &mut Workspace,
    found: &mut usize,
    visit: VisitExit<P>,
) -> Result<(), StopReason> {
    let (forest, fitting) = lines(trace, ends, workspace)?;
    // The line being played, whose lists double.
    let step = size_of::<P::State>() + size_of::<P::Move>() + size_of::<u32>();
    let deepest = ends[..fitting].last().map_or(0, |end| end.0 as usize);
    workspace.take(2 * (step * (deepest + 1)) as u64)?;
    let mut player = Player { trace, forest, path: None, line: Vec::new() };
    let mut block = FIRST_BLOCK;
    while *found < fitting {
        let ends = &ends[*found..fitting];
        // Lines of a block are listed by their states.
        let listed = (ends[0].0 as usize + 1) * size_of::<u32>();
        block = block.min(workspace.budget.left() as usize / 4 / listed).clamp(1, ends.len());
        player.visit_block(*found, &ends[..block], workspace, visit)?;
        *found += block;
        block = (2 * block).min(LARGEST_BLOCK);
    }
    if fitting < ends.len() { Err(StopReason::Memory) } else { Ok(()) }
}

/// Returns the lines to as many of the first ends as fit into memory, and how many these are.
fn lines<P: Space<State: Packed>, M: Store<P::State>>(
    trace: &Trace<P, M>,
    ends: &[(u32, P::State)],
    workspace: &mut Workspace,
) -> Result<(Forest<P::State>, usize), StopReason> {
    let (mut fitting, used) = (ends.len(), workspace.budget.used());
    loop {
        let lines = trace.lines(&ends[..fitting], workspace);
        match trace.0.team.settle(lines, workspace.pulse) {
            Ok(forest) => return Ok((forest, fitting)),
            Err(StopReason::Memory) if fitting > 1 => {
                workspace.budget.rewind(used);
                fitting /= 2;
            }
            Err(reason) => return Err(reason),
        }
    }
}

/// Plays one line after another, each from where it leaves the one before.
struct Player<'t, 's, P: Space<State: Packed>, M> {
    trace: &'t Trace<'t, 's, P, M>,
    forest: Forest<P::State>,
    path: Option<PathOf<P>>,
    /// The states of the path, by their indices in the forest.
    line: Vec<u32>,
}

impl<P: Space<State: Packed>, M: Store<P::State>> Player<'_, '_, P, M> {
    /// Visits the lines to `ends`, the first of which has the rank `first`.
    fn visit_block(
        &mut self,
        first: usize,
        ends: &[(u32, P::State)],
        workspace: &mut Workspace,
        visit: VisitExit<P>,
    ) -> Result<(), StopReason> {
        let mut lines = workspace.budget.list(ends.iter().map(|end| end.0 as usize + 1).sum())?;
        let mut order: Vec<(usize, Range<usize>)> = workspace.budget.list(ends.len())?;
        for (rank, (level, end)) in (first..).zip(ends) {
            let begin = lines.len();
            self.forest.append_line(*level, end, &mut lines);
            order.push((rank, begin..lines.len()));
            workspace.work(lines.len() - begin)?;
        }
        sort_by_line(&mut order, &lines);
        for (rank, line) in &order {
            let shared = self.play(&lines[line.clone()], workspace)?;
            let path = self.path.as_ref().expect("a line was just played");
            visit(ExitLine { rank: *rank, shared, path }, workspace)?;
        }
        workspace.budget.free(&mut order);
        workspace.budget.free(&mut lines);
        Ok(())
    }

    /// Plays a line. Returns how many first moves it shares with the line before.
    fn play(&mut self, line: &[u32], workspace: &mut Workspace) -> Result<usize, StopReason> {
        let same = self.line.iter().zip(line).take_while(|(old, new)| old == new).count();
        if same == 0 {
            self.path = None;
        }
        let path = self.path.get_or_insert_with(|| self.trace.start(&self.forest.level(0)[line[0] as usize]));
        let shared = same.max(1) - 1;
        path.states.truncate(shared + 1);
        path.moves.truncate(shared);
        for (level, &state) in (0..).zip(line).skip(shared + 1) {
            let made = self.trace.step(path, &self.forest.level(level)[state as usize]);
            workspace.work(per_key::<P::State>() * (made + 1))?;
        }
        self.line.truncate(shared);
        self.line.extend_from_slice(&line[shared..]);
        Ok(shared)
    }
}

/// Sorts ranks by their lines. Not generic, so that it is compiled once.
fn sort_by_line(order: &mut [(usize, Range<usize>)], lines: &[u32]) {
    order.sort_unstable_by(|(_, one), (_, other)| lines[one.clone()].cmp(&lines[other.clone()]));
}
