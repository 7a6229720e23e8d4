//! The store of every search: in memory, or on disk if the request has a directory for it.

use crate::runtime::workspace::Workspace;
use crate::space::Moves;
use std::marker::PhantomData;

#[cfg(all(feature = "disk", not(target_family = "wasm")))]
use crate::bfs::disk::{DiskStore, PartitionDir};
use crate::bfs::memory_store::MemoryStore;
use crate::bfs::store::{Listener, PartitionId, Store, VisitAll};
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::spill::Spill;
use crate::spill::journal::Counters;
use crate::state::key::Key;

/// One type for both, so that searches are compiled once for each space.
pub(crate) enum AnyStore<'s, S> {
    Memory(MemoryStore<S>, PhantomData<&'s Spill>),
    /// A WebAssembly module has no files, and is a tenth smaller without this.
    #[cfg(all(feature = "disk", not(target_family = "wasm")))]
    Disk(Box<DiskStore<'s, S>>),
}

impl<'s, S: Key> AnyStore<'s, S> {
    /// Returns an empty store.
    ///
    /// # Errors
    /// If not even that fits, or the disk refuses.
    pub fn new(
        spill: Option<&'s Spill>,
        id: PartitionId,
        moves: Moves,
        workspace: &mut Workspace,
    ) -> Result<Self, StopReason> {
        #[cfg(all(feature = "disk", not(target_family = "wasm")))]
        if let Some(spill) = spill {
            let dir = PartitionDir::new(spill, id.direction, id.index);
            return Ok(AnyStore::Disk(Box::new(DiskStore::open(dir, moves, workspace.budget)?)));
        }
        let _ = (spill, id);
        Ok(AnyStore::Memory(MemoryStore::new(moves, workspace)?, PhantomData))
    }
}

/// Calls a method of whichever store it is.
macro_rules! either {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            AnyStore::Memory($store, _) => $call,
            #[cfg(all(feature = "disk", not(target_family = "wasm")))]
            AnyStore::Disk($store) => $call,
        }
    };
}

impl<S: Key> Store<S> for AnyStore<'_, S> {
    fn load_checkpoints(&mut self, cancel: &mut dyn CancelCheck) -> Result<usize, StopReason> {
        either!(self, store => store.load_checkpoints(cancel))
    }

    fn restore(&mut self, checkpoints: usize) -> Result<(Counters, Vec<u64>), StopReason> {
        either!(self, store => store.restore(checkpoints))
    }

    fn open(
        &mut self,
        expanded: u64,
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        either!(self, store => store.open(expanded, workspace, listener))
    }

    fn checkpoint(
        &mut self,
        work: Counters,
        expanded: u64,
        closed: bool,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        either!(self, store => store.checkpoint(work, expanded, closed, cancel))
    }

    #[inline]
    fn insert(
        &mut self,
        keys: &[S],
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        either!(self, store => store.insert(keys, workspace, listener))
    }

    fn close_level(
        &mut self,
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        either!(self, store => store.close_level(workspace, listener))
    }

    fn shed(&mut self, bytes: u64, workspace: &mut Workspace) -> Result<(), StopReason> {
        either!(self, store => store.shed(bytes, workspace))
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
        cancel: &mut dyn CancelCheck,
        found: &mut dyn FnMut(S),
    ) -> Result<(), StopReason> {
        match (self, other) {
            (AnyStore::Memory(own, _), AnyStore::Memory(other, _)) => own.common(other, cancel, found),
            #[cfg(all(feature = "disk", not(target_family = "wasm")))]
            (AnyStore::Disk(own), AnyStore::Disk(other)) => own.common(other, cancel, found),
            #[cfg(all(feature = "disk", not(target_family = "wasm")))]
            _ => unreachable!("both sweeps of a search keep their states in the same way"),
        }
    }

    fn count_distinct(&self, visit_all: VisitAll<S>, workspace: &mut Workspace) -> Result<u64, StopReason> {
        either!(self, store => store.count_distinct(visit_all, workspace))
    }

    fn seal(&mut self, budget: &mut Budget) {
        either!(self, store => store.seal(budget));
    }
}
