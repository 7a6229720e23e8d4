//! What can be searched from a position of a puzzle.

use std::sync::Arc;

use tejun_search::{Space, Watch};

use crate::vocabulary::answer::{Counted, Exploration, Solution, Surveyed};
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::certificate::{Proved, Theorem};
use crate::vocabulary::options::{Observer, SolveError, SolveOptions};
use crate::vocabulary::question::QuestionOption;
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::sets::{SetsAsked, SetsSurveyed};
use crate::vocabulary::state_graph::{Highlight, StateGraph};
use crate::vocabulary::steps::Steps;

/// Finds the best way on from a state.
pub type Solve<P> = fn(&P, &StateOf<P>, &SolveOptions, &mut dyn Observer) -> Result<Solution, SolveError>;
/// Visits every state that can be reached from one.
pub type Explore<P> = fn(&P, &StateOf<P>, &SolveOptions, &mut dyn Watch) -> Result<Exploration, SolveError>;
/// Lists the states that can be reached from one, and the moves between them.
pub type Map<P> =
    fn(&P, &StateOf<P>, Highlight, &SolveOptions, &mut dyn Watch) -> Result<StateGraph, SolveError>;
/// Counts the solutions from a state.
pub type Count<P> = fn(&P, &StateOf<P>, &SolveOptions, &mut dyn Watch) -> Result<Counted, SolveError>;
/// Finds how far every start that the puzzle could have is from the goal. The text puts other pieces on the board, in the
/// family's notation; `None` means those of the file.
pub type Survey<P> = fn(&P, Option<&str>, &SolveOptions, &mut dyn Watch) -> Result<Surveyed, SolveError>;
/// Starts a simple search to watch, from the first position.
pub type Watched<P> = fn(&Arc<P>) -> Result<Box<dyn Steps>, SolveError>;

/// Makes a certificate of what is asked, for the puzzle that the text states, from its first position on.
#[cfg(not(target_family = "wasm"))]
pub type Prove<P> =
    fn(&P, &StateOf<P>, &Theorem, &SolveOptions, &mut dyn Watch) -> Result<Proved, SolveError>;

/// Finds the hardest starts over all sets of pieces.
#[cfg(not(target_family = "wasm"))]
pub struct SurveySets<P> {
    /// What all sets are called in the notation of the pieces; a colon and more may follow.
    pub word: &'static str,
    /// Finds them.
    pub survey: fn(&P, &SetsAsked, &SolveOptions, &mut dyn Watch) -> Result<SetsSurveyed, SolveError>,
}

type StateOf<P> = <P as Space>::State;

/// The searches of a puzzle, as functions; `None` where there is no such search. The constructors for puzzles whose
/// states are packed are in the [kit](crate::kit).
pub struct Searches<P: Space> {
    /// Finds the best way on.
    pub solve: Option<Solve<P>>,
    /// Whether `solve` can keep its states on disk, for this question.
    pub solve_spills: fn(&P, &P::State, &SolveOptions) -> bool,
    /// What `solve` has besides the best line: some of [`Width`](QuestionOption::Width), [`All`](QuestionOption::All) and
    /// [`First`](QuestionOption::First). It is not asked with another.
    pub solve_options: &'static [QuestionOption],
    /// Explores.
    pub explore: Option<Explore<P>>,
    /// Lists states and moves, to draw them.
    pub map: Option<Map<P>>,
    /// Counts solutions.
    pub count: Option<Count<P>>,
    /// Judges every possible start.
    pub survey: Option<Survey<P>>,
    /// A search to watch.
    pub steps: Option<Watched<P>>,
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
        solve_spills: |_, _, _| false,
        solve_options: &[],
        explore: None,
        map: None,
        count: None,
        survey: None,
        steps: None,
        has_goal: |_| true,
        solutions_cost_alike: false,
        kit: None,
    };
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
