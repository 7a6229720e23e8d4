//! Exit statuses.

use tejun_puzzles::Ending;
use tejun_search::Outcome;

/// The exit statuses of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Solved, or valid.
    Done = 0,
    /// Proved unsolvable, or a legal line that does not solve.
    Unsolvable = 1,
    /// Bad input, or an illegal line.
    BadInput = 2,
    /// Stopped by a limit.
    Stopped = 3,
}

impl From<Ending> for ExitStatus {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done => ExitStatus::Done,
            Ending::BadInput => ExitStatus::BadInput,
            Ending::Unsolvable => ExitStatus::Unsolvable,
            Ending::Stopped => ExitStatus::Stopped,
        }
    }
}

impl<T> From<&Outcome<T>> for ExitStatus {
    fn from(outcome: &Outcome<T>) -> Self {
        match outcome {
            Outcome::Solved(_) => ExitStatus::Done,
            Outcome::Unsolvable => ExitStatus::Unsolvable,
            Outcome::Stopped(..) => ExitStatus::Stopped,
        }
    }
}

/// A line was not played to its end, because a limit or the user stopped it: [`ExitStatus::Stopped`].
#[derive(Debug, thiserror::Error)]
#[error("stopped at move {number}: give it more with --time")]
pub(crate) struct StoppedError {
    /// The move at which that was, from 1.
    pub number: usize,
}
