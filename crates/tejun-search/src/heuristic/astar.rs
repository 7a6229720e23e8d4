//! A*: the state of the lowest bound is expanded first.

use crate::heuristic::costed_path::{CostedOf, play, sum};
use crate::heuristic::nodes::{Link, Nodes, START};
use crate::heuristic::open::{Entry, Open};
use crate::limits::{Limits, PROVED_EVERY, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::runtime::workspace::Workspace;
use crate::space::{Cost, Space};
use crate::state::key::Key;

/// Finds a cheapest path from a start to a goal, or proves that there is none: A*.
///
/// Expands the state with the lowest sum of the cost so far and the [bound](Space::bound); of equal sums, the
/// one farthest from the start. A state reached again at a lower cost is opened again, so the bound need not
/// be consistent; states that fall below the sum already proved are taken in the order of their costs, which
/// keeps the work at worst quadratic. Hopeless states are not stored. Of symmetric states only one is
/// searched.
///
/// The bound of the answer says that no path costs less; it also holds if the search is stopped, and what was
/// found by then is a path to a goal, perhaps not the cheapest. [`Limits::depth`] limits the moves of paths: if
/// a state with so many moves would have to be expanded, the search stops.
///
/// Cost: time proportional to the moves of the expanded states, with a logarithmic share for the order. Memory
/// for a state of `w` bytes: `w` and 23 to 33 more, and 16 for each state of the frontier. At most 2^32 - 1
/// states, else it stops for lack of memory. Runs on one thread.
///
/// # Panics
/// Panics if a path costs 2^32 or more, or the space breaks its contract in a way that the search notices.
pub fn astar<P: Space<State: Key>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
    Search::new(space, true, request).answer()
}

/// Finds a cheapest path from a start to a goal, or proves that there is none: Dijkstra's search.
///
/// Like [`astar`] with a bound of 0: states are expanded in the order of their costs. The bound of the space
/// is only asked which states are hopeless. See there for an example, limits, costs and panics.
pub fn dijkstra<P: Space<State: Key>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
    Search::new(space, false, request).answer()
}

/// A state that a move leads to, before it is looked up.
#[derive(Clone, Copy)]
struct Child<S, C> {
    key: S,
    hash: u64,
    link: Link<C>,
}

struct Search<'s, 'w, P: Space<State: Key>> {
    space: &'s P,
    guided: bool,
    symmetric: bool,
    limits: Limits,
    poller: WatchPoller<'w>,
    budget: Budget,
    nodes: Nodes<P::State, P::Cost>,
    open: Open<P::Cost>,
    children: Vec<Child<P::State, P::Cost>>,
    /// No path costs less. The largest `f` of the nodes expanded: no path is cheaper than the cheapest `f` in
    /// the frontier, whose late nodes continue paths already known to cost this much.
    threshold: P::Cost,
    /// The cheapest goal reached, and its cost.
    best: Option<(u32, P::Cost)>,
    /// Whether a node was not expanded because of the limit on depth.
    cut: bool,
    expanded: u64,
}

impl<'s, 'w, P: Space<State: Key>> Search<'s, 'w, P> {
    fn new(space: &'s P, guided: bool, request: Request<'w>) -> Self {
        Search {
            space,
            guided,
            symmetric: space.has_symmetry(),
            limits: request.limits,
            poller: WatchPoller::new(request.watch),
            budget: Budget::new(request.limits.bytes),
            nodes: Nodes::new(),
            open: Open::new(),
            children: Vec::new(),
            threshold: P::Cost::ZERO,
            best: None,
            cut: false,
            expanded: 0,
        }
    }

    fn answer(mut self) -> Answer<CostedOf<P>> {
        let result = self.run();
        let found = self.path();
        let (outcome, proof) = match (result, found) {
            (Ok(()), Ok(Some(found))) => (Outcome::Solved(found), Proof::Optimal),
            (Ok(()), Ok(None)) => (Outcome::Unsolvable, Proof::Unproved),
            (Ok(()), Err(reason)) => (Outcome::Stopped(reason, None), Proof::Unproved),
            (Err(reason), found) => (Outcome::Stopped(reason, found.ok().flatten()), Proof::Unproved),
        };
        let bound = (outcome != Outcome::Unsolvable).then_some(self.threshold.to_bound());
        let stats = Stats {
            expanded: self.expanded,
            stored: self.nodes.len() as u64,
            peak_bytes: self.budget.peak(),
        };
        Answer { outcome, bound, proof, stats }
    }

