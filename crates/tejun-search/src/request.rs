//! The input of every search.

use crate::limits::{Limits, Unwatched, Watch};

/// How to run a search; the same for every kind of search.
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
    /// Number of threads; 0 counts as 1. The answer does not depend on it.
    pub threads: usize,
    /// Receives progress and may stop the search.
    pub watch: &'w mut dyn Watch,
}

impl<'w> Request<'w> {
    /// Returns a request for one thread, without limits, watched by `watch`.
    pub fn new(watch: &'w mut dyn Watch) -> Self {
        Request { limits: Limits::default(), threads: 1, watch }
    }

    /// Returns the request with these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Request { limits, ..self }
    }

    /// Returns the request with this number of threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Request { threads, ..self }
    }

    /// Returns a copy of the request that borrows its watch, for one of several searches that share it.
    pub fn reborrow(&mut self) -> Request<'_> {
        Request { limits: self.limits, threads: self.threads, watch: &mut *self.watch }
    }
}

impl Default for Request<'_> {
    /// One thread, no limits, no watch.
    fn default() -> Self {
        // Does not allocate: `Unwatched` has no size.
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
