//! Graphs made of closures.

mod goals;
mod interned;
mod reverse;
mod step;
mod symmetry;

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::space::{Moves, Space};
pub use goals::{Bound, BoundBy, GoalIf, GoalList, GoalTest, NoBound, NoGoal};
pub use interned::Interned;
pub use reverse::{OneWay, Predecessors, Reverse, Undirected};
pub use step::Step;
pub use symmetry::{Canonical, NoSymmetry, Symmetry};

/// Makes a graph of the states from which to start and of a function that returns the successors of a state.
///
/// A successor is a state; or a state and what it costs to go there; or a move, the state and the cost. A move is any value
/// that is `Copy`, such as a `&'static str`; a cost is a `u32`, `u64` or `u128`. What else is known of the graph is added
/// by the methods of [`Graph`]. It must always return the same successors in the same order, on any thread.
///
/// ```
/// use tejun_search::{Search, graph};
///
/// // Numbers up to 100, doubled or increased by one.
/// let numbers = graph([1_u64], |&n| [("double", 2 * n, 1_u32), ("add one", n + 1, 1)].into_iter().filter(|step| step.1 <= 100));
/// let line = Search::new(&numbers.goal(|&n| n == 10)).shortest()?;
/// assert_eq!(line.moves, ["double", "double", "add one", "double"]);
/// assert_eq!(line.states, [1, 2, 4, 5, 10]);
/// # Ok::<(), tejun_search::SearchError>(())
/// ```
pub fn graph<S, F, I>(starts: impl IntoIterator<Item = S>, successors: F) -> Graph<S, F, I>
where
    F: Fn(&S) -> I + Sync,
{
    Graph {
        starts: starts.into_iter().collect(),
        successors,
        goals: NoGoal,
        bound: NoBound,
        symmetry: NoSymmetry,
        reverse: OneWay,
        returned: PhantomData,
    }
}

/// A graph of closures, made by [`graph`]: a [`Space`].
pub struct Graph<S, F, I, G = NoGoal, B = NoBound, Y = NoSymmetry, R = OneWay> {
    starts: Vec<S>,
    successors: F,
    goals: G,
    bound: B,
    symmetry: Y,
    reverse: R,
    returned: PhantomData<fn() -> I>,
}

/// What a move costs in a graph whose successors are given as `I`.
type CostOf<S, I> = <<I as IntoIterator>::Item as Step<S>>::Cost;

impl<S, F, I, G, B, Y, R> Graph<S, F, I, G, B, Y, R> {
    /// Says which states are goals.
    pub fn goal<T: Fn(&S) -> bool + Sync>(self, is_goal: T) -> Graph<S, F, I, GoalIf<T>, B, Y, R> {
        let Graph { starts, successors, bound, symmetry, reverse, returned, .. } = self;
        Graph { starts, successors, goals: GoalIf(is_goal), bound, symmetry, reverse, returned }
    }

    /// Lists all goals. If moves can be taken back ([`undirected`](Graph::undirected),
    /// [`predecessors`](Graph::predecessors)), a search for a shortest path then begins at both ends, which is often a
    /// thousand times as fast.
    pub fn goals(self, goals: impl IntoIterator<Item = S>) -> Graph<S, F, I, GoalList<S>, B, Y, R>
    where
        S: Clone + Eq + Hash,
    {
        let Graph { starts, successors, bound, symmetry, reverse, returned, .. } = self;
        Graph { starts, successors, goals: GoalList::new(goals), bound, symmetry, reverse, returned }
    }

    /// Gives a lower bound on what every path from a state to a goal costs, for A*, IDA* and beams: 0 in a goal. `None` says
    /// that no path leads from the state to a goal.
    ///
    /// It must never be too high. The searches rely on it for their proofs: given one that is too high, they call a path
    /// optimal that is not, or say that there is none where there is one, and cannot notice. In your tests, compare it with
    /// the cheapest paths by [`check_space`](crate::check_space):
    ///
    /// ```
    /// use tejun_search::{Search, SpaceError, check_space, graph};
    ///
    /// // Steps by one or by three from 0 to 10, so a step leads at most 3 nearer.
    /// let stairs = || graph([0_u32], |n| [n + 1, n + 3].into_iter().filter(|&n| n <= 10)).goal(|&n| n == 10);
    /// let (right, wrong) = (stairs().bound(|n| (10 - n).div_ceil(3)), stairs().bound(|n| 10 - n));
    /// assert_eq!(Search::new(&right).astar()?.cost, 4);
    /// assert_eq!(check_space(&right, 100), Ok(()));
    /// assert_eq!(check_space(&wrong, 100), Err(SpaceError::BoundTooHigh(0, 10, 4)));
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    pub fn bound<T, V>(self, bound: T) -> Graph<S, F, I, G, BoundBy<T, V>, Y, R>
    where
        T: Fn(&S) -> V + Sync,
    {
        let Graph { starts, successors, goals, symmetry, reverse, returned, .. } = self;
        Graph { starts, successors, goals, bound: BoundBy::new(bound), symmetry, reverse, returned }
    }

