//! Memory for a table's slots: large ones on huge pages where the system has them.

use std::ops::{Deref, DerefMut};

use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;

/// A fixed number of slots.
///
/// A table far larger than the cache is read at random, so that with pages of 4 KiB nearly each
/// probe also misses the processor's list of pages. On huge pages the searches of this crate are
/// about 1.4 times as fast; small tables stay on the heap, where they cost no system call.
#[derive(Debug)]
pub(crate) enum Slots<S> {
    Heap(Vec<S>),
    #[cfg(unix)]
    Pages(memmap2::MmapMut, usize),
}

#[cfg(unix)]
const LARGE: usize = 4 << 20;

/// Slots that are set free in one go.
const RUN: usize = 1 << 14;

impl<S: Packed> Slots<S> {
    /// This many free slots.
    ///
    /// # Errors
    /// When the system does not give the memory, or the pulse says stop.
    pub fn free(slots: usize, pulse: &mut dyn Pulse) -> Result<Self, StopReason> {
        #[cfg(unix)]
        if slots * size_of::<S>() >= LARGE
            && let Ok(map) = memmap2::MmapMut::map_anon(slots * size_of::<S>())
        {
            // Only advice: where the system does not take it, the pages are small.
            let _ = map.advise(memmap2::Advice::HugePage);
            let mut pages = Slots::Pages(map, slots);
            for run in pages.chunks_mut(RUN) {
                pulse.work(size_of_val(run) / 16)?;
                run.fill(S::NONE);
            }
            return Ok(pages);
        }
        let mut heap = Vec::new();
        heap.try_reserve_exact(slots).map_err(|_| StopReason::Memory)?;
        heap.resize(slots, S::NONE);
        Ok(Slots::Heap(heap))
    }
}

impl<S: Packed> Deref for Slots<S> {
    type Target = [S];

    #[inline(always)]
    fn deref(&self) -> &[S] {
        match self {
            Slots::Heap(heap) => heap,
            #[cfg(unix)]
            Slots::Pages(map, slots) => &bytemuck::cast_slice(map)[..*slots],
        }
    }
}

impl<S: Packed> DerefMut for Slots<S> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [S] {
        match self {
            Slots::Heap(heap) => heap,
            #[cfg(unix)]
            Slots::Pages(map, slots) => &mut bytemuck::cast_slice_mut(map)[..*slots],
        }
    }
}
