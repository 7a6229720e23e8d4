//! A breadth-first sweep, level by level, over hash partitions.
//!
//! A state's hash decides which partition owns it. In each round, every partition expands part of its
//! frontier into one outbox per owner, the boxes are exchanged, and every partition stores what it received.
//! Each partition has a thread; a single partition needs no exchange. Levels end together, so distances are
//! exact for any number of threads and processes. The set of states in a level does not depend on that number; only
//! their order does, and no result depends on the order.

use crate::bfs::mode::{SweepMode, Way};
use crate::bfs::part::{Met, Part, owner};
use crate::bfs::store::{Make, Spot, Store, VisitAll};
use crate::bfs::team::Team;
use crate::budget::Budget;
use crate::limits::{Limits, StopReason};
use crate::outcome::Stats;
use crate::packed::Packed;
use crate::pulse::{Monitor, Pulse, side_by_side};
use crate::sort::sort;
use crate::space::Space;

/// Keys generated before they are stored. On one thread they stay in the L1 cache.
const ROUND: usize = 1 << 10;
/// With several threads, a round must outweigh the cost of starting them and of waiting for the slowest.
const PARALLEL_ROUND: usize = 1 << 17;
/// With several processes, it must outweigh the time that parcels take.
const TEAM_ROUND: usize = 1 << 18;
/// Smaller frontiers per partition are expanded on one thread.
const PARALLEL_FRONTIER: u64 = 1 << 11;
/// States expanded between two points from which a search on disk can go on, within a level: some seconds of work.
const POINT: u64 = 1 << 25;
/// Starting states stored at a time.
const SEEDS: usize = 1 << 10;

/// A sweep over a space, some of its levels complete. `M` stores its states.
///
/// A step that fails in one process of the team must be settled by the caller, with all that it did between.
pub(crate) struct Sweep<'s, P: Space<State: Packed>, M> {
    pub space: &'s P,
    pub manner: SweepMode,
    pub team: &'s Team<'s>,
    /// The work of a sweep beside this one, which counts against the same limits.
    pub beside: Stats,
    /// Number of partitions, those of other processes included.
    count: usize,
    /// The partitions of this process.
    parts: Vec<Part<P::State, M>>,
    /// Number of states in each closed level.
    levels: Vec<u64>,
    /// Number of goals in each closed level.
    goals: Vec<u64>,
    states_limit: u64,
    depth_limit: u32,
    /// States expanded and stored by all processes, as far as is known.
    expanded: u64,
    stored: u64,
    /// States expanded when the last point was recorded.
    recorded: u64,
}

impl<'s, P: Space<State: Packed>, M: Store<P::State>> Sweep<'s, P, M> {
    /// Returns a sweep with level 0 (the starts, or the goals if it goes backward) or, if the stores that `make`
    /// makes have points from which to go on, with what they hold.
    ///
    /// # Errors
    /// If a limit or the watch stops it even there.
    pub fn new(
        space: &'s P,
        manner: SweepMode,
        limits: &Limits,
        (count, team): (usize, &'s Team<'s>),
        make: Make<M>,
        monitor: &mut Monitor,
    ) -> Result<Self, StopReason> {
        let own: Vec<usize> = team.own(count).collect();
        let share = limits.bytes / own.len() as u64;
        let spot = |part| Spot { way: manner.way, part, moves: P::MOVES };
        let parts = own
            .into_iter()
            .map(|part| Part::new(count, spot(part), make, share, monitor))
            .collect::<Result<_, _>>()?;
        let mut sweep = Sweep {
            space,
            manner: SweepMode { classes: manner.classes && space.has_symmetry(), ..manner },
            team,
            beside: Stats::default(),
            count,
            parts,
            levels: Vec::new(),
            goals: Vec::new(),
            states_limit: limits.states,
            depth_limit: limits.depth,
            expanded: 0,
            stored: 0,
            recorded: 0,
        };
        // All partitions record their points in step, so all have these.
        let mut points = u64::MAX;
        for part in &mut sweep.parts {
            points = points.min(part.store.examine(monitor)? as u64);
        }
        let points = team.least(points, monitor)? as usize;
        let mut goals = Vec::new();
        for part in &mut sweep.parts {
            goals.push(part.restore(points)?);
        }
        [sweep.expanded, _] = team.sums(sweep.own(), monitor)?;
        let (manner, expanded) = (sweep.manner, sweep.expanded);
        sweep.each(false, monitor, |part, pulse| part.open(space, manner, expanded, pulse))?;
        for level in 0..sweep.parts[0].store.levels() {
            let goals = goals.iter().map(|levels| levels[level]).sum();
            sweep.count_level(level, goals, monitor)?;
        }
        if sweep.levels.is_empty() {
            sweep.insert_starts(monitor)?;
            sweep.close_level(false, true, monitor)?;
        } else if sweep.goals() > 0 {
            sweep.meet_again(monitor)?;
        }
        [sweep.expanded, sweep.stored] = team.sums(sweep.own(), monitor)?;
        sweep.recorded = sweep.expanded;
        Ok(sweep)
    }

