//! How a graph of closures goes back.

use std::marker::PhantomData;

use crate::space::Moves;

/// How moves are taken back.
pub trait Reverse<S>: Sync {
    /// What is known about the moves.
    const MOVES: Moves;

    /// Visits the states that have a move to `state`, whose successors are these.
    fn retract<I: Iterator<Item = S>>(&self, state: &S, successors: impl FnOnce() -> I, visit: impl FnMut(S));
}

/// Not at all.
#[derive(Clone, Copy, Debug)]
pub struct OneWay;

impl<S> Reverse<S> for OneWay {
    const MOVES: Moves = Moves::OneWay;

    fn retract<I: Iterator<Item = S>>(&self, _: &S, _: impl FnOnce() -> I, _: impl FnMut(S)) {
        unreachable!("no search takes back moves that go one way");
    }
}

/// By a move.
#[derive(Clone, Copy, Debug)]
pub struct Undirected;

impl<S> Reverse<S> for Undirected {
    const MOVES: Moves = Moves::Undirected;

    #[inline(always)]
    fn retract<I: Iterator<Item = S>>(&self, _: &S, successors: impl FnOnce() -> I, visit: impl FnMut(S)) {
        successors().for_each(visit);
    }
}

/// By a function that returns the predecessors.
#[derive(Clone, Copy, Debug)]
pub struct Predecessors<T, J>(T, PhantomData<fn() -> J>);

impl<T, J> Predecessors<T, J> {
    pub(super) fn new(predecessors: T) -> Self {
        Predecessors(predecessors, PhantomData)
    }
}

impl<S, T: Fn(&S) -> J + Sync, J: IntoIterator<Item = S>> Reverse<S> for Predecessors<T, J> {
    const MOVES: Moves = Moves::Retractable;

    #[inline(always)]
    fn retract<I: Iterator<Item = S>>(&self, state: &S, _: impl FnOnce() -> I, visit: impl FnMut(S)) {
        (self.0)(state).into_iter().for_each(visit);
    }
}
