//! How a puzzle whose states are packed is solved and explored: by its own graph.

#[cfg(not(target_family = "wasm"))]
use tejun_search::StopReason;
use tejun_search::{Limits, Outcome, Packed, Pruned, Search as GraphSearch, Space, Stats, Watch};

#[cfg(not(target_family = "wasm"))]
use super::deepen::by_stages;
use super::deepen::deepen;
use super::from_state::FromState;
use super::some_line;
use super::unit_cost::UnitCost;
#[cfg(not(target_family = "wasm"))]
use crate::framework::pattern_db_cache::PatternDbCache;
use crate::framework::puzzle::{Puzzle, has_moves};
use crate::framework::searches::{Search, Searches, WhyFn};
use crate::framework::state_graph::state_graph;
use crate::framework::why::{self, SAYS_WHY, Tracking, tracked_by_name};
use crate::framework::words;
use crate::kit::breadth_first;
use crate::kit::found::{costed, unsolved, writer};
use crate::vocabulary::answer::{Exploration, Solution, Value};
use crate::vocabulary::facts::Reasons;
use crate::vocabulary::means::{Means, Observer, SolveError};
use crate::vocabulary::options::{ONE_LINE, QuestionOption};
use crate::vocabulary::question::{Explore, Map, Solve, Wanted, Why};
use crate::vocabulary::sentence::Reason;
use crate::vocabulary::state_graph::StateGraph;

impl<P: Puzzle<State: Packed>> Searches<P> {
    /// [Breadth-first](Searches::breadth_first), unless it makes a move that does not cost 1; then
    /// [A*](Searches::astar), from the beginning. As nothing promises that the moves not made yet cost 1, the bound of a
    /// search that is stopped is one less. Where moves differ in cost, it neither gives a line to every exit nor keeps
    /// states on disk.
    pub const fn auto() -> Self {
        let solve_spills = |puzzle: &P, state: &P::State, _: &Solve| {
            let mut all = true;
            puzzle.expand_costs(state, |_, _, cost| all &= cost == 1);
            all
        };
        Searches {
            solve: Some(solve_auto),
            finder: Some(some_line::novelty_finder()),
            solve_spills,
            solve_options: EXITS,
            ..Self::exploring(Search::Auto)
        }
    }

    /// Finds a line with the fewest moves, from both ends if the space lists its goals. For moves that all cost 1: a
    /// search that makes another one is refused, and `conformance` fails.
    pub const fn breadth_first() -> Self {
        let solve = solve_promised::<P, false>;
        Searches {
            solve: Some(solve),
            finder: Some(some_line::novelty_finder()),
            solve_spills: |_, _, _| true,
            solve_options: EXITS,
            ..Self::exploring(Search::BreadthFirst)
        }
    }

    /// A*: finds a cheapest line by the [bound](tejun_search::Space::bound). It stores every state it meets.
    pub const fn astar() -> Self {
        let solve = solve_by_cost::<P, false>;
        Searches {
            solve: Some(solve),
            finder: Some(some_line::beam_finder()),
            ..Self::exploring(Search::AStar)
        }
    }

    /// IDA*: finds a cheapest line by the [bound](tejun_search::Space::bound). It stores none, and meets states again and again: for
    /// good bounds and few ways to one state. Pattern databases make the bound good ([`Puzzle::load_heuristics`]).
    pub const fn iterative_deepening() -> Self {
        let solve = solve_by_cost::<P, true>;
        Searches {
            solve: Some(solve),
            finder: Some(some_line::beam_finder()),
            ..Self::exploring(Search::IterativeDeepening)
        }
    }

    /// Finds any line, which is often much quicker. For puzzles all of whose solutions have the same number of moves,
    /// which all cost 1: none is better than another. Refused like [`breadth_first`](Searches::breadth_first).
    pub const fn depth_first() -> Self {
        let solve_spills = |_: &P, _: &P::State, solve: &Solve| solve.wanted == Wanted::All;
        let solve = solve_promised::<P, true>;
        let solutions_cost_alike = true;
        Searches {
            solve: Some(solve),
            solve_spills,
            solve_options: EXITS,
            solutions_cost_alike,
            key: Some(|_, state| key(state)),
            ..Self::exploring(Search::DepthFirst)
        }
    }

