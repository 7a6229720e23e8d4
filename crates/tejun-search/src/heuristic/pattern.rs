//! Abstractions of a space whose states are numbered.

use crate::space::{Moves, Space};
use crate::state::key::Key;

/// An abstraction of a space, itself a space, whose states are numbered without gaps: what a
/// [`PatternDatabase`](crate::pattern::PatternDatabase) is built for.
///
/// An abstraction keeps some features of a state (the *pattern*) and forgets the others. It must not lose a
/// path: the abstraction of a goal is a goal, and a move of the whole space either leaves the abstraction as it
/// is, or corresponds to a move of the abstraction that costs no more. Then no path from a state to a goal
/// costs less than the cheapest from its abstraction. [`check_pattern`](crate::pattern::check_pattern) tests
/// this.
///
/// [`Space::goals`](crate::Space::goals) must list the abstract goals. The starts, the bound and symmetries
/// are not used.
///
/// See [`PatternDatabase`](crate::pattern::PatternDatabase) for an example.
pub trait Pattern: Space<State: Key, Cost = u32> {
    /// A state of the space that is abstracted.
    type Whole;

    /// Returns the abstraction of a state.
    fn project(&self, whole: &Self::Whole) -> Self::State;

    /// Returns the number of abstract states, or of numbers if some belong to no state: the bytes of the
    /// database.
    fn size(&self) -> usize;

    /// Returns the number of an abstract state: less than [`size`](Pattern::size), and another for each
    /// state. [`Arrangements`](crate::pattern::Arrangements) can help.
    fn rank(&self, state: &Self::State) -> usize;

    /// Visits every abstract state that has a move to `state`, with the cost of that move.
    ///
    /// As it is, right if [`MOVES`](crate::Space::MOVES) is [`Moves::Undirected`] and every move costs as
    /// much as the move back. Otherwise it must be overridden.
    ///
    /// # Panics
    /// Panics, unless overridden, if the abstraction is not undirected.
    fn retract_with_cost(&self, state: &Self::State, mut visit: impl FnMut(Self::State, u32)) {
        assert!(Self::MOVES == Moves::Undirected, "this pattern must implement Pattern::retract_with_cost");
        self.expand_costs(state, |_, before, cost| visit(before, cost));
    }
}

/// Numbers the arrangements of some different things on some positions, one thing on a position: a
/// [`Pattern::rank`] for tiles on a board.
///
/// ```
/// use tejun_search::pattern::Arrangements;
///
/// let pairs = Arrangements::new(4, 2); // two things on four positions
/// assert_eq!(pairs.count(), 12);
/// let ranks = [[0, 1], [0, 2], [0, 3], [1, 0], [1, 2], [1, 3], [2, 0]].map(|at| pairs.rank(&at));
/// assert_eq!(ranks, [0, 1, 2, 3, 4, 5, 6]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangements {
    positions: u8,
    things: u8,
}

impl Arrangements {
    /// Returns the numbering for `things` different things on `positions` positions.
    ///
    /// # Panics
    /// Panics if there are more things than positions, more than 64 positions, or more arrangements than a `usize`
    /// can count.
    pub fn new(positions: u8, things: u8) -> Self {
        assert!(
            things <= positions && positions <= 64,
            "{things} things do not fit on {positions} of at most 64 positions"
        );
        let arrangements = Arrangements { positions, things };
        let count = arrangements.factors().try_fold(1, usize::checked_mul);
        assert!(count.is_some(), "{things} things have too many arrangements on {positions} positions");
        arrangements
    }

    fn factors(self) -> impl Iterator<Item = usize> {
        (0..self.things).map(move |thing| usize::from(self.positions - thing))
    }

    /// Returns the number of arrangements.
    pub fn count(self) -> usize {
        self.factors().product()
    }

    /// Returns the number of an arrangement: its position in the order of the lists `at`, which say where each
    /// thing is.
    ///
    /// # Panics
    /// May panic, or return the number of another arrangement, if `at` is not a list of as many different
    /// positions as there are things.
    #[inline]
    pub fn rank(self, at: &[u8]) -> usize {
        debug_assert_eq!(at.len(), usize::from(self.things));
        if self.positions <= 16 { self.rank_few(at) } else { self.rank_many(at) }
    }

    /// Keeps for each position, in four bits, how many things are below it.
    #[inline]
    fn rank_few(self, at: &[u8]) -> usize {
        const ONES: u64 = 0x1111_1111_1111_1111;
        let (mut rank, mut below, mut free) = (0, 0_u64, usize::from(self.positions));
        for &position in at {
            let shift = 4 * u32::from(position);
            rank = rank * free + usize::from(position) - (below >> shift & 15) as usize;
            below = below.wrapping_add(ONES << shift);
            free -= 1;
        }
        rank
    }

    fn rank_many(self, at: &[u8]) -> usize {
        let (mut rank, mut taken, mut free) = (0, 0_u64, usize::from(self.positions));
        for &position in at {
            let below = taken & ((1 << position) - 1);
            rank = rank * free + usize::from(position) - below.count_ones() as usize;
            taken |= 1 << position;
            free -= 1;
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_numbered_in_order() {
        let arrangements = Arrangements::new(6, 4);
        let mut next = 0;
        for list in 0..6_u32.pow(4) {
            let at = [list / 216, list / 36 % 6, list / 6 % 6, list % 6].map(|position| position as u8);
            let different = (0..4).all(|a| (0..a).all(|b| at[a] != at[b]));
            if different {
                assert_eq!(arrangements.rank(&at), next);
                assert_eq!(arrangements.rank_many(&at), next);
                next += 1;
            }
        }
        assert_eq!((next, arrangements.count()), (360, 360));
        let full: [u8; 16] = std::array::from_fn(|thing| 15 - thing as u8);
        let sixteen = Arrangements::new(16, 16);
        assert_eq!(
            (sixteen.rank(&full), sixteen.rank_many(&full)),
            (sixteen.count() - 1, sixteen.count() - 1)
        );
        assert_eq!((Arrangements::new(64, 0).count(), Arrangements::new(64, 1).rank(&[63])), (1, 63));
    }

    #[test]
    #[should_panic(expected = "too many arrangements")]
    fn too_many_arrangements_are_refused() {
        Arrangements::new(64, 20);
    }
}
