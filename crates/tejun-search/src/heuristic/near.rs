//! A shortest path among the states near to given ones.

use crate::heuristic::costed_path::{CostedOf, play};
use crate::heuristic::narrow;
use crate::heuristic::nodes::{Link, Nodes, START};
use crate::limits::StopReason;
use crate::outcome::{Answer, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::runtime::workspace::Workspace;
use crate::space::{Cost, Space};
use crate::state::key::Key;

/// The parent of a state that no path has reached yet.
const UNMET: u32 = START - 1;

/// Finds a path of fewest moves from a start to a goal among `room` states: those fewest moves from any of `around`,
/// such as the states of a path that is to be shortened. What moves cost does not matter.
///
/// If these are all states that moves lead to from `around` and from the starts, no path has fewer moves, and the bound
/// says so; or there is none at all. Otherwise nothing is proved, there is no bound, and [`StopReason::Width`] says
/// that there is no path among them. Of [`Limits`](crate::Limits), only the bytes count.
///
/// Cost: time proportional to the moves of `room` states, twice. Memory for a state of `w` bytes: `w` and 27 to 37
/// more. Runs on one thread.
pub fn shortest_near<P: Space<State: Key>>(
    space: &P,
    around: &[P::State],
    room: usize,
    request: Request,
) -> Answer<CostedOf<P>> {
    let mut search = Near {
        space,
        symmetric: space.has_symmetry(),
        room: room.max(around.len()),
        budget: Budget::new(request.limits.bytes),
        nodes: Nodes::new(),
        whole: true,
        expanded: 0,
    };
    let mut poller = WatchPoller::new(request.watch);
    let found = search.path(around, &mut poller);
    let fewest = |found: &CostedOf<P>| search.whole.then_some(found.path.moves.len() as i64);
    let bound = found.as_ref().ok().and_then(|found| found.as_ref().and_then(fewest));
    let stats = Stats {
        expanded: search.expanded,
        stored: search.nodes.len() as u64,
        peak_bytes: search.budget.peak(),
    };
    narrow::answer(found, search.whole, search.whole, bound, stats)
}

struct Near<'s, P: Space<State: Key>> {
    space: &'s P,
    symmetric: bool,
    room: usize,
    budget: Budget,
    /// The states, in the order in which they are chosen.
    nodes: Nodes<P::State, P::Cost>,
    /// Whether they are all that there are.
    whole: bool,
    expanded: u64,
}

impl<P: Space<State: Key>> Near<'_, P> {
    fn key(&self, state: &P::State) -> P::State {
        if self.symmetric { self.space.canonical(state) } else { *state }
    }

    fn path(
        &mut self,
        around: &[P::State],
        poller: &mut WatchPoller,
    ) -> Result<Option<CostedOf<P>>, StopReason> {
        self.choose(around, poller)?;
        let Some(goal) = self.search(poller)? else { return Ok(None) };
        let mut keys = Vec::new();
        let mut node = goal;
        while node != START {
            self.budget.grow(&mut keys, 1)?;
            keys.push(self.nodes.state(node));
            node = self.nodes.links[node as usize].parent;
        }
        keys.reverse();
        play(self.space, &keys, &mut Workspace::new(&mut self.budget, poller)).map(Some)
    }

    /// Lists what the moves of a state lead to.
    fn next(
        &mut self,
        node: u32,
        next: &mut Vec<P::State>,
        poller: &mut WatchPoller,
    ) -> Result<(), StopReason> {
        next.clear();
        let state = self.nodes.state(node);
        self.budget.collect(next, |visit| self.space.expand_classes(&state, visit))?;
        self.expanded += 1;
        poller.progress.expanded = self.expanded;
        poller.progress.stored = self.nodes.len() as u64;
        poller.progress.bytes = self.budget.used();
        poller.work(32 * (next.len() + 1) + self.space.take_work())
    }

    fn add(&mut self, key: P::State, poller: &mut WatchPoller) -> Result<(), StopReason> {
        let hash = key.mix();
        if self.nodes.find(&key, hash).is_some() {
            return Ok(());
        }
        if self.nodes.len() == self.room {
            self.whole = false;
            return Ok(());
        }
        let link = Link { g: P::Cost::ZERO, depth: 0, parent: UNMET };
        self.nodes.add(key, hash, link, &mut Workspace::new(&mut self.budget, poller)).map(drop)
    }

    /// Chooses the states.
    fn choose(&mut self, around: &[P::State], poller: &mut WatchPoller) -> Result<(), StopReason> {
        for state in around {
            poller.work(32)?;
            self.add(self.key(state), poller)?;
        }
        let (mut at, mut next) = (0, Vec::new());
        while at < self.nodes.len() && self.whole {
            self.next(at as u32, &mut next, poller)?;
            for &key in &next {
                self.add(key, poller)?;
            }
            at += 1;
        }
        self.budget.free(&mut next);
        Ok(())
    }

    /// Searches among them, level by level. Returns the first goal.
    fn search(&mut self, poller: &mut WatchPoller) -> Result<Option<u32>, StopReason> {
        let (mut queue, mut next) = (self.budget.list(self.nodes.len())?, Vec::new());
        self.budget.collect(&mut next, |visit| self.space.starts(visit))?;
        let (space, symmetric) = (self.space, self.symmetric);
        next.iter_mut().filter(|_| symmetric).for_each(|start| *start = space.canonical(start));
        let (mut at, mut parent) = (0, START);
        loop {
            for key in &next {
                let Some(node) = self.nodes.find(key, key.mix()) else {
                    self.whole = false;
                    continue;
                };
                let link = &mut self.nodes.links[node as usize];
                if link.parent == UNMET {
                    link.parent = parent;
                    if self.space.is_goal(key) {
                        return Ok(Some(node));
                    }
                    queue.push(node);
                }
            }
            let Some(&node) = queue.get(at) else { return Ok(None) };
            (at, parent) = (at + 1, node);
            self.next(node, &mut next, poller)?;
        }
    }
}
