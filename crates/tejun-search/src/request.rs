//! What a search is asked with.

use crate::limits::{Limits, Unwatched, Watch};

/// How a search is to be run: the same for every kind of search.
///
/// ```
/// use tejun_search::{Limits, Request, Unwatched};
///
/// let everything = Request::default(); // one thread, no limits, nobody watching
/// assert_eq!((everything.threads, everything.limits), (1, Limits::default()));
///
/// let mut watch = Unwatched;
/// let bounded = Request::new(&mut watch).threads(2).limits(Limits { bytes: 1 << 30, ..Limits::default() });
/// assert_eq!(bounded.threads, 2);
/// ```
pub struct Request<'w> {
    /// What the search may use.
    pub limits: Limits,
    /// How many threads it may use; 0 counts as 1. The answer does not depend on it.
    pub threads: usize,
    /// Who sees its progress and may stop it.
    pub watch: &'w mut dyn Watch,
}

impl<'w> Request<'w> {
    /// One thread, no limits, watched by `watch`.
    pub fn new(watch: &'w mut dyn Watch) -> Self {
        Request { limits: Limits::default(), threads: 1, watch }
    }

    /// The same request with these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Request { limits, ..self }
    }

    /// The same request with that many threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Request { threads, ..self }
    }

    /// The same request once more, for one of several searches that share a watch.
    pub fn again(&mut self) -> Request<'_> {
        Request { limits: self.limits, threads: self.threads, watch: &mut *self.watch }
    }
}

impl Default for Request<'_> {
    /// One thread, no limits, nobody watching.
    fn default() -> Self {
        // Takes no memory: there is nothing in it.
        Request::new(Box::leak(Box::new(Unwatched)))
    }
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("limits", &self.limits)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