    const fn exploring(search: Search) -> Self {
        let why: WhyFn<P> = why::<P, false>;
        Searches {
            explore: Some(explore),
            map: Some(map),
            why: if SAYS_WHY { Some(why) } else { None },
            kit: Some(search),
            ..Self::NONE
        }
    }

    /// The same for a puzzle in which no move takes a piece from its place and puts another of its name there: more can
    /// be said of [why](crate::why).
    pub const fn one_at_a_time(self) -> Self {
        if SAYS_WHY { Searches { why: Some(why::<P, true>), ..self } } else { self }
    }
}

/// What a breadth-first search has besides a shortest line: one to every exit.
const EXITS: &[QuestionOption] = &[QuestionOption::All];

/// Why there is no solution from a state that is not solved, if that is easy to see.
fn hopeless<P: Puzzle>(puzzle: &P, state: &P::State, wanted: Wanted) -> Option<Reason> {
    if wanted != Wanted::Best || puzzle.is_goal(state) {
        return None;
    }
    if !has_moves(puzzle, state) {
        return Some(Reason::new(&words::NO_MOVE_LEFT));
    }
    let by_bound = || puzzle.bound(state).is_none().then(Reason::hopeless);
    puzzle.hopeless(state).or_else(by_bound)
}

fn solve_by_cost<P: Puzzle<State: Packed>, const DEEPEN: bool>(
    puzzle: &P,
    start: &P::State,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    if !DEEPEN {
        let space = FromState { puzzle, start: start.clone() };
        return Ok(astar(puzzle, start, &space, solve, means, observer));
    }
    if let Some(reason) = hopeless(puzzle, start, solve.wanted) {
        return Ok(Solution::impossible(reason));
    }
    Ok(deepen(puzzle, start, means, observer))
}

/// Finds a cheapest line from `start` on by IDA*, in stages: each gives a space such as [`astar`] takes, with a better
/// bound than the one before, and how many states are expanded in it before the next is worth its while. The last says
/// [`u64::MAX`].
#[cfg(not(target_family = "wasm"))]
pub fn deepen_by_stages<P: Puzzle, S: Space<State: Packed, Move = P::Move, Cost = u32>>(
    (puzzle, start): (&P, &P::State),
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
    stages: impl FnMut(usize, &mut PatternDbCache) -> Result<(S, u64), StopReason>,
) -> Solution {
    match hopeless(puzzle, start, solve.wanted) {
        Some(reason) => Solution::impossible(reason),
        None => by_stages((puzzle, start), means, observer, stages),
    }
}

/// Finds a cheapest line from `start` on by A*, on a space that begins there and has the moves and costs of the puzzle:
/// its own graph, or the same in other states.
pub fn astar<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    space: &impl Space<State: Packed, Move = P::Move, Cost = u32>,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    if let Some(reason) = hopeless(puzzle, start, solve.wanted) {
        return Solution::impossible(reason);
    }
    costed(puzzle, start, GraphSearch::new(space).with(means.request(observer)).astar())
}

fn solve_promised<P: Puzzle<State: Packed>, const DEPTH_FIRST: bool>(
    puzzle: &P,
    start: &P::State,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    if let Some(reason) = hopeless(puzzle, start, solve.wanted) {
        return Ok(Solution::impossible(reason));
    }
    let (found, holds) = by_moves::<P, DEPTH_FIRST>(puzzle, start, (solve.wanted, true), means, observer)?;
    if holds { Ok(found) } else { Err(SolveError::new(promise_broken(DEPTH_FIRST))) }
}

fn solve_auto<P: Puzzle<State: Packed>>(
    puzzle: &P,
    start: &P::State,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    if let Some(reason) = hopeless(puzzle, start, solve.wanted) {
        return Ok(Solution::impossible(reason));
    }
    let (found, holds) = by_moves::<P, false>(puzzle, start, (solve.wanted, false), means, observer)?;
    if holds {
        return Ok(unpromised(found));
    }
    if solve.wanted != Wanted::Best {
        return Err(SolveError::new(ONE_LINE));
    }
    if means.spill.is_some() {
        return Err(SolveError::new(
            "its moves differ in cost, so that A* has to search, which keeps no states on disk: ask without that",
        ));
    }
    let means = Means { limits: less(means.limits, &found.stats), ..means.clone() };
    let space = FromState { puzzle, start: start.clone() };
    let answer = astar(puzzle, start, &space, solve, &means, observer);
    Ok(Solution { stats: together(&found.stats, &answer.stats), ..answer })
}

