//! Best-first width search: new states first, of these the nearest to a goal.

use crate::collections::slots::Slots;
use crate::heuristic::costed_path::{CostedOf, play, sum};
use crate::heuristic::narrow;
use crate::heuristic::nodes::{Link, Nodes, START};
use crate::heuristic::novelty::{Featured, without};
use crate::heuristic::open::{Entry, Open};
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::runtime::workspace::Workspace;
use crate::state::key::Key;

/// Searches for some path from a start to a goal: the newest state first, of equally new ones the nearest by
/// [`distance`](Featured::distance), of these the one with the most moves. How new a state is: it has a feature that no
/// state at the same distance had before it; or two together; or neither. This is the best-first width search of Lipovetzky
/// and Geffner (2017).
///
/// `Solved` with the first path, of which nothing is proved. `Unsolvable` if all states were searched. Of symmetric states
/// only one is searched, hopeless ones are left out.
///
/// Cost: for each move of the states expanded, time in the number of features, times that of the new ones, during which the
/// watch is asked. Memory for a state of `w` bytes: `w` and 31 to 49 more; and for the features met 64 MiB, or an eighth of the
/// limit. Runs on one thread.
pub(crate) fn novelty_first<P: Featured<State: Key>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
    let mut search = Search {
        space,
        symmetric: space.has_symmetry(),
        limits: request.limits,
        budget: Budget::new(request.limits.bytes),
        nodes: Nodes::new(),
        open: Open::new(),
        features: Features::default(),
        children: Vec::new(),
        cut: false,
        expanded: 0,
    };
    let mut poller = WatchPoller::new(request.watch);
    let found = match search.run(&mut poller) {
        Ok(Some(goal)) => search.path(goal, &mut poller).map(Some),
        Ok(None) if search.cut => Err(StopReason::Depth),
        other => other.map(|_| None),
    };
    let stats = Stats {
        expanded: search.expanded,
        stored: search.nodes.len() as u64,
        peak_bytes: search.budget.peak(),
    };
    narrow::answer(found, true, false, None, stats)
}

/// Entries of the frontier differ first in this much for each class of novelty.
const CLASS: u32 = 1 << 28;

/// A state that a move leads to.
#[derive(Clone, Copy)]
struct Child<S> {
    key: S,
    hash: u64,
    cost: u32,
}

struct Search<'s, P: Featured<State: Key>> {
    space: &'s P,
    symmetric: bool,
    limits: Limits,
    budget: Budget,
    nodes: Nodes<P::State, u32>,
    open: Open<u32>,
    features: Features,
    children: Vec<Child<P::State>>,
    /// Whether a state was not expanded because of the limit on depth.
    cut: bool,
    expanded: u64,
}

