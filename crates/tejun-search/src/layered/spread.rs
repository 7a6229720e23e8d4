//! Work on many items, spread over a few threads.

use std::sync::{Mutex, PoisonError};

use crate::limits::StopReason;
use crate::pulse::{Monitor, side_by_side};

/// Work on each of many items, and what it costs.
pub(super) struct Work {
    /// Items that are worth the start of another thread.
    pub enough: usize,
    /// Units of work that an item takes, as a [pulse](crate::pulse::Pulse) counts them.
    pub units: usize,
}

impl Work {
    /// Does `work` on every item, on as many threads as there are scratches where there is enough to
    /// do. Which thread does which item must not matter.
    ///
    /// # Errors
    /// When the watch says stop.
    pub fn on<T: Send, S: Send>(
        &self,
        items: &mut [T],
        scratches: &mut [S],
        monitor: &mut Monitor,
        work: impl Fn(&mut T, &mut S) + Sync,
    ) -> Result<(), StopReason> {
        let threads = scratches.len().min(items.len() / self.enough).max(1);
        // Short runs: some items take far longer than others.
        let runs = Mutex::new(items.chunks_mut(self.enough));
        let next = || runs.lock().unwrap_or_else(PoisonError::into_inner).next();
        side_by_side(&mut scratches[..threads], monitor, |scratch, pulse| {
            while let Some(run) = next() {
                for item in run {
                    work(item, scratch);
                    pulse.work(self.units)?;
                }
            }
            Ok(())
        })?;
        Ok(())
    }
}
