//! How a space can break its contract.

use std::fmt;

#[cfg(doc)]
use crate::space::{Moves, Space};
#[cfg(doc)]
use crate::state::key::Key;

/// How a [`Space`] breaks its contract, and at which states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError<S> {
    /// A start, a goal, a successor or a representative equals [`Key::NONE`]; it was derived from this
    /// state, if any.
    IsNone(Option<S>),
    /// [`Space::expand`] visits different moves of this state on a second call.
    Unsteady(S),
    /// [`Space::MOVES`] is [`Moves::Undirected`], but the second state has no move back to the first.
    NoMoveBack(S, S),
    /// [`Space::retract`] of the second state does not visit the first, which has a move to it.
    NotRetracted(S, S),
    /// [`Space::retract`] of the second state visits the first, which has no move to it.
    NoSuchMove(S, S),
    /// [`Space::canonical`] changes this state, although [`Space::has_symmetry`] returns false.
    HiddenSymmetry(S),
    /// The second state is the representative of the first, but not of itself.
    NotIdempotent(S, S),
    /// Exactly one of a state and its representative is a goal.
    GoalDiffers(S, S),
    /// The moves of a state and of its representative lead to different classes.
    MovesDiffer(S, S),
    /// [`Space::expand_classes`] of this state does not visit the representatives of what [`Space::expand`]
    /// visits.
    ClassesDiffer(S),
    /// A move from this state leads to a goal, but [`Space::has_move_to_goal`] returns false.
    Overlooked(S),
    /// [`Space::goals`] lists this state, but [`Space::is_goal`] returns false.
    NotAGoal(S),
    /// This state is a goal, but [`Space::goals`] does not list it.
    Unlisted(S),
    /// [`Space::expand_costs`] of this state visits other moves or costs on a second call.
    UnsteadyCost(S),
    /// [`Space::expand_costs`] of this state visits other moves than [`Space::expand`].
    CostedMovesDiffer(S),
    /// [`Space::bound`] of this state differs on a second call.
    UnsteadyBound(S),
    /// The cheapest moves from a state and from its representative into some class differ in cost.
    CostsDiffer(S, S),
    /// The bound of this state is the first number, but a path from it to a goal costs the second.
    BoundTooHigh(S, u64, u64),
    /// The state is said to be hopeless, but a path from it to a goal costs this much.
    NotHopeless(S, u64),
}

impl<S> SpaceError<S> {
    /// The same of other states.
    pub(super) fn map<T>(self, f: impl Fn(S) -> T) -> SpaceError<T> {
        use SpaceError::*;
        match self {
            IsNone(state) => IsNone(state.map(f)),
            Unsteady(state) => Unsteady(f(state)),
            NoMoveBack(a, b) => NoMoveBack(f(a), f(b)),
            NotRetracted(a, b) => NotRetracted(f(a), f(b)),
            NoSuchMove(a, b) => NoSuchMove(f(a), f(b)),
            HiddenSymmetry(state) => HiddenSymmetry(f(state)),
            NotIdempotent(a, b) => NotIdempotent(f(a), f(b)),
            GoalDiffers(a, b) => GoalDiffers(f(a), f(b)),
            MovesDiffer(a, b) => MovesDiffer(f(a), f(b)),
            ClassesDiffer(state) => ClassesDiffer(f(state)),
            Overlooked(state) => Overlooked(f(state)),
            NotAGoal(state) => NotAGoal(f(state)),
            Unlisted(state) => Unlisted(f(state)),
            UnsteadyCost(state) => UnsteadyCost(f(state)),
            CostedMovesDiffer(state) => CostedMovesDiffer(f(state)),
            UnsteadyBound(state) => UnsteadyBound(f(state)),
            CostsDiffer(a, b) => CostsDiffer(f(a), f(b)),
            BoundTooHigh(state, bound, cost) => BoundTooHigh(f(state), bound, cost),
            NotHopeless(state, cost) => NotHopeless(f(state), cost),
        }
    }
}

impl<S: fmt::Debug> fmt::Display for SpaceError<S> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SpaceError::IsNone(None) => write!(f, "a start or a goal equals Key::NONE"),
            SpaceError::IsNone(Some(s)) => write!(f, "a state made of {s:?} equals Key::NONE"),
            SpaceError::Unsteady(s) => write!(f, "expand({s:?}) makes other moves the second time"),
            SpaceError::NoMoveBack(a, b) => {
                write!(f, "moves are undirected, but {b:?} has no move back to {a:?}")
            }
            SpaceError::NotRetracted(a, b) => {
                write!(f, "retract({b:?}) leaves out {a:?}, which has a move to it")
            }
            SpaceError::NoSuchMove(a, b) => write!(f, "retract({b:?}) gives {a:?}, which has no move to it"),
            SpaceError::HiddenSymmetry(s) => {
                write!(f, "canonical({s:?}) is another state, but has_symmetry says no")
            }
            SpaceError::NotIdempotent(a, b) => {
                write!(f, "canonical({a:?}) is {b:?}, which is not its own representative")
            }
            SpaceError::GoalDiffers(a, b) => {
                write!(f, "one of {a:?} and its representative {b:?} is a goal, the other is not")
            }
            SpaceError::MovesDiffer(a, b) => {
                write!(f, "the moves of {a:?} and of its representative {b:?} lead to different classes")
            }
            SpaceError::ClassesDiffer(s) => {
                write!(f, "expand_classes({s:?}) differs from the representatives of expand({s:?})")
            }
            SpaceError::Overlooked(s) => {
                write!(f, "a move from {s:?} leads to a goal, but has_move_to_goal says no")
            }
            SpaceError::NotAGoal(s) => write!(f, "goals lists {s:?}, but is_goal says no"),
            SpaceError::Unlisted(s) => write!(f, "{s:?} is a goal, but goals does not list it"),
            SpaceError::UnsteadyCost(s) => write!(f, "the cost of a move from {s:?} differs the second time"),
            SpaceError::CostedMovesDiffer(s) => {
                write!(f, "expand_costs({s:?}) makes other moves than expand")
            }
            SpaceError::UnsteadyBound(s) => write!(f, "bound({s:?}) differs the second time"),
            SpaceError::CostsDiffer(a, b) => {
                write!(f, "the moves of {a:?} and of its representative {b:?} differ in cost")
            }
            SpaceError::BoundTooHigh(s, bound, cost) => {
                write!(f, "bound({s:?}) is {bound}, but a path from there to a goal costs {cost}")
            }
            SpaceError::NotHopeless(s, cost) => {
                write!(f, "bound({s:?}) says hopeless, but a path from there to a goal costs {cost}")
            }
        }
    }
}

impl<S: fmt::Debug> std::error::Error for SpaceError<S> {}
