//! The memory that a search may take, checked before each allocation.

use crate::limits::StopReason;

/// A memory limit, what is allocated now, and the peak.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    limit: u64,
    used: u64,
    peak: u64,
}

impl Budget {
    /// Returns a budget of `limit` bytes, none of them taken.
    pub fn new(limit: u64) -> Self {
        Budget { limit, used: 0, peak: 0 }
    }

    /// Bytes allocated now.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Peak of the bytes allocated since [`Budget::reset_peak`].
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Resets the peak to what is allocated now.
    pub fn reset_peak(&mut self) {
        self.peak = self.used;
    }

    /// The limit, in bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Bytes that may still be taken.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used)
    }

    /// Changes the limit; it may drop below what is taken.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// Takes `bytes` that are about to be allocated.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if fewer are left; then none are taken.
    pub fn take(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.fits(bytes)?;
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        Ok(())
    }

    /// Returns `bytes` that have been freed.
    pub fn give(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.used);
        self.used -= bytes;
    }

    /// Records in the peak that `bytes` more were taken for a while. They must have been left.
    pub fn record_peak(&mut self, bytes: u64) {
        self.peak = self.peak.max(self.used + bytes);
    }

    /// Returns everything taken since [`Budget::used`] was `used`: it has been freed.
    pub fn rewind(&mut self, used: u64) {
        debug_assert!(used <= self.used);
        self.used = used;
    }

    /// Checks that `bytes` could be taken, without taking them.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if they could not.
    pub fn fits(&self, bytes: u64) -> Result<(), StopReason> {
        if bytes > self.left() { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// Returns an empty list with room for exactly `room` items.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the budget or the system refuses the memory.
    pub fn list<T>(&mut self, room: usize) -> Result<Vec<T>, StopReason> {
        let mut list = Vec::new();
        self.take(bytes::<T>(room))?;
        if list.try_reserve_exact(room).is_err() {
            self.give(bytes::<T>(room));
            return Err(StopReason::Memory);
        }
        Ok(list)
    }

    /// Makes room in a list for `more` items: doubles it if that fits, else grows it by less. Counts
    /// the old and the new memory while the items move.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if not even that fits, or the system refuses the memory.
    pub fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
        if list.capacity() - list.len() >= more {
            return Ok(());
        }
        self.grow_to(list, list.len() + more)
    }

    #[cold]
    fn grow_to<T>(&mut self, list: &mut Vec<T>, least: usize) -> Result<(), StopReason> {
        let fitting = |room: &usize| bytes::<T>(*room) <= self.left();
        // Not one by one: each time, all items move.
        let most = usize::try_from(self.left() / size_of::<T>().max(1) as u64).unwrap_or(usize::MAX);
        let room = [2 * list.capacity(), least + least / 8, most];
        let room = room.into_iter().filter(|&room| room >= least).find(fitting).ok_or(StopReason::Memory)?;
        let old = bytes::<T>(list.capacity());
        self.take(bytes::<T>(room))?;
        let grown = list.try_reserve_exact(room - list.len());
        self.give(if grown.is_ok() { old } else { bytes::<T>(room) });
        grown.map_err(|_| StopReason::Memory)
    }

    /// Appends to a list all that `visit_all` visits.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the budget or the system refuses the memory; the list then lacks the rest.
    pub fn collect<T>(
        &mut self,
        list: &mut Vec<T>,
        visit_all: impl FnOnce(&mut dyn FnMut(T)),
    ) -> Result<(), StopReason> {
        let mut grown = Ok(());
        visit_all(&mut |item| {
            if grown.is_ok() {
                grown = self.grow(list, 1);
            }
            if grown.is_ok() {
                list.push(item);
            }
        });
        grown
    }

    /// Frees a list whose memory this budget counts.
    pub fn free<T>(&mut self, list: &mut Vec<T>) {
        self.give(bytes::<T>(list.capacity()));
        *list = Vec::new();
    }
}

/// Bytes of a list of `items` items.
fn bytes<T>(items: usize) -> u64 {
    (items as u64).saturating_mul(size_of::<T>() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_fills_memory_grows_in_few_steps() {
        let mut budget = Budget::new(1 << 20);
        let (mut list, mut steps) = (Vec::new(), 0);
        // So that what is left is a little more than the list at last.
        budget.take(100_000).unwrap();
        loop {
            let capacity = list.capacity();
            if budget.grow(&mut list, 1).is_err() {
                break;
            }
            steps += u32::from(list.capacity() > capacity);
            list.push(0_u64);
        }
        assert!(list.len() > 50_000 && steps < 40, "{steps} steps to {}", list.len());
    }

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
        // Old and new memory exist side by side, so in the worst case more than half stays unused.
        assert!(list.len() >= 1000 / 16, "{}", list.len());
        budget.free(&mut list);
        assert_eq!(budget.used(), 0);
    }
}
