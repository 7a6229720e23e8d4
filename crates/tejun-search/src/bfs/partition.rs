//! One hash partition of a breadth-first search: the states that one thread owns.

use crate::bfs::expander::{Expander, Tally};
use crate::bfs::mailboxes::Mailboxes;
use crate::bfs::mode::{Goals, SweepMode};
use crate::bfs::store::{Listener, PartitionId, Store, StoreFactory};
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::spill::journal::Counters;
use crate::state::key::{Key, refuse_none};

/// States expanded between two checks of the mailboxes: few, so that the mailboxes stay near their size.
const SLICE: usize = 16;

/// The states whose hashes belong to this partition.
pub(crate) struct Partition<'s, S> {
    pub store: Box<dyn Store<S> + 's>,
    /// Goals of the open level, as far as they are known.
    pub open_goals: GoalCount<S>,
    /// Goals of the level that was closed last.
    pub closed_goals: GoalCount<S>,
    pub mailboxes: Mailboxes<S>,
    pub tally: Tally,
    /// Counts the memory of the store.
    pub budget: Budget,
}

/// The goals of a level. However many there are, they are only counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalCount<S> {
    pub goals: u64,
    pub least: Option<S>,
}

impl<S: Key> GoalCount<S> {
    pub const NONE: GoalCount<S> = GoalCount { goals: 0, least: None };

    /// Counts the goals among `states` and calls `met` for each.
    pub fn count(&mut self, space: &dyn Expander<S>, states: &[S], mut met: impl FnMut(S)) {
        space.visit_goals(states, &mut |state| {
            self.goals += 1;
            self.least = Some(self.least.map_or(state, |least| least.min(state)));
            met(state);
        });
    }
}

/// Counts the goals among the new states of a level. Terminal ones are pinned: they are not expanded, so their
/// neighbours may lie many levels farther.
struct GoalCounter<'a, S> {
    space: &'a dyn Expander<S>,
    goals: Goals,
    count: &'a mut GoalCount<S>,
}

impl<S: Key> Listener<S> for GoalCounter<'_, S> {
    fn pins(&self) -> bool {
        self.goals == Goals::Terminal
    }

    fn on_new(&mut self, states: &[S], pins: &mut Vec<S>) {
        match self.goals {
            Goals::Expanded => self.count.count(self.space, states, |_| ()),
            Goals::Terminal => self.count.count(self.space, states, |goal| pins.push(goal)),
        }
    }

    fn forget(&mut self) {
        *self.count = GoalCount::NONE;
    }
}

/// The share of a partition's bytes that is reserved for its mailboxes.
fn mailbox_bytes(bytes: u64) -> u64 {
    bytes / 8
}

impl<'s, S: Key> Partition<'s, S> {
    /// Returns an empty partition, one of `partitions`.
    ///
    /// # Errors
    /// If not even an empty store fits.
    pub fn new(
        partitions: usize,
        id: PartitionId,
        factory: StoreFactory<'_, 's, S>,
        bytes: u64,
        cancel: &mut dyn CancelCheck,
    ) -> Result<Self, StopReason> {
        let mut budget = Budget::new(bytes - mailbox_bytes(bytes));
        Ok(Partition {
            store: factory(id, &mut Workspace::new(&mut budget, cancel))?,
            open_goals: GoalCount::NONE,
            closed_goals: GoalCount::NONE,
            mailboxes: Mailboxes::new(partitions, mailbox_bytes(bytes)),
            tally: Tally::NONE,
            budget,
        })
    }