    /// Names the representative of the class of a state: of all states that symmetries of the graph, its moves and its goals
    /// make equivalent. Of each class, a search for a path looks at the representative alone.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // Numbers on a line; what is left of 0 is the mirror image of what is right of it.
    /// let line = graph([0_i32], |&at| [at - 1, at + 1].into_iter().filter(|at| at.abs() <= 1000)).goal(|&at| at.abs() == 1000);
    /// let all = Search::new(&line).shortest()?;
    /// let half = line.symmetry(|at| at.abs());
    /// let half = Search::new(&half).shortest()?;
    /// assert_eq!(all.cost, half.cost);
    /// assert!(half.stats.stored < all.stats.stored);
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    pub fn symmetry<T: Fn(&S) -> S + Sync>(self, canonical: T) -> Graph<S, F, I, G, B, Canonical<T>, R> {
        let Graph { starts, successors, goals, bound, reverse, returned, .. } = self;
        Graph { starts, successors, goals, bound, symmetry: Canonical(canonical), reverse, returned }
    }

    /// Promises that every move has a move back. A breadth-first search then needs to remember two levels only, and can
    /// begin at [listed goals](Graph::goals) as well. [`check_space`](crate::check_space) tests the promise.
    pub fn undirected(self) -> Graph<S, F, I, G, B, Y, Undirected> {
        let Graph { starts, successors, goals, bound, symmetry, returned, .. } = self;
        Graph { starts, successors, goals, bound, symmetry, reverse: Undirected, returned }
    }

    /// Gives all states that have a move to a state, including those that no start reaches. A breadth-first search then can
    /// begin at [listed goals](Graph::goals) as well. [`check_space`](crate::check_space) tests whether they are right.
    pub fn predecessors<T, J>(self, predecessors: T) -> Graph<S, F, I, G, B, Y, Predecessors<T, J>>
    where
        T: Fn(&S) -> J + Sync,
        J: IntoIterator<Item = S>,
    {
        let Graph { starts, successors, goals, bound, symmetry, returned, .. } = self;
        Graph {
            starts,
            successors,
            goals,
            bound,
            symmetry,
            reverse: Predecessors::new(predecessors),
            returned,
        }
    }

    /// Numbers the states, so that they may be of any type that is `Clone + Eq + Hash + Send + Sync`, such as `String` or `Vec`.
    /// Each is kept for as long as the search runs, beyond its limit on memory; the search looks it up for each move and runs
    /// on one thread. So [packed](crate::Packed) states are several times as fast. What else is known of the graph may be
    /// said before or after.
    ///
    /// ```
    /// use tejun_search::{Search, graph};
    ///
    /// // Two neighbours of a word change places.
    /// let swaps = graph(["stop".to_owned()], |word| {
    ///     let letters: Vec<char> = word.chars().collect();
    ///     (1..letters.len()).map(move |at| {
    ///         let mut next = letters.clone();
    ///         next.swap(at - 1, at);
    ///         String::from_iter(next)
    ///     })
    /// });
    /// let line = Search::new(&swaps.goal(|word| word == "pots").interned()).shortest()?;
    /// assert_eq!((line.cost, &line.states[line.states.len() - 1][..]), (6, "pots"));
    /// # Ok::<(), tejun_search::SearchError>(())
    /// ```
    pub fn interned(self) -> Interned<Self> {
        Interned(self)
    }
}

impl<S, F, I, G, B, Y, R> Space for Graph<S, F, I, G, B, Y, R>
where
    S: Clone + Send + Sync,
    F: Fn(&S) -> I + Sync,
    I: IntoIterator<Item: Step<S>>,
    G: GoalTest<S>,
    B: Bound<S, CostOf<S, I>>,
    Y: Symmetry<S>,
    R: Reverse<S>,
{
    type State = S;
    type Move = <I::Item as Step<S>>::Move;
    type Cost = CostOf<S, I>;
    const MOVES: Moves = R::MOVES;

    #[inline]
    fn starts(&self, visit: impl FnMut(S)) {
        self.starts.iter().cloned().for_each(visit);
    }

    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        self.goals.is_goal(state)
    }

    #[inline]
    fn goals(&self) -> Option<Vec<S>> {
        self.goals.list()
    }

    #[inline]
    fn expand(&self, state: &S, mut visit: impl FnMut(Self::Move, S)) {
        for step in (self.successors)(state) {
            let (by, next, _) = step.split();
            visit(by, next);
        }
    }

    #[inline]
    fn expand_costs(&self, state: &S, mut visit: impl FnMut(Self::Move, S, Self::Cost)) {
        for step in (self.successors)(state) {
            let (by, next, cost) = step.split();
            visit(by, next, cost);
        }
    }

    #[inline]
    fn retract(&self, state: &S, visit: impl FnMut(S)) {
        self.reverse.retract(
            state,
            || (self.successors)(state).into_iter().map(|step| step.split().1),
            visit,
        );
    }

    #[inline]
    fn bound(&self, state: &S) -> Option<Self::Cost> {
        self.bound.bound(state)
    }

    #[inline]
    fn has_symmetry(&self) -> bool {
        Y::ANY
    }

    #[inline]
    fn canonical(&self, state: &S) -> S {
        self.symmetry.canonical(state)
    }
}

impl<S: fmt::Debug, F, I, G, B, Y, R> fmt::Debug for Graph<S, F, I, G, B, Y, R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Graph").field("starts", &self.starts).finish_non_exhaustive()
    }
}
