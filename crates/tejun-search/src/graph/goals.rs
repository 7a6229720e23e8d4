//! What a graph of closures knows of its goals.

use std::collections::HashSet;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::space::Cost;

/// Which states are goals.
pub trait GoalTest<S>: Sync {
    /// Whether this one is.
    fn is_goal(&self, state: &S) -> bool;

    /// All of them, if they are listed.
    fn list(&self) -> Option<Vec<S>> {
        None
    }
}

/// No state is a goal.
#[derive(Clone, Copy, Debug)]
pub struct NoGoal;

impl<S> GoalTest<S> for NoGoal {
    #[inline(always)]
    fn is_goal(&self, _: &S) -> bool {
        false
    }
}

/// A function says it.
#[derive(Clone, Copy, Debug)]
pub struct GoalIf<T>(pub(super) T);

impl<S, T: Fn(&S) -> bool + Sync> GoalTest<S> for GoalIf<T> {
    #[inline(always)]
    fn is_goal(&self, state: &S) -> bool {
        (self.0)(state)
    }
}

/// These are.
#[derive(Clone, Debug)]
pub struct GoalList<S> {
    list: Vec<S>,
    set: HashSet<S>,
}

impl<S: Clone + Eq + Hash> GoalList<S> {
    pub(super) fn new(goals: impl IntoIterator<Item = S>) -> Self {
        let list: Vec<S> = goals.into_iter().collect();
        GoalList { set: list.iter().cloned().collect(), list }
    }
}

impl<S: Clone + Eq + Hash + Send + Sync> GoalTest<S> for GoalList<S> {
    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        match &self.list[..] {
            [only] => only == state,
            _ => self.set.contains(state),
        }
    }

    fn list(&self) -> Option<Vec<S>> {
        Some(self.list.clone())
    }
}

/// What is known of the cost from a state to a goal.
pub trait Bound<S, C>: Sync {
    /// A lower bound; `None` if there is no path.
    fn bound(&self, state: &S) -> Option<C>;
}

/// Nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoBound;

impl<S, C: Cost> Bound<S, C> for NoBound {
    #[inline(always)]
    fn bound(&self, _: &S) -> Option<C> {
        Some(C::ZERO)
    }
}

/// What a function returns.
#[derive(Clone, Copy, Debug)]
pub struct BoundBy<T, V>(T, PhantomData<fn() -> V>);

impl<T, V> BoundBy<T, V> {
    pub(super) fn new(bound: T) -> Self {
        BoundBy(bound, PhantomData)
    }
}

impl<S, C: Cost, T: Fn(&S) -> V + Sync, V: Into<Option<C>>> Bound<S, C> for BoundBy<T, V> {
    #[inline(always)]
    fn bound(&self, state: &S) -> Option<C> {
        (self.0)(state).into()
    }
}
