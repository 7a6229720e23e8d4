//! The output of every search.

use crate::limits::StopReason;

/// The answer of a search; the same for every kind of search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<T> {
    /// The result.
    pub outcome: Outcome<T>,
    /// A proved bound, valid however the search ended; `None` if the search proves none.
    ///
    /// For a search that *minimises* (shortest paths), no solution costs less. For a search that *maximises*
    /// (layered problems), no path scores more.
    pub bound: Option<i64>,
    /// What is proved of the result.
    pub proof: Proof,
    /// What the search spent.
    pub stats: Stats,
}

impl<T> Answer<T> {
    /// Returns the answer with `f` applied to what was found.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Answer<U> {
        let Answer { outcome, bound, proof, stats } = self;
        Answer { outcome: outcome.map(f), bound, proof, stats }
    }
}

/// How a search ended. It is more than an `Option`, because "there is no solution" and "the search stopped
/// before finding one" are different answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// The search found this.
    Solved(T),
    /// There is no solution. This is proved.
    Unsolvable,
    /// The search stopped for this reason before it could tell. It had found this much.
    Stopped(StopReason, Option<T>),
}

impl<T> Outcome<T> {
    /// Returns the outcome with `f` applied to what was found.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Solved(solution) => Outcome::Solved(f(solution)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(reason, found) => Outcome::Stopped(reason, found.map(f)),
        }
    }

    /// Returns the outcome with a reference to what was found.
    pub fn as_ref(&self) -> Outcome<&T> {
        match self {
            Outcome::Solved(solution) => Outcome::Solved(solution),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(reason, found) => Outcome::Stopped(*reason, found.as_ref()),
        }
    }

    /// Returns what was found, whether or not the search completed.
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Solved(found) => Some(found),
            Outcome::Unsolvable => None,
            Outcome::Stopped(_, found) => found,
        }
    }

    /// Returns why the search stopped early; `None` if it completed.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            Outcome::Solved(_) | Outcome::Unsolvable => None,
            Outcome::Stopped(reason, _) => Some(*reason),
        }
    }
}

/// What is proved of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No solution is better, and no part of the answer is missing.
    Optimal,
    /// Nothing.
    Unproved,
}

/// What a search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States (or nodes) expanded.
    pub expanded: u64,
    /// States stored in total; 0 for a search that stores none.
    pub stored: u64,
    /// Peak memory, in bytes.
    pub peak_bytes: u64,
}
