//! Spaces whose moves have costs and whose states have bounds.

use crate::space::Space;

/// A [`Space`] whose moves cost something, and which knows a lower bound on the cost still to go.
///
/// Without an override every move costs 1 and nothing is known ahead, so an empty `impl` is enough to search
/// a space for a line of fewest moves. Both methods must always return the same for the same arguments.
/// [`check_priced`](crate::check_priced) tests what a space promises here.
///
/// # Examples
///
/// A counter is increased by one for a coin, or doubled for three coins:
///
/// ```
/// use tejun_search::heuristic::astar;
/// use tejun_search::{Moves, Outcome, Priced, Request, Space};
///
/// struct Counter;
///
/// impl Space for Counter {
///     type State = u64;
///     type Move = char;
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
/// }
///
/// impl Priced for Counter {
///     fn cost(&self, _: &u64, by: char) -> u32 {
///         if by == 'd' { 3 } else { 1 }
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
/// let Outcome::Solved(line) = astar(&Counter, Request::default()).outcome else { panic!() };
/// assert_eq!(line.cost, 15);
/// assert_eq!(line.path.states.last(), Some(&50));
/// ```
pub trait Priced: Space {
    /// Returns what the move `by`, legal in `from`, costs. May be 0.
    ///
    /// If the space [has symmetry](Space::has_symmetry), the cheapest moves from a state and from its
    /// representative into the same class must cost the same. A line must cost less than 2^32; a search
    /// panics if it meets one that costs more.
    fn cost(&self, _from: &Self::State, _by: Self::Move) -> u32 {
        1
    }

    /// Returns a lower bound on what every line from `state` to a goal costs: 0 in a goal. `None` if `state`
    /// is hopeless, that is, if it is proved that no line leads from it to a goal.
    ///
    /// The bound must never be too high; searches rely on it for their proofs. It may drop along a move by
    /// more than the move costs, though the searches are faster if it does not.
    fn bound(&self, _state: &Self::State) -> Option<u32> {
        Some(0)
    }
}