    /// Goes back to the last of the first `checkpoints` checkpoints of the store. Returns the number of goals of each closed
    /// level.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn restore(&mut self, checkpoints: usize) -> Result<Vec<u64>, StopReason> {
        let (done, goals) = self.store.restore(checkpoints)?;
        (self.tally.expanded, self.tally.dead_ends) = (done.expanded, done.dead_ends);
        Ok(goals)
    }

    /// Makes the store ready to go on. `expanded` counts the states that all partitions have expanded.
    ///
    /// # Errors
    /// Those of [`Partition::insert`].
    pub fn open(
        &mut self,
        space: &dyn Expander<S>,
        mode: SweepMode,
        expanded: u64,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        let Partition { store, open_goals, budget, .. } = self;
        store.open(
            expanded,
            &mut Workspace::new(budget, cancel),
            &mut GoalCounter { space, goals: mode.goals, count: open_goals },
        )
    }

    /// Makes what was done so far a checkpoint from which the search can go on.
    ///
    /// # Errors
    /// If the disk refuses, or the search is cancelled.
    pub fn checkpoint(
        &mut self,
        expanded: u64,
        closed: bool,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        let Tally { expanded: own, dead_ends, .. } = self.tally;
        let work = Counters { expanded: own, dead_ends, goals: self.closed_goals.goals };
        self.store.checkpoint(work, expanded, closed, cancel)
    }

    /// Bytes allocated now.
    pub fn bytes(&self) -> u64 {
        self.budget.used() + self.mailboxes.budget.used()
    }

    /// Peak of the bytes allocated.
    pub fn peak_bytes(&self) -> u64 {
        self.budget.peak() + self.mailboxes.budget.peak()
    }

    /// Sets the limit of the bytes it may allocate.
    pub fn limit_bytes(&mut self, bytes: u64) {
        let mailboxes = mailbox_bytes(bytes).max(self.mailboxes.budget.used());
        let mailboxes = mailboxes.min(bytes.saturating_sub(self.budget.used()));
        self.mailboxes.budget.set_limit(mailboxes);
        self.budget.set_limit(bytes - mailboxes);
    }

    /// Expands states of the last closed level into the outboxes, until these hold `most` states or are full,
    /// or no state is left. With `goals_only`, the level that they generate is known to have a goal, and nothing but
    /// goals is wanted of it.
    ///
    /// # Errors
    /// If the mailboxes cannot grow, or the search is cancelled.
    pub fn expand(
        &mut self,
        space: &dyn Expander<S>,
        mode: SweepMode,
        goals_only: bool,
        most: usize,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        let partitions = self.mailboxes.outboxes.len();
        let mut made = 0;
        // Where nothing is left to expand, no mailboxes are made: there are as many as partitions, in each of them.
        while made < most && !self.store.is_taken() {
            let max_branching = self.tally.max_branching;
            let slice = if self.mailboxes.make_room(SLICE * max_branching).is_ok() { SLICE } else { 1 };
            match self.mailboxes.make_room(slice * max_branching) {
                Ok(()) => {}
                Err(_) if made > 0 => break,
                Err(reason) => return Err(reason),
            }
            let Partition { store, mailboxes: Mailboxes { outboxes, .. }, tally, .. } = self;
            let states = store.take(slice)?;
            if states.is_empty() {
                break;
            }
            let sent = space.expand(states, mode, goals_only, tally, outboxes, cancel)?;
            if self.tally.max_branching > max_branching {
                // How many keys a state generates is not known in advance, so the mailboxes may have grown.
                self.mailboxes.recount()?;
            }
            cancel.work(4 * sent + 4 * SLICE + partitions)?;
            made += sent;
        }
        Ok(())
    }

    /// Stores the new states of the inboxes in the open level.
    ///
    /// With `goals_only`, it only looks for goals: the level is known to have one, and nothing will be
    /// expanded any more.
    ///
    /// # Errors
    /// If memory runs out or the search is cancelled.
    pub fn insert(
        &mut self,
        space: &dyn Expander<S>,
        mode: SweepMode,
        goals_only: bool,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        for from in 0..self.mailboxes.inboxes.len() {
            let mut keys = std::mem::take(&mut self.mailboxes.inboxes[from]);
            let result = if goals_only {
                self.insert_goals(space, &keys, cancel)
            } else {
                self.insert_keys(space, mode, &keys, cancel)
            };
            keys.clear();
            self.mailboxes.inboxes[from] = keys;
            result?;
        }
        cancel.work(self.mailboxes.inboxes.len())
    }

    /// Stores the new ones among `keys`.
    ///
    /// # Errors
    /// Those of [`Partition::insert`].
    pub fn insert_keys(
        &mut self,
        space: &dyn Expander<S>,
        mode: SweepMode,
        keys: &[S],
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        refuse_none(keys);
        let Partition { store, open_goals, budget, .. } = self;
        store.insert(
            keys,
            &mut Workspace::new(budget, cancel),
            &mut GoalCounter { space, goals: mode.goals, count: open_goals },
        )
    }

    fn insert_goals(
        &mut self,
        space: &dyn Expander<S>,
        keys: &[S],
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        for keys in keys.chunks(1024) {
            refuse_none(keys);
            self.open_goals.count(space, keys, |_| ());
            cancel.work(4 * keys.len())?;
        }
        Ok(())
    }

    /// Closes the open level.
    ///
    /// # Errors
    /// Those of [`Partition::insert`].
    pub fn close_level(
        &mut self,
        space: &dyn Expander<S>,
        mode: SweepMode,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        let Partition { store, open_goals, budget, .. } = self;
        store.close_level(
            &mut Workspace::new(budget, cancel),
            &mut GoalCounter { space, goals: mode.goals, count: open_goals },
        )?;
        self.closed_goals = std::mem::replace(&mut self.open_goals, GoalCount::NONE);
        Ok(())
    }

    /// Frees everything but the levels.
    pub fn seal(&mut self) {
        self.store.seal(&mut self.budget);
        self.mailboxes.free();
    }
}
