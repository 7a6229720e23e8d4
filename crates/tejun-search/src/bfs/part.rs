//! One hash partition of a breadth-first search: the states that one thread owns.

use crate::bfs::exchange::Boxes;
use crate::bfs::mode::{Goals, SweepMode, Way};
use crate::bfs::store::{Listener, Make, Spot, Store, Work};
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::{Packed, refuse_none};
use crate::pulse::Pulse;
use crate::space::Space;

/// States expanded between two checks of the boxes: few, so that the boxes stay near their size.
const SLICE: usize = 16;

/// The states whose hashes belong to this partition.
pub(crate) struct Part<S, M> {
    pub store: M,
    /// Goals of the open level, as far as they are known.
    pub open: Met<S>,
    /// Goals of the level that was closed last.
    pub closed: Met<S>,
    pub boxes: Boxes<S>,
    pub expanded: u64,
    pub dead_ends: u64,
    /// The most keys that one state has generated.
    widest: usize,
    /// Counts the memory of the store.
    pub budget: Budget,
}

/// The goals of a level. However many there are, they are only counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met<S> {
    pub goals: u64,
    pub least: Option<S>,
}

impl<S: Ord + Copy> Met<S> {
    pub const NONE: Met<S> = Met { goals: 0, least: None };

    /// Counts the goals among `states` and calls `met` for each.
    #[inline]
    pub fn count<P: Space<State = S>>(&mut self, space: &P, states: &[S], mut met: impl FnMut(S)) {
        for &state in states.iter().filter(|state| space.is_goal(state)) {
            self.goals += 1;
            self.least = Some(self.least.map_or(state, |least| least.min(state)));
            met(state);
        }
    }
}

/// Counts the goals among the new states of a level. Terminal ones are pinned: they are not expanded, so their
/// neighbours may lie many levels farther.
struct Tally<'a, P: Space<State: Packed>> {
    space: &'a P,
    goals: Goals,
    met: &'a mut Met<P::State>,
}

impl<P: Space<State: Packed>> Listener<P::State> for Tally<'_, P> {
    fn pins(&self) -> bool {
        self.goals == Goals::Terminal
    }

    fn hear(&mut self, states: &[P::State], pins: &mut Vec<P::State>) {
        match self.goals {
            Goals::Expanded => self.met.count(self.space, states, |_| ()),
            Goals::Terminal => self.met.count(self.space, states, |goal| pins.push(goal)),
        }
    }

    fn forget(&mut self) {
        *self.met = Met::NONE;
    }
}

/// Returns which of `parts` partitions owns a state.
#[inline(always)]
pub(crate) fn owner<S: Packed>(state: S, parts: usize) -> usize {
    // The table uses the upper half of the hash, so the partitions use the lower half.
    (((state.mix() & 0xffff_ffff) * parts as u64) >> 32) as usize
}

/// The share of a partition's bytes that is reserved for its boxes.
fn boxes_share(bytes: u64) -> u64 {
    bytes / 8
}

impl<S: Packed, M: Store<S>> Part<S, M> {
    /// Returns an empty partition, one of `parts`.
    ///
    /// # Errors
    /// If not even an empty store fits.
    pub fn new(
        parts: usize,
        spot: Spot,
        make: Make<M>,
        bytes: u64,
        pulse: &mut dyn Pulse,
    ) -> Result<Self, StopReason> {
        let mut budget = Budget::new(bytes - boxes_share(bytes));
        Ok(Part {
            store: make(spot, &mut budget, pulse)?,
            open: Met::NONE,
            closed: Met::NONE,
            boxes: Boxes::new(parts, boxes_share(bytes)),
            expanded: 0,
            dead_ends: 0,
            widest: 1,
            budget,
        })
    }

