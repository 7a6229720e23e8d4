//! Exact search through layers: every state that may lead to a better path is kept.

use crate::layered::dominance::{drop_dominated, retain};
use crate::layered::frontier::Frontier;
use crate::layered::problem::{Layered, Scored};
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::cancel::WatchPoller;
use crate::runtime::parallel::Work;
use crate::runtime::workspace::Workspace;

/// The cost of computing bounds: so much more than that of values that each is watched separately.
const BOUNDS: Work = Work { enough: 16, units: 1 << 13 };

/// Finds the best path that scores more than `floor`, like [`Exact`], in one run.
pub fn exact<P: Layered>(problem: &P, floor: i64, request: Request) -> Answer<Scored<P::Move>> {
    Exact::new(problem, floor).run(request)
}

/// A search for the best path that scores more than a floor. It can be stopped and resumed.
///
/// When it completes, its answer is proved: the best path, or that no path scores more than the floor. It
/// drops states whose [`Layered::bound`] is no more than the best score found, and states that another of
/// their layer [dominates](Layered::dominates).
///
/// Cost: time and memory proportional to the states that remain; the higher the floor, the fewer. See
/// [`Layered`] for an example.
pub struct Exact<'p, P: Layered> {
    front: Frontier<'p, P>,
    /// The score that a path must exceed.
    value: i64,
}

impl<'p, P: Layered> Exact<'p, P> {
    /// Returns a search that has not started.
    pub fn new(problem: &'p P, floor: i64) -> Self {
        let mut search = Exact { front: Frontier::new(problem), value: floor };
        let Exact { front, value } = &mut search;
        *value = front.look(*value);
        if problem.bound(front.layer, &front.states[0], *value, &mut problem.scratch()) <= *value {
            front.states.clear();
        }
        search
    }

    /// Returns the best path so far that scores more than the floor.
    pub fn best(&self) -> Option<Scored<P::Move>> {
        self.front.best()
    }

    /// What all runs so far have done.
    pub fn stats(&self) -> &Stats {
        &self.front.stats
    }

    /// Runs until the search completes or is stopped. The limits apply to all runs together.
    ///
    /// `Solved` with the best path, proved optimal; `Unsolvable` if no path scores more than the floor. The
    /// bound says that no path scores more; it is never below the floor.
    pub fn run(&mut self, request: Request) -> Answer<Scored<P::Move>> {
        let threads = request.threads_to_run();
        let Request { limits, watch, .. } = request;
        let mut poller = WatchPoller::new(watch);
        let problem = self.front.problem;
        let mut scratches: Vec<P::Scratch> = (0..threads).map(|_| problem.scratch()).collect();
        let mut result = Ok(());
        while result.is_ok() && self.is_open() {
            result = self.advance(&limits, &mut scratches, &mut poller);
        }
        self.front.rest();
        let best = self.best();
        Answer {
            bound: Some(match result {
                Ok(()) => self.value,
                Err(_) => self.value.max(problem.ceiling(self.front.layer)),
            }),
            proof: if result.is_ok() && best.is_some() { Proof::Optimal } else { Proof::Unproved },
            outcome: match (result, best) {
                (Err(reason), best) => Outcome::Stopped(reason, best),
                (Ok(()), Some(best)) => Outcome::Solved(best),
                (Ok(()), None) => Outcome::Unsolvable,
            },
            stats: self.front.stats,
        }
    }

    /// Whether a better path may still be found.
    fn is_open(&self) -> bool {
        !self.front.states.is_empty() && self.front.problem.ceiling(self.front.layer) > self.value
    }

    /// Goes on to the next layer. If stopped on the way, the next run starts that layer again.
    fn advance(
        &mut self,
        limits: &Limits,
        scratches: &mut [P::Scratch],
        poller: &mut WatchPoller,
    ) -> Result<(), StopReason> {
        let Exact { front, value } = self;
        front.check(limits, poller)?;
        front.expand(poller)?;
        let (problem, layer) = (front.problem, front.layer + 1);
        BOUNDS.on(&mut front.next, scratches, poller, |candidate, scratch, _| {
            candidate.rank = problem.bound(layer, &candidate.state, *value, scratch);
            Ok(())
        })?;
        retain(&mut front.next, poller, |_, candidate| candidate.rank > *value)?;
        drop_dominated(problem, &mut front.next, &mut Workspace::new(&mut front.budget, poller))?;
        front.close_layer()?;
        *value = front.look(*value);
        Ok(())
    }
}
