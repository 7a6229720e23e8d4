//! What a check may take.

use std::cell::RefCell;
use std::sync::Arc;

use crate::error::VerifyError;

/// The threads and the memory of a check, and when it is to stop.
#[derive(Clone)]
pub struct Limits {
    /// How many threads work, at least 1.
    pub threads: usize,
    /// Most bytes of the evidence and of what is made of it, and most of the numbering of a board.
    pub bytes: u64,
    /// Most positions of a search that is repeated.
    pub positions: u64,
    /// Whether to stop. All threads ask it, some hundred times a second or more. Once it is so, it stays so.
    pub cancel: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

thread_local! {
    static CURRENT: RefCell<Option<Limits>> = const { RefCell::new(None) };
}

/// While it lives, rules that are read on this thread keep to its limits: a reader of rules is not passed any.
pub(crate) struct Entered(Option<Limits>);

impl Drop for Entered {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

impl Limits {
    /// Makes them those of this thread.
    pub(crate) fn enter(&self) -> Entered {
        Entered(CURRENT.replace(Some(self.clone())))
    }

    /// Those of this thread.
    pub(crate) fn current() -> Limits {
        CURRENT.with_borrow(Option::clone).unwrap_or_else(|| Limits::threads(1))
    }

    /// So many threads, and no limits beside those of any check.
    pub fn threads(threads: usize) -> Self {
        Limits { threads, bytes: u64::MAX, positions: u64::MAX, cancel: None }
    }

    /// # Errors
    /// If the check is to stop.
    pub(crate) fn check(&self) -> Result<(), VerifyError> {
        match &self.cancel {
            Some(cancel) if cancel() => Err(VerifyError::cancelled()),
            _ => Ok(()),
        }
    }

    /// The same in a loop, each time that its counter is a multiple of `every`, a power of two.
    ///
    /// # Errors
    /// If the check is to stop.
    pub(crate) fn check_every(&self, every: u64, counter: u64) -> Result<(), VerifyError> {
        if counter & (every - 1) == 0 { self.check() } else { Ok(()) }
    }

    /// # Errors
    /// If so many bytes are too many.
    pub(crate) fn hold(&self, bytes: u64) -> Result<(), VerifyError> {
        if bytes > self.bytes { Err(VerifyError::out_of_memory()) } else { Ok(()) }
    }

    /// What is left where so many bytes are taken.
    ///
    /// # Errors
    /// If they are too many.
    pub(crate) fn less(&self, bytes: u64) -> Result<Limits, VerifyError> {
        self.hold(bytes)?;
        Ok(Limits { bytes: self.bytes - bytes, ..self.clone() })
    }
}