    /// Finds the least goals of the last closed level again.
    fn meet_again(&mut self, pulse: &mut dyn Pulse) -> Result<(), StopReason> {
        let (space, level) = (self.space, self.levels.len() - 1);
        for part in &mut self.parts {
            let mut met = Met::NONE;
            part.store.scan(level, &mut |states| {
                met.count(space, states, |_| ());
                pulse.work(4 * states.len())
            })?;
            part.closed = met;
        }
        Ok(())
    }

    /// Stores the states of level 0.
    fn insert_starts(&mut self, monitor: &mut Monitor) -> Result<(), StopReason> {
        let mut seeds = Vec::new();
        let mut grown = Ok(());
        let (space, manner) = (self.space, self.manner);
        let budget = &mut self.parts[0].budget;
        match manner.way {
            Way::Forward => space.starts(|state| {
                if grown.is_ok() {
                    grown = budget.grow(&mut seeds, 1);
                }
                if grown.is_ok() {
                    seeds.push(state);
                }
            }),
            Way::Backward => seeds = space.goals().unwrap_or_default(),
        }
        grown?;
        let (count, team) = (self.count, self.team);
        for seeds in seeds.chunks_mut(SEEDS) {
            if manner.classes {
                seeds.iter_mut().for_each(|seed| *seed = space.canonical(seed));
            }
            for (index, part) in team.own(count).zip(&mut self.parts) {
                let own: Vec<P::State> =
                    seeds.iter().copied().filter(|&seed| owner(seed, count) == index).collect();
                part.insert_keys(space, manner, &own, monitor)?;
            }
        }
        if manner.way == Way::Forward {
            self.parts[0].budget.free(&mut seeds);
        }
        Ok(())
    }

    /// Generates the next level. With `to_goal`, a level that contains a goal is not stored completely: only
    /// its goals are.
    ///
    /// # Errors
    /// If a limit or the watch stops it; the level is then incomplete.
    pub fn advance(&mut self, to_goal: bool, monitor: &mut Monitor) -> Result<(), StopReason> {
        if self.depth() >= self.depth_limit {
            return Err(StopReason::Depth);
        }
        let frontier = self.frontier();
        let parallel = self.parts.len() > 1 && frontier / self.count as u64 >= PARALLEL_FRONTIER;
        // A small limit on the states is kept about as well by several threads as by one.
        let left = usize::try_from(self.states_limit.saturating_sub(self.stored)).unwrap_or(usize::MAX);
        let round = match (self.team.is_alone(), parallel) {
            (false, _) => TEAM_ROUND,
            (true, true) => PARALLEL_ROUND.min(left / self.count).max(ROUND),
            (true, false) => ROUND,
        };
        // The boxes (outgoing, incoming, half empty) must stay within their share of the memory; and so must what is
        // on its way to other processes and from them.
        let lists = if self.team.is_alone() { 4 } else { 8 };
        let boxed = self.parts[0].boxes.budget.limit() / (lists * size_of::<P::State>() as u64);
        let round = round.min(usize::try_from(boxed).unwrap_or(usize::MAX)).max(1);
        let (space, manner) = (self.space, self.manner);
        self.tell(frontier, monitor);
        // The watch sees every level at least once.
        monitor.tick()?;
        let ([mut left, mut met], mut pausing) = ([1, 0], false);
        loop {
            let (goals_only, go_on) = (to_goal && met > 0, left > 0 && !pausing);
            if self.team.is_alone() {
                // Both at once: the longer each partition works by itself, the less one waits for another.
                self.each(parallel, monitor, |part, pulse| {
                    part.insert(space, manner, goals_only, pulse)?;
                    if go_on { part.expand(space, manner, goals_only, round, pulse) } else { Ok(()) }
                })?;
                self.count();
            } else {
                if go_on {
                    self.each(parallel, monitor, |part, pulse| {
                        part.expand(space, manner, goals_only, round, pulse)
                    })?;
                    self.post();
                }
                // While the parcels are on their way.
                self.each(parallel, monitor, |part, pulse| part.insert(space, manner, goals_only, pulse))?;
            }
            self.tell(frontier, monitor);
            if monitor.progress.stored >= self.states_limit {
                return Err(StopReason::States);
            }
            if left == 0 {
                break;
            }
            if std::mem::take(&mut pausing) {
                // Now the boxes are empty.
                self.record(false, parallel, monitor)?;
                continue;
            }
            [left, met] = self.deliver(monitor)?;
            // Once only goals are wanted, what is not stored could not be found again.
            pausing = self.expanded - self.recorded >= POINT && !(to_goal && met > 0);
        }
        self.close_level(parallel, !(to_goal && met > 0), monitor)
    }