impl<P: Featured<State: Key>> Search<'_, P> {
    /// Returns the first goal reached.
    fn run(&mut self, poller: &mut WatchPoller) -> Result<Option<u32>, StopReason> {
        let mut met = Met::new(self.limits.states, &mut Workspace::new(&mut self.budget, poller))?;
        let Search { space, symmetric, .. } = *self;
        let key = |state: P::State| if symmetric { space.canonical(&state) } else { state };
        self.budget.collect(&mut self.children, |visit| {
            space.starts(|state| {
                let key = key(state);
                visit(Child { key, hash: key.mix(), cost: 0 });
            });
        })?;
        if let Some(goal) = self.reach(None, &mut met, poller)? {
            return Ok(Some(goal));
        }
        while let Some(Entry { node, .. }) = self.open.pop() {
            let depth = self.nodes.links[node as usize].depth;
            if depth >= self.limits.depth {
                self.cut = true;
                continue;
            }
            if self.nodes.len() as u64 >= self.limits.states {
                return Err(StopReason::States);
            }
            let state = self.nodes.state(node);
            self.expanded += 1;
            self.children.clear();
            self.budget.collect(&mut self.children, |visit| {
                space.expand_costs(&state, |_, next, cost| {
                    let key = key(next);
                    visit(Child { key, hash: key.mix(), cost });
                });
            })?;
            let progress = &mut poller.progress;
            progress.depth = depth;
            progress.frontier = self.open.len() as u64;
            progress.expanded = self.expanded;
            progress.stored = self.nodes.len() as u64;
            progress.bytes = self.budget.used();
            poller.work(32 * (self.children.len() + 1) + space.take_work())?;
            if let Some(goal) = self.reach(Some(node), &mut met, poller)? {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Stores the children that are new, and opens them. Returns a goal among them.
    fn reach(
        &mut self,
        parent: Option<u32>,
        met: &mut Met,
        poller: &mut WatchPoller,
    ) -> Result<Option<u32>, StopReason> {
        let space = self.space;
        let mut before = None;
        for at in 0..self.children.len() {
            let Child { key, hash, cost } = self.children[at];
            if self.nodes.find(&key, hash).is_some() || space.bound(&key).is_none() {
                continue;
            }
            let link = match parent {
                Some(parent) => {
                    let Link { g, depth, .. } = self.nodes.links[parent as usize];
                    Link { g: sum(g, cost), depth: depth + 1, parent }
                }
                None => Link { g: 0, depth: 0, parent: START },
            };
            let node = self.nodes.add(key, hash, link, &mut Workspace::new(&mut self.budget, poller))?;
            if space.is_goal(&key) {
                return Ok(Some(node));
            }
            if let (None, Some(parent)) = (before, parent) {
                let state = self.nodes.state(parent);
                Features::list(space, &state, &mut self.features.before);
                before = Some(space.distance(&state).min(CLASS - 1));
            }
            Features::list(space, &key, &mut self.features.all);
            let distance = space.distance(&key).min(CLASS - 1);
            let class = met.meet(distance, before == Some(distance), &mut self.features, poller)?;
            let entry = Entry { f: class * CLASS + distance, g: link.depth, node };
            self.open.push(entry, false, &mut self.budget)?;
        }
        Ok(None)
    }

    /// The path to a state.
    fn path(&mut self, end: u32, poller: &mut WatchPoller) -> Result<CostedOf<P>, StopReason> {
        self.open.free(&mut self.budget);
        let keys = self.nodes.path_to(end, &mut self.budget)?;
        play(self.space, &keys, &mut Workspace::new(&mut self.budget, poller))
    }
}

/// The features of a state, ascending, with what it takes to tell what is new.
#[derive(Default)]
struct Features {
    all: Vec<u32>,
    /// Those of the state before.
    before: Vec<u32>,
    /// Of all, those that the state before did not have.
    new: Vec<u32>,
    /// Of all, those that the first state did not have.
    others: Vec<u32>,
    /// The hashes of these.
    hashes: Vec<u64>,
}

impl Features {
    /// Lists the features of a state.
    fn list<P: Featured>(space: &P, state: &P::State, list: &mut Vec<u32>) {
        list.clear();
        space.features(state, |feature| list.push(feature));
        list.sort_unstable();
    }
}

/// The features, and the pairs of them, of the states met at each distance. Two that share a bit are taken for one, which may
/// hide that a state is new, and nothing else.
struct Met {
    /// The features of the first state: what is as it was at the start is not paired.
    first: Vec<u32>,
    /// A bit is set as long as nothing with it was met.
    words: Slots<u64>,
    /// How far to shift a hash to get a bit.
    shift: u32,
}

/// Bits for each state.
const BITS_PER_STATE: u64 = 1 << 8;
/// The most bits: 64 MiB.
const MOST_BITS: u64 = 1 << 29;
/// The fewest.
const LEAST_BITS: u64 = 1 << 13;

impl Met {
    /// Returns a table in which nothing was met yet, for so many states, of at most an eighth of what the budget has left: a
    /// bit for each byte.
    fn new(states: u64, workspace: &mut Workspace) -> Result<Self, StopReason> {
        let wanted = states.saturating_mul(BITS_PER_STATE).min(workspace.budget.left());
        let bits = wanted.clamp(LEAST_BITS, MOST_BITS).ilog2();
        workspace.budget.take((1 << bits) / 8)?;
        let words = Slots::free((1 << bits) / 64, workspace.cancel)
            .inspect_err(|_| workspace.budget.give((1 << bits) / 8))?;
        Ok(Met { first: Vec::new(), words, shift: u64::BITS - bits })
    }

    /// Notes the features of a state at this distance; `same` if that is the distance of the state before. Returns 0 if
    /// one was new there, 1 if two together were, else 2.
    fn meet(
        &mut self,
        distance: u32,
        same: bool,
        features: &mut Features,
        cancel: &mut dyn CancelCheck,
    ) -> Result<u32, StopReason> {
        if self.first.is_empty() {
            self.first.clone_from(&features.all);
        }
        let Features { all, before, new, others, hashes } = features;
        new.clear();
        without(all, before, new);
        others.clear();
        without(all, &self.first, others);
        hashes.clear();
        hashes.extend(others.iter().map(|&feature| u64::from(feature).mix()));
        let (words, shift, place) = (&mut *self.words, self.shift, u64::from(distance).mix());
        let [mut one, mut two] = [false; 2];
        for &feature in if same { &*new } else { &*all } {
            one |= note(words, shift, place ^ u64::from(feature).mix());
        }
        cancel.work(all.len())?;
        for &first in &*new {
            let first = u64::from(first).mix();
            for &second in &*hashes {
                two |= note(words, shift, place ^ first.wrapping_add(second));
            }
            cancel.work(hashes.len())?;
        }
        Ok(if one { 0 } else { 2 - u32::from(two) })
    }
}

/// Notes what has this number. Whether it is met for the first time.
#[inline(always)]
fn note(words: &mut [u64], shift: u32, number: u64) -> bool {
    let bit = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift;
    let (word, mask) = (&mut words[(bit / 64) as usize], 1 << (bit % 64));
    let is_new = *word & mask != 0;
    *word &= !mask;
    is_new
}
