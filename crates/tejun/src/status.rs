//! Exit statuses.

use tejun_puzzles::Ending;
use tejun_search::Outcome;

/// The exit statuses of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Solved, or valid.
    Done = 0,
    /// Proved unsolvable, or a legal line that does not solve.
    Unsolvable = 1,
    /// Bad input, or an illegal line.
    BadInput = 2,
    /// Stopped by a limit.
    Stopped = 3,
}

impl From<Ending> for Status {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done => Status::Done,
            Ending::Unsolvable => Status::Unsolvable,
            Ending::Stopped => Status::Stopped,
        }
    }
}

impl<T> From<&Outcome<T>> for Status {
    fn from(outcome: &Outcome<T>) -> Self {
        match outcome {
            Outcome::Solved(_) => Status::Done,
            Outcome::Unsolvable => Status::Unsolvable,
            Outcome::Stopped(..) => Status::Stopped,
        }
    }
}
