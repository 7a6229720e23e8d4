//! The interface to the stores, which hold the states of a partition.
//!
//! A store is in memory ([`super::memory_store`]) or on disk ([`super::disk`]): nothing here asks whether a state is new
//! before its level is closed, and levels are read in order, a few states at a time.

use crate::bfs::mode::SweepDirection;
use crate::collections::table::StateTable;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::spill::journal::Counters;
use crate::state::key::Key;

/// Is notified of the new states of the open level.
pub(crate) trait Listener<S> {
    /// Whether it ever pins a state.
    fn pins(&self) -> bool;

    /// Is given new states, and appends those to `pins` that are to be recognised however old they get.
    fn on_new(&mut self, states: &[S], pins: &mut Vec<S>);

    /// Forgets the states of the open level, because all of them will be reported again.
    fn forget(&mut self);
}

/// Visits states, a few thousand at a time.
pub(crate) type VisitAll<'a, S> = &'a mut dyn FnMut(Visit<S>, &mut dyn CancelCheck) -> Result<(), StopReason>;
/// Takes states that are visited.
pub(crate) type Visit<'a, S> = &'a mut dyn FnMut(&[S], &mut dyn CancelCheck) -> Result<(), StopReason>;

/// Identifies the partition a store belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartitionId {
    pub direction: SweepDirection,
    pub index: usize,
}

/// Creates the empty store of a partition.
pub(crate) type StoreFactory<'f, 's, S> =
    &'f dyn Fn(PartitionId, &mut Workspace) -> Result<Box<dyn Store<S> + 's>, StopReason>;

/// Keeps the states of one partition by level, each once, and detects duplicates.
///
/// States go into the open level; closing it opens the next. A store takes its memory from the budget it is
/// given, checks before it allocates, and reports work of more than a few milliseconds. So each
/// method may fail with [`StopReason::Memory`], [`StopReason::Disk`] or the reason of the watch. After an error only the
/// closed levels are read.
///
/// If moves are undirected, a store needs to recognise only states of the open level and the last two closed
/// ones, because no others can recur.
pub(crate) trait Store<S>: Send + Sync {
    /// Reads and checks what the store kept, and returns the number of checkpoints from which it can go on, from the first
    /// on; 0 if it keeps none, or is new. To be called once, before anything else; then come `restore` and `open`.
    fn load_checkpoints(&mut self, _cancel: &mut dyn CancelCheck) -> Result<usize, StopReason> {
        Ok(0)
    }

    /// Goes back to the last of the first `checkpoints` checkpoints, to the beginning if there is none. Returns what was done
    /// until then, and the number of goals of each closed level.
    fn restore(&mut self, _checkpoints: usize) -> Result<(Counters, Vec<u64>), StopReason> {
        Ok((Counters::default(), Vec::new()))
    }

    /// Makes the store ready to go on from there. `expanded` is the number of states that all partitions have
    /// expanded. Reports those states of the open level that are known to be new.
    fn open(
        &mut self,
        _expanded: u64,
        _workspace: &mut Workspace,
        _listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        Ok(())
    }

    /// Makes everything so far a checkpoint, if the store keeps any: all partitions at the same moment, with nothing under
    /// way between them. `expanded` is the number of states that all partitions have expanded; `closed` says that this
    /// moment is the end of a level.
    fn checkpoint(
        &mut self,
        _counters: Counters,
        _expanded: u64,
        _closed: bool,
        _cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        Ok(())
    }

    /// Takes the keys of generated states. They may repeat; none is [`Key::NONE`].
    ///
    /// The new ones belong to the open level. `listener` is given each of them once, here or when the level is closed.
    fn insert(
        &mut self,
        keys: &[S],
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason>;

    /// Closes the open level. Its states are taken next.
    fn close_level(
        &mut self,
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason>;

    /// Frees memory that the store can do without, so that `bytes` are left, as far as that goes.
    fn shed(&mut self, _bytes: u64, _workspace: &mut Workspace) -> Result<(), StopReason> {
        Ok(())
    }

    /// Returns the next states of the last closed level, at most `most`; none when all have been taken.
    fn take(&mut self, most: usize) -> Result<&[S], StopReason>;

    /// Whether all states of the last closed level have been taken.
    fn is_taken(&self) -> bool;

    /// Number of closed levels.
    fn levels(&self) -> usize;

    /// Number of states in a closed level.
    fn level_len(&self, level: usize) -> u64;

    /// Number of states stored, including those of the open level that are known to be new.
    fn len(&self) -> u64;

    /// Visits the states of a closed level, a few thousand at a time, always in the same order.
    fn scan(
        &self,
        level: usize,
        visit: &mut dyn FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// The states of the last closed level, and perhaps older ones.
    fn frontier(&self) -> Result<Frontier<'_, S>, StopReason>;

    /// Counts the different states among those that `visit_all` visits, with the help of the disk. It may take what
    /// the budget has left.
    ///
    /// [`StopReason::Memory`] if the store has no disk.
    fn count_distinct(&self, _visit_all: VisitAll<S>, _workspace: &mut Workspace) -> Result<u64, StopReason> {
        Err(StopReason::Memory)
    }

    /// Frees what only insertion and [`frontier`](Store::frontier) need. From here on, levels are only read.
    fn seal(&mut self, budget: &mut Budget);
}

/// The states of the last closed level of a store, and perhaps older ones.
pub(crate) enum Frontier<'a, S> {
    Table(&'a StateTable<S>),
    Ascending(Box<dyn Iterator<Item = Result<S, StopReason>> + 'a>),
}

/// Calls `found` for each state that the last closed levels of both stores hold. It may also do so for states
/// that both hold in other levels; the caller knows that there are none.
///
/// # Errors
/// If the disk refuses, or the search is cancelled.
pub(crate) fn visit_common<S: Key>(
    own: &dyn Store<S>,
    other: &dyn Store<S>,
    cancel: &mut dyn CancelCheck,
    found: &mut dyn FnMut(S),
) -> Result<(), StopReason> {
    let (store, table) = match (own.frontier()?, other.frontier()?) {
        (_, Frontier::Table(table)) => (own, table),
        (Frontier::Table(table), _) => (other, table),
        (Frontier::Ascending(states), Frontier::Ascending(others)) => {
            let mut others = others.peekable();
            for state in states {
                let state = state?;
                cancel.work(4)?;
                while let Some(head) =
                    others.next_if(|head| head.is_ok_and(|head| head <= state) || head.is_err())
                {
                    if head? == state {
                        found(state);
                    }
                }
            }
            return Ok(());
        }
    };
    store.scan(store.levels() - 1, &mut |states| {
        states.iter().copied().filter(|&state| table.contains(state)).for_each(&mut *found);
        cancel.work(4 * states.len())
    })
}