    /// Sends off what other processes own.
    fn post(&mut self) {
        let census = self.census();
        let mut boxes: Vec<_> = self.parts.iter_mut().map(|part| &mut part.boxes).collect();
        self.team.post(&mut boxes, census);
    }

    /// Delivers the boxes. Returns how many partitions still have states to expand and how many have met a goal.
    fn deliver(&mut self, monitor: &mut Monitor) -> Result<[u64; 2], StopReason> {
        let census = self.census();
        let sums = if let [part] = &mut self.parts[..] {
            self.team.deliver(&mut [&mut part.boxes], census, monitor)
        } else {
            let mut boxes: Vec<_> = self.parts.iter_mut().map(|part| &mut part.boxes).collect();
            self.team.deliver(&mut boxes, census, monitor)
        };
        let [expanded, stored, left, met] = sums?;
        (self.expanded, self.stored) = (expanded, stored);
        if !self.team.is_alone() {
            // It may have said stop while this process waited for others.
            monitor.tick()?;
        }
        Ok([left, met])
    }

    /// States that this process has expanded and stored, and how many of its partitions have states to expand and have
    /// met a goal.
    fn census(&self) -> [u64; 4] {
        let count =
            |is: fn(&Part<P::State, M>) -> bool| self.parts.iter().filter(|part| is(part)).count() as u64;
        let [expanded, stored] = self.own();
        [expanded, stored, count(|part| !part.store.is_taken()), count(|part| part.open.goals > 0)]
    }

    /// States expanded and stored by this process.
    fn own(&self) -> [u64; 2] {
        let expanded = self.parts.iter().map(|part| part.expanded).sum();
        [expanded, self.parts.iter().map(|part| part.store.len()).sum()]
    }

    /// Takes note of what this process has done, which is alone.
    fn count(&mut self) {
        [self.expanded, self.stored] = self.own();
    }

    /// Runs `work` on each partition, each on a thread of its own if `parallel`.
    fn each(
        &mut self,
        parallel: bool,
        monitor: &mut Monitor,
        work: impl Fn(&mut Part<P::State, M>, &mut dyn Pulse) -> Result<(), StopReason> + Sync,
    ) -> Result<(), StopReason> {
        if parallel {
            side_by_side(&mut self.parts, monitor, work).map(|_| ())
        } else {
            self.parts.iter_mut().try_for_each(|part| work(part, monitor))
        }
    }

    /// Closes the open level. `whole` says that all of it is stored, so that the search could go on from it.
    fn close_level(&mut self, parallel: bool, whole: bool, monitor: &mut Monitor) -> Result<(), StopReason> {
        let (space, manner) = (self.space, self.manner);
        self.each(parallel, monitor, |part, pulse| part.close_level(space, manner, pulse))?;
        let goals = self.parts.iter().map(|part| part.closed.goals).sum();
        self.count_level(self.levels.len(), goals, monitor)?;
        if whole { self.record(true, parallel, monitor) } else { Ok(()) }
    }

    /// Counts the states of a level that was just closed, and its goals, in all processes. This one met `goals`.
    fn count_level(&mut self, level: usize, goals: u64, monitor: &mut Monitor) -> Result<(), StopReason> {
        let own = self.parts.iter().map(|part| part.store.level_len(level)).sum();
        let [states, goals] = self.team.sums([own, goals], monitor)?;
        self.levels.push(states);
        self.goals.push(goals);
        Ok(())
    }

    /// Makes what was done so far a point from which the search can go on. All boxes are empty.
    fn record(&mut self, closed: bool, parallel: bool, monitor: &mut Monitor) -> Result<(), StopReason> {
        self.recorded = self.expanded;
        let expanded = self.expanded;
        self.each(parallel, monitor, |part, pulse| part.record(expanded, closed, pulse))
    }

    /// The goals of a complete level, ascending, found by visiting all its states.
    ///
    /// # Errors
    /// If memory runs out, or the disk refuses, or the pulse stops the search.
    pub fn goals_of(
        &self,
        level: u32,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
    ) -> Result<Vec<P::State>, StopReason> {
        let mut goals = Vec::new();
        self.scan(level, |states| {
            for state in states.iter().filter(|state| self.space.is_goal(state)) {
                budget.grow(&mut goals, 1)?;
                goals.push(*state);
            }
            pulse.work(4 * states.len())
        })?;
        self.team.join(&mut goals, budget, pulse)?;
        sort(&mut goals, pulse)?;
        Ok(goals)
    }

