//! Beam search: of each level only the newest states are kept.

use std::cmp::Reverse;

use crate::budget::Budget;
use crate::heuristic::line::{CostedOf, play, sum};
use crate::heuristic::nodes::{Link, Nodes};
use crate::heuristic::novelty::{Featured, Features, Novelty};
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::packed::Packed;
use crate::pulse::{Monitor, Pulse};
use crate::request::Request;
use crate::spread::Work;

/// States that a thread expands at a time, and what one costs.
const RUN: usize = 64;
const RUNS: Work = Work { enough: 1, units: 128 * RUN };
/// Runs between two looks at how many states there are.
const ROUND: usize = 64;

/// The share of a full level up to which states that are not new are added, so that the beam goes on where nothing
/// new is near. More of them mostly take time.
const LATE: usize = 16;

/// The novelty of a goal.
const GOAL: u32 = u32::MAX;

/// Searches for some line from a start to a goal where an exact search would have to store too many states: a beam of
/// at most `width` states a level.
///
/// A level is the states at one number of moves from the starts that are not on an earlier one. Of too many, those are
/// kept that have the most combinations of three features that no state kept before them had: the *novelty* of
/// Lipovetzky and Geffner (2012). So the beam spreads over all kinds of states, with nothing known of the goal. The
/// search ends at the first level with a goal.
///
/// `Solved` with a line to the cheapest goal of that level, proved to be a cheapest line only if it costs no more than
/// the [bound](crate::Priced::bound) of the start. `Unsolvable` if no state was dropped and no goal reached;
/// [`StopReason::Width`] if some were dropped. Of symmetric states only one is searched, hopeless ones are left out.
/// The answer is the same for any number of threads.
///
/// Cost: for each move of the states kept, time in the square of the number of features. Memory for a state of `w`
/// bytes: `w` and 23 to 33 more for each ever kept; `w` and 24 for what the moves of 4,096 states lead to and six times
/// `width`; and for the combinations met 16 KiB times `width`, up to 128 MiB and a quarter of the limit.
///
/// # Examples
///
/// Eight lamps stand in a ring; a switch turns a lamp and its two neighbours over. All are to be lit:
///
/// ```
/// use tejun_search::heuristic::{Featured, novelty_beam};
/// use tejun_search::{Moves, Outcome, Priced, Request, Space};
///
/// struct Lamps;
///
/// impl Space for Lamps {
///     type State = u32;
///     type Move = u32;
///     const MOVES: Moves = Moves::Undirected;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(0);
///     }
///     fn is_goal(&self, lit: &u32) -> bool {
///         *lit == 0xFF
///     }
///     fn expand(&self, lit: &u32, mut visit: impl FnMut(u32, u32)) {
///         for lamp in 0..8 {
///             let turned = 1 << lamp | 1 << (lamp + 1) % 8 | 1 << (lamp + 7) % 8;
///             visit(lamp, lit ^ turned);
///         }
///     }
/// }
///
/// impl Priced for Lamps {}
///
/// impl Featured for Lamps {
///     fn features(&self, lit: &u32, mut visit: impl FnMut(u32)) {
///         (0..8).for_each(|lamp| visit(2 * lamp + (lit >> lamp & 1)));
///     }
/// }
///
/// let Outcome::Solved(line) = novelty_beam(&Lamps, 20, Request::default()).outcome else { panic!() };
/// assert_eq!(line.path.states.last(), Some(&0xFF));
/// ```
pub fn novelty_beam<P: Featured>(space: &P, width: usize, request: Request) -> Answer<CostedOf<P>> {
    let mut search = Beam {
        space,
        symmetric: space.has_symmetry(),
        width: width.max(1),
        limits: request.limits,
        budget: Budget::new(request.limits.bytes),
        nodes: Nodes::new(),
        level: Vec::new(),
        next: Vec::new(),
        whole: true,
        bound: None,
        expanded: 0,
    };
    let mut monitor = Monitor::new(request.watch);
    let line = match search.run(request.threads.max(1), &mut monitor) {
        Ok(Some(goal)) => search.line(goal, &mut monitor).map(Some),
        Ok(None) => Ok(None),
        Err(reason) => Err(reason),
    };
    let bound = search.bound;
    let (outcome, proof) = match line {
        Ok(Some(line)) if Some(line.cost) == bound => (Outcome::Solved(line), Proof::Optimal),
        Ok(Some(line)) => (Outcome::Solved(line), Proof::None),
        Ok(None) if search.whole => (Outcome::Unsolvable, Proof::None),
        Ok(None) => (Outcome::Stopped(StopReason::Width, None), Proof::None),
        Err(reason) => (Outcome::Stopped(reason, None), Proof::None),
    };
    let bound = bound.filter(|_| outcome != Outcome::Unsolvable).map(i64::from);
    let stats = Stats {
        expanded: search.expanded,
        stored: search.nodes.len() as u64,
        peak_bytes: search.budget.peak(),
    };
    Answer { outcome, bound, proof, stats }
}