    /// Searches until `best` is proved to be the cheapest, or none.
    fn run(&mut self) -> Result<(), StopReason> {
        self.enter()?;
        loop {
            if self.best.is_some_and(|(_, cost)| cost <= self.threshold) {
                return Ok(());
            }
            let Some(Entry { f, g, node }) = self.open.pop() else { break };
            self.poller.work(16)?;
            let link = self.nodes.links[node as usize];
            if g != link.g {
                // A cheaper path to the node was found since, and has an entry of its own.
                continue;
            }
            if f > self.threshold {
                if self.cut {
                    break;
                }
                if self.best.is_some_and(|(_, cost)| cost <= f) {
                    break;
                }
                self.threshold = f;
                self.poller.proved(f.to_bound())?;
            }
            if link.depth >= self.limits.depth {
                self.cut = true;
                continue;
            }
            if self.nodes.len() as u64 >= self.limits.states {
                return Err(StopReason::States);
            }
            self.expand(node, link)?;
        }
        if self.cut {
            return Err(StopReason::Depth);
        }
        // Every path costs at least as much as the best, or there is none.
        self.threshold = self.best.map_or(self.threshold, |(_, cost)| cost);
        Ok(())
    }

    /// Enters the starts.
    fn enter(&mut self) -> Result<(), StopReason> {
        let Search { space, children, budget, symmetric, .. } = self;
        let link = Link { g: P::Cost::ZERO, depth: 0, parent: START };
        let mut grown = Ok(());
        space.starts(|start| {
            grown = grown.and_then(|()| budget.grow(children, 1));
            if grown.is_ok() {
                let key = if *symmetric { space.canonical(&start) } else { start };
                children.push(Child { key, hash: key.mix(), link });
            }
        });
        grown?;
        self.reach_children()
    }

    fn expand(&mut self, node: u32, link: Link<P::Cost>) -> Result<(), StopReason> {
        self.expanded += 1;
        let Search { space, children, budget, nodes, symmetric, .. } = self;
        let state = nodes.state(node);
        children.clear();
        let mut grown = Ok(());
        space.expand_costs(&state, |_, next, cost| {
            if children.len() == children.capacity() {
                grown = grown.and_then(|()| budget.grow(children, 1));
            }
            if grown.is_ok() {
                let key = if *symmetric { space.canonical(&next) } else { next };
                let hash = key.mix();
                nodes.prefetch(hash);
                let g = sum(link.g, cost);
                children.push(Child { key, hash, link: Link { g, depth: link.depth + 1, parent: node } });
            }
        });
        grown?;
        let progress = &mut self.poller.progress;
        progress.depth = link.depth;
        progress.frontier = self.open.len() as u64;
        progress.expanded = self.expanded;
        progress.stored = self.nodes.len() as u64;
        progress.bytes = self.budget.used();
        if self.expanded.is_multiple_of(PROVED_EVERY) {
            self.poller.proved(self.threshold.to_bound())?;
        }
        self.reach_children()
    }

    fn reach_children(&mut self) -> Result<(), StopReason> {
        for child in 0..self.children.len() {
            self.reach(self.children[child])?;
        }
        self.poller.work(32 * self.children.len())
    }

    /// Stores a state if it is new, and opens it if this is the cheapest path to it.
    fn reach(&mut self, Child { key, hash, link }: Child<P::State, P::Cost>) -> Result<(), StopReason> {
        let known = self.nodes.find(&key, hash);
        if known.is_some_and(|node| self.nodes.links[node as usize].g <= link.g) {
            return Ok(());
        }
        let Some(bound) = self.space.bound(&key) else { return Ok(()) };
        let f = link.g.saturating_add(if self.guided { bound } else { P::Cost::ZERO });
        if self.best.is_some_and(|(_, cost)| cost <= f) {
            return Ok(());
        }
        let node = match known {
            Some(node) => {
                self.nodes.links[node as usize] = link;
                node
            }
            None => {
                self.nodes.add(key, hash, link, &mut Workspace::new(&mut self.budget, &mut self.poller))?
            }
        };
        if self.space.is_goal(&key) {
            // Nothing behind it is cheaper, so it is not expanded.
            self.best = Some((node, link.g));
            return Ok(());
        }
        self.open.push(Entry { f, g: link.g, node }, f < self.threshold, &mut self.budget)
    }

    /// Returns the path to the cheapest goal reached.
    fn path(&mut self) -> Result<Option<CostedOf<P>>, StopReason> {
        let Some((goal, _)) = self.best else { return Ok(None) };
        let Search { nodes, budget, poller, .. } = self;
        self.open.free(budget);
        nodes.seal(budget);
        let (mut node, mut moves) = (goal, 0);
        while nodes.links[node as usize].parent != START {
            node = nodes.links[node as usize].parent;
            moves += 1;
            poller.work(4)?;
        }
        let mut keys = budget.list(moves + 1)?;
        let mut node = goal;
        while node != START {
            keys.push(nodes.state(node));
            node = nodes.links[node as usize].parent;
            poller.work(4)?;
        }
        keys.reverse();
        play(self.space, &keys, &mut Workspace::new(budget, poller)).map(Some)
    }
}
