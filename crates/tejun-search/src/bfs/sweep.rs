//! A breadth-first sweep, level by level, over hash partitions.
//!
//! A state's hash decides which partition owns it. In each round, every partition expands part of its
//! frontier into one outbox per owner, the boxes are exchanged, and every partition stores what it received.
//! Each partition has a thread; a single partition needs no exchange. Levels end together, so distances are
//! exact for any number of threads. The set of states in a level does not depend on that number; only their
//! order does, and no result depends on the order.

use crate::bfs::exchange::{Exchange, Swap};
use crate::bfs::mode::{SweepMode, Way};
use crate::bfs::part::{Part, owner};
use crate::bfs::store::{Make, Spot, Store, VisitAll};
use crate::budget::Budget;
use crate::limits::{Limits, StopReason};
use crate::outcome::Stats;
use crate::pulse::{Monitor, Pulse, side_by_side};
use crate::sort::sort;
use crate::space::Space;

/// Keys generated before they are stored. On one thread they stay in the L1 cache.
const ROUND: usize = 1 << 10;
/// With several threads, a round must outweigh the cost of starting them.
const PARALLEL_ROUND: usize = 1 << 17;
/// Smaller frontiers per partition are expanded on one thread.
const PARALLEL_FRONTIER: u64 = 1 << 11;
/// States expanded between two points from which a search on disk can go on, within a level: some seconds of work.
const POINT: u64 = 1 << 25;
/// Starting states stored at a time.
const SEEDS: usize = 1 << 10;

/// A sweep over a space, some of its levels complete. `M` stores its states, `X` exchanges them.
pub(crate) struct Sweep<'s, P: Space, M, X = Swap> {
    pub space: &'s P,
    pub manner: SweepMode,
    /// The work of a sweep beside this one, which counts against the same limits.
    pub beside: Stats,
    parts: Vec<Part<P::State, M>>,
    exchange: X,
    /// The goals of the last closed level, ascending. Counted in the first partition's budget.
    goals: Vec<P::State>,
    states_limit: u64,
    depth_limit: u32,
    /// States expanded when the last point was recorded.
    recorded: u64,
}

