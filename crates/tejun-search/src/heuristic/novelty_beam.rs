//! Beam search: of each level only the newest states are kept.

use std::cmp::Reverse;

use crate::collections::sort::sort;
use crate::heuristic::candidates::{Candidate, Candidates};
use crate::heuristic::costed_path::{CostedOf, play, sum};
use crate::heuristic::narrow;
use crate::heuristic::nodes::{Link, Nodes, START};
use crate::heuristic::novelty::{Featured, Features, Novelty};
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::runtime::parallel::Work;
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// States that a thread takes at a time.
const RUN: usize = 64;
const RUNS: Work = Work { enough: 1, units: 0 };
/// Number of successors from which on a thread looks at those that it has listed, before it expands another state.
const BATCH: usize = 1 << 13;

/// The share of a full level up to which states that are not new are added, so that the beam continues where nothing
/// new is near. More of them mostly take time.
const LATE: usize = 16;

/// The novelty of a goal.
const GOAL: u32 = u32::MAX;

/// Searches for some path from a start to a goal where an exact search would have to store too many states: a beam of
/// at most `width` states a level.
///
/// A level is the states at one number of moves from the starts that are not on an earlier one. Of too many, those are
/// kept that have the most combinations of three features that no state kept before them had: the *novelty* of
/// Lipovetzky and Geffner (2012). So the beam spreads over all kinds of states, with nothing known of the goal. The
/// search ends at the first level with a goal.
///
/// `Solved` with a path to the cheapest goal of that level, proved to be a cheapest path only if it costs no more than
/// the [bound](crate::Space::bound) of the start. `Unsolvable` if no state was dropped and no goal reached;
/// [`StopReason::Width`] if some were dropped. Of symmetric states only one is searched, hopeless ones are left out.
/// The answer is the same for any number of threads.
///
/// Cost: for each move of the states kept, time in the square of the number of features, times that of the new ones, during
/// which the watch is asked. Memory for a state of `w` bytes: `w` and 23 to 33 more for each ever kept; `w` and 24 for two to four times `width`, and as much for each
/// thread, with 8,192 successors more; and for the combinations met 16 KiB times `width`, up to 128 MiB and a quarter
/// of the limit.
pub fn novelty_beam<P: Featured<State: Key>>(
    space: &P,
    width: usize,
    request: Request,
) -> Answer<CostedOf<P>> {
    let mut search = Beam {
        space,
        symmetric: space.has_symmetry(),
        width: width.max(1),
        limits: request.limits,
        budget: Budget::new(request.limits.bytes),
        nodes: Nodes::new(),
        level: Vec::new(),
        next: Candidates::new(width.max(1)),
        whole: true,
        bound: None,
        expanded: 0,
    };
    let threads = request.threads_to_run();
    let mut poller = WatchPoller::new(request.watch);
    let found = match search.run(threads, &mut poller) {
        Ok(Some(goal)) => search.path(goal, &mut poller).map(Some),
        Ok(None) => Ok(None),
        Err(reason) => Err(reason),
    };
    let optimal = matches!(&found, Ok(Some(found)) if Some(found.cost) == search.bound);
    let stats = Stats {
        expanded: search.expanded,
        stored: search.nodes.len() as u64,
        peak_bytes: search.budget.peak(),
    };
    narrow::answer(found, search.whole, optimal, search.bound.map(i64::from), stats)
}

/// What a thread works with.
struct Scratch<S> {
    features: Features,
    /// Successors not yet looked at.
    batch: Vec<Candidate<S>>,
    best: Candidates<S>,
    /// Its share of the memory.
    budget: Budget,
}

struct Beam<'s, P: Featured<State: Key>> {
    space: &'s P,
    symmetric: bool,
    width: usize,
    limits: Limits,
    budget: Budget,
    nodes: Nodes<P::State, u32>,
    /// The numbers of the states of the level.
    level: Vec<u32>,
    /// The candidates for the next one.
    next: Candidates<P::State>,
    /// Whether no state was dropped.
    whole: bool,
    /// No path costs less.
    bound: Option<u32>,
    expanded: u64,
}

