//! IDA*: depth-first searches up to a rising threshold.

use crate::collections::trail::Trail;
use crate::heuristic::costed_path::{Costed, CostedOf, sum};
use crate::heuristic::filter::Filter;
use crate::limits::{Limits, PROVED_EVERY, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::space::{Cost, Space};
use crate::state::key::{Key, refuse_none};

/// Units of work between two reports to the watch.
const REPORT: usize = 1 << 12;

/// Finds a cheapest path from a start to a goal, or proves that there is none: IDA*.
///
/// Searches depth-first through all states where the cost so far and the [bound](Space::bound) sum up to no
/// more than a threshold; then again with the lowest sum that exceeded it, until a goal is found. It stores
/// nothing but the path it is on. A state that is on that path already is not entered again, so every search
/// of a finite space ends. But a state that several paths lead to is searched once on each of them: this is
/// for spaces where such states are few or the bound is good, and where the sums take few values. The bound
/// is computed once for each state that a move leads to, except for the state just left.
///
/// The bound of the answer says that no path costs less; it also holds if the search is stopped. Symmetry is
/// not used. [`Limits::depth`] limits the moves of paths; [`Limits::states`] the states expanded, all rounds
/// together, because none is stored.
///
/// Cost: time proportional to the moves of the expanded states, and for each of those a look along the path.
/// Memory for one path and the moves along it. Runs on one thread.
///
/// # Panics
/// Panics if a path costs 2^32 or more, or the space visits a state that is [`Key::NONE`].
///
/// [`Key::NONE`]: crate::Key::NONE
pub fn idastar<P: Space<State: Key>>(space: &P, request: Request) -> Answer<CostedOf<P>> {
    let mut search = Search {
        space,
        limits: request.limits,
        poller: WatchPoller::new(request.watch),
        trail: Trail::new(),
        ahead: Ahead {
            budget: Budget::new(request.limits.bytes),
            children: Vec::new(),
            beyond: None,
            full: None,
            work: 0,
        },
        threshold: P::Cost::ZERO,
        cut: false,
        expanded: 0,
        proved_at: 0,
    };
    let (outcome, proof) = match search.run() {
        Ok(Some(cost)) => {
            let path = std::mem::replace(&mut search.trail, Trail::new()).into_path();
            (Outcome::Solved(Costed { cost, path }), Proof::Optimal)
        }
        Ok(None) => (Outcome::Unsolvable, Proof::Unproved),
        Err(reason) => (Outcome::Stopped(reason, None), Proof::Unproved),
    };
    let bound = (outcome != Outcome::Unsolvable).then_some(search.threshold.to_bound());
    let stats = Stats { expanded: search.expanded, stored: 0, peak_bytes: search.ahead.budget.peak() };
    Answer { outcome, bound, proof, stats }
}

/// A state to enter: `depth` moves from the start, the last of them `by`.
#[derive(Clone, Copy)]
struct Child<S, M, C> {
    state: S,
    by: M,
    g: C,
    depth: u32,
}

struct Search<'s, 'w, P: Space<State: Key>> {
    space: &'s P,
    limits: Limits,
    poller: WatchPoller<'w>,
    trail: Trail<P::State, P::Move>,
    ahead: Ahead<P::State, P::Move, P::Cost>,
    /// No path costs less, and this search goes through all that may cost this much.
    threshold: P::Cost,
    /// Whether a state was not expanded because of the limit on depth.
    cut: bool,
    expanded: u64,
    /// States expanded when the watch was last told what is proved.
    proved_at: u64,
}

/// All that changes while a state is expanded, in one place, so that it is reached through one pointer.
struct Ahead<S, M, C> {
    budget: Budget,
    /// States to enter, the next one last.
    children: Vec<Child<S, M, C>>,
    /// The lowest sum above the threshold, if any is.
    beyond: Option<C>,
    /// Why there is no room for a child.
    full: Option<StopReason>,
    /// Units of work not yet reported.
    work: usize,
}

/// Lowers the least sum met so far, if `sum` is less.
#[inline(always)]
fn lower<C: Cost>(least: &mut Option<C>, sum: C) {
    if least.is_none_or(|least| sum < least) {
        *least = Some(sum);
    }
}

impl<P: Space<State: Key>> Search<'_, '_, P> {
    /// Returns the cost of the path on the trail, which is a cheapest; `None` if there is none.
    fn run(&mut self) -> Result<Option<P::Cost>, StopReason> {
        let starts = self.starts()?;
        let mut filter = Filter::new(&mut self.ahead.budget)?;
        loop {
            self.ahead.beyond = None;
            for start in &starts {
                match self.space.bound(start) {
                    Some(bound) if bound > self.threshold => {
                        lower(&mut self.ahead.beyond, bound);
                    }
                    Some(_) => {
                        if let Some(cost) = self.round(*start, &mut filter)? {
                            return Ok(Some(cost));
                        }
                    }
                    None => (),
                }
                self.poller.work(64)?;
            }
            match self.ahead.beyond {
                _ if self.cut => return Err(StopReason::Depth),
                None => return Ok(None),
                Some(beyond) => {
                    self.threshold = beyond;
                    self.proved()?;
                }
            }
        }
    }

    /// Tells the watch what is proved.
    #[cold]
    fn proved(&mut self) -> Result<(), StopReason> {
        self.proved_at = self.expanded;
        self.poller.progress.expanded = self.expanded;
        self.poller.proved(self.threshold.to_bound())
    }

    fn starts(&mut self) -> Result<Vec<P::State>, StopReason> {
        let (mut starts, mut grown) = (Vec::new(), Ok(()));
        self.space.starts(|start| {
            grown = grown.and_then(|()| self.ahead.budget.grow(&mut starts, 1));
            if grown.is_ok() {
                starts.push(start);
            }
        });
        refuse_none(&starts);
        grown.map(|()| starts)
    }

    /// Searches from a start up to the threshold. If it finds a goal, the path is on the trail.
    fn round(&mut self, start: P::State, filter: &mut Filter) -> Result<Option<P::Cost>, StopReason> {
        self.ahead.children.clear();
        self.trail.begin(start, &mut self.ahead.budget)?;
        filter.keep(0);
        filter.add(start.mix(), &mut self.ahead.budget)?;
        let (mut state, mut g, mut depth) = (start, P::Cost::ZERO, 0);
        loop {
            if self.space.is_goal(&state) {
                return Ok(Some(g));
            }
            if depth >= self.limits.depth {
                self.cut = true;
            } else {
                self.expand(&state, g, depth)?;
            }
            loop {
                let Ahead { children, budget, work, .. } = &mut self.ahead;
                let Some(child) = children.pop() else { return Ok(None) };
                *work += 8;
                let (before, hash) = (child.depth as usize - 1, child.state.mix());
                filter.keep(before + 1);
                if !filter.may_hold(hash) || !self.trail.visits(&child.state, before) {
                    refuse_none(&[child.state]);
                    filter.add(hash, budget)?;
                    self.trail.go(before, child.by, child.state, budget)?;
                    (state, g, depth) = (child.state, child.g, child.depth);
                    break;
                }
            }
        }
    }

    /// Notes the successors of the last state of the trail that are within the threshold.
    #[inline(always)]
    fn expand(&mut self, state: &P::State, g: P::Cost, depth: u32) -> Result<(), StopReason> {
        if self.expanded >= self.limits.states {
            return Err(StopReason::States);
        }
        self.expanded += 1;
        let Search { space, threshold, .. } = *self;
        let parent = self.trail.parent();
        let before = self.ahead.children.len();
        let ahead = &mut self.ahead;
        space.expand_costs(state, move |by, next, cost| {
            ahead.work += 16;
            if Some(next) == parent {
                return;
            }
            let g = sum(g, cost);
            let Some(bound) = space.bound(&next) else { return };
            let f = g.saturating_add(bound);
            if f > threshold {
                lower(&mut ahead.beyond, f);
                return;
            }
            if ahead.children.len() == ahead.children.capacity()
                && let Err(reason) = ahead.budget.grow(&mut ahead.children, 1)
            {
                ahead.full = Some(reason);
                return;
            }
            ahead.children.push(Child { state: next, by, g, depth: depth + 1 });
        });
        let ahead = &mut self.ahead;
        if let Some(reason) = ahead.full {
            return Err(reason);
        }
        // The first move is tried first.
        ahead.children[before..].reverse();
        if ahead.work >= REPORT {
            let progress = &mut self.poller.progress;
            (progress.depth, progress.frontier) = (depth, ahead.children.len() as u64);
            (progress.expanded, progress.bytes) = (self.expanded, ahead.budget.used());
            self.poller.work(std::mem::take(&mut ahead.work))?;
            if self.expanded - self.proved_at >= PROVED_EVERY {
                self.proved()?;
            }
        }
        Ok(())
    }
}