    /// Lends the budget that counts lists beside the sweep to `work`, with room for `bytes`, as far as that can be
    /// made.
    ///
    /// # Errors
    /// Those of `work`, or if the pulse stops the search.
    pub fn with_room<T>(
        &mut self,
        bytes: u64,
        pulse: &mut dyn Pulse,
        work: impl FnOnce(&Self, &mut Budget, &mut dyn Pulse) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        let Part { store, budget, .. } = &mut self.parts[0];
        store.shed(bytes, budget, pulse)?;
        let mut budget = self.parts[0].budget;
        let done = work(self, &mut budget, pulse);
        self.parts[0].budget = budget;
        done
    }

    /// Updates the monitor's progress.
    fn tell(&self, frontier: u64, monitor: &mut Monitor) {
        monitor.progress.depth = self.depth();
        monitor.progress.frontier = frontier;
        monitor.progress.expanded = self.expanded + self.beside.expanded;
        monitor.progress.stored = self.stored + self.beside.stored;
        monitor.progress.bytes = self.bytes() + self.beside.peak_bytes;
    }

    /// Index of the last complete level.
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Number of states in the last complete level.
    pub fn frontier(&self) -> u64 {
        self.level_len(self.depth())
    }

    /// Number of goals in the last complete level.
    pub fn goals(&self) -> u64 {
        self.goals_in(self.depth())
    }

    /// Number of goals in a complete level.
    pub fn goals_in(&self, level: u32) -> u64 {
        self.goals[level as usize]
    }

    /// The least goal of the last complete level, in all processes.
    ///
    /// # Errors
    /// Those of another process.
    pub fn least_goal(&self, pulse: &mut dyn Pulse) -> Result<Option<P::State>, StopReason> {
        let own = self.parts.iter().filter_map(|part| part.closed.least).min();
        self.team.least_state(own, pulse)
    }

    /// Number of states in a level.
    pub fn level_len(&self, level: u32) -> u64 {
        self.levels[level as usize]
    }

    /// Visits the states of a level that this process owns, a few thousand at a time.
    ///
    /// # Errors
    /// Those of `visit` and of the store.
    pub fn scan(
        &self,
        level: u32,
        mut visit: impl FnMut(&[P::State]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.parts.iter().try_for_each(|part| part.store.scan(level as usize, &mut visit))
    }

    /// Counts the different states among those that `visit_all` visits, with the help of the disk.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the sweep keeps nothing on disk; else if the disk refuses, or the pulse stops the
    /// search.
    pub fn count_distinct(
        &self,
        visit_all: VisitAll<P::State>,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
    ) -> Result<u64, StopReason> {
        self.parts[0].store.count_distinct(visit_all, budget, pulse)
    }

    /// Returns the smallest state that the last complete levels of both sweeps share. Both must have the same
    /// number of partitions.
    ///
    /// # Errors
    /// If the pulse stops the search.
    pub fn meeting(&self, other: &Self, pulse: &mut dyn Pulse) -> Result<Option<P::State>, StopReason> {
        let mut least: Option<P::State> = None;
        for (own, other) in self.parts.iter().zip(&other.parts) {
            own.store.common(&other.store, pulse, &mut |state| {
                least = Some(least.map_or(state, |least: P::State| least.min(state)));
            })?;
        }
        self.team.least_state(least, pulse)
    }

    /// Number of expanded states without a move, of this process.
    pub fn dead_ends(&self) -> u64 {
        self.parts.iter().map(|part| part.dead_ends).sum()
    }

    /// Bytes that this process has allocated now.
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(Part::bytes).sum()
    }

    /// Frees memory beyond so many bytes, as far as it can do without.
    ///
    /// # Errors
    /// If the pulse stops the search.
    pub fn shed(&mut self, bytes: u64, pulse: &mut dyn Pulse) -> Result<(), StopReason> {
        let share = bytes / self.parts.len() as u64;
        for part in &mut self.parts {
            let beyond = part.bytes().saturating_sub(share);
            if beyond > 0 {
                let left = part.budget.left() + beyond;
                part.store.shed(left, &mut part.budget, pulse)?;
            }
        }
        Ok(())
    }

    /// Sets the limit of the bytes it may allocate.
    pub fn limit_bytes(&mut self, bytes: u64) {
        let share = bytes / self.parts.len() as u64;
        self.parts.iter_mut().for_each(|part| part.limit_bytes(share));
    }

    /// Resets the peak of the bytes allocated.
    pub fn reset_peak(&mut self) {
        for part in &mut self.parts {
            part.budget.reset_peak();
            part.boxes.budget.reset_peak();
        }
    }

    /// Frees everything but the levels, which are only read from here on.
    pub fn seal(&mut self) {
        self.parts.iter_mut().for_each(Part::seal);
    }

    /// What this process has done so far.
    pub fn stats(&self) -> Stats {
        let [expanded, stored] = self.own();
        Stats { expanded, stored, peak_bytes: self.parts.iter().map(Part::peak_bytes).sum() }
    }
}
