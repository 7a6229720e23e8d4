//! The seam that keeps the states of a partition.
//!
//! Today's store is in memory ([`super::memory`]). A store on disk would fit as well: nothing here asks
//! whether a state is new before its level is closed, and levels are read in order, a few states at a time.

use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;
use crate::space::Moves;

/// Keeps the states of one partition by level, each once, and detects duplicates.
///
/// States go into the open level; closing it opens the next. A store takes its memory from the budget it is
/// given, checks before it allocates, and reports work of more than a few milliseconds to the pulse. So each
/// method may fail with [`StopReason::Memory`] or the pulse's reason. After an error only the closed levels
/// are read.
pub(crate) trait Store<S: Packed>: Sized + Send + Sync {
    /// Returns an empty store whose level 0 is open.
    ///
    /// If moves are undirected, it needs to recognise only states of the open level and the last two closed
    /// ones, because no others can recur.
    fn new(moves: Moves, budget: &mut Budget, pulse: &mut dyn Pulse) -> Result<Self, StopReason>;

    /// Takes the keys of generated states. They may repeat; none is [`Packed::NONE`].
    ///
    /// The new ones belong to the open level. `fresh` is called once for each of them, here or when the level
    /// is closed.
    fn insert(
        &mut self,
        keys: &[S],
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: &mut impl FnMut(&[S], &mut Budget) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Closes the open level. Its states are taken next.
    fn close_level(
        &mut self,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: &mut impl FnMut(&[S], &mut Budget) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Keeps recognising these states, however old they get.
    fn pin(&mut self, states: &[S], budget: &mut Budget) -> Result<(), StopReason>;

    /// Returns the next states of the last closed level, at most `most`; none when all have been taken.
    fn take(&mut self, most: usize) -> &[S];

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

    /// Calls `found` for each of `states` that is in the last closed level. It may also do so for states of
    /// other levels; the caller passes none of those.
    fn find(&self, states: &[S], found: &mut impl FnMut(S));

    /// Frees what only insertion and [`find`](Store::find) need. From here on, levels are only read.
    fn seal(&mut self, budget: &mut Budget);
}