/// A state that a move leads to.
#[derive(Clone, Copy)]
struct Child<S> {
    /// How many combinations of features were new at the beginning of the level.
    novelty: u32,
    parent: u32,
    cost: u32,
    hash: u64,
    key: S,
}

/// Some states of a level, and what their moves lead to.
struct Run<'a, S> {
    parents: &'a [u32],
    children: Vec<Child<S>>,
}

struct Beam<'s, P: Featured> {
    space: &'s P,
    symmetric: bool,
    width: usize,
    limits: Limits,
    budget: Budget,
    nodes: Nodes<P::State>,
    /// The numbers of the states of the level.
    level: Vec<u32>,
    /// The candidates for the next one.
    next: Vec<Child<P::State>>,
    /// Whether no state was dropped.
    whole: bool,
    /// No line costs less.
    bound: Option<u32>,
    expanded: u64,
}

impl<P: Featured> Beam<'_, P> {
    fn key(&self, state: P::State) -> P::State {
        if self.symmetric { self.space.canonical(&state) } else { state }
    }

    /// Returns the goal reached, if there is one.
    fn run(&mut self, threads: usize, monitor: &mut Monitor) -> Result<Option<u32>, StopReason> {
        let mut novelty = Novelty::new(self.width, &mut self.budget, monitor)?;
        let mut scratches: Vec<Features> = (0..threads).map(|_| Features::default()).collect();
        let mut starts = Vec::new();
        self.space.starts(|state| starts.push(state));
        for state in starts {
            let key = self.key(state);
            let Some(bound) = self.space.bound(&key) else { continue };
            self.bound = Some(self.bound.map_or(bound, |least| least.min(bound)));
            self.budget.grow(&mut self.next, 1)?;
            let novelty = if self.space.is_goal(&key) { GOAL } else { 1 };
            self.next.push(Child { novelty, parent: Link::START, cost: 0, hash: key.mix(), key });
        }
        for depth in 0.. {
            self.narrow();
            if let Some(goal) = self.enter(depth, &mut novelty, &mut scratches[0], monitor)? {
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
            self.expand(&novelty, &mut scratches, monitor)?;
        }
        Ok(None)
    }

    /// Makes the candidates the next level: all if there is room, else those that are still new when those before them
    /// are met, and if these are few, some others. Returns the cheapest goal among them.
    fn enter(
        &mut self,
        depth: u32,
        novelty: &mut Novelty,
        features: &mut Features,
        monitor: &mut Monitor,
    ) -> Result<Option<u32>, StopReason> {
        self.level.clear();
        self.budget.grow(&mut self.level, self.next.len().min(self.width))?;
        let next = std::mem::take(&mut self.next);
        let mut goal: Option<(u32, u32)> = None;
        let mut late = self.budget.list(next.len())?;
        for child in &next {
            if self.level.len() == self.width || child.novelty == 0 {
                late.push(*child);
                continue;
            }
            let before = (child.parent != Link::START).then(|| self.nodes.state(child.parent));
            features.read(self.space, before.as_ref(), &child.key);
            monitor.work(features.work())?;
            if novelty.meet(features) == 0 && child.novelty != GOAL {
                late.push(*child);
                continue;
            }
            let (cost, node) = self.keep(child, depth, monitor)?;
            if child.novelty == GOAL && goal.is_none_or(|(least, _)| cost < least) {
                goal = Some((cost, node));
            }
        }
        let enough = if next.len() > self.width { self.width.div_ceil(LATE) } else { self.width };
        let room = enough.saturating_sub(self.level.len());
        for child in late.iter().take(room) {
            self.keep(child, depth, monitor)?;
        }
        self.whole &= late.len() <= room;
        self.budget.free(&mut late);
        self.next = next;
        self.next.clear();
        monitor.progress.depth = depth;
        monitor.progress.frontier = self.level.len() as u64;
        monitor.progress.expanded = self.expanded;
        monitor.progress.stored = self.nodes.len() as u64;
        monitor.progress.bytes = self.budget.used();
        monitor.tick()?;
        Ok(goal.map(|(_, node)| node))
    }

    /// Adds a candidate to the level. Returns what the line to it costs, and its number.
    fn keep(
        &mut self,
        child: &Child<P::State>,
        depth: u32,
        monitor: &mut Monitor,
    ) -> Result<(u32, u32), StopReason> {
        let before = if child.parent == Link::START { 0 } else { self.nodes.links[child.parent as usize].g };
        let link = Link { g: sum(before, child.cost), depth, parent: child.parent };
        let node = self.nodes.add(child.key, child.hash, link, &mut self.budget, monitor)?;
        self.level.push(node);
        Ok((link.g, node))
    }

    /// Lists what the moves of the level lead to, apart from states that were kept before.
    fn expand(
        &mut self,
        novelty: &Novelty,
        scratches: &mut [Features],
        monitor: &mut Monitor,
    ) -> Result<(), StopReason> {
        let level = std::mem::take(&mut self.level);
        for round in level.chunks(RUN * ROUND) {
            let mut runs: Vec<Run<P::State>> =
                round.chunks(RUN).map(|parents| Run { parents, children: Vec::new() }).collect();
            let this = &*self;
            RUNS.on(&mut runs, scratches, monitor, |run, features| this.children(run, novelty, features))?;
            for run in runs {
                self.budget.grow(&mut self.next, run.children.len())?;
                self.next.extend_from_slice(&run.children);
            }
            if self.next.len() / 4 > self.width {
                self.narrow();
            }
        }
        self.expanded += level.len() as u64;
        self.level = level;
        Ok(())
    }

    fn children(&self, run: &mut Run<P::State>, novelty: &Novelty, features: &mut Features) {
        let Run { parents, children } = run;
        for &parent in *parents {
            let state = self.nodes.state(parent);
            self.space.expand(&state, |by, next| {
                let key = self.key(next);
                let cost = self.space.cost(&state, by);
                children.push(Child { novelty: 0, parent, cost, hash: key.mix(), key });
            });
        }
        children.sort_unstable_by_key(|child| (child.hash, child.key, child.cost, child.parent));
        children.dedup_by_key(|child| child.key);
        children.retain_mut(|child| {
            if self.nodes.find(&child.key, child.hash).is_some() || self.space.bound(&child.key).is_none() {
                return false;
            }
            features.read(self.space, Some(&self.nodes.state(child.parent)), &child.key);
            child.novelty = if self.space.is_goal(&child.key) { GOAL } else { novelty.count(features) };
            true
        });
    }

    /// Keeps each candidate once, the newest first, and of too many the newest.
    fn narrow(&mut self) {
        // Of equal novelty the hash decides, so that they are of all kinds.
        self.next.sort_unstable_by_key(|child| {
            (Reverse(child.novelty), child.hash, child.key, child.cost, child.parent)
        });
        self.next.dedup_by_key(|child| child.key);
        if self.next.len() / 2 > self.width {
            self.whole = false;
            self.next.truncate(2 * self.width);
        }
    }

    /// The line to a state.
    fn line(&mut self, end: u32, monitor: &mut Monitor) -> Result<CostedOf<P>, StopReason> {
        let mut keys = self.budget.list(self.nodes.links[end as usize].depth as usize + 1)?;
        let mut node = end;
        while node != Link::START {
            keys.push(self.nodes.state(node));
            node = self.nodes.links[node as usize].parent;
        }
        keys.reverse();
        play(self.space, &keys, &mut self.budget, monitor)
    }
}
