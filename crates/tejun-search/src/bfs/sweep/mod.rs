//! A breadth-first sweep, level by level, over hash partitions.
//!
//! A state's hash decides which partition owns it. In each round, every partition expands part of its
//! frontier into one outbox per owner, the mailboxes are exchanged, and every partition stores what it received.
//! Each partition has a thread; a single partition needs no exchange. Levels end together, so distances are
//! exact for any number of threads and processes. The set of states in a level does not depend on that number; only
//! their order does, and no result depends on the order.

mod levels;

use crate::bfs::collective::Collective;
use crate::bfs::expander::Expander;
use crate::bfs::mailboxes::owner;
use crate::bfs::mode::{SweepDirection, SweepMode};
use crate::bfs::partition::{GoalCount, Partition};
use crate::bfs::store::{PartitionId, StoreFactory};
use crate::limits::{Limits, StopReason};
use crate::outcome::Stats;
use crate::runtime::cancel::{CancelCheck, WatchPoller, par_map};
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// Keys generated before they are stored. On one thread they stay in the L1 cache.
const ROUND: usize = 1 << 10;
/// With several threads, a round must outweigh the cost of starting them and of waiting for the slowest.
const PARALLEL_ROUND: usize = 1 << 17;
/// With several processes, it must outweigh the time that messages take.
const DISTRIBUTED_ROUND: usize = 1 << 18;
/// Smaller frontiers per partition are expanded on one thread.
const PARALLEL_FRONTIER: u64 = 1 << 11;
/// States expanded between two checkpoints from which a search on disk can go on, within a level: some seconds of work.
const CHECKPOINT_INTERVAL: u64 = 1 << 25;
/// Starting states stored at a time.
const SEEDS: usize = 1 << 10;

/// A sweep over a space, some of its levels complete.
///
/// A step that fails in one process of the collective must be agreed on by the caller, with all that it did between.
pub(crate) struct Sweep<'s, S> {
    pub space: &'s dyn Expander<S>,
    pub mode: SweepMode,
    pub collective: &'s Collective<'s>,
    /// The work of a sweep beside this one, which counts against the same limits.
    pub beside: Stats,
    /// Number of partitions, those of other processes included.
    count: usize,
    /// The partitions of this process.
    partitions: Vec<Partition<'s, S>>,
    /// Number of states in each closed level.
    levels: Vec<u64>,
    /// Number of goals in each closed level.
    goals: Vec<u64>,
    states_limit: u64,
    depth_limit: u32,
    /// States expanded and stored by all processes, as far as is known.
    expanded: u64,
    stored: u64,
    /// States expanded at the last checkpoint.
    last_checkpoint: u64,
}

impl<'s, S: Key> Sweep<'s, S> {
    /// Returns a sweep with level 0 (the starts, or the goals if it goes backward) or, if the stores that `factory`
    /// makes have checkpoints from which to go on, with what they hold.
    ///
    /// # Errors
    /// If a limit or the watch stops it even there.
    pub fn new<'l: 's>(
        space: &'s dyn Expander<S>,
        mode: SweepMode,
        limits: &Limits,
        (count, collective): (usize, &'s Collective<'s>),
        factory: StoreFactory<'_, 'l, S>,
        poller: &mut WatchPoller,
    ) -> Result<Self, StopReason> {
        let own: Vec<usize> = collective.owned_partitions(count).collect();
        let bytes_each = limits.bytes / own.len() as u64;
        let id = |index| PartitionId { direction: mode.direction, index };
        let partitions = own
            .into_iter()
            .map(|index| Partition::new(count, id(index), factory, bytes_each, poller))
            .collect::<Result<_, _>>()?;
        let mut sweep = Sweep {
            space,
            mode: SweepMode { classes: mode.classes && space.has_symmetry(), ..mode },
            collective,
            beside: Stats::default(),
            count,
            partitions,
            levels: Vec::new(),
            goals: Vec::new(),
            states_limit: limits.states,
            depth_limit: limits.depth,
            expanded: 0,
            stored: 0,
            last_checkpoint: 0,
        };
        // All partitions take their checkpoints in step, so all have these.
        let mut checkpoints = u64::MAX;
        for partition in &mut sweep.partitions {
            checkpoints = checkpoints.min(partition.store.load_checkpoints(poller)? as u64);
        }
        let checkpoints = collective.all_reduce_min(checkpoints, poller)? as usize;
        let mut goals = Vec::new();
        for partition in &mut sweep.partitions {
            goals.push(partition.restore(checkpoints)?);
        }
        [sweep.expanded, _] = collective.all_reduce_sum(sweep.own_counts(), poller)?;
        let (mode, expanded) = (sweep.mode, sweep.expanded);
        sweep.each(false, poller, |partition, cancel| partition.open(space, mode, expanded, cancel))?;
        for level in 0..sweep.partitions[0].store.levels() {
            let goals = goals.iter().map(|levels| levels[level]).sum();
            sweep.count_level(level, goals, poller)?;
        }
        if sweep.levels.is_empty() {
            sweep.insert_starts(poller)?;
            sweep.close_level(false, true, poller)?;
        } else if sweep.goals() > 0 {
            sweep.find_goals_again(poller)?;
        }
        [sweep.expanded, sweep.stored] = collective.all_reduce_sum(sweep.own_counts(), poller)?;
        sweep.last_checkpoint = sweep.expanded;
        Ok(sweep)
    }

