//! The problem that layered searches solve, and the path they answer with.

use std::hash::Hash;

/// A problem whose states lie in layers (such as time steps) and whose paths have a score.
///
/// Every move leads from one layer to the next. The score of a path depends on where it ends.
///
/// # Examples
///
/// The knapsack problem: items with a weight and a worth, taken or left one by one, and a bag that holds 10.
///
/// ```
/// use tejun_search::layered::{Layered, beam, exact};
/// use tejun_search::{Outcome, Proof, Request};
///
/// const THINGS: [(u32, i64); 4] = [(5, 6), (4, 5), (6, 8), (3, 3)];
///
/// struct Bag;
///
/// impl Layered for Bag {
///     type State = (u32, i64); // the weight that is left, the worth of what was taken
///     type Move = bool;
///     type Group = ();
///     type Scratch = ();
///     fn scratch(&self) {}
///     fn start(&self) -> (u32, (u32, i64)) {
///         (0, (10, 0))
///     }
///     fn expand(&self, layer: u32, &(left, worth): &(u32, i64), mut visit: impl FnMut(bool, (u32, i64))) {
///         let Some(thing) = THINGS.get(layer as usize) else { return };
///         visit(false, (left, worth));
///         if thing.0 <= left {
///             visit(true, (left - thing.0, worth + thing.1));
///         }
///     }
///     fn score(&self, layer: u32, state: &(u32, i64)) -> Option<i64> {
///         (layer as usize == THINGS.len()).then_some(state.1)
///     }
///     fn bound(&self, layer: u32, state: &(u32, i64), _: i64, _: &mut ()) -> i64 {
///         state.1 + THINGS[layer as usize..].iter().map(|thing| thing.1).sum::<i64>()
///     }
///     fn ceiling(&self, _: u32) -> i64 {
///         THINGS.iter().map(|thing| thing.1).sum()
///     }
///     fn value(&self, _: u32, state: &(u32, i64), _: &mut ()) -> i64 {
///         state.1
///     }
///     fn group(&self, _: &(u32, i64)) {}
///     fn dominates(&self, a: &(u32, i64), b: &(u32, i64)) -> bool {
///         a.0 >= b.0 && a.1 >= b.1
///     }
/// }
///
/// let answer = exact(&Bag, 0, Request::default());
/// let Outcome::Solved(best) = answer.outcome else { panic!() };
/// assert_eq!((best.score, answer.bound, answer.proof), (13, Some(13), Proof::Optimal));
/// assert_eq!(best.moves, [false, true, true, false]);
///
/// // A beam of one state is greedy.
/// let found = beam(&Bag, 1, Request::default()).outcome.found().unwrap();
/// assert_eq!(found.score, 11);
/// ```
pub trait Layered: Sync {
    /// A state. Everything that decides the future must take part in its equality; the layer must not.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move from one layer to the next.
    type Move: Copy + Eq + Send + Sync;
    /// States of one layer in different groups never dominate each other.
    type Group: Eq + Hash + Send;
    /// Working memory of [`Layered::value`] and [`Layered::bound`], one per thread.
    type Scratch: Send;

    /// Returns new working memory.
    fn scratch(&self) -> Self::Scratch;

    /// Returns the first layer and its state.
    fn start(&self) -> (u32, Self::State);

    /// Visits every move that needs to be considered, with the state it leads to, always in the same order.
    fn expand(&self, layer: u32, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// Returns the score of a path that ends here; `None` if no path may.
    fn score(&self, layer: u32, state: &Self::State) -> Option<i64>;

    /// Returns a proved upper bound on the score of any path through the state. The search only asks whether
    /// it exceeds `value`, so there is no need to tighten it once that is decided.
    fn bound(&self, layer: u32, state: &Self::State, value: i64, scratch: &mut Self::Scratch) -> i64;

    /// Returns a proved upper bound on the score of any path that continues from a state of the layer.
    fn ceiling(&self, layer: u32) -> i64;

    /// Returns how promising a state is compared with others of its layer. A beam keeps the greatest.
    fn value(&self, layer: u32, state: &Self::State, scratch: &mut Self::Scratch) -> i64;

    /// Returns the group of a state.
    fn group(&self, state: &Self::State) -> Self::Group;

    /// Returns whether the best path from `a` scores at least as much as the best from `b`. Both are of one
    /// layer and one group.
    fn dominates(&self, a: &Self::State, b: &Self::State) -> bool;
}

/// A path through the layers and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored<M> {
    /// The score.
    pub score: i64,
    /// The moves, from the first layer on.
    pub moves: Vec<M>,
}
