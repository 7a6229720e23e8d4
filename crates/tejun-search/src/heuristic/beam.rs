//! Beam search led by the bound: of each level only the states nearest to a goal, by the bound, are kept.

use crate::collections::sort::sort;
use crate::heuristic::costed_path::{CostedOf, play, sum};
use crate::heuristic::narrow;
use crate::heuristic::nodes::{Link, Nodes, START};
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::runtime::workspace::Workspace;
use crate::space::{Cost, Space};
use crate::state::Key;

/// Levels in which no state comes nearer to a goal than one before, by the bound, after which the beam gives up. As the
/// bound can only become smaller so often, every search ends.
const PATIENCE: u32 = 200;

/// Searches for some path with a beam of at most `width` states a level: those of the least sum of cost and bound. See
/// [`Search::beam`](crate::Search::beam).
pub(crate) fn beam<P: Space<State: Key>>(space: &P, width: usize, request: Request) -> Answer<CostedOf<P>> {
    let mut beam = Beam {
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
    let mut poller = WatchPoller::new(request.watch);
    let found = match beam.run(&mut poller) {
        Ok(Some(goal)) => beam.path(goal, &mut poller).map(Some),
        Ok(None) => Ok(None),
        Err(reason) => Err(reason),
    };
    let optimal = matches!(&found, Ok(Some(found)) if Some(found.cost) == beam.bound);
    let stats =
        Stats { expanded: beam.expanded, stored: beam.nodes.len() as u64, peak_bytes: beam.budget.peak() };
    narrow::answer(found, beam.whole, optimal, beam.bound.map(Cost::to_bound), stats)
}

/// A state that a move leads to: the better, the less. Of equal ones the hash decides, so that they are of all kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate<S, C> {
    f: C,
    hash: u64,
    key: S,
    g: C,
    bound: C,
    parent: u32,
}

struct Beam<'s, P: Space<State: Key>> {
    space: &'s P,
    symmetric: bool,
    width: usize,
    limits: Limits,
    budget: Budget,
    /// The states kept so far.
    nodes: Nodes<P::State, P::Cost>,
    /// The numbers of those of the level.
    level: Vec<u32>,
    /// What the moves of the level lead to.
    next: Vec<Candidate<P::State, P::Cost>>,
    /// Whether no state was dropped.
    whole: bool,
    /// No path costs less.
    bound: Option<P::Cost>,
    expanded: u64,
}

impl<P: Space<State: Key>> Beam<'_, P> {
    /// Returns the cheapest goal of the first level that has one.
    fn run(&mut self, poller: &mut WatchPoller) -> Result<Option<u32>, StopReason> {
        self.insert_starts()?;
        let mut nearest: Option<P::Cost> = None;
        let mut patience = PATIENCE;
        for depth in 0.. {
            let (goal, least) = self.enter(depth, poller)?;
            if goal.is_some() || self.level.is_empty() {
                return Ok(goal);
            }
            if nearest.is_none_or(|nearest| least < Some(nearest)) {
                (nearest, patience) = (least, PATIENCE);
            } else if patience == 0 {
                self.whole = false;
                return Ok(None);
            } else {
                patience -= 1;
            }
            if depth >= self.limits.depth {
                return Err(StopReason::Depth);
            }
            if self.nodes.len() as u64 >= self.limits.states {
                return Err(StopReason::States);
            }
            self.expand(poller)?;
        }
        Ok(None)
    }

    fn insert_starts(&mut self) -> Result<(), StopReason> {
        let (space, symmetric) = (self.space, self.symmetric);
        self.budget.collect(&mut self.next, |visit| {
            space.starts(|state| {
                let key = if symmetric { space.canonical(&state) } else { state };
                if let Some(bound) = space.bound(&key) {
                    let g = P::Cost::ZERO;
                    visit(Candidate { f: bound, hash: key.mix(), key, g, bound, parent: START });
                }
            });
        })?;
        self.bound = self.next.iter().map(|start| start.bound).min();
        Ok(())
    }

    /// Makes the best candidates the next level. Returns the cheapest goal among them, and the least bound.
    fn enter(
        &mut self,
        depth: u32,
        poller: &mut WatchPoller,
    ) -> Result<(Option<u32>, Option<P::Cost>), StopReason> {
        sort(&mut self.next, poller)?;
        self.level.clear();
        self.budget.grow(&mut self.level, self.next.len().min(self.width))?;
        let mut goal: Option<(P::Cost, u32)> = None;
        let mut least: Option<P::Cost> = None;
        for &Candidate { hash, key, g, bound, parent, .. } in &self.next {
            poller.work(32)?;
            if self.nodes.find(&key, hash).is_some() {
                continue;
            }
            if self.level.len() == self.width {
                self.whole = false;
                break;
            }
            let link = Link { g, depth, parent };
            let node = self.nodes.add(key, hash, link, &mut Workspace::new(&mut self.budget, poller))?;
            self.level.push(node);
            least = Some(least.map_or(bound, |least| least.min(bound)));
            if self.space.is_goal(&key) && goal.is_none_or(|(least, _)| g < least) {
                goal = Some((g, node));
            }
        }
        self.next.clear();
        poller.progress.depth = depth;
        poller.progress.frontier = self.level.len() as u64;
        poller.progress.expanded = self.expanded;
        poller.progress.stored = self.nodes.len() as u64;
        poller.progress.bytes = self.budget.used();
        poller.tick()?;
        Ok((goal.map(|(_, node)| node), least))
    }

    /// Lists what the moves of the level lead to, apart from states kept before and hopeless ones.
    fn expand(&mut self, poller: &mut WatchPoller) -> Result<(), StopReason> {
        let Beam { space, symmetric, nodes, level, next, budget, .. } = self;
        for &parent in &*level {
            let (state, before) = (nodes.state(parent), nodes.links[parent as usize].g);
            let listed = next.len();
            budget.collect(next, |visit| {
                space.expand_costs(&state, |_, next, cost| {
                    let key = if *symmetric { space.canonical(&next) } else { next };
                    let hash = key.mix();
                    if nodes.find(&key, hash).is_none()
                        && let Some(bound) = space.bound(&key)
                    {
                        let g = sum(before, cost);
                        visit(Candidate { f: g.saturating_add(bound), hash, key, g, bound, parent });
                    }
                });
            })?;
            poller.work(32 * (next.len() - listed + 1))?;
        }
        self.expanded += self.level.len() as u64;
        Ok(())
    }

    /// The path to a state.
    fn path(&mut self, end: u32, poller: &mut WatchPoller) -> Result<CostedOf<P>, StopReason> {
        let keys = self.nodes.path_to(end, &mut self.budget)?;
        play(self.space, &keys, &mut Workspace::new(&mut self.budget, poller))
    }
}