/// Answers with a search that counts moves. Also returns whether all moves that it made cost 1; only then does the answer
/// count.
fn by_moves<P: Puzzle<State: Packed>, const DEPTH_FIRST: bool>(
    puzzle: &P,
    start: &P::State,
    (wanted, promised): (Wanted, bool),
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<(Solution, bool), SolveError> {
    let from = FromState { puzzle, start: start.clone() };
    let space = UnitCost::new(&from, means);
    let pruned = Pruned(&space);
    let writer = &writer(puzzle, start);
    let mut watch = space.watch(observer, promised);
    let found = if wanted != Wanted::Best {
        breadth_first::solve(&space, wanted, means, &mut watch, writer)?
    } else if DEPTH_FIRST {
        match GraphSearch::new(&pruned).with(means.request(&mut watch)).any() {
            // All solutions cost the same.
            Ok(path) => Solution::optimal(writer.line(&path.moves), path.cost.into(), path.stats),
            Err(error) => unsolved(error, |_| None),
        }
    } else {
        breadth_first::solve(&pruned, wanted, means, &mut watch, writer)?
    };
    drop(watch);
    let holds = space.holds(means);
    Ok((found, holds))
}

/// What is found where nothing promises that all moves cost 1: the next one, which was not made yet, may cost nothing.
fn unpromised(found: Solution) -> Solution {
    let less = |bound: i64| bound.saturating_sub(1).max(0);
    let bound = match found.outcome {
        Outcome::Stopped(..) => found.bound.cost.map(less),
        _ => found.bound.cost,
    };
    Solution { bound: Value { cost: bound, ..found.bound }, ..found }
}

/// Why a puzzle is not solved whose search is for moves that all cost 1.
pub(super) fn promise_broken(depth_first: bool) -> String {
    let search = if depth_first { "depth_first" } else { "breadth_first" };
    format!(
        "its SEARCHES are Searches::{search}(), for moves that all cost 1, and these do not: make them Searches::auto() or Searches::astar()"
    )
}

/// What is left of limits after a search.
fn less(limits: Limits, spent: &Stats) -> Limits {
    Limits { states: limits.states.saturating_sub(spent.stored), ..limits }
}

/// What two searches have spent, one after the other.
fn together(first: &Stats, second: &Stats) -> Stats {
    Stats {
        expanded: first.expanded + second.expanded,
        stored: first.stored + second.stored,
        peak_bytes: first.peak_bytes.max(second.peak_bytes),
    }
}

fn explore<P: Puzzle<State: Packed>>(
    puzzle: &P,
    start: &P::State,
    explore: &Explore,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Exploration, SolveError> {
    Ok(explore_in(puzzle, start, &FromState { puzzle, start: start.clone() }, explore, means, watch))
}

/// Visits every state that can be reached from `start`, on a space such as [`astar`] takes.
pub fn explore_in<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    space: &impl Space<State: Packed, Move = P::Move, Cost = u32>,
    explore: &Explore,
    means: &Means,
    watch: &mut dyn Watch,
) -> Exploration {
    let space = UnitCost::new(space, means);
    let explored = breadth_first::explore(&space, explore, means, watch, &writer(puzzle, start));
    let unit = (!space.holds(means)).then_some(P::FAMILY.move_name);
    Exploration { unit, ..explored }
}

fn map<P: Puzzle<State: Packed>>(
    puzzle: &P,
    start: &P::State,
    map: &Map,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<StateGraph, SolveError> {
    state_graph(puzzle, start, map, means, watch, key)
}

/// Tells states apart.
fn key<S: Packed>(state: &S) -> Box<[u8]> {
    bytemuck::bytes_of(&state.pack()).into()
}

fn why<P: Puzzle<State: Packed>, const ONE_AT_A_TIME: bool>(
    puzzle: &P,
    start: &P::State,
    why: &Why,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError> {
    let by_name = tracked_by_name();
    let tracking = Tracking {
        space: puzzle,
        state: P::State::clone,
        key,
        look: |state: &P::State| by_name(&puzzle.scene(state)),
        one_at_a_time: ONE_AT_A_TIME,
    };
    why::why(puzzle, start, why, &tracking, means, watch)
}
