//! Packed states, and the implicit graph that a breadth-first search walks through.

use std::fmt::Debug;
use std::hash::Hash;

/// A small value that is its own key: fixed width, ordered, with one bit pattern that is never a
/// state.
///
/// A state is stored whole, never as a fingerprint of something larger, so that "seen before" is
/// exact and a proof stays a proof.
pub trait Packed: bytemuck::Pod + Ord + Hash + Debug + Send + Sync {
    /// The pattern that is never a state: it marks a free slot of a table.
    const NONE: Self;

    /// A number that looks random and depends on every bit; equal states give equal numbers.
    fn mix(self) -> u64;
}

/// Multiplies to 128 bits and folds the halves: each bit of the result depends on each bit of `x`.
#[inline(always)]
fn fold(x: u64) -> u64 {
    let wide = u128::from(x ^ 0x2545_f491_4f6c_dd1d) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
    (wide as u64) ^ ((wide >> 64) as u64)
}

impl Packed for u64 {
    const NONE: u64 = u64::MAX;

    #[inline(always)]
    fn mix(self) -> u64 {
        fold(self)
    }
}

impl Packed for u128 {
    const NONE: u128 = u128::MAX;

    #[inline(always)]
    fn mix(self) -> u64 {
        fold(fold(self as u64).wrapping_add((self >> 64) as u64))
    }
}

impl<const N: usize> Packed for [u64; N] {
    const NONE: [u64; N] = [u64::MAX; N];

    #[inline(always)]
    fn mix(self) -> u64 {
        self.iter().fold(0, |mixed, &word| fold(word.wrapping_add(mixed)))
    }
}

/// An implicit graph of packed states.
///
/// # Examples
///
/// Numbers up to 100, doubled or increased by one:
///
/// ```
/// use tejun_search::bfs::{self, Options};
/// use tejun_search::{Outcome, Space, Unwatched};
///
/// struct Numbers;
///
/// impl Space for Numbers {
///     type State = u64;
///     type Move = char;
///     const UNDIRECTED: bool = false;
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
/// let answer = bfs::shortest(&Numbers, &Options::default(), &mut Unwatched);
/// let Outcome::Solved(path) = answer.outcome else { panic!() };
/// assert_eq!(path.moves, ['d', 'i', 'd', 'd', 'd', 'i', 'd', 'd']);
/// assert_eq!(path.states.last(), Some(&100));
/// ```
pub trait Space: Sync {
    /// A state.
    type State: Packed;
    /// What leads from a state to another.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Every move can be taken back: a state's neighbours are all one level nearer, as far, or one
    /// level farther, so a search need remember two levels only, and lines rebuild backwards.
    const UNDIRECTED: bool;

    /// The states that a search starts from.
    fn starts(&self, visit: impl FnMut(Self::State));

    /// Whether a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Visits every goal and answers true, where they can be listed and are few; else answers
    /// false, whatever it has visited.
    fn goals(&self, _visit: impl FnMut(Self::State)) -> bool {
        false
    }

    /// Every legal move with the state it leads to, always in the same order. Two moves may lead to
    /// the same state.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// Visits every state that has a move to this one and answers true; answers false where that
    /// cannot be told. States that no start reaches may be among them.
    fn retract(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) -> bool {
        if Self::UNDIRECTED {
            self.expand(state, |_, before| visit(before));
        }
        Self::UNDIRECTED
    }

    /// The representative of the states that a symmetry of the graph, its goals and its moves makes
    /// equal; the state itself where there is none.
    fn canonical(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// Visits the representatives of the states that `expand` leads to. Worth writing where the image
    /// of a neighbour is quicker to find from the image of the state than anew.
    fn expand_classes(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) {
        self.expand(state, |_, next| visit(self.canonical(&next)));
    }
}