    /// Finds the least goals of the last closed level again.
    fn find_goals_again(&mut self, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        let (space, level) = (self.space, self.levels.len() - 1);
        for partition in &mut self.partitions {
            let mut met = GoalCount::NONE;
            partition.store.scan(level, &mut |states| {
                met.count(space, states, |_| ());
                cancel.work(4 * states.len())
            })?;
            partition.closed_goals = met;
        }
        Ok(())
    }

    /// Stores the states of level 0.
    fn insert_starts(&mut self, poller: &mut WatchPoller) -> Result<(), StopReason> {
        let mut seeds = Vec::new();
        let mut grown = Ok(());
        let (space, mode) = (self.space, self.mode);
        let budget = &mut self.partitions[0].budget;
        match mode.direction {
            SweepDirection::Forward => space.starts(&mut |state| {
                if grown.is_ok() {
                    grown = budget.grow(&mut seeds, 1);
                }
                if grown.is_ok() {
                    seeds.push(state);
                }
            }),
            SweepDirection::Backward => seeds = space.goals().unwrap_or_default(),
        }
        grown?;
        let (count, collective) = (self.count, self.collective);
        for seeds in seeds.chunks_mut(SEEDS) {
            if mode.classes {
                space.canonicalize(seeds);
            }
            for (index, partition) in collective.owned_partitions(count).zip(&mut self.partitions) {
                let own: Vec<S> = seeds.iter().copied().filter(|&seed| owner(seed, count) == index).collect();
                partition.insert_keys(space, mode, &own, poller)?;
            }
        }
        if mode.direction == SweepDirection::Forward {
            self.partitions[0].budget.free(&mut seeds);
        }
        Ok(())
    }

