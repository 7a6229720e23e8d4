//! What a search answers.

use crate::limits::StopReason;

/// The answer of a search, the same for every kind of search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<T> {
    /// What came out.
    pub outcome: Outcome<T>,
    /// The proved bound, which holds however the search ended; `None` where the search proves none.
    ///
    /// A search that *minimises* (shortest lines) proves that no solution costs less. A search that
    /// *maximises* (layered problems) proves that no line is worth more.
    pub bound: Option<i64>,
    /// What is proved of what came out.
    pub proof: Proof,
    /// What the search did.
    pub stats: Stats,
}

impl<T> Answer<T> {
    /// The same answer with what was found changed by `f`.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Answer<U> {
        let Answer { outcome, bound, proof, stats } = self;
        Answer { outcome: outcome.map(f), bound, proof, stats }
    }
}

/// The end of a search. It is never just an `Option`: "there is none" and "none was found before
/// the search had to stop" are different answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// Here it is.
    Solved(T),
    /// Proved: there is none.
    Unsolvable,
    /// The search stopped before it could tell, for this reason, with what it had found by then.
    Stopped(StopReason, Option<T>),
}

impl<T> Outcome<T> {
    /// The same outcome with what was found changed by `f`.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Solved(solution) => Outcome::Solved(f(solution)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(reason, found) => Outcome::Stopped(reason, found.map(f)),
        }
    }

    /// The outcome with a reference to what was found.
    pub fn as_ref(&self) -> Outcome<&T> {
        match self {
            Outcome::Solved(solution) => Outcome::Solved(solution),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(reason, found) => Outcome::Stopped(*reason, found.as_ref()),
        }
    }

    /// What was found, whether or not the search came to its end.
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Solved(found) => Some(found),
            Outcome::Unsolvable => None,
            Outcome::Stopped(_, found) => found,
        }
    }

    /// Why the search stopped early; `None` if it came to its end.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            Outcome::Solved(_) | Outcome::Unsolvable => None,
            Outcome::Stopped(reason, _) => Some(*reason),
        }
    }
}

/// What is proved of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing is better: nothing costs less or is worth more, and no part of the answer is missing.
    Optimal,
    /// Nothing is claimed.
    None,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States (or nodes) whose moves were made.
    pub expanded: u64,
    /// States stored in all; 0 for a search that goes through them depth-first and stores none.
    pub stored: u64,
    /// The most bytes allocated at any one time.
    pub peak_bytes: u64,
}
