//! Long loops before a search: they are watched, and what they hold is counted before it is allocated.

use std::ops::ControlFlow;

use bytemuck::Zeroable;
use tejun_search::{Progress, StopReason, Watch};

/// Units of work between two looks at the watch: some ten microseconds.
const TICK: usize = 1 << 12;

/// A watch, and the bytes that may be held under it.
pub(super) struct Meter<'w> {
    watch: &'w mut dyn Watch,
    limit: u64,
    used: u64,
    peak: u64,
    /// Work since the last look at the watch.
    since: usize,
    /// What the watch is shown, apart from the bytes.
    pub progress: Progress,
}

impl<'w> Meter<'w> {
    /// A meter under which so many bytes may be held at any one time.
    pub fn new(limit: u64, watch: &'w mut dyn Watch) -> Self {
        Meter { watch, limit, used: 0, peak: 0, since: TICK, progress: Progress::default() }
    }

    /// Reports work; a unit is a few nanoseconds.
    ///
    /// # Errors
    /// The reason of the watch to stop.
    #[inline]
    pub fn work(&mut self, units: usize) -> Result<(), StopReason> {
        self.since += units;
        if self.since < TICK { Ok(()) } else { self.tick() }
    }

    fn tick(&mut self) -> Result<(), StopReason> {
        self.since = 0;
        self.progress.bytes = self.used;
        match self.watch.tick(&self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(reason) => Err(reason),
        }
    }

    /// Bytes held now.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// The most bytes held so far.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    fn take(&mut self, bytes: u64) -> Result<(), StopReason> {
        if bytes > self.limit.saturating_sub(self.used) {
            return Err(StopReason::Memory);
        }
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        Ok(())
    }

    /// An empty list with room for so many items.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if they do not fit, or the system refuses the memory.
    pub fn list<T>(&mut self, room: usize) -> Result<Vec<T>, StopReason> {
        self.take(bytes::<T>(room))?;
        let mut list = Vec::new();
        list.try_reserve_exact(room).map_err(|_| StopReason::Memory)?;
        Ok(list)
    }

    /// A list of so many zeros, which the system provides page by page when they are first written to.
    ///
    /// # Errors
    /// As for [`Meter::list`].
    pub fn zeros<T: Zeroable>(&mut self, number: usize) -> Result<Vec<T>, StopReason> {
        self.take(bytes::<T>(number))?;
        bytemuck::allocation::try_zeroed_vec(number).map_err(|()| StopReason::Memory)
    }

    /// Appends an item. The old list and the new one count both while the items move.
    ///
    /// # Errors
    /// As for [`Meter::list`].
    #[inline]
    pub fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), StopReason> {
        if list.len() == list.capacity() {
            self.grow(list)?;
        }
        list.push(item);
        Ok(())
    }

    #[cold]
    fn grow<T>(&mut self, list: &mut Vec<T>) -> Result<(), StopReason> {
        let (old, room) = (list.capacity(), (2 * list.capacity()).max(8));
        self.take(bytes::<T>(room))?;
        list.try_reserve_exact(room - list.len()).map_err(|_| StopReason::Memory)?;
        self.used -= bytes::<T>(old);
        Ok(())
    }

    /// Frees a list that was made under this meter.
    pub fn free<T>(&mut self, list: Vec<T>) {
        self.used -= bytes::<T>(list.capacity());
    }
}

fn bytes<T>(items: usize) -> u64 {
    (items as u64).saturating_mul(size_of::<T>() as u64)
}
