//! A breadth-first sweep, level by level, over hash partitions.
//!
//! A state's hash says which partition owns it. Each round every partition expands some of its own
//! frontier into an outbox for each owner, the boxes change hands, and every partition stores what
//! it got. One thread a partition; with one partition there is one thread and no exchange. Levels
//! end together, so distances are exact with any number of threads, and which states a level has
//! does not depend on it: only their order does, and nothing is decided by that order.

use crate::bfs::Options;
use crate::bfs::part::{Manner, Part, Way, owner};
use crate::limits::{Progress, StopReason, Watch};
use crate::outcome::Stats;
use crate::space::{Packed, Space};

/// Keys made before they are stored: with one thread they stay in the nearest cache.
const ROUND: usize = 1 << 10;
/// With more threads a round must outweigh the start of its threads.
const PARALLEL_ROUND: usize = 1 << 17;
/// Frontiers of a partition below this are worked on by one thread.
const PARALLEL_FRONTIER: u64 = 1 << 11;

/// A sweep over a space, some levels of it done.
pub(crate) struct Sweep<'s, P: Space> {
    pub space: &'s P,
    pub manner: Manner,
    parts: Vec<Part<P::State>>,
    states_limit: u64,
    depth_limit: u32,
}

/// What a level brought.
pub(crate) struct LevelEnd<S> {
    /// How many states.
    pub len: u64,
    /// The goals among them, ascending.
    pub goals: Vec<S>,
}

impl<'s, P: Space> Sweep<'s, P> {
    /// A sweep that has level 0: the starts, or the goals when it goes backward.
    ///
    /// # Errors
    /// When a limit does not allow even that.
    pub fn new(
        space: &'s P,
        manner: Manner,
        options: &Options,
    ) -> Result<(Self, LevelEnd<P::State>), StopReason> {
        let count = options.threads.max(1);
        let parts = (0..count)
            .map(|_| Part::new(count, options.limits.bytes / count as u64))
            .collect::<Result<_, _>>()?;
        let mut sweep = Sweep {
            space,
            manner,
            parts,
            states_limit: options.limits.states,
            depth_limit: options.limits.depth,
        };
        let mut seeds = Vec::new();
        match manner.way {
            Way::Forward => space.starts(|state| seeds.push(state)),
            Way::Backward => {
                space.goals(|state| seeds.push(state));
            }
        }
        for seed in seeds {
            let seed = if manner.classes { space.canonical(&seed) } else { seed };
            sweep.parts[owner(seed, count)].inbox[0].push(seed);
        }
        sweep.insert(false, false)?;
        let end = sweep.close_level();
        Ok((sweep, end))
    }

    /// Makes the next level. With `to_goal`, a level in which a goal turns up is not stored whole:
    /// only its goals are.
    ///
    /// # Errors
    /// When a limit or the watch stops it; the level is then incomplete.
    pub fn advance(
        &mut self,
        to_goal: bool,
        watch: &mut dyn Watch,
    ) -> Result<LevelEnd<P::State>, StopReason> {
        if self.depth() >= self.depth_limit {
            return Err(StopReason::Depth);
        }
        let frontier = self.frontier();
        let parallel = self.parts.len() > 1 && frontier / self.parts.len() as u64 >= PARALLEL_FRONTIER;
        let round = if parallel { PARALLEL_ROUND } else { ROUND };
        // The boxes, out and in and half empty, are to stay within the eighth that is theirs.
        let boxed = self.parts[0].bytes_limit / (32 * size_of::<P::State>() as u64);
        let round = round.min(usize::try_from(boxed).unwrap_or(usize::MAX)).max(1);
        let (space, manner) = (self.space, self.manner);
        while self.parts.iter().any(|part| !part.is_expanded()) {
            each(&mut self.parts, parallel, |part| part.expand(space, manner, round));
            self.exchange();
            let goals_only = to_goal && self.parts.iter().any(|part| !part.goals.is_empty());
            self.insert(goals_only, parallel)?;
            let progress = self.progress(frontier);
            if progress.stored >= self.states_limit {
                return Err(StopReason::States);
            }
            if let std::ops::ControlFlow::Break(reason) = watch.tick(&progress) {
                return Err(reason);
            }
        }
        Ok(self.close_level())
    }

