//! The memory and the watch of a search, for work beside it.

use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;

/// The memory and the watch of a search, lent to code that works on what it found.
///
/// So a caller that turns paths into text, say, keeps to the same [`Limits`](crate::Limits), and can be stopped like the
/// search itself. After a watch has stopped a search, a little work is still allowed, to deliver what was found.
pub struct Workspace<'a> {
    pub(crate) budget: &'a mut Budget,
    pub(crate) cancel: &'a mut dyn CancelCheck,
}

impl<'a> Workspace<'a> {
    pub(crate) fn new(budget: &'a mut Budget, cancel: &'a mut dyn CancelCheck) -> Self {
        Workspace { budget, cancel }
    }

    /// Reports work, so that the watch is asked in time. A unit is a few nanoseconds; report at least every few
    /// thousand.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn work(&mut self, units: usize) -> Result<(), StopReason> {
        self.cancel.work(units)
    }

    /// Takes `bytes` that are about to be allocated.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if fewer are left; then none are taken.
    pub fn take(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.budget.take(bytes)
    }

    /// Returns `bytes` that were taken and have been freed.
    ///
    /// # Panics
    /// May panic if they had not been taken.
    pub fn give(&mut self, bytes: u64) {
        self.budget.give(bytes);
    }

    /// Makes room in a list for `more` items, as [`Vec::reserve`] does, and takes the bytes.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if too few are left, or the system refuses the memory.
    pub fn reserve<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
        self.budget.grow(list, more)
    }
}
