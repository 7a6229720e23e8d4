//! The means to answer a question, and who listens to the search.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use tejun_search::Spill;
use tejun_search::{Limits, Peers, Progress, Request, StopReason, Watch};

use crate::vocabulary::sentence::Reason;

/// The means to answer a question: what may be used, and where. But for the limit on the depth, they do not change what is
/// asked.
#[derive(Clone, Debug)]
pub struct Means {
    /// What the search may use.
    pub limits: Limits,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Maximum length of the answer's text in bytes: a question whose answer would be longer is refused.
    pub answer_bytes: u64,
    /// Seed of everything drawn at random.
    pub seed: u64,
    /// Directory where families keep results that are expensive to compute, and look them up later; `None`
    /// neither reads nor keeps any.
    pub data: Option<PathBuf>,
    /// Where a breadth-first search spills what memory cannot hold, and from where it resumes. Only for questions that
    /// are answered by such a search ([`Position::can_spill`](crate::Position::can_spill)).
    pub spill: Option<Arc<Spill>>,
    /// The processes that share the work of such a search.
    pub peers: Option<Arc<dyn Peers>>,
}

impl Default for Means {
    fn default() -> Self {
        Means {
            limits: Limits::default(),
            threads: 1,
            answer_bytes: u64::MAX,
            seed: 0,
            data: None,
            spill: None,
            peers: None,
        }
    }
}

impl Means {
    /// The same, as a request to a search.
    pub fn request<'w>(&'w self, watch: &'w mut dyn Watch) -> Request<'w> {
        let mut request = Request::new(watch).limits(self.limits).threads(self.threads);
        if let Some(spill) = self.spill.as_deref() {
            request = request.spill(spill);
        }
        if let Some(peers) = self.peers.as_deref() {
            request = request.peers(peers);
        }
        request
    }
}

/// Why a family cannot answer a question. One line, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SolveError(
    pub String,
    /// The same for people who read other languages, if there is a sentence for it.
    pub Option<Reason>,
);

impl SolveError {
    /// The error for an answer with a text of more than `most` bytes.
    pub fn too_long(most: u64) -> Self {
        SolveError::new(format!("the answer is longer than {most} bytes: ask for less"))
    }

    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        SolveError(message.into(), None)
    }
}

impl From<Reason> for SolveError {
    fn from(reason: Reason) -> Self {
        SolveError(reason.to_string(), Some(reason))
    }
}

/// Listens to a search: hears about solutions as soon as they are found, and may stop the search.
pub trait Observer: Watch {
    /// Reports a solution, or one better than those before.
    fn found(&mut self, _: &Found) {}

    /// Called in place of a tick while a search loads or builds what others may have at hand, such as a pattern database:
    /// how often depends on that, so it counts as no work.
    ///
    /// `Break` stops the search.
    fn prepare(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.tick(progress)
    }

    /// What the best line costs that another search has found by the time something was [proved](Watch::proved) last: worse
    /// ones are of no use any more. The same in each run.
    fn best(&self) -> Option<i64> {
        None
    }
}

impl Observer for tejun_search::Unwatched {}

/// A solution found during a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The moves to it from the position the question starts from.
    pub line: &'a [&'a str],
    /// What it is worth, if solutions differ in worth.
    pub value: Option<i64>,
}
