//! The questions that a family answers: one table.

use std::sync::Arc;

use tejun_search::{Space, Watch};

use crate::vocabulary::answer::{Counted, Exploration, Solution, Surveyed};
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::certificate::{Proved, Theorem};
use crate::vocabulary::facts::Reasons;
use crate::vocabulary::means::{Means, Observer, SolveError};
use crate::vocabulary::options::QuestionOption;
use crate::vocabulary::question::{Explore, Hardest, Map, Solve, StepThrough, Why};
use crate::vocabulary::state_graph::StateGraph;
use crate::vocabulary::steps::Steps;

/// Finds the best way on from a state.
pub type SolveFn<P> = fn(&P, &StateOf<P>, &Solve, &Means, &mut dyn Observer) -> Result<Solution, SolveError>;
/// Finds some line from a state and improves it, reporting each improvement with its value, until nothing more comes of
/// it or it is stopped. What it claims is not believed: its lines are played, those it has reported and that of its solution. One
/// thread, and the same in each run.
pub type FindFn<P> = fn(&P, &StateOf<P>, &Means, &mut dyn Observer) -> Solution;
/// Visits every state that can be reached from one.
pub type ExploreFn<P> =
    fn(&P, &StateOf<P>, &Explore, &Means, &mut dyn Watch) -> Result<Exploration, SolveError>;
/// Lists the states that can be reached from one, and the moves between them.
pub type MapFn<P> = fn(&P, &StateOf<P>, &Map, &Means, &mut dyn Watch) -> Result<StateGraph, SolveError>;
/// Counts the solutions from a state.
pub type CountFn<P> = fn(&P, &StateOf<P>, &Means, &mut dyn Watch) -> Result<Counted, SolveError>;
/// Finds facts about all solutions from a state on.
pub type WhyFn<P> = fn(&P, &StateOf<P>, &Why, &Means, &mut dyn Watch) -> Result<Reasons, SolveError>;
/// Finds how far every start that the puzzle could have is from the goal.
pub type HardestFn<P> = fn(&P, &Hardest, &Means, &mut dyn Watch) -> Result<Surveyed, SolveError>;
/// Starts a simple search to watch, from the first position.
pub type StepsFn<P> = fn(&Arc<P>, StepThrough) -> Result<Box<dyn Steps>, SolveError>;
/// Bytes that tell a state from all others.
pub type KeyFn<P> = fn(&P, &StateOf<P>) -> Box<[u8]>;
/// Makes a certificate of what is asked, for the puzzle that the theorem states, from its first position on.
#[cfg(not(target_family = "wasm"))]
pub type ProveFn<P> = fn(&P, &StateOf<P>, &Theorem, &Means, &mut dyn Watch) -> Result<Proved, SolveError>;

type StateOf<P> = <P as Space>::State;

/// The share of the states and of the memory that a [`Finder`] has: an eighth. The search that proves has the rest.
pub(super) const FINDER_SHARE: u64 = 8;

/// How a family finds lines beside the search that proves.
pub struct Finder<P: Space> {
    /// The search.
    pub find: FindFn<P>,
    /// Number of states that the proving search expands before it starts: a tenth of a second or so.
    pub after: u64,
    /// Number of states that the proving search expands for each tick of the finder, so that both take about the same
    /// time, or more: what the finder finds sooner is shown at once, and used when the proving search is so far.
    pub pace: u64,
}

// Derived, these would ask for `P: Copy`.
impl<P: Space> Copy for Finder<P> {}

impl<P: Space> Clone for Finder<P> {
    fn clone(&self) -> Self {
        *self
    }
}

/// The searches of a puzzle, as functions; `None` where there is no such search. The constructors for puzzles whose
/// states are packed are in the [kit](crate::kit).
pub struct Searches<P: Space> {
    /// Finds the best way on.
    pub solve: Option<SolveFn<P>>,
    /// Finds lines beside `solve`, where that has no quick proof.
    pub finder: Option<Finder<P>>,
    /// Whether `solve` can keep its states on disk, for this question.
    pub solve_spills: fn(&P, &P::State, &Solve) -> bool,
    /// What `solve` has besides the best line: some of [`Width`](QuestionOption::Width), [`All`](QuestionOption::All) and
    /// [`First`](QuestionOption::First). It is not asked with another.
    pub solve_options: &'static [QuestionOption],
    /// Explores, by a breadth-first search, which can keep its states on disk.
    pub explore: Option<ExploreFn<P>>,
    /// Lists states and moves, to draw them.
    pub map: Option<MapFn<P>>,
    /// Counts solutions.
    pub count: Option<CountFn<P>>,
    /// Says why: finds facts about all solutions.
    pub why: Option<WhyFn<P>>,
    /// Judges every possible start, by a breadth-first search from all goals, which can keep its states on disk.
    pub hardest: Option<HardestFn<P>>,
    /// A search to watch of its own.
    pub steps: Option<StepsFn<P>>,
    /// Tells states apart; a family with such a key, and no `steps`, is watched being searched depth-first. What it cuts,
    /// [`Puzzle::hopeless`](crate::Puzzle::hopeless) says.
    pub key: Option<KeyFn<P>>,
    /// Makes certificates, if the family has rules by which they are checked.
    #[cfg(not(target_family = "wasm"))]
    pub prove: Option<ProveFn<P>>,
    /// Whether it can keep its states on disk.
    #[cfg(not(target_family = "wasm"))]
    pub prove_spills: bool,
    /// Whether a puzzle has a goal, without which there is nothing to solve.
    pub has_goal: fn(&P) -> bool,
    /// Whether all solutions cost the same, so that none is better than another.
    pub solutions_cost_alike: bool,
    /// Which of the kit's searches `solve` is, if it is one of them: what it promises can be checked.
    pub kit: Option<Search>,
}

// Derived, these would ask for `P: Copy`.
impl<P: Space> Copy for Searches<P> {}

impl<P: Space> Clone for Searches<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Space> Searches<P> {
    /// No search at all.
    pub const NONE: Self = Searches {
        solve: None,
        finder: None,
        solve_spills: |_, _, _| false,
        solve_options: &[],
        explore: None,
        map: None,
        count: None,
        why: None,
        hardest: None,
        steps: None,
        key: None,
        #[cfg(not(target_family = "wasm"))]
        prove: None,
        #[cfg(not(target_family = "wasm"))]
        prove_spills: false,
        has_goal: |_| true,
        solutions_cost_alike: false,
        kit: None,
    };

    /// The same with certificates: what makes them, and whether that can keep its states on disk.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub const fn proving(self, prove: ProveFn<P>, prove_spills: bool) -> Self {
        Searches { prove: Some(prove), prove_spills, ..self }
    }
}

/// The search that finds a solution. To explore, and to find a line to every exit, is always the work of a breadth-first
/// search.
///
/// No search claims more than it has proved, whichever is chosen: those that count moves look at what each move costs
/// that they make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// See [`Searches::auto`].
    Auto,
    /// See [`Searches::breadth_first`].
    BreadthFirst,
    /// See [`Searches::astar`].
    AStar,
    /// See [`Searches::iterative_deepening`].
    IterativeDeepening,
    /// See [`Searches::depth_first`].
    DepthFirst,
}