    /// Goes back to the last of the first `points` points of the store. Returns the number of goals of each closed
    /// level.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn restore(&mut self, points: usize) -> Result<Vec<u64>, StopReason> {
        let (done, goals) = self.store.restore(points)?;
        (self.expanded, self.dead_ends) = (done.expanded, done.dead_ends);
        Ok(goals)
    }

    /// Makes the store ready to go on. `expanded` counts the states that all partitions have expanded.
    ///
    /// # Errors
    /// Those of [`Part::insert`].
    pub fn open<P: Space<State = S>>(
        &mut self,
        space: &P,
        manner: SweepMode,
        expanded: u64,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        let Part { store, open, budget, .. } = self;
        store.open(expanded, budget, pulse, &mut Tally { space, goals: manner.goals, met: open })
    }

    /// Makes what was done so far a point from which the search can go on.
    ///
    /// # Errors
    /// If the disk refuses, or the pulse stops the search.
    pub fn record(&mut self, expanded: u64, closed: bool, pulse: &mut dyn Pulse) -> Result<(), StopReason> {
        let work = Work { expanded: self.expanded, dead_ends: self.dead_ends, goals: self.closed.goals };
        self.store.record(work, expanded, closed, pulse)
    }

    /// Bytes allocated now.
    pub fn bytes(&self) -> u64 {
        self.budget.used() + self.boxes.budget.used()
    }

    /// Peak of the bytes allocated.
    pub fn peak_bytes(&self) -> u64 {
        self.budget.peak() + self.boxes.budget.peak()
    }

    /// Sets the limit of the bytes it may allocate.
    pub fn limit_bytes(&mut self, bytes: u64) {
        let boxes = boxes_share(bytes).max(self.boxes.budget.used());
        let boxes = boxes.min(bytes.saturating_sub(self.budget.used()));
        self.boxes.budget.set_limit(boxes);
        self.budget.set_limit(bytes - boxes);
    }

    /// Expands states of the last closed level into the outboxes, until these hold `most` states or are full,
    /// or no state is left. With `goals_only`, the level that they generate is known to have a goal, and nothing but
    /// goals is wanted of it.
    ///
    /// # Errors
    /// If the boxes cannot grow, or the pulse stops the search.
    pub fn expand<P: Space<State = S>>(
        &mut self,
        space: &P,
        manner: SweepMode,
        goals_only: bool,
        most: usize,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        let parts = self.boxes.out.len();
        let mut made = 0;
        // Where nothing is left to expand, no boxes are made: there are as many as partitions, in each of them.
        while made < most && !self.store.is_taken() {
            let widest = self.widest;
            let slice = if self.boxes.make_room(SLICE * widest).is_ok() { SLICE } else { 1 };
            match self.boxes.make_room(slice * widest) {
                Ok(()) => {}
                Err(_) if made > 0 => break,
                Err(reason) => return Err(reason),
            }
            let Part { store, boxes: Boxes { out, .. }, .. } = self;
            let states = store.take(slice)?;
            if states.is_empty() {
                break;
            }
            let begin = made;
            for state in states {
                if manner.goals == Goals::Terminal && space.is_goal(state) {
                    continue;
                }
                if goals_only && !space.has_move_to_goal(state) {
                    self.expanded += 1;
                    continue;
                }
                let before = made;
                let mut send = |next: S| {
                    out[if parts == 1 { 0 } else { owner(next, parts) }].push(next);
                    made += 1;
                };
                match (manner.way, manner.classes) {
                    (Way::Forward, true) => space.expand_classes(state, send),
                    (Way::Forward, false) => space.expand(state, |_, next| send(next)),
                    (Way::Backward, classes) => space.retract(state, |before| {
                        send(if classes { space.canonical(&before) } else { before });
                    }),
                }
                self.expanded += 1;
                self.dead_ends += u64::from(made == before);
                self.widest = self.widest.max(made - before);
            }
            if self.widest > widest {
                // How many keys a state generates is not known in advance, so the boxes may have grown.
                self.boxes.recount()?;
            }
            pulse.work(4 * (made - begin) + 4 * SLICE + parts)?;
        }
        Ok(())
    }

    /// Stores the new states of the inboxes in the open level.
    ///
    /// With `goals_only`, it only looks for goals: the level is known to have one, and nothing will be
    /// expanded any more.
    ///
    /// # Errors
    /// If memory runs out or the pulse stops the search.
    pub fn insert<P: Space<State = S>>(
        &mut self,
        space: &P,
        manner: SweepMode,
        goals_only: bool,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        for from in 0..self.boxes.inbox.len() {
            let mut keys = std::mem::take(&mut self.boxes.inbox[from]);
            let result = if goals_only {
                self.insert_goals(space, &keys, pulse)
            } else {
                self.insert_keys(space, manner, &keys, pulse)
            };
            keys.clear();
            self.boxes.inbox[from] = keys;
            result?;
        }
        pulse.work(self.boxes.inbox.len())
    }

    /// Stores the new ones among `keys`.
    ///
    /// # Errors
    /// Those of [`Part::insert`].
    pub fn insert_keys<P: Space<State = S>>(
        &mut self,
        space: &P,
        manner: SweepMode,
        keys: &[S],
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        refuse_none(keys);
        let Part { store, open, budget, .. } = self;
        store.insert(keys, budget, pulse, &mut Tally { space, goals: manner.goals, met: open })
    }

    fn insert_goals<P: Space<State = S>>(
        &mut self,
        space: &P,
        keys: &[S],
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        for keys in keys.chunks(1024) {
            refuse_none(keys);
            self.open.count(space, keys, |_| ());
            pulse.work(4 * keys.len())?;
        }
        Ok(())
    }

    /// Closes the open level.
    ///
    /// # Errors
    /// Those of [`Part::insert`].
    pub fn close_level<P: Space<State = S>>(
        &mut self,
        space: &P,
        manner: SweepMode,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        let Part { store, open, budget, .. } = self;
        store.close_level(budget, pulse, &mut Tally { space, goals: manner.goals, met: open })?;
        self.closed = std::mem::replace(&mut self.open, Met::NONE);
        Ok(())
    }

    /// Frees everything but the levels.
    pub fn seal(&mut self) {
        self.store.seal(&mut self.budget);
        self.boxes.free();
    }
}
