//! Memory for the slots of a table; large tables lie on huge pages if the system has them.

use std::ops::{Deref, DerefMut};

use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::state::key::Key;

/// A fixed number of slots.
///
/// A table far larger than the cache is read at random, so with 4 KiB pages almost every probe also misses
/// the TLB. Huge pages make the searches of this crate about 1.4 times as fast. Small tables stay on the
/// heap, which costs no system call.
#[derive(Debug)]
pub(crate) enum Slots<S> {
    Heap(Vec<S>),
    #[cfg(unix)]
    Pages(memmap2::MmapMut, usize),
}

#[cfg(unix)]
const LARGE: usize = 4 << 20;

/// Slots marked free between two checks.
#[cfg(unix)]
const RUN: usize = 1 << 14;

impl<S: Key> Slots<S> {
    /// Returns `slots` free slots.
    ///
    /// # Errors
    /// If the system refuses the memory, or the search is cancelled.
    pub fn free(slots: usize, cancel: &mut dyn CancelCheck) -> Result<Self, StopReason> {
        #[cfg(unix)]
        if slots * size_of::<S>() >= LARGE
            && let Ok(map) = memmap2::MmapMut::map_anon(slots * size_of::<S>())
        {
            // Only advice: a system that ignores it uses small pages.
            let _ = map.advise(memmap2::Advice::HugePage);
            let mut pages = Slots::Pages(map, slots);
            for run in pages.chunks_mut(RUN) {
                cancel.work(size_of_val(run) / 16)?;
                run.fill(S::NONE);
            }
            return Ok(pages);
        }
        #[cfg(not(unix))]
        let _ = cancel;
        let mut heap = Vec::new();
        heap.try_reserve_exact(slots).map_err(|_| StopReason::Memory)?;
        heap.resize(slots, S::NONE);
        Ok(Slots::Heap(heap))
    }
}

impl<S: Key> Deref for Slots<S> {
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

impl<S: Key> DerefMut for Slots<S> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [S] {
        match self {
            Slots::Heap(heap) => heap,
            #[cfg(unix)]
            Slots::Pages(map, slots) => &mut bytemuck::cast_slice_mut(map)[..*slots],
        }
    }
}