impl<'s, P: Space, M: Store<P::State>, X: Exchange<P::State>> Sweep<'s, P, M, X> {
    /// Returns a sweep with level 0 (the starts, or the goals if it goes backward) or, if the stores that `make`
    /// makes have points from which to go on, with what they hold.
    ///
    /// # Errors
    /// If a limit or the watch stops it even there.
    pub fn new(
        space: &'s P,
        manner: SweepMode,
        limits: &Limits,
        threads: usize,
        make: Make<M>,
        monitor: &mut Monitor,
    ) -> Result<Self, StopReason> {
        let count = threads.max(1);
        let share = limits.bytes / count as u64;
        let spot = |part| Spot { way: manner.way, part, moves: P::MOVES };
        let parts = (0..count)
            .map(|part| Part::new(count, spot(part), make, share, monitor))
            .collect::<Result<_, _>>()?;
        let mut sweep = Sweep {
            space,
            manner: SweepMode { classes: manner.classes && space.has_symmetry(), ..manner },
            beside: Stats::default(),
            parts,
            exchange: X::new(count),
            goals: Vec::new(),
            states_limit: limits.states,
            depth_limit: limits.depth,
            recorded: 0,
        };
        // All partitions record their points in step, so all have these.
        let points = sweep.parts.iter().map(|part| part.store.points()).min().unwrap_or(0);
        let manner = sweep.manner;
        sweep.each(false, monitor, |part, pulse| part.resume(space, manner, points, pulse))?;
        sweep.recorded = sweep.expanded();
        if sweep.parts[0].store.levels() == 0 {
            sweep.insert_starts(monitor)?;
            sweep.close_level(false, monitor)?;
        } else {
            sweep.goals = sweep.goals_of(sweep.depth(), monitor)?;
        }
        Ok(sweep)
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
        let count = self.parts.len();
        for seeds in seeds.chunks_mut(SEEDS) {
            if manner.classes {
                seeds.iter_mut().for_each(|seed| *seed = space.canonical(seed));
            }
            for (index, part) in self.parts.iter_mut().enumerate() {
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
        let frontier = self.level_len(self.depth());
        let parallel = self.parts.len() > 1 && frontier / self.parts.len() as u64 >= PARALLEL_FRONTIER;
        let round = if parallel { PARALLEL_ROUND } else { ROUND };
        // The boxes (outgoing, incoming, half empty) must stay within their share of the memory.
        let boxed = self.parts[0].boxes.budget.limit() / (4 * size_of::<P::State>() as u64);
        let round = round.min(usize::try_from(boxed).unwrap_or(usize::MAX)).max(1);
        let (space, manner) = (self.space, self.manner);
        self.tell(frontier, monitor);
        // The watch sees every level at least once.
        monitor.tick()?;
        while self.parts.iter().any(|part| !part.store.is_taken()) {
            self.each(parallel, monitor, |part, pulse| part.expand(space, manner, round, pulse))?;
            if self.parts.len() > 1 {
                let mut boxes: Vec<_> = self.parts.iter_mut().map(|part| &mut part.boxes).collect();
                self.exchange.deliver(&mut boxes);
            } else {
                self.exchange.deliver(&mut [&mut self.parts[0].boxes]);
            }
            let goals_only = to_goal && self.parts.iter().any(|part| !part.goals.is_empty());
            self.each(parallel, monitor, |part, pulse| part.insert(space, manner, goals_only, pulse))?;
            self.tell(frontier, monitor);
            if monitor.progress.stored >= self.states_limit {
                return Err(StopReason::States);
            }
            if self.expanded() - self.recorded >= POINT {
                self.record(false, parallel, monitor)?;
            }
        }
        self.close_level(parallel, monitor)
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

    fn close_level(&mut self, parallel: bool, monitor: &mut Monitor) -> Result<(), StopReason> {
        let (space, manner) = (self.space, self.manner);
        self.each(parallel, monitor, |part, pulse| part.close_level(space, manner, pulse))?;
        let (first, rest) = self.parts.split_first_mut().expect("a sweep has at least one partition");
        self.goals.clear();
        std::mem::swap(&mut self.goals, &mut first.goals);
        for part in rest {
            first.budget.grow(&mut self.goals, part.goals.len())?;
            self.goals.append(&mut part.goals);
        }
        sort(&mut self.goals, monitor)?;
        self.goals.dedup();
        self.record(true, parallel, monitor)
    }

    /// Makes what was done so far a point from which the search can go on. All boxes are empty.
    fn record(&mut self, closed: bool, parallel: bool, monitor: &mut Monitor) -> Result<(), StopReason> {
        self.recorded = self.expanded();
        self.each(parallel, monitor, |part, pulse| part.record(closed, pulse))
    }

    fn expanded(&self) -> u64 {
        self.parts.iter().map(|part| part.expanded).sum()
    }

    /// The goals of a complete level, ascending, found by visiting all its states. Counted in the first partition's
    /// budget.
    ///
    /// # Errors
    /// If memory runs out, or the disk refuses, or the pulse stops the search.
    pub fn goals_of(&mut self, level: u32, pulse: &mut dyn Pulse) -> Result<Vec<P::State>, StopReason> {
        let mut goals = Vec::new();
        let mut budget = self.parts[0].budget;
        self.scan(level, |states| {
            for state in states.iter().filter(|state| self.space.is_goal(state)) {
                budget.grow(&mut goals, 1)?;
                goals.push(*state);
            }
            pulse.work(4 * states.len())
        })?;
        self.parts[0].budget = budget;
        sort(&mut goals, pulse)?;
        Ok(goals)
    }

    /// Updates the monitor's progress.
    fn tell(&self, frontier: u64, monitor: &mut Monitor) {
        let Stats { expanded, stored, .. } = self.stats();
        monitor.progress.depth = self.depth();
        monitor.progress.frontier = frontier;
        monitor.progress.expanded = expanded + self.beside.expanded;
        monitor.progress.stored = stored + self.beside.stored;
        monitor.progress.bytes = self.bytes() + self.beside.peak_bytes;
    }

    /// Index of the last complete level.
    pub fn depth(&self) -> u32 {
        self.parts[0].store.levels() as u32 - 1
    }

    /// Number of states in the last complete level.
    pub fn frontier(&self) -> u64 {
        self.level_len(self.depth())
    }

    /// The goals of the last complete level, ascending.
    pub fn goals(&self) -> &[P::State] {
        &self.goals
    }

    /// Number of states in a level.
    pub fn level_len(&self, level: u32) -> u64 {
        self.parts.iter().map(|part| part.store.level_len(level as usize)).sum()
    }

    /// Visits the states of a level, a few thousand at a time.
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
        Ok(least)
    }

    /// Number of expanded states without a move.
    pub fn dead_ends(&self) -> u64 {
        self.parts.iter().map(|part| part.dead_ends).sum()
    }

    /// The budget for lists that grow beside the sweep.
    pub fn budget(&mut self) -> &mut Budget {
        &mut self.parts[0].budget
    }

    /// Bytes allocated now.
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(Part::bytes).sum()
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
        self.parts[0].budget.free(&mut self.goals);
        self.parts.iter_mut().for_each(Part::seal);
    }

    /// What it has done so far.
    pub fn stats(&self) -> Stats {
        Stats {
            expanded: self.expanded(),
            stored: self.parts.iter().map(|part| part.store.len()).sum(),
            peak_bytes: self.parts.iter().map(Part::peak_bytes).sum(),
        }
    }
}
