//! Checks that a pattern keeps its contract, for the tests of its author.

use crate::state::key::Key;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt;

use crate::heuristic::pattern::Pattern;
use crate::space::Space;

/// How a [`Pattern`] breaks its contract, at which whole states `W` or abstract states `A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError<W, A> {
    /// This state is a goal, but its abstraction is not, or [`Space::goals`](crate::Space::goals) does not
    /// list it.
    GoalLost(W),
    /// A move leads from the first state to the second; but their abstractions differ, and no abstract move
    /// leads from one to the other at no more cost.
    MoveLost(W, W),
    /// The rank of this abstract state is not less than [`Pattern::size`].
    RankTooLarge(A),
    /// These abstract states have the same rank.
    RankShared(A, A),
    /// [`Pattern::retract_with_cost`] of the second abstract state does not visit the first at the cost of its
    /// cheapest move there.
    NotRetracted(A, A),
}

impl<W: fmt::Debug, A: fmt::Debug> fmt::Display for PatternError<W, A> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PatternError::GoalLost(w) => {
                write!(f, "{w:?} is a goal, but its abstraction is not a listed one")
            }
            PatternError::MoveLost(v, w) => {
                write!(f, "no abstract move stands for the move from {v:?} to {w:?} at no more cost")
            }
            PatternError::RankTooLarge(a) => write!(f, "rank({a:?}) is not less than size"),
            PatternError::RankShared(a, b) => write!(f, "{a:?} and {b:?} have the same rank"),
            PatternError::NotRetracted(a, b) => {
                write!(f, "retract_with_cost({b:?}) does not visit {a:?} at the cost of the move from there")
            }
        }
    }
}

impl<W: fmt::Debug, A: fmt::Debug> std::error::Error for PatternError<W, A> {}

/// The error of a pattern `A` of the space `P`.
type ErrorOf<P, A> = PatternError<<P as Space>::State, <A as Space>::State>;

/// Checks the contract of a pattern on the first `states` states reached breadth-first from the starts of the
/// whole space, and on their abstractions. Errors beyond those states go unnoticed.
///
/// Cost: meant for tests. Time and memory are proportional to the moves of those states.
///
/// ```
/// use tejun_search::pattern::{Pattern, PatternError, check_pattern};
/// use tejun_search::{Moves, Space};
///
/// /// A rook that steps from 5, 5 to the corner.
/// struct Rook;
///
/// impl Space for Rook {
///     type State = [u8; 2];
///     type Move = ();
///     type Cost = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut([u8; 2])) {
///         visit([5, 5]);
///     }
///     fn is_goal(&self, at: &[u8; 2]) -> bool {
///         *at == [0, 0]
///     }
///     fn expand(&self, &[x, y]: &[u8; 2], mut visit: impl FnMut((), [u8; 2])) {
///         visit((), [x.saturating_sub(1), y]);
///         visit((), [x, y.saturating_sub(1)]);
///     }
/// }
///
/// /// The column of the rook, where a step costs this much.
/// struct Column {
///     cost: u32,
/// }
///
/// impl Space for Column {
///     type State = u32;
///     type Move = ();
///     type Cost = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, _: impl FnMut(u32)) {}
///     fn is_goal(&self, x: &u32) -> bool {
///         *x == 0
///     }
///     fn goals(&self) -> Option<Vec<u32>> {
///         Some(vec![0])
///     }
///     fn expand(&self, x: &u32, mut visit: impl FnMut((), u32)) {
///         if *x > 0 {
///             visit((), x - 1);
///         }
///     }
///     fn expand_costs(&self, x: &u32, mut visit: impl FnMut((), u32, u32)) {
///         self.expand(x, |by, next| visit(by, next, self.cost));
///     }
/// }
/// impl Pattern for Column {
///     type Whole = [u8; 2];
///     fn project(&self, whole: &[u8; 2]) -> u32 {
///         whole[0].into()
///     }
///     fn size(&self) -> usize {
///         6
///     }
///     fn rank(&self, x: &u32) -> usize {
///         *x as usize
///     }
///     fn retract_with_cost(&self, x: &u32, mut visit: impl FnMut(u32, u32)) {
///         if *x < 5 {
///             visit(x + 1, self.cost);
///         }
///     }
/// }
///
/// assert_eq!(check_pattern(&Rook, &Column { cost: 1 }, 100), Ok(()));
/// let dear = check_pattern(&Rook, &Column { cost: 2 }, 100);
/// assert_eq!(dear, Err(PatternError::MoveLost([5, 5], [4, 5])));
/// ```
///
/// # Errors
/// Returns the first error found.
pub fn check_pattern<P, A>(space: &P, pattern: &A, states: usize) -> Result<(), ErrorOf<P, A>>
where
    P: Space<State: Key, Cost = u32>,
    A: Pattern<Whole = P::State>,
{
    let goals: HashSet<A::State> = pattern.goals().into_iter().flatten().collect();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::new();
    let mut enter = |state: P::State, queue: &mut VecDeque<P::State>| {
        if seen.len() < states && seen.insert(state) {
            queue.push_back(state);
        }
    };
    space.starts(|start| enter(start, &mut queue));
    let mut ranks = HashMap::new();
    while let Some(whole) = queue.pop_front() {
        let own = pattern.project(&whole);
        let rank = pattern.rank(&own);
        if rank >= pattern.size() {
            return Err(PatternError::RankTooLarge(own));
        }
        let first = *ranks.entry(rank).or_insert(own);
        if first != own {
            return Err(PatternError::RankShared(first, own));
        }
        if space.is_goal(&whole) && !(pattern.is_goal(&own) && goals.contains(&own)) {
            return Err(PatternError::GoalLost(whole));
        }
        // The cheapest abstract move to each state.
        let mut costs: BTreeMap<A::State, u32> = BTreeMap::new();
        pattern.expand_costs(&own, |_, next, cost| {
            costs.entry(next).and_modify(|least: &mut u32| *least = cost.min(*least)).or_insert(cost);
        });
        let mut fault = None;
        space.expand_costs(&whole, |_, next, cost| {
            let after = pattern.project(&next);
            if after != own && costs.get(&after).is_none_or(|&least| least > cost) {
                fault = fault.or(Some(PatternError::MoveLost(whole, next)));
            }
            enter(next, &mut queue);
        });
        for (next, cost) in costs {
            let mut least = None;
            pattern.retract_with_cost(&next, |before, cost| {
                if before == own {
                    least = Some(least.map_or(cost, |least: u32| least.min(cost)));
                }
            });
            if least != Some(cost) {
                fault = fault.or(Some(PatternError::NotRetracted(own, next)));
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
    }
    Ok(())
}