    fn exchange(&mut self) {
        for to in 0..self.parts.len() {
            for from in 0..self.parts.len() {
                let sent = std::mem::take(&mut self.parts[from].outbox[to]);
                let emptied = std::mem::replace(&mut self.parts[to].inbox[from], sent);
                self.parts[from].outbox[to] = emptied;
            }
        }
    }

    fn insert(&mut self, goals_only: bool, parallel: bool) -> Result<(), StopReason> {
        let (space, manner) = (self.space, self.manner);
        each(&mut self.parts, parallel, |part| part.insert(space, manner, goals_only)).into_iter().collect()
    }

    fn close_level(&mut self) -> LevelEnd<P::State> {
        let mut goals = Vec::new();
        let mut len = 0;
        for part in &mut self.parts {
            goals.append(&mut part.goals);
            len += part.levels.level_len(part.growing());
            part.cursor = part.levels.begin(part.growing());
            part.levels.close_level();
        }
        goals.sort_unstable();
        goals.dedup();
        LevelEnd { len, goals }
    }

    /// The last complete level.
    pub fn depth(&self) -> u32 {
        self.parts[0].growing() as u32 - 1
    }

    /// States of the last complete level.
    pub fn frontier(&self) -> u64 {
        self.level_len(self.depth())
    }

    /// States of a level.
    pub fn level_len(&self, level: u32) -> u64 {
        self.parts.iter().map(|part| part.levels.level_len(level as usize)).sum()
    }

    /// The states of a level, slice by slice.
    pub fn level(&self, level: u32) -> impl Iterator<Item = &[P::State]> {
        self.parts.iter().flat_map(move |part| part.levels.level(level as usize))
    }

    /// Whether a state of the last two levels, or of any where moves cannot be taken back, is among
    /// the states stored.
    pub fn remembers(&self, state: P::State) -> bool {
        self.parts[owner(state, self.parts.len())].remembers(state)
    }

    /// Expanded states that had no move.
    pub fn dead_ends(&self) -> u64 {
        self.parts.iter().map(|part| part.dead_ends).sum()
    }

    /// Bytes that it takes now.
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(Part::bytes).sum()
    }

    /// Sets the bytes that it may take from here on.
    pub fn limit_bytes(&mut self, bytes: u64) {
        let share = bytes / self.parts.len() as u64;
        self.parts.iter_mut().for_each(|part| part.bytes_limit = share);
    }

    /// What it did.
    pub fn stats(&self) -> Stats {
        Stats {
            expanded: self.parts.iter().map(|part| part.expanded).sum(),
            stored: self.parts.iter().map(|part| part.levels.len()).sum(),
            peak_bytes: self.parts.iter().map(|part| part.peak_bytes).sum(),
        }
    }

    fn progress(&self, frontier: u64) -> Progress {
        let Stats { expanded, stored, .. } = self.stats();
        Progress { depth: self.depth(), frontier, expanded, stored, bytes: self.bytes() }
    }
}

/// Does `work` on each partition, each on a thread of its own if `parallel`.
fn each<S: Packed, R: Send>(
    parts: &mut [Part<S>],
    parallel: bool,
    work: impl Fn(&mut Part<S>) -> R + Sync,
) -> Vec<R> {
    if !parallel {
        return parts.iter_mut().map(work).collect();
    }
    let (first, rest) = parts.split_first_mut().expect("there is a partition");
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = rest.iter_mut().map(|part| scope.spawn(move || work(part))).collect();
        let mut results = vec![work(first)];
        results.extend(threads.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results
    })
}
