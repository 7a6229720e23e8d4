//! The implicit graph that a search explores.

use std::fmt::Debug;

use super::cost::Cost;

/// An implicit graph of packed states.
///
/// Breadth-first searches and [depth-first search](crate::Search::any) count moves, whatever they cost. The
/// searches by cost sum up what [`expand_costs`](Space::expand_costs) says and are guided by
/// [`bound`](Space::bound). All methods must always return the same for the same arguments.
/// [`check_space`](crate::check_space) tests what a space promises.
///
/// # Examples
///
/// Numbers up to 100, doubled or increased by one:
///
/// ```
/// use tejun_search::{Moves, Search, Space};
///
/// struct Numbers;
///
/// impl Space for Numbers {
///     type State = u64;
///     type Move = char;
///     type Cost = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut(u64)) {
///         visit(1);
///     }
///     fn is_goal(&self, state: &u64) -> bool {
///         *state == 100
///     }
///     fn expand(&self, state: &u64, mut visit: impl FnMut(char, u64)) {
///         for (name, next) in [('d', state * 2), ('i', state + 1)] {
///             if next <= 100 {
///                 visit(name, next);
///             }
///         }
///     }
/// }
///
/// let path = Search::new(&Numbers).shortest().unwrap();
/// assert_eq!(path.moves, ['d', 'i', 'd', 'd', 'd', 'i', 'd', 'd']);
/// assert_eq!(path.states.last(), Some(&100));
/// ```
///
/// A counter is increased by one for a coin, or doubled for three coins:
///
/// ```
/// use tejun_search::{Moves, Search, Space};
///
/// struct Counter;
///
/// impl Space for Counter {
///     type State = u64;
///     type Move = char;
///     type Cost = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut(u64)) {
///         visit(1);
///     }
///     fn is_goal(&self, state: &u64) -> bool {
///         *state == 50
///     }
///     fn expand(&self, state: &u64, mut visit: impl FnMut(char, u64)) {
///         visit('i', state + 1);
///         visit('d', state * 2);
///     }
///     fn expand_costs(&self, state: &u64, mut visit: impl FnMut(char, u64, u32)) {
///         self.expand(state, |by, next| visit(by, next, if by == 'd' { 3 } else { 1 }));
///     }
///     fn bound(&self, state: &u64) -> Option<u32> {
///         match *state {
///             50 => Some(0),
///             0..50 => Some(1),
///             _ => None, // no move makes it smaller
///         }
///     }
/// }
///
/// let cheapest = Search::new(&Counter).astar().unwrap();
/// assert_eq!(cheapest.cost, 15);
/// assert_eq!(cheapest.states.last(), Some(&50));
/// ```
pub trait Space: Sync {
    /// A state. Searches take spaces whose states are [packed](crate::Key).
    type State: Clone + Send + Sync;
    /// A move from one state to another.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What moves cost: an unsigned integer that the costs of paths fit into. `u32` takes the least memory.
    type Cost: Cost;

    /// What is known about the moves, apart from how to make them. Searches rely on it;
    /// [`check_space`](crate::check_space) tests it.
    const MOVES: Moves;

    /// Visits the states from which a search starts.
    fn starts(&self, visit: impl FnMut(Self::State));

    /// Returns whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns whether a move from `state` may lead to a goal; `true` if in doubt. A search that has met a goal looks only
    /// for the other goals at that distance: of the states that it has still to expand, it leaves out those for which this
    /// is `false`. So it should be much faster than to expand the state.
    fn has_move_to_goal(&self, _state: &Self::State) -> bool {
        true
    }

    /// Returns every goal if they are few and can be listed, else `None`. Called once per search.
    fn goals(&self) -> Option<Vec<Self::State>> {
        None
    }

    /// Visits every legal move and the state it leads to, always in the same order. Two moves may lead to the
    /// same state.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// Visits every state that has a move to `state`, including states that no start reaches. Not called if
    /// [`MOVES`](Space::MOVES) is [`Moves::OneWay`]; must be implemented if it is [`Moves::Retractable`].
    fn retract(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) {
        assert!(Self::MOVES == Moves::Undirected, "a retractable space must implement Space::retract");
        self.expand(state, |_, before| visit(before));
    }

    /// Visits what [`expand`](Space::expand) visits, in the same order, and what each move costs, which may be 0. To be
    /// overridden where moves differ in cost; by default each costs 1.
    ///
    /// If the space [has symmetry](Space::has_symmetry), the cheapest moves from a state and from its
    /// representative into the same class must cost the same. The cost of a path must fit into [`Cost`](Space::Cost); a
    /// search panics if it meets one that does not.
    fn expand_costs(&self, state: &Self::State, mut visit: impl FnMut(Self::Move, Self::State, Self::Cost)) {
        self.expand(state, |by, next| visit(by, next, Self::Cost::ONE));
    }

    /// Returns a lower bound on what every path from `state` to a goal costs: 0 in a goal. `None` if `state`
    /// is hopeless, that is, if it is proved that no path leads from it to a goal.
    ///
    /// The bound must never be too high (*admissible*). Searches rely on it for their proofs: given one that is too high, they
    /// call a path optimal that is not, or say that there is none where there is one, and cannot notice.
    /// [`check_space`](crate::check_space) compares bounds with the cheapest paths. A bound may drop along a move by more than
    /// the move costs (it need not be *consistent*), though the searches are faster if it does not.
    fn bound(&self, _state: &Self::State) -> Option<Self::Cost> {
        Some(Self::Cost::ZERO)
    }

    /// Returns whether [`canonical`](Space::canonical) ever returns another state than its argument. If not,
    /// searches skip all work for symmetry.
    fn has_symmetry(&self) -> bool {
        false
    }

    /// Returns the representative of the class of `state`: of all states that symmetries of the graph, its
    /// moves and its goals make equivalent. The state itself if there is no symmetry. Called only if
    /// [`has_symmetry`](Space::has_symmetry) returns true.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Units of work, a few nanoseconds each, that this thread has spent on expansions since it was last asked, so that a
    /// search asks its watch in time. Only for spaces whose moves may take long to make: by default 0, and a search reckons
    /// with some tens for each move. Breadth-first searches, [`near`](crate::Search::near),
    /// [`novelty_beam`](crate::Search::novelty_beam) and [`novelty_first`](crate::Search::novelty_first) ask for it; the others
    /// do not.
    fn take_work(&self) -> usize {
        0
    }

    /// Visits the representatives of the states that `expand` visits. Override this if the representative of
    /// a neighbour is cheaper to derive from the image of the state than to compute from scratch.
    fn expand_classes(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) {
        self.expand(state, |_, next| visit(self.canonical(&next)));
    }
}

/// What is known about the moves of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Nothing: paths are rebuilt by expanding levels again.
    OneWay,
    /// [`Space::retract`] visits the states that have a move to a state.
    Retractable,
    /// Every move has a move back, so the distances of neighbours differ by at most one. A search then needs
    /// to remember only two levels, and paths are rebuilt backwards.
    Undirected,
}
