//! What reading a game and playing its turns may take on a thread.
//!
//! Puzzles are read and played through interfaces that know nothing of clocks, such as a graph whose moves are asked for.
//! Who calls them limits its own thread instead.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;

/// Asked now and then: whether to stop. Once it is so, it stays so.
pub type Cancel = Arc<dyn Fn() -> bool + Send + Sync>;

/// What work on one thread may take.
#[derive(Clone)]
pub struct ThreadLimits {
    /// Bytes of a game that is read.
    pub bytes: u64,
    /// Stops the reading of a game, and turns that take long.
    pub cancel: Option<Cancel>,
}

/// Bytes of a game that is read, unless less is allowed: several times what the largest games take that are known.
const BYTES: u64 = 32 << 20;

impl Default for ThreadLimits {
    fn default() -> Self {
        Self { bytes: BYTES, cancel: None }
    }
}

thread_local! {
    static CURRENT: RefCell<Option<ThreadLimits>> = const { RefCell::new(None) };
}

impl ThreadLimits {
    /// Limits this thread until what is returned is dropped; then the limits before hold again.
    #[must_use = "the limits hold while it lives"]
    pub fn enter(self) -> LimitsGuard {
        LimitsGuard { before: CURRENT.replace(Some(self)), thread: PhantomData }
    }

    /// Those of this thread.
    pub fn current() -> Self {
        CURRENT.with_borrow(Option::clone).unwrap_or_default()
    }

    /// Whether work on this thread is to stop.
    pub fn is_cancelled() -> bool {
        CURRENT.with_borrow(|current| {
            current.as_ref().and_then(|current| current.cancel.as_ref()).is_some_and(|cancel| cancel())
        })
    }
}

/// Limits that hold on a thread.
pub struct LimitsGuard {
    before: Option<ThreadLimits>,
    /// It must be dropped where it was made.
    thread: PhantomData<*const ()>,
}

impl Drop for LimitsGuard {
    fn drop(&mut self) {
        CURRENT.set(self.before.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_while_they_are_entered() {
        let limits = |bytes, stop| ThreadLimits { bytes, cancel: Some(Arc::new(move || stop)) };
        assert!(!ThreadLimits::is_cancelled());
        let outer = limits(1, false).enter();
        let inner = limits(2, true).enter();
        assert!(ThreadLimits::is_cancelled());
        assert_eq!(ThreadLimits::current().bytes, 2);
        let of_another = std::thread::spawn(ThreadLimits::is_cancelled);
        assert!(!of_another.join().unwrap());
        drop(inner);
        assert_eq!((ThreadLimits::current().bytes, ThreadLimits::is_cancelled()), (1, false));
        drop(outer);
        assert_eq!(ThreadLimits::current().bytes, BYTES);
    }
}
