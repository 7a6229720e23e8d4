//! Questions: how they are to be worked on, and who listens to the search.

use std::path::PathBuf;

use tejun_search::{Limits, Request, Watch};

/// How a question is to be worked on.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What the search may use.
    pub limits: Limits,
    /// Threads, at least 1.
    pub threads: usize,
    /// Which solutions.
    pub wanted: Wanted,
    /// Whether solved positions are played on from when a space is explored.
    pub terminal_goals: bool,
    /// Seed of what is drawn at random.
    pub seed: u64,
    /// Width of a beam, where the family searches with one.
    pub width: Option<usize>,
    /// The directory in which families keep what took long to find out, to look it up another time;
    /// `None` to keep and to use nothing.
    pub data: Option<PathBuf>,
}

impl Default for Ask {
    fn default() -> Self {
        Ask {
            limits: Limits::default(),
            threads: 1,
            wanted: Wanted::Best,
            terminal_goals: false,
            seed: 0,
            width: None,
            data: None,
        }
    }
}

impl Ask {
    /// The same for a search.
    pub fn request<'w>(&self, watch: &'w mut dyn Watch) -> Request<'w> {
        Request { limits: self.limits, threads: self.threads, watch }
    }
}

/// Which solutions are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// One that is as good as any.
    #[default]
    Best,
    /// The first of this many, at least 1.
    First(u64),
    /// All; in the breadth-first families every exit.
    All,
}

/// Why a question was not answered: the family cannot do that. One line, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AskError(pub String);

impl AskError {
    /// The refusal that says `message`.
    pub fn new(message: impl Into<String>) -> Self {
        AskError(message.into())
    }
}

/// Who listens to a search: it may stop it, and hears what is found as soon as it is known.
pub trait Audience: Watch {
    /// A solution, or a better one than before.
    fn found(&mut self, found: &Found);
}

impl Audience for tejun_search::Unwatched {
    fn found(&mut self, _: &Found) {}
}

/// A solution found on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The moves to it, from where the question started.
    pub line: &'a [&'a str],
    /// What it is worth, where solutions differ in that.
    pub value: Option<i64>,
}
