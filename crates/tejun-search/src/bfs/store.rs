//! The seam that keeps the states of a partition.
//!
//! A store is in memory ([`super::memory`]) or on disk ([`super::disk`]): nothing here asks whether a state is new
//! before its level is closed, and levels are read in order, a few states at a time.

use crate::bfs::mode::Way;
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;
use crate::space::Moves;

/// Hears of new states, each once.
pub(crate) type Fresh<'a, S> = &'a mut dyn FnMut(&[S], &mut Budget) -> Result<(), StopReason>;

/// Visits states, a few thousand at a time.
pub(crate) type VisitAll<'a, S> = &'a mut dyn FnMut(Visit<S>, &mut dyn Pulse) -> Result<(), StopReason>;
/// Takes states that are visited.
pub(crate) type Visit<'a, S> = &'a mut dyn FnMut(&[S], &mut dyn Pulse) -> Result<(), StopReason>;

/// What a partition has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub expanded: u64,
    /// Expanded states without a move.
    pub dead_ends: u64,
}

/// Of which partition a store is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub way: Way,
    pub part: usize,
    pub moves: Moves,
}

/// Makes the empty store of a partition.
pub(crate) type Make<'m, M> = &'m dyn Fn(Spot, &mut Budget, &mut dyn Pulse) -> Result<M, StopReason>;

/// Keeps the states of one partition by level, each once, and detects duplicates.
///
/// States go into the open level; closing it opens the next. A store takes its memory from the budget it is
/// given, checks before it allocates, and reports work of more than a few milliseconds to the pulse. So each
/// method may fail with [`StopReason::Memory`], [`StopReason::Disk`] or the pulse's reason. After an error only the
/// closed levels are read.
///
/// If moves are undirected, a store needs to recognise only states of the open level and the last two closed
/// ones, because no others can recur.
pub(crate) trait Store<S: Packed>: Sized + Send + Sync {
    /// Number of points from which the store can go on, from the first on; 0 if it keeps none, or is new.
    fn points(&self) -> usize {
        0
    }

    /// Goes on from the last of the first `points` points, and returns what was done until then; from the beginning
    /// if there is none. Reports the states of the open level that are known to be new. To be called once, before
    /// anything else.
    fn resume(
        &mut self,
        _points: usize,
        _budget: &mut Budget,
        _pulse: &mut dyn Pulse,
        _fresh: Fresh<S>,
    ) -> Result<Work, StopReason> {
        Ok(Work::default())
    }

    /// Makes everything so far a point, if the store keeps any: all partitions at the same moment, with nothing under
    /// way between them. `closed` says that this moment is the end of a level.
    fn record(&mut self, _work: Work, _closed: bool, _pulse: &mut dyn Pulse) -> Result<(), StopReason> {
        Ok(())
    }

    /// Takes the keys of generated states. They may repeat; none is [`Packed::NONE`].
    ///
    /// The new ones belong to the open level. `fresh` is called once for each of them, here or when the level
    /// is closed.
    fn insert(
        &mut self,
        keys: &[S],
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: Fresh<S>,
    ) -> Result<(), StopReason>;

    /// Closes the open level. Its states are taken next.
    fn close_level(
        &mut self,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: Fresh<S>,
    ) -> Result<(), StopReason>;

    /// Keeps recognising these states, however old they get.
    fn pin(&mut self, states: &[S], budget: &mut Budget, pulse: &mut dyn Pulse) -> Result<(), StopReason>;

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
        visit: &mut impl FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Calls `found` for each state that the last closed levels of both stores hold. It may also do so for states
    /// that both hold in other levels; the caller knows that there are none.
    fn common(&self, other: &Self, pulse: &mut dyn Pulse, found: &mut dyn FnMut(S))
    -> Result<(), StopReason>;

    /// Counts the different states among those that `visit_all` visits, with the help of the disk. It may take what
    /// the budget has left.
    ///
    /// [`StopReason::Memory`] if the store has no disk.
    fn count_distinct(
        &self,
        _visit_all: VisitAll<S>,
        _budget: &mut Budget,
        _pulse: &mut dyn Pulse,
    ) -> Result<u64, StopReason> {
        Err(StopReason::Memory)
    }

    /// Frees what only insertion and [`common`](Store::common) need. From here on, levels are only read.
    fn seal(&mut self, budget: &mut Budget);
}
