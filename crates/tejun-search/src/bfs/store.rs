//! What keeps the states of a partition: a seam.
//!
//! Today's store is in memory ([`super::memory`]). One on a disk fits in, too: nothing here asks whether
//! a state is new before the level is closed, and levels are read in order, a few states at a time.

use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;
use crate::space::Moves;

/// Keeps the states of one partition by level, each once, and knows them again.
///
/// States go into the level that grows; closing it begins the next. A store takes its memory from the
/// budget it is given, looks before it allocates, and gives work of more than some milliseconds a pulse;
/// each method may therefore fail with [`StopReason::Memory`] or the pulse's reason. After an error only
/// the closed levels are read any more.
pub(crate) trait Store<S: Packed>: Sized + Send + Sync {
    /// An empty store whose level 0 grows.
    ///
    /// Where moves are undirected, only the last two closed levels and the one that grows need to be known
    /// again: nothing else can come.
    fn new(moves: Moves, budget: &mut Budget, pulse: &mut dyn Pulse) -> Result<Self, StopReason>;

    /// Takes keys of states that moves lead to, repetitions among them, none of them [`Packed::NONE`].
    ///
    /// Those that are new belong to the level that grows. `fresh` hears of each of these once: here, or
    /// when the level is closed.
    fn insert(
        &mut self,
        keys: &[S],
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: &mut impl FnMut(&[S], &mut Budget) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Closes the level that grows: its states are the next to be taken.
    fn close_level(
        &mut self,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: &mut impl FnMut(&[S], &mut Budget) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Keeps these states known, however old they grow.
    fn pin(&mut self, states: &[S], budget: &mut Budget) -> Result<(), StopReason>;

    /// The next states of the level closed last, at most so many; none when all were taken.
    fn take(&mut self, most: usize) -> &[S];

    /// Whether all states of the level closed last were taken.
    fn is_taken(&self) -> bool;

    /// Closed levels.
    fn levels(&self) -> usize;

    /// States of a closed level.
    fn level_len(&self, level: usize) -> u64;

    /// States stored, those of the level that grows included as far as they are known to be new.
    fn len(&self) -> u64;

    /// Visits the states of a closed level, a few thousand at a time, always in the same order.
    fn scan(
        &self,
        level: usize,
        visit: &mut impl FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Calls `found` for each of `states` that is in the level closed last; or in another one, which the
    /// caller knows not to happen.
    fn find(&self, states: &[S], found: &mut impl FnMut(S));

    /// Frees what only insertion and [`find`](Store::find) need: from here on levels are only read.
    fn seal(&mut self, budget: &mut Budget);
}
