//! Memory that a search may take, looked at before anything is allocated.

use crate::limits::StopReason;

/// How much may be allocated, how much is, and how much was at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    limit: u64,
    used: u64,
    peak: u64,
}

impl Budget {
    /// Nothing taken of `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Budget { limit, used: 0, peak: 0 }
    }

    /// Bytes allocated now.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// The most bytes allocated at any one time, since [`Budget::forget_peak`].
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Begins the peak anew.
    pub fn forget_peak(&mut self) {
        self.peak = self.used;
    }

    /// Bytes that may be taken in all.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Bytes that may still be taken.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used)
    }

    /// Bytes that may be allocated in all from here on.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// Takes bytes that are about to be allocated.
    ///
    /// # Errors
    /// [`StopReason::Memory`] when there are not as many left; then none are taken.
    pub fn take(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.fits(bytes)?;
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        Ok(())
    }

    /// Gives back bytes that have been freed.
    pub fn give(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.used);
        self.used -= bytes;
    }

    /// Notes that for a while so many bytes more were taken, within what was left.
    pub fn note(&mut self, bytes: u64) {
        self.peak = self.peak.max(self.used + bytes);
    }

    /// Gives back all that was taken since [`Budget::used`] was that much: it has been freed.
    pub fn rewind(&mut self, used: u64) {
        debug_assert!(used <= self.used);
        self.used = used;
    }

    /// Looks whether bytes could be taken, and takes none.
    ///
    /// # Errors
    /// [`StopReason::Memory`] when they could not.
    pub fn fits(&self, bytes: u64) -> Result<(), StopReason> {
        if bytes > self.left() { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// A list with room for just so many items.
    ///
    /// # Errors
    /// [`StopReason::Memory`] when there are not as many bytes left, or the system gives no more.
    pub fn list<T>(&mut self, room: usize) -> Result<Vec<T>, StopReason> {
        let mut list = Vec::new();
        self.take(bytes::<T>(room))?;
        if list.try_reserve_exact(room).is_err() {
            self.give(bytes::<T>(room));
            return Err(StopReason::Memory);
        }
        Ok(list)
    }

    /// Makes room in a list for `more` items: twice the room it had where that fits, else just enough.
    /// While it moves, both the old and the new memory are counted.
    ///
    /// # Errors
    /// [`StopReason::Memory`] when not even that fits, or the system gives no more.
    pub fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
        if list.capacity() - list.len() >= more {
            return Ok(());
        }
        self.grow_to(list, list.len() + more)
    }

    #[cold]
    fn grow_to<T>(&mut self, list: &mut Vec<T>, least: usize) -> Result<(), StopReason> {
        let fitting = |room: &usize| bytes::<T>(*room) <= self.left();
        let room = [2 * list.capacity(), least + least / 8, least];
        let room = room.into_iter().filter(|&room| room >= least).find(fitting).ok_or(StopReason::Memory)?;
        let old = bytes::<T>(list.capacity());
        self.take(bytes::<T>(room))?;
        let grown = list.try_reserve_exact(room - list.len());
        self.give(if grown.is_ok() { old } else { bytes::<T>(room) });
        grown.map_err(|_| StopReason::Memory)
    }

    /// Frees a list that was made room in by this budget.
    pub fn free<T>(&mut self, list: &mut Vec<T>) {
        self.give(bytes::<T>(list.capacity()));
        *list = Vec::new();
    }
}

/// What a list of so many items takes.
fn bytes<T>(items: usize) -> u64 {
    (items as u64).saturating_mul(size_of::<T>() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_never_takes_more_than_there_is() {
        let mut budget = Budget::new(1000);
        let mut list: Vec<u64> = Vec::new();
        let mut stopped = None;
        while stopped.is_none() {
            match budget.grow(&mut list, 1) {
                Ok(()) => list.push(0),
                Err(reason) => stopped = Some(reason),
            }
            assert!(budget.peak() <= 1000);
            assert_eq!(budget.used(), 8 * list.capacity() as u64);
        }
        // Old and new memory stand side by side, so that more than half stays unused at worst.
        assert!(list.len() >= 1000 / 16, "{}", list.len());
        budget.free(&mut list);
        assert_eq!(budget.used(), 0);
    }
}
