//! One hash partition of a breadth-first search: the states that one thread owns.

use crate::levels::{Cursor, Levels};
use crate::limits::StopReason;
use crate::space::{Packed, Space};
use crate::table::StateTable;

/// Which way a sweep goes through the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From the starts, by `expand`.
    Forward,
    /// From the goals, by `retract`.
    Backward,
}

/// What a sweep does with symmetric states and with goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub way: Way,
    /// Store the representatives of symmetry classes instead of states.
    pub classes: bool,
    /// Do not expand goals.
    pub terminal_goals: bool,
}

/// Keys inserted between two looks at the room left.
const GRAIN: usize = 1024;
/// Room of a new table, in states: what a small puzzle needs fits the second-level cache.
const FIRST_ROOM: usize = 4 << 10;

/// The states whose hash makes them this partition's, by level, and the table that knows them again.
pub(crate) struct Part<S> {
    pub levels: Levels<S>,
    /// The states of the last levels, or of all where moves cannot be taken back.
    table: StateTable<S>,
    /// Terminal goals: however old, they must stay in the table, because their neighbours may be
    /// many levels farther than they are.
    pinned: Vec<S>,
    /// Goals of the level that grows.
    pub goals: Vec<S>,
    /// What the expansion made, by owner.
    pub outbox: Vec<Vec<S>>,
    /// What others made for this partition.
    pub inbox: Vec<Vec<S>>,
    /// What is to be expanded next.
    pub cursor: Cursor,
    pub expanded: u64,
    pub dead_ends: u64,
    /// Bytes that this partition may take.
    pub bytes_limit: u64,
    pub peak_bytes: u64,
}

/// The partition, of `parts`, that owns a state.
#[inline(always)]
pub(crate) fn owner<S: Packed>(state: S, parts: usize) -> usize {
    // The table takes the upper half of the hash, so that the partitions take the lower.
    (((state.mix() & 0xffff_ffff) * parts as u64) >> 32) as usize
}

impl<S: Packed> Part<S> {
    /// An empty partition, one of `parts`.
    ///
    /// # Errors
    /// When not even a first table fits.
    pub fn new(parts: usize, bytes_limit: u64) -> Result<Self, StopReason> {
        let mut room = FIRST_ROOM;
        while room > GRAIN && StateTable::<S>::bytes_for(room) > bytes_limit / 4 {
            room /= 2;
        }
        let levels = Levels::new();
        let part = Part {
            cursor: levels.begin(0),
            levels,
            table: StateTable::with_room(room).map_err(|_| StopReason::Memory)?,
            pinned: Vec::new(),
            goals: Vec::new(),
            outbox: vec![Vec::new(); parts],
            inbox: vec![Vec::new(); parts],
            expanded: 0,
            dead_ends: 0,
            bytes_limit,
            peak_bytes: 0,
        };
        if part.stored_bytes() > part.storage() { Err(StopReason::Memory) } else { Ok(part) }
    }

    /// Bytes allocated now.
    pub fn bytes(&self) -> u64 {
        self.stored_bytes() + boxes_bytes(&self.outbox) + boxes_bytes(&self.inbox)
    }

    fn stored_bytes(&self) -> u64 {
        let lists = self.pinned.capacity() + self.goals.capacity();
        self.table.bytes() + self.levels.bytes() + (lists * size_of::<S>()) as u64
    }

    /// The bytes that table and lists may take: an eighth of all is left to the boxes.
    fn storage(&self) -> u64 {
        self.bytes_limit - self.bytes_limit / 8
    }

    /// Whether the table, which holds the last levels at least, holds a state.
    pub fn remembers(&self, state: S) -> bool {
        self.table.contains(state)
    }

    /// Expands states of the level before the one that grows into the outbox, until that holds
    /// `most` or there is none left.
    pub fn expand<P: Space<State = S>>(&mut self, space: &P, manner: Manner, most: usize) {
        let end = self.levels.begin(self.growing());
        let parts = self.outbox.len();
        let Part { levels, cursor, outbox, expanded, dead_ends, .. } = self;
        let mut made = 0;
        while made < most {
            // Slices so short that the outbox stays near its size.
            let states = levels.take(cursor, end, 16);
            if states.is_empty() {
                break;
            }
            for state in states {
                if manner.terminal_goals && space.is_goal(state) {
                    continue;
                }
                let before = made;
                let mut send = |next: S| {
                    outbox[if parts == 1 { 0 } else { owner(next, parts) }].push(next);
                    made += 1;
                };
                match (manner.way, manner.classes) {
                    (Way::Forward, true) => space.expand_classes(state, send),
                    (Way::Forward, false) => space.expand(state, |_, next| send(next)),
                    (Way::Backward, true) => {
                        space.retract(state, |before| send(space.canonical(&before)));
                    }
                    (Way::Backward, false) => {
                        space.retract(state, send);
                    }
                }
                *expanded += 1;
                *dead_ends += u64::from(made == before);
            }
        }
    }