    /// Generates the next level. With `to_goal`, a level that contains a goal is not stored completely: only
    /// its goals are.
    ///
    /// # Errors
    /// If a limit or the watch stops it; the level is then incomplete.
    pub fn advance(&mut self, to_goal: bool, poller: &mut WatchPoller) -> Result<(), StopReason> {
        if self.depth() >= self.depth_limit {
            return Err(StopReason::Depth);
        }
        let frontier = self.frontier();
        let parallel = self.partitions.len() > 1 && frontier / self.count as u64 >= PARALLEL_FRONTIER;
        // A small limit on the states is kept about as well by several threads as by one.
        let left = usize::try_from(self.states_limit.saturating_sub(self.stored)).unwrap_or(usize::MAX);
        let round = match (self.collective.is_alone(), parallel) {
            (false, _) => DISTRIBUTED_ROUND,
            (true, true) => PARALLEL_ROUND.min(left / self.count).max(ROUND),
            (true, false) => ROUND,
        };
        // The mailboxes (outgoing, incoming, half empty) must stay within their share of the memory; and so must what is
        // on its way to other processes and from them.
        let lists = if self.collective.is_alone() { 4 } else { 8 };
        let boxed = self.partitions[0].mailboxes.budget.limit() / (lists * size_of::<S>() as u64);
        let round = round.min(usize::try_from(boxed).unwrap_or(usize::MAX)).max(1);
        let (space, mode) = (self.space, self.mode);
        self.update_progress(frontier, poller);
        // The watch sees every level at least once.
        poller.tick()?;
        let ([mut left, mut met], mut pausing) = ([1, 0], false);
        loop {
            let (goals_only, go_on) = (to_goal && met > 0, left > 0 && !pausing);
            if self.collective.is_alone() {
                // Both at once: the longer each partition works by itself, the less one waits for another.
                self.each(parallel, poller, |partition, cancel| {
                    partition.insert(space, mode, goals_only, cancel)?;
                    if go_on { partition.expand(space, mode, goals_only, round, cancel) } else { Ok(()) }
                })?;
                self.update_counts();
            } else {
                if go_on {
                    self.each(parallel, poller, |partition, cancel| {
                        partition.expand(space, mode, goals_only, round, cancel)
                    })?;
                    self.start_exchange();
                }
                // While the messages are on their way.
                self.each(parallel, poller, |partition, cancel| {
                    partition.insert(space, mode, goals_only, cancel)
                })?;
            }
            self.update_progress(frontier, poller);
            if poller.progress.stored >= self.states_limit {
                return Err(StopReason::States);
            }
            if left == 0 {
                break;
            }
            if std::mem::take(&mut pausing) {
                // Now the mailboxes are empty.
                self.checkpoint(false, parallel, poller)?;
                continue;
            }
            [left, met] = self.finish_exchange(poller)?;
            // Once only goals are wanted, what is not stored could not be found again.
            pausing = self.expanded - self.last_checkpoint >= CHECKPOINT_INTERVAL && !(to_goal && met > 0);
        }
        self.close_level(parallel, !(to_goal && met > 0), poller)
    }

    /// Sends off what other processes own.
    fn start_exchange(&mut self) {
        let census = self.census();
        let mut mailboxes: Vec<_> =
            self.partitions.iter_mut().map(|partition| &mut partition.mailboxes).collect();
        self.collective.start_exchange(&mut mailboxes, census);
    }

    /// Delivers the mailboxes. Returns how many partitions still have states to expand and how many have met a goal.
    fn finish_exchange(&mut self, poller: &mut WatchPoller) -> Result<[u64; 2], StopReason> {
        let census = self.census();
        let sums = if let [partition] = &mut self.partitions[..] {
            self.collective.finish_exchange(&mut [&mut partition.mailboxes], census, poller)
        } else {
            let mut mailboxes: Vec<_> =
                self.partitions.iter_mut().map(|partition| &mut partition.mailboxes).collect();
            self.collective.finish_exchange(&mut mailboxes, census, poller)
        };
        let [expanded, stored, left, met] = sums?;
        (self.expanded, self.stored) = (expanded, stored);
        if !self.collective.is_alone() {
            // It may have said stop while this process waited for others.
            poller.tick()?;
        }
        Ok([left, met])
    }

    /// States that this process has expanded and stored, and how many of its partitions have states to expand and have
    /// met a goal.
    fn census(&self) -> [u64; 4] {
        let count = |is: fn(&Partition<'s, S>) -> bool| {
            self.partitions.iter().filter(|partition| is(partition)).count() as u64
        };
        let [expanded, stored] = self.own_counts();
        [
            expanded,
            stored,
            count(|partition| !partition.store.is_taken()),
            count(|partition| partition.open_goals.goals > 0),
        ]
    }

    /// States expanded and stored by this process.
    fn own_counts(&self) -> [u64; 2] {
        let expanded = self.partitions.iter().map(|partition| partition.tally.expanded).sum();
        [expanded, self.partitions.iter().map(|partition| partition.store.len()).sum()]
    }

    /// Takes note of what this process has done, which is alone.
    fn update_counts(&mut self) {
        [self.expanded, self.stored] = self.own_counts();
    }

