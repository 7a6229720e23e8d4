//! Beam search: only the most promising states of each layer are kept.

use std::cmp::Reverse;

use crate::layered::frontier::Frontier;
use crate::layered::problem::{Layered, Scored};
use crate::limits::{Limits, StopReason};
use crate::outcome::{Answer, Outcome, Proof};
use crate::request::Request;
use crate::runtime::cancel::WatchPoller;
use crate::runtime::parallel::Work;

/// The cost of computing values.
const VALUES: Work = Work { enough: 256, units: 64 };

/// Searches with a beam of at most `width` states per layer.
///
/// A state reached in several ways counts once. Of equal values the first found is kept, so the answer is the
/// same for any number of threads. The search ends at the layer after which nothing can score more than what
/// was found.
///
/// `Solved` with the best path found, proved optimal if no state was dropped. `Unsolvable` if none was
/// dropped and no path may end anywhere. [`StopReason::Width`] if states were dropped and no path was found
/// among the rest. The bound says that no path scores more.
///
/// Cost: time proportional to layers times width, and a few bytes for each state kept, to rebuild the path.
/// See [`Layered`] for an example.
pub fn beam<P: Layered>(problem: &P, width: usize, request: Request) -> Answer<Scored<P::Move>> {
    let mut beam = Beam { front: Frontier::new(problem), width, whole: true };
    let start = problem.score(beam.front.layer, &beam.front.states[0]).unwrap_or(i64::MIN);
    let bound = problem.ceiling(beam.front.layer).max(start);
    let stopped = beam.run(request).err();
    beam.front.rest();
    let (best, proved) = (beam.front.best(), beam.whole && stopped.is_none());
    let (proof, bound) = match &best {
        Some(best) if proved => (Proof::Optimal, best.score),
        _ => (Proof::Unproved, bound),
    };
    Answer {
        outcome: match (stopped, best) {
            (Some(reason), best) => Outcome::Stopped(reason, best),
            (None, Some(best)) => Outcome::Solved(best),
            (None, None) if proved => Outcome::Unsolvable,
            (None, None) => Outcome::Stopped(StopReason::Width, None),
        },
        bound: Some(bound),
        proof,
        stats: beam.front.stats,
    }
}

struct Beam<'p, P: Layered> {
    front: Frontier<'p, P>,
    width: usize,
    /// Whether no state was dropped.
    whole: bool,
}

impl<P: Layered> Beam<'_, P> {
    fn run(&mut self, request: Request) -> Result<(), StopReason> {
        let threads = request.threads_to_run();
        let Request { limits, watch, .. } = request;
        let mut poller = WatchPoller::new(watch);
        let problem = self.front.problem;
        let mut scratches: Vec<P::Scratch> = (0..threads).map(|_| problem.scratch()).collect();
        let mut value = i64::MIN;
        loop {
            value = self.front.look(value);
            if self.front.states.is_empty() || value >= problem.ceiling(self.front.layer) {
                return Ok(());
            }
            self.advance(&limits, &mut scratches, &mut poller)?;
        }
    }

    fn advance(
        &mut self,
        limits: &Limits,
        scratches: &mut [P::Scratch],
        poller: &mut WatchPoller,
    ) -> Result<(), StopReason> {
        let front = &mut self.front;
        front.check(limits, poller)?;
        front.expand(poller)?;
        let (problem, layer) = (front.problem, front.layer + 1);
        if front.next.len() > self.width {
            VALUES.on(&mut front.next, scratches, poller, |candidate, scratch, _| {
                candidate.rank = problem.value(layer, &candidate.state, scratch);
                Ok(())
            })?;
            self.select()?;
        }
        self.front.close_layer()
    }

    /// Keeps the most promising states, in order of discovery.
    fn select(&mut self) -> Result<(), StopReason> {
        self.whole = false;
        let Frontier { next, budget, .. } = &mut self.front;
        let mut order: Vec<u32> = budget.list(next.len())?;
        order.extend(0..next.len() as u32);
        // Stable in effect: of equal values, the one discovered first is kept.
        order.select_nth_unstable_by_key(self.width, |&index| (Reverse(next[index as usize].rank), index));
        order.truncate(self.width);
        order.sort_unstable();
        for (to, &from) in order.iter().enumerate() {
            next.swap(to, from as usize);
        }
        next.truncate(self.width);
        budget.free(&mut order);
        Ok(())
    }
}
