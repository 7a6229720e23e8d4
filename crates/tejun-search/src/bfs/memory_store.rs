//! The store in memory: levels as lists, and a table for duplicate detection.

use crate::bfs::store::{Frontier, Listener, Store};
use crate::collections::levels::{Cursor, Levels};
use crate::collections::table::StateTable;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::workspace::Workspace;
use crate::space::Moves;
use crate::state::key::Key;

/// Keys inserted between two checks of the room left.
const GRAIN: usize = 1024;
/// Room of a new table, in states. What a small puzzle needs fits the L2 cache.
const FIRST_ROOM: usize = 4 << 10;
/// A table that takes more bytes than this for what it must hold is large.
const LARGE_TABLE: u64 = 32 << 20;
/// States visited at a time.
const SCAN: usize = 4 << 10;

/// States in lists, level by level, and in a table.
///
/// The table holds at least the last levels. When it is full, it is rebuilt from the lists; if moves are
/// undirected, from the last levels only.
pub(crate) struct MemoryStore<S> {
    moves: Moves,
    levels: Levels<S>,
    table: StateTable<S>,
    /// States that the table holds however old they are.
    pinned: Vec<S>,
    /// Of the states reported last, those to be pinned.
    newly_pinned: Vec<S>,
    /// The next state to take.
    cursor: Cursor,
}

impl<S: Key> MemoryStore<S> {
    /// Returns an empty store whose level 0 is open.
    ///
    /// # Errors
    /// If not even that fits.
    pub fn new(moves: Moves, workspace: &mut Workspace) -> Result<Self, StopReason> {
        let mut room = FIRST_ROOM;
        while room > GRAIN && StateTable::<S>::bytes_for(room) > workspace.budget.left() / 4 {
            room /= 2;
        }
        let levels = Levels::new();
        Ok(MemoryStore {
            moves,
            cursor: levels.begin(0),
            levels,
            table: StateTable::with_room(room, workspace)?,
            pinned: Vec::new(),
            newly_pinned: Vec::new(),
        })
    }

    /// Makes room for `more` states.
    fn make_room(&mut self, more: usize, workspace: &mut Workspace) -> Result<(), StopReason> {
        self.levels.make_room(more, workspace.budget)?;
        if self.table.room() < more { self.rebuild_table(workspace) } else { Ok(()) }
    }

    /// The first level whose states can recur.
    fn oldest(&self) -> usize {
        match self.moves {
            Moves::Undirected => self.levels.open_level().saturating_sub(2),
            Moves::OneWay | Moves::Retractable => 0,
        }
    }

    /// The room of a new table, in states; `None` if not even a small one fits in place of the old one.
    fn new_room(&self, budget: &Budget) -> Option<usize> {
        let keep = self.levels.since(self.oldest()).map(<[S]>::len).sum::<usize>() + self.pinned.len();
        // Three times what it must hold, or what the budget allows: preferably with room for the lists of
        // the states it is to hold, at least without. Large tables get twice as much room, not three times: that
        // saves memory and is as fast. With half as much again they are so full that each look takes longer.
        let allowed = budget.left() + self.table.bytes();
        let table = |room: usize| StateTable::<S>::bytes_for(room);
        let with_lists = |room: usize| table(room) + ((room - keep) * size_of::<S>()) as u64;
        let least = keep + keep / 5 + GRAIN;
        let large = table(keep) > LARGE_TABLE;
        [3 * keep, 2 * keep, keep + keep / 2]
            .into_iter()
            .skip(usize::from(large))
            .map(|room| room.max(keep + 4 * GRAIN))
            .find(|&room| with_lists(room) <= allowed)
            .or_else(|| (table(least) <= allowed).then_some(least))
    }

    /// Pins the new ones. Unless moves are undirected, the table holds all states anyway.
    fn pin(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        if self.moves == Moves::Undirected {
            budget.grow(&mut self.pinned, self.newly_pinned.len())?;
            self.pinned.extend_from_slice(&self.newly_pinned);
        }
        self.newly_pinned.clear();
        Ok(())
    }

    /// Rebuilds the table. The old one is freed before the new one is allocated.
    fn rebuild_table(&mut self, workspace: &mut Workspace) -> Result<(), StopReason> {
        let room = self.new_room(workspace.budget).ok_or(StopReason::Memory)?;
        let oldest = self.oldest();
        self.table.free(workspace.budget);
        self.table = StateTable::with_room(room, workspace)?;
        self.table.insert_cancellable(&self.pinned, workspace.cancel)?;
        self.levels
            .since(oldest)
            .try_for_each(|states| self.table.insert_cancellable(states, workspace.cancel))
    }
}

impl<S: Key> Store<S> for MemoryStore<S> {
    #[inline]
    fn insert(
        &mut self,
        keys: &[S],
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        for keys in keys.chunks(GRAIN) {
            self.make_room(keys.len(), workspace)?;
            let before = self.levels.len();
            let levels = &mut self.levels;
            self.table.insert_all(keys, |state| levels.push(state));
            listener
                .on_new(self.levels.newest((self.levels.len() - before) as usize), &mut self.newly_pinned);
            if !self.newly_pinned.is_empty() {
                self.pin(workspace.budget)?;
            }
            workspace.cancel.work(4 * keys.len())?;
        }
        Ok(())
    }

    fn close_level(&mut self, workspace: &mut Workspace, _: &mut dyn Listener<S>) -> Result<(), StopReason> {
        let closed = self.levels.open_level();
        self.cursor = self.levels.begin(closed);
        self.levels.close_level();
        // All partitions close a level together, and a large table takes long to rebuild: one that is soon full is
        // rebuilt here, where no other partition has to wait for it.
        let expected = self.levels.level_len(closed) as usize / 8 * 9;
        if self.table.bytes() > LARGE_TABLE
            && self.table.room() < expected
            && self.new_room(workspace.budget).is_some()
        {
            self.rebuild_table(workspace)?;
        }
        Ok(())
    }

    #[inline]
    fn take(&mut self, most: usize) -> Result<&[S], StopReason> {
        let end = self.levels.begin(self.levels.open_level());
        Ok(self.levels.take(&mut self.cursor, end, most))
    }

    fn is_taken(&self) -> bool {
        let mut cursor = self.cursor;
        self.levels.take(&mut cursor, self.levels.begin(self.levels.open_level()), 1).is_empty()
    }

    fn levels(&self) -> usize {
        self.levels.open_level()
    }

    fn level_len(&self, level: usize) -> u64 {
        self.levels.level_len(level)
    }

    fn len(&self) -> u64 {
        self.levels.len()
    }

    fn scan(
        &self,
        level: usize,
        visit: &mut dyn FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.levels.level(level).flat_map(|states| states.chunks(SCAN)).try_for_each(visit)
    }

    fn frontier(&self) -> Result<Frontier<'_, S>, StopReason> {
        Ok(Frontier::Table(&self.table))
    }

    fn seal(&mut self, budget: &mut Budget) {
        self.table.free(budget);
        budget.free(&mut self.pinned);
    }
}