    /// Runs `work` on each partition, each on a thread of its own if `parallel`.
    fn each(
        &mut self,
        parallel: bool,
        poller: &mut WatchPoller,
        work: impl Fn(&mut Partition<'s, S>, &mut dyn CancelCheck) -> Result<(), StopReason> + Sync,
    ) -> Result<(), StopReason> {
        if parallel {
            par_map(&mut self.partitions, poller, work).map(|_| ())
        } else {
            self.partitions.iter_mut().try_for_each(|partition| work(partition, poller))
        }
    }

    /// Closes the open level. `whole` says that all of it is stored, so that the search could go on from it.
    fn close_level(
        &mut self,
        parallel: bool,
        whole: bool,
        poller: &mut WatchPoller,
    ) -> Result<(), StopReason> {
        let (space, mode) = (self.space, self.mode);
        self.each(parallel, poller, |partition, cancel| partition.close_level(space, mode, cancel))?;
        let goals = self.partitions.iter().map(|partition| partition.closed_goals.goals).sum();
        self.count_level(self.levels.len(), goals, poller)?;
        if whole { self.checkpoint(true, parallel, poller) } else { Ok(()) }
    }

    /// Counts the states of a level that was just closed, and its goals, in all processes. This one met `goals`.
    fn count_level(&mut self, level: usize, goals: u64, poller: &mut WatchPoller) -> Result<(), StopReason> {
        let own = self.partitions.iter().map(|partition| partition.store.level_len(level)).sum();
        let [states, goals] = self.collective.all_reduce_sum([own, goals], poller)?;
        self.levels.push(states);
        self.goals.push(goals);
        Ok(())
    }

    /// Makes what was done so far a checkpoint from which the search can go on. All mailboxes are empty.
    fn checkpoint(
        &mut self,
        closed: bool,
        parallel: bool,
        poller: &mut WatchPoller,
    ) -> Result<(), StopReason> {
        self.last_checkpoint = self.expanded;
        let expanded = self.expanded;
        self.each(parallel, poller, |partition, cancel| partition.checkpoint(expanded, closed, cancel))
    }

    /// Lends the budget that counts lists beside the sweep to `work`, with room for `bytes`, as far as that can be
    /// made.
    ///
    /// # Errors
    /// Those of `work`, or if the search is cancelled.
    pub fn with_room<T>(
        &mut self,
        bytes: u64,
        cancel: &mut dyn CancelCheck,
        work: impl FnOnce(&Self, &mut Workspace) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        let Partition { store, budget, .. } = &mut self.partitions[0];
        store.shed(bytes, &mut Workspace::new(budget, cancel))?;
        let mut budget = self.partitions[0].budget;
        let done = work(self, &mut Workspace::new(&mut budget, cancel));
        self.partitions[0].budget = budget;
        done
    }

    /// Updates the progress shown to the watch.
    fn update_progress(&self, frontier: u64, poller: &mut WatchPoller) {
        poller.progress.depth = self.depth();
        poller.progress.frontier = frontier;
        poller.progress.expanded = self.expanded + self.beside.expanded;
        poller.progress.stored = self.stored + self.beside.stored;
        poller.progress.bytes = self.bytes() + self.beside.peak_bytes;
    }

    /// Bytes that this process has allocated now.
    pub fn bytes(&self) -> u64 {
        self.partitions.iter().map(Partition::bytes).sum()
    }

    /// Frees memory beyond so many bytes, as far as it can do without.
    ///
    /// # Errors
    /// If the search is cancelled.
    pub fn shed(&mut self, bytes: u64, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        let bytes_each = bytes / self.partitions.len() as u64;
        for partition in &mut self.partitions {
            let beyond = partition.bytes().saturating_sub(bytes_each);
            if beyond > 0 {
                let left = partition.budget.left() + beyond;
                partition.store.shed(left, &mut Workspace::new(&mut partition.budget, cancel))?;
            }
        }
        Ok(())
    }

    /// Sets the limit of the bytes it may allocate.
    pub fn limit_bytes(&mut self, bytes: u64) {
        let bytes_each = bytes / self.partitions.len() as u64;
        self.partitions.iter_mut().for_each(|partition| partition.limit_bytes(bytes_each));
    }

    /// Resets the peak of the bytes allocated.
    pub fn reset_peak(&mut self) {
        for partition in &mut self.partitions {
            partition.budget.reset_peak();
            partition.mailboxes.budget.reset_peak();
        }
    }

    /// Frees everything but the levels, which are only read from here on.
    pub fn seal(&mut self) {
        self.partitions.iter_mut().for_each(Partition::seal);
    }

    /// What this process has done so far.
    pub fn stats(&self) -> Stats {
        let [expanded, stored] = self.own_counts();
        Stats { expanded, stored, peak_bytes: self.partitions.iter().map(Partition::peak_bytes).sum() }
    }
}
