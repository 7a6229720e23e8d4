//! What a search answers.

use crate::limits::StopReason;

/// The end of a search. It is never just an `Option`: "there is none" and "none was found before
/// the search had to stop" are different answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// Here it is.
    Solved(T),
    /// Everything was looked at: there is none.
    Unsolvable,
    /// The search stopped before it could tell.
    Stopped(StopReason),
}

impl<T> Outcome<T> {
    /// The same outcome with its solution changed by `f`.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Solved(solution) => Outcome::Solved(f(solution)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(reason) => Outcome::Stopped(reason),
        }
    }
}

/// What is known of a solution's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing costs less.
    Optimal,
    /// Nothing is claimed.
    None,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States (or nodes) whose moves were made.
    pub expanded: u64,
    /// States stored at the end.
    pub stored: u64,
    /// Bytes allocated at most at any one time.
    pub peak_bytes: u64,
}
