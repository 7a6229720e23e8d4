//! Depth-first search with a table of the states visited.

use crate::collections::table::StateTable;
use crate::collections::trail::Trail;
use crate::limits::{Limits, PROVED_EVERY, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::runtime::workspace::Workspace;
use crate::space::PathOf;
use crate::space::{Cost, Space};
use crate::state::key::Key;
use crate::state::key::refuse_none;

/// Finds any path from a start to a goal, or proves that there is none: depth-first search.
///
/// Goes from each state to the first of its successors not visited before, and back when there is none. This
/// finds a path fast where many lead to a goal, or where all of them have the same length. Of symmetric states
/// only one is visited, yet the path is one of real states. To leave out hopeless states, search a
/// [`Pruned`](crate::Pruned) space.
///
/// The path may be far from the shortest: nothing is proved of it, and there is no bound. A caller whose
/// solutions all cost the same may claim more. *Unsolvable* is proved. [`Limits::depth`] limits the moves of
/// paths. As a state visited at that depth is not visited again on a shorter path, a search stopped by it may
/// have missed a path of so few moves.
///
/// Cost: time proportional to the moves of the states visited. Memory for a visited state of `w` bytes: 1.3
/// to 2.7 `w`, for a while 4 `w` when the table grows; and a path, with the moves along it. Runs on one
/// thread; [`Request::threads`] is ignored.
///
/// # Panics
/// Panics if the space visits a state that is [`Key::NONE`].
pub fn any_path<P: Space<State: Key>>(space: &P, request: Request) -> Answer<PathOf<P>> {
    let mut search = Search {
        space,
        limits: request.limits,
        poller: WatchPoller::new(request.watch),
        budget: Budget::new(request.limits.bytes),
        visited: StateTable::none(),
        trail: Trail::new(),
        open: Vec::new(),
        cut: false,
        expanded: 0,
        bound: 0,
    };
    let outcome = match search.run() {
        Ok(true) => Outcome::Solved(std::mem::replace(&mut search.trail, Trail::new()).into_path()),
        Ok(false) => Outcome::Unsolvable,
        Err(reason) => Outcome::Stopped(reason, None),
    };
    let stats = Stats {
        expanded: search.expanded,
        stored: search.visited.len() as u64,
        peak_bytes: search.budget.peak(),
    };
    Answer { outcome, bound: None, proof: Proof::Unproved, stats }
}

/// A state to visit: `depth` moves from the start, the last of them `by`.
#[derive(Clone, Copy)]
struct Child<S, M> {
    state: S,
    by: M,
    depth: u32,
}

struct Search<'s, 'w, P: Space<State: Key>> {
    space: &'s P,
    limits: Limits,
    poller: WatchPoller<'w>,
    budget: Budget,
    /// The representatives of the states visited.
    visited: StateTable<P::State>,
    trail: Trail<P::State, P::Move>,
    /// States to visit, the next one last.
    open: Vec<Child<P::State, P::Move>>,
    /// Whether a state was not expanded because of the limit on depth.
    cut: bool,
    expanded: u64,
    /// No path costs less, by the bound of the starts.
    bound: i64,
}

impl<P: Space<State: Key>> Search<'_, '_, P> {
    /// Returns whether there is a goal. If so, the path is on the trail.
    fn run(&mut self) -> Result<bool, StopReason> {
        let (mut starts, mut grown) = (Vec::new(), Ok(()));
        self.space.starts(|start| {
            grown = grown.and_then(|()| self.budget.grow(&mut starts, 1));
            if grown.is_ok() {
                starts.push(start);
            }
        });
        grown?;
        self.bound =
            starts.iter().filter_map(|start| self.space.bound(start)).min().map_or(0, Cost::to_bound);
        for start in starts {
            self.trail.begin(start, &mut self.budget)?;
            if self.space.is_goal(&start) || self.visit(&start)? && self.search(start)? {
                return Ok(true);
            }
        }
        if self.cut { Err(StopReason::Depth) } else { Ok(false) }
    }

    /// Searches from a start that was just visited.
    fn search(&mut self, start: P::State) -> Result<bool, StopReason> {
        let (mut state, mut depth) = (start, 0);
        loop {
            if self.expand(&state, depth)? {
                return Ok(true);
            }
            loop {
                let Some(child) = self.open.pop() else { return Ok(false) };
                if self.visit(&child.state)? {
                    self.trail.go(child.depth as usize - 1, child.by, child.state, &mut self.budget)?;
                    (state, depth) = (child.state, child.depth);
                    break;
                }
            }
        }
    }

    /// Notes that a state is visited; returns whether it is for the first time.
    fn visit(&mut self, state: &P::State) -> Result<bool, StopReason> {
        let key = if self.space.has_symmetry() { self.space.canonical(state) } else { *state };
        refuse_none(&[key]);
        if self.visited.room() == 0 {
            self.visited.grow(&mut Workspace::new(&mut self.budget, &mut self.poller))?;
        }
        self.poller.work(16)?;
        Ok(self.visited.insert(key))
    }

    /// Notes the successors of the state at the end of the trail; returns whether one of them is a goal, to
    /// which the trail then leads.
    fn expand(&mut self, state: &P::State, depth: u32) -> Result<bool, StopReason> {
        if depth >= self.limits.depth {
            self.cut = true;
            return Ok(false);
        }
        if self.visited.len() as u64 >= self.limits.states {
            return Err(StopReason::States);
        }
        self.expanded += 1;
        let Search { space, budget, open, poller, .. } = self;
        let before = open.len();
        let (mut goal, mut grown) = (None, Ok(()));
        space.expand(state, |by, next| {
            if goal.is_none() && space.is_goal(&next) {
                goal = Some((by, next));
            }
            if open.len() == open.capacity() {
                grown = grown.and_then(|()| budget.grow(open, 1));
            }
            if grown.is_ok() {
                open.push(Child { state: next, by, depth: depth + 1 });
            }
        });
        if let Some((by, next)) = goal {
            self.trail.go(depth as usize, by, next, budget)?;
            return Ok(true);
        }
        grown?;
        // The first move is tried first.
        open[before..].reverse();
        let progress = &mut poller.progress;
        (progress.depth, progress.frontier) = (depth, open.len() as u64);
        (progress.expanded, progress.stored) = (self.expanded, self.visited.len() as u64);
        progress.bytes = budget.used();
        poller.work(16 * (open.len() - before) + 16)?;
        if self.expanded.is_multiple_of(PROVED_EVERY) {
            self.poller.proved(self.bound)?;
        }
        Ok(false)
    }
}
