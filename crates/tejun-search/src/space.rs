//! The implicit graph that a breadth-first search walks through.

use std::fmt::Debug;

use crate::packed::Packed;

/// An implicit graph of packed states.
///
/// # Examples
///
/// Numbers up to 100, doubled or increased by one:
///
/// ```
/// use tejun_search::bfs::{self, Direction};
/// use tejun_search::{Moves, Outcome, Request, Space};
///
/// struct Numbers;
///
/// impl Space for Numbers {
///     type State = u64;
///     type Move = char;
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
/// let answer = bfs::shortest(&Numbers, Direction::Bidirectional, Request::default());
/// let Outcome::Solved(path) = answer.outcome else { panic!() };
/// assert_eq!(path.moves, ['d', 'i', 'd', 'd', 'd', 'i', 'd', 'd']);
/// assert_eq!(path.states.last(), Some(&100));
/// ```
pub trait Space: Sync {
    /// A state.
    type State: Packed;
    /// What leads from a state to another.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// What is known of the moves besides how to make them. A search relies on it:
    /// [`check_space`](crate::check_space) tests it.
    const MOVES: Moves;

    /// The states that a search starts from.
    fn starts(&self, visit: impl FnMut(Self::State));

    /// Whether a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Every goal, where they can be listed and are few; `None` where they cannot. Asked once a search.
    fn goals(&self) -> Option<Vec<Self::State>> {
        None
    }

    /// Every legal move with the state it leads to, always in the same order. Two moves may lead to
    /// the same state.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// Visits every state that has a move to this one. States that no start reaches may be among them.
    /// Asked only of spaces whose [`MOVES`](Space::MOVES) are not [`Moves::OneWay`]; those of
    /// [`Moves::Retractable`] have to write it.
    fn retract(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) {
        assert!(Self::MOVES == Moves::Undirected, "a space of retractable moves writes Space::retract");
        self.expand(state, |_, before| visit(before));
    }

    /// Whether [`canonical`](Space::canonical) ever answers another state than it is given. Where it
    /// does not, nothing is computed for the sake of symmetry.
    fn has_symmetry(&self) -> bool {
        false
    }

    /// The representative of the states that a symmetry of the graph, its goals and its moves makes
    /// equal; the state itself where there is none. Asked only where
    /// [`has_symmetry`](Space::has_symmetry) says yes.
    fn canonical(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// Visits the representatives of the states that `expand` leads to. Worth writing where the image
    /// of a neighbour is quicker to find from the image of the state than anew.
    fn expand_classes(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) {
        self.expand(state, |_, next| visit(self.canonical(&next)));
    }
}

/// What is known of the moves of a [`Space`] besides how to make them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Nothing: lines are rebuilt by expanding levels once more.
    OneWay,
    /// [`Space::retract`] tells which states have a move to a state.
    Retractable,
    /// Every move has a move back, so the neighbours of a state are one level nearer, as far, or one
    /// level farther. A search then needs to remember two levels only, and lines rebuild backwards.
    Undirected,
}
