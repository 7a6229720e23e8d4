//! Why a search has no answer.

use std::fmt;

use super::solution::{Exits, Solution};
use crate::bfs::Explored;
use crate::limits::StopReason;
use crate::outcome::Stats;

/// Why a search did not find what it was to find, and what it knows all the same; `T` is what it was to find.
pub struct SearchError<T = ()> {
    pub(super) kind: SearchErrorKind,
    pub(super) bound: Option<i64>,
    pub(super) best: Option<Box<T>>,
    pub(super) stats: Stats,
}

/// The kinds of [`SearchError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SearchErrorKind {
    /// There is no solution. This is proved.
    Unsolvable,
    /// The search stopped for this reason before it could tell.
    Stopped(StopReason),
}

impl<T> SearchError<T> {
    /// Whether there is no solution, or the search stopped before it could tell.
    pub fn kind(&self) -> SearchErrorKind {
        self.kind
    }

    /// Whether it is proved that there is no solution.
    pub fn is_unsolvable(&self) -> bool {
        self.kind == SearchErrorKind::Unsolvable
    }

    /// Why the search stopped, if it did.
    pub fn stopped(&self) -> Option<StopReason> {
        match self.kind {
            SearchErrorKind::Unsolvable => None,
            SearchErrorKind::Stopped(reason) => Some(reason),
        }
    }

    /// What no solution costs less than; this is proved. `None` if there is no solution or nothing is known.
    pub fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// The best that was found before the search stopped, if anything was. Nothing is proved of it.
    pub fn best(&self) -> Option<&T> {
        self.best.as_deref()
    }

    /// As [`best`](SearchError::best), by value.
    pub fn into_best(self) -> Option<T> {
        self.best.map(|best| *best)
    }

    /// What the search spent.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Returns the error without what was found.
    pub(super) fn without_best(self) -> SearchError {
        self.map(drop)
    }

    fn map<U>(self, f: impl FnOnce(T) -> U) -> SearchError<U> {
        let SearchError { kind, bound, best, stats } = self;
        SearchError { kind, bound, best: best.map(|best| Box::new(f(*best))), stats }
    }
}

impl<T> fmt::Display for SearchError<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.kind, self.bound) {
            (SearchErrorKind::Unsolvable, _) => f.write_str("there is no solution"),
            (SearchErrorKind::Stopped(reason), Some(bound)) => {
                write!(f, "the search stopped: {reason}; no solution costs less than {bound}")
            }
            (SearchErrorKind::Stopped(reason), None) => write!(f, "the search stopped: {reason}"),
        }
    }
}

impl<T> fmt::Debug for SearchError<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("SearchError")
            .field("kind", &self.kind)
            .field("bound", &self.bound)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<T> std::error::Error for SearchError<T> {}

// Without what was found, so that a function can use `?` whatever it searches.

impl<S, M, C> From<SearchError<Solution<S, M, C>>> for SearchError {
    fn from(error: SearchError<Solution<S, M, C>>) -> Self {
        error.without_best()
    }
}

impl<S, M> From<SearchError<Explored<S, M>>> for SearchError {
    fn from(error: SearchError<Explored<S, M>>) -> Self {
        error.without_best()
    }
}

impl<S, M> From<SearchError<Exits<S, M>>> for SearchError {
    fn from(error: SearchError<Exits<S, M>>) -> Self {
        error.without_best()
    }
}