impl<P: Featured<State: Key>> Beam<'_, P> {
    fn key(&self, state: P::State) -> P::State {
        if self.symmetric { self.space.canonical(&state) } else { state }
    }

    /// Returns the goal reached, if there is one.
    fn run(&mut self, threads: usize, poller: &mut WatchPoller) -> Result<Option<u32>, StopReason> {
        let mut novelty = Novelty::new(self.width, &mut Workspace::new(&mut self.budget, poller))?;
        let mut features = Features::default();
        self.insert_starts(poller)?;
        for depth in 0.. {
            self.next.narrow(poller)?;
            if let Some(goal) = self.enter(depth, &mut novelty, &mut features, poller)? {
                return Ok(Some(goal));
            }
            if self.level.is_empty() {
                return Ok(None);
            }
            if depth >= self.limits.depth {
                return Err(StopReason::Depth);
            }
            if self.nodes.len() as u64 >= self.limits.states {
                return Err(StopReason::States);
            }
            self.expand(&novelty, threads, poller)?;
        }
        Ok(None)
    }

    /// Makes the starts the first candidates.
    fn insert_starts(&mut self, poller: &mut WatchPoller) -> Result<(), StopReason> {
        let (space, mut inserted) = (self.space, Ok(()));
        space.starts(|state| {
            let key = self.key(state);
            if inserted.is_ok()
                && let Some(bound) = space.bound(&key)
            {
                self.bound = Some(self.bound.map_or(bound, |least| least.min(bound)));
                let novelty = Reverse(if space.is_goal(&key) { GOAL } else { 1 });
                let start = Candidate { novelty, hash: key.mix(), key, cost: 0, parent: START };
                inserted = self.next.push(start, &mut Workspace::new(&mut self.budget, poller));
            }
        });
        inserted
    }

    /// Makes the candidates the next level: all if there is room, else those that are still new when those before them
    /// are met, and if these are few, some others. Returns the cheapest goal among them.
    fn enter(
        &mut self,
        depth: u32,
        novelty: &mut Novelty,
        features: &mut Features,
        poller: &mut WatchPoller,
    ) -> Result<Option<u32>, StopReason> {
        let next = std::mem::replace(&mut self.next, Candidates::new(self.width));
        let candidates = next.as_slice();
        self.level.clear();
        self.budget.grow(&mut self.level, candidates.len().min(self.width))?;
        let mut goal: Option<(u32, u32)> = None;
        let mut late: Vec<u32> = self.budget.list(candidates.len())?;
        for (at, candidate) in (0..).zip(candidates) {
            if self.level.len() == self.width || candidate.novelty == Reverse(0) {
                late.push(at);
                continue;
            }
            let before = (candidate.parent != START).then(|| self.nodes.state(candidate.parent));
            features.read(self.space, before.as_ref(), &candidate.key);
            if novelty.meet(features, poller)? == 0 && candidate.novelty != Reverse(GOAL) {
                late.push(at);
                continue;
            }
            let (cost, node) = self.keep(candidate, depth, poller)?;
            if candidate.novelty == Reverse(GOAL) && goal.is_none_or(|(least, _)| cost < least) {
                goal = Some((cost, node));
            }
        }
        let enough = if candidates.len() > self.width { self.width.div_ceil(LATE) } else { self.width };
        let room = enough.saturating_sub(self.level.len());
        for &at in late.iter().take(room) {
            self.keep(&candidates[at as usize], depth, poller)?;
        }
        self.whole &= late.len() <= room && !next.dropped;
        self.budget.free(&mut late);
        self.next = next;
        self.next.clear();
        poller.progress.depth = depth;
        poller.progress.frontier = self.level.len() as u64;
        poller.progress.expanded = self.expanded;
        poller.progress.stored = self.nodes.len() as u64;
        poller.progress.bytes = self.budget.used();
        poller.tick()?;
        Ok(goal.map(|(_, node)| node))
    }

    /// Adds a candidate to the level. Returns what the path to it costs, and its number.
    fn keep(
        &mut self,
        candidate: &Candidate<P::State>,
        depth: u32,
        poller: &mut WatchPoller,
    ) -> Result<(u32, u32), StopReason> {
        let Candidate { parent, .. } = *candidate;
        let before = if parent == START { 0 } else { self.nodes.links[parent as usize].g };
        let link = Link { g: sum(before, candidate.cost), depth, parent };
        let node = self.nodes.add(
            candidate.key,
            candidate.hash,
            link,
            &mut Workspace::new(&mut self.budget, poller),
        )?;
        self.level.push(node);
        Ok((link.g, node))
    }

    /// Lists what the moves of the level lead to, apart from states that were kept before.
    fn expand(
        &mut self,
        novelty: &Novelty,
        threads: usize,
        poller: &mut WatchPoller,
    ) -> Result<(), StopReason> {
        let level = std::mem::take(&mut self.level);
        let mut runs: Vec<&[u32]> = level.chunks(RUN).collect();
        let threads = threads.min(runs.len());
        let bytes_each = self.budget.left() / threads as u64;
        let mut scratches: Vec<Scratch<P::State>> = (0..threads)
            .map(|_| Scratch {
                features: Features::default(),
                batch: Vec::new(),
                best: Candidates::new(self.width),
                budget: Budget::new(bytes_each),
            })
            .collect();
        let this = &*self;
        let listed = RUNS.on(&mut runs, &mut scratches, poller, |run, scratch, cancel| {
            this.list_successors(run, novelty, scratch, cancel)
        });
        self.budget.record_peak(scratches.iter().map(|scratch| scratch.budget.peak()).sum());
        listed?;
        for mut scratch in scratches {
            scratch.budget.free(&mut scratch.batch);
            self.budget.take(scratch.budget.used())?;
            self.next.append(scratch.best, &mut Workspace::new(&mut self.budget, poller))?;
        }
        self.expanded += level.len() as u64;
        self.level = level;
        Ok(())
    }

    /// Expands some states of the level.
    fn list_successors(
        &self,
        run: &[u32],
        novelty: &Novelty,
        scratch: &mut Scratch<P::State>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        for &parent in run {
            let state = self.nodes.state(parent);
            let Scratch { batch, budget, .. } = &mut *scratch;
            let before = batch.len();
            budget.collect(batch, |visit| {
                self.space.expand_costs(&state, |_, next, cost| {
                    let key = self.key(next);
                    visit(Candidate { novelty: Reverse(0), hash: key.mix(), key, cost, parent });
                });
            })?;
            cancel.work(32 * (batch.len() - before + 1) + self.space.take_work())?;
            if batch.len() >= BATCH {
                self.sift(novelty, scratch, cancel)?;
            }
        }
        self.sift(novelty, scratch, cancel)
    }

    /// Looks at the successors listed: those that are neither known nor hopeless become candidates.
    fn sift(
        &self,
        novelty: &Novelty,
        scratch: &mut Scratch<P::State>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        let Scratch { features, batch, best, budget } = scratch;
        sort(batch, cancel)?;
        batch.dedup_by_key(|candidate| candidate.key);
        for candidate in batch.iter_mut() {
            if self.nodes.find(&candidate.key, candidate.hash).is_some()
                || self.space.bound(&candidate.key).is_none()
            {
                cancel.work(32)?;
                continue;
            }
            features.read(self.space, Some(&self.nodes.state(candidate.parent)), &candidate.key);
            let is_goal = self.space.is_goal(&candidate.key);
            let new = if is_goal { GOAL } else { novelty.count(features, cancel)? };
            candidate.novelty = Reverse(new);
            cancel.work(32)?;
            best.push(*candidate, &mut Workspace::new(budget, cancel))?;
        }
        batch.clear();
        Ok(())
    }

    /// The path to a state.
    fn path(&mut self, end: u32, poller: &mut WatchPoller) -> Result<CostedOf<P>, StopReason> {
        let keys = self.nodes.path_to(end, &mut self.budget)?;
        play(self.space, &keys, &mut Workspace::new(&mut self.budget, poller))
    }
}
