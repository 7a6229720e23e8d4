//! The store of every search: in memory, or on disk if the request has a place for it.

use std::marker::PhantomData;

use crate::bfs::disk::Spill;
#[cfg(not(target_family = "wasm"))]
use crate::bfs::disk::{Disk, Place};
use crate::bfs::memory::Memory;
use crate::bfs::store::{Fresh, Spot, Store, VisitAll, Work};
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;

/// One type for both, so that searches are compiled once for each space.
pub(crate) enum Kept<'s, S> {
    Memory(Memory<S>, PhantomData<&'s Spill>),
    /// A WebAssembly module has no files, and is a tenth smaller without this.
    #[cfg(not(target_family = "wasm"))]
    Disk(Box<Disk<'s, S>>),
}

impl<'s, S: Packed> Kept<'s, S> {
    /// Returns an empty store.
    ///
    /// # Errors
    /// If not even that fits, or the disk refuses.
    pub fn new(
        spill: Option<&'s Spill>,
        spot: Spot,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
    ) -> Result<Self, StopReason> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(spill) = spill {
            let place = Place::new(spill, spot.way, spot.part);
            return Ok(Kept::Disk(Box::new(Disk::open(place, spot.moves, budget)?)));
        }
        let _ = spill;
        Ok(Kept::Memory(Memory::new(spot.moves, budget, pulse)?, PhantomData))
    }
}

/// Calls a method of whichever store it is.
macro_rules! either {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            Kept::Memory($store, _) => $call,
            #[cfg(not(target_family = "wasm"))]
            Kept::Disk($store) => $call,
        }
    };
}

impl<S: Packed> Store<S> for Kept<'_, S> {
    fn examine(&mut self, pulse: &mut dyn Pulse) -> Result<usize, StopReason> {
        either!(self, store => store.examine(pulse))
    }

    fn restore(&mut self, points: usize) -> Result<(Work, Vec<u64>), StopReason> {
        either!(self, store => store.restore(points))
    }

    fn open(
        &mut self,
        expanded: u64,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: Fresh<S>,
    ) -> Result<(), StopReason> {
        either!(self, store => store.open(expanded, budget, pulse, fresh))
    }

    fn record(
        &mut self,
        work: Work,
        expanded: u64,
        closed: bool,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        either!(self, store => store.record(work, expanded, closed, pulse))
    }

    #[inline]
    fn insert(
        &mut self,
        keys: &[S],
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: Fresh<S>,
    ) -> Result<(), StopReason> {
        either!(self, store => store.insert(keys, budget, pulse, fresh))
    }

    fn close_level(
        &mut self,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: Fresh<S>,
    ) -> Result<(), StopReason> {
        either!(self, store => store.close_level(budget, pulse, fresh))
    }

    fn shed(&mut self, bytes: u64, budget: &mut Budget, pulse: &mut dyn Pulse) -> Result<(), StopReason> {
        either!(self, store => store.shed(bytes, budget, pulse))
    }

    #[inline]
    fn take(&mut self, most: usize) -> Result<&[S], StopReason> {
        either!(self, store => store.take(most))
    }

    fn is_taken(&self) -> bool {
        either!(self, store => store.is_taken())
    }

    fn levels(&self) -> usize {
        either!(self, store => store.levels())
    }

    fn level_len(&self, level: usize) -> u64 {
        either!(self, store => store.level_len(level))
    }

    fn len(&self) -> u64 {
        either!(self, store => store.len())
    }

    fn scan(
        &self,
        level: usize,
        visit: &mut impl FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        either!(self, store => store.scan(level, visit))
    }

    fn common(
        &self,
        other: &Self,
        pulse: &mut dyn Pulse,
        found: &mut dyn FnMut(S),
    ) -> Result<(), StopReason> {
        match (self, other) {
            (Kept::Memory(own, _), Kept::Memory(other, _)) => own.common(other, pulse, found),
            #[cfg(not(target_family = "wasm"))]
            (Kept::Disk(own), Kept::Disk(other)) => own.common(other, pulse, found),
            #[cfg(not(target_family = "wasm"))]
            _ => unreachable!("both sweeps of a search keep their states in the same way"),
        }
    }

    fn count_distinct(
        &self,
        visit_all: VisitAll<S>,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
    ) -> Result<u64, StopReason> {
        either!(self, store => store.count_distinct(visit_all, budget, pulse))
    }

    fn seal(&mut self, budget: &mut Budget) {
        either!(self, store => store.seal(budget));
    }
}
