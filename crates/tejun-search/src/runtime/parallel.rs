//! Spreads work on many items over several threads.

use std::sync::{Mutex, PoisonError};

use crate::limits::StopReason;
use crate::runtime::cancel::{CancelCheck, WatchPoller, par_map};

/// Work on each of many items, and its cost.
pub(crate) struct Work {
    /// Number of items for which another thread is worth starting.
    pub enough: usize,
    /// Units of work per item, as a [`CancelCheck`] counts them; 0 if the work itself reports them.
    pub units: usize,
}

impl Work {
    /// Runs `work` on every item, on up to as many threads as there are scratches, if there is enough to do.
    /// The result must not depend on which thread handles which item.
    ///
    /// # Errors
    /// If the watch stops the search, or the work fails.
    pub fn on<T: Send, S: Send>(
        &self,
        items: &mut [T],
        scratches: &mut [S],
        poller: &mut WatchPoller,
        work: impl Fn(&mut T, &mut S, &mut dyn CancelCheck) -> Result<(), StopReason> + Sync,
    ) -> Result<(), StopReason> {
        let threads = scratches.len().min(items.len() / self.enough).max(1);
        // Short runs, because some items take far longer than others.
        let runs = Mutex::new(items.chunks_mut(self.enough));
        let next = || runs.lock().unwrap_or_else(PoisonError::into_inner).next();
        par_map(&mut scratches[..threads], poller, |scratch, cancel| {
            while let Some(run) = next() {
                for item in run {
                    work(item, scratch, cancel)?;
                    cancel.work(self.units)?;
                }
            }
            Ok(())
        })?;
        Ok(())
    }
}
