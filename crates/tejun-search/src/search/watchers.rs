//! Who may stop a search: a closure, a clock, another thread.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

use crate::limits::{Progress, StopReason, Watch};

/// Cancels searches from other threads. Clones cancel the same searches.
///
/// ```
/// use tejun_search::{CancelToken, Search, SearchErrorKind, StopReason, graph};
///
/// let numbers = graph([1_u64], |n| [n.wrapping_mul(3), n.wrapping_add(1) >> 1]).goal(|_| false);
/// let cancel = CancelToken::new();
/// let error = std::thread::scope(|scope| {
///     let search = scope.spawn(|| Search::new(&numbers).cancel(&cancel).shortest());
///     cancel.cancel();
///     search.join().unwrap().unwrap_err()
/// });
/// assert_eq!(error.kind(), SearchErrorKind::Stopped(StopReason::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Returns a token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops all searches that have this token, within half a second, and those that will be given it.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// All that watch one search.
#[derive(Default)]
pub(super) struct Watchers<'w> {
    pub watch: Option<&'w mut dyn Watch>,
    pub on_progress: Option<OnProgress<'w>>,
    pub cancel: Option<CancelToken>,
    #[cfg(not(target_family = "wasm"))]
    pub deadline: Option<Instant>,
}

/// A closure that watches a search.
pub(super) type OnProgress<'w> = Box<dyn FnMut(&Progress) -> ControlFlow<StopReason> + 'w>;

impl<'w> Watchers<'w> {
    /// This, if anybody watches.
    pub fn as_watch(&mut self) -> Option<&mut dyn Watch> {
        let some = self.watch.is_some() || self.on_progress.is_some() || self.cancel.is_some();
        #[cfg(not(target_family = "wasm"))]
        let some = some || self.deadline.is_some();
        some.then_some(self as &mut dyn Watch)
    }
}

impl Watch for Watchers<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        #[cfg(not(target_family = "wasm"))]
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return ControlFlow::Break(StopReason::Time);
        }
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(progress)?;
        }
        self.watch.as_mut().map_or(ControlFlow::Continue(()), |watch| watch.tick(progress))
    }

    fn expect(&mut self, states: u64) {
        if let Some(watch) = &mut self.watch {
            watch.expect(states);
        }
    }

    fn proved(&mut self, bound: i64, progress: &Progress) -> ControlFlow<StopReason> {
        self.watch.as_mut().map_or(ControlFlow::Continue(()), |watch| watch.proved(bound, progress))
    }
}