    /// Whether all of the level before the one that grows is expanded.
    pub fn is_expanded(&self) -> bool {
        let mut cursor = self.cursor;
        self.levels.take(&mut cursor, self.levels.begin(self.growing()), 1).is_empty()
    }

    /// Stores what is new in the inbox, in the level that grows.
    ///
    /// With `goals_only`, when the level is known to have a goal and nothing will be expanded any
    /// more, only goals are looked for.
    ///
    /// # Errors
    /// When the memory limit does not allow it. What was stored till then stays.
    pub fn insert<P: Space<State = S>>(
        &mut self,
        space: &P,
        manner: Manner,
        goals_only: bool,
    ) -> Result<(), StopReason> {
        let mut inbox = std::mem::take(&mut self.inbox);
        self.peak_bytes = self.peak_bytes.max(self.bytes() + boxes_bytes(&inbox));
        let mut result = Ok(());
        'all: for keys in &inbox {
            for keys in keys.chunks(GRAIN) {
                if goals_only {
                    self.goals.extend(keys.iter().filter(|key| space.is_goal(key)));
                    continue;
                }
                result = self.make_room(P::UNDIRECTED);
                if result.is_err() {
                    break 'all;
                }
                let Part { table, levels, goals, pinned, .. } = self;
                table.insert_all(keys, |state| {
                    levels.push(state);
                    if space.is_goal(&state) {
                        goals.push(state);
                        if manner.terminal_goals && P::UNDIRECTED {
                            pinned.push(state);
                        }
                    }
                });
            }
        }
        inbox.iter_mut().for_each(Vec::clear);
        self.inbox = inbox;
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        result
    }

    /// Makes room for a grain of states more.
    fn make_room(&mut self, undirected: bool) -> Result<(), StopReason> {
        if self.levels.room() < GRAIN {
            if self.stored_bytes() + self.levels.next_segment_bytes() as u64 > self.storage() {
                return Err(StopReason::Memory);
            }
            self.levels.add_segment().map_err(|_| StopReason::Memory)?;
        }
        if self.table.room() < GRAIN {
            self.rebuild_table(undirected)?;
        }
        Ok(())
    }

    /// Makes the table anew, from the lists: where moves can be taken back, from the last levels
    /// only. The old table is gone before the new one comes.
    fn rebuild_table(&mut self, undirected: bool) -> Result<(), StopReason> {
        let oldest = if undirected { self.growing().saturating_sub(2) } else { 0 };
        let keep = self.levels.since(oldest).map(<[S]>::len).sum::<usize>() + self.pinned.len();
        // Three times what it must hold, or what the limit allows if that is still worth the work.
        let allowed = self.storage().saturating_sub(self.stored_bytes() - self.table.bytes());
        let Some(room) = [3 * keep, 2 * keep, keep + keep / 2, keep + keep / 5 + GRAIN]
            .into_iter()
            .map(|room| room.max(4 * GRAIN))
            .find(|&room| StateTable::<S>::bytes_for(room) <= allowed)
        else {
            return Err(StopReason::Memory);
        };
        self.table = StateTable::with_room(0).map_err(|_| StopReason::Memory)?;
        self.table = StateTable::with_room(room).map_err(|_| StopReason::Memory)?;
        self.table.insert_all(&self.pinned, |_| ());
        for states in self.levels.since(oldest) {
            self.table.insert_all(states, |_| ());
        }
        Ok(())
    }

    /// The level that grows.
    pub fn growing(&self) -> usize {
        self.levels.open_level()
    }
}

fn boxes_bytes<S>(boxes: &[Vec<S>]) -> u64 {
    boxes.iter().map(|list| (list.capacity() * size_of::<S>()) as u64).sum()
}
