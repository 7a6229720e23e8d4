//! What beam search and exact search share: the current layer, the next one, and the way back.

use crate::layered::problem::{Layered, Scored};
use crate::layered::seen::Seen;
use crate::limits::{Limits, StopReason};
use crate::outcome::Stats;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::runtime::workspace::Workspace;

/// The least room made for states.
const ROOM: usize = 64;

/// A state that was reached, before the search decides whether to keep it.
pub(super) struct Candidate<P: Layered> {
    /// What decides that: a value, or a bound.
    pub rank: i64,
    parent: u32,
    step: P::Move,
    pub state: P::State,
}

/// The parent of a kept state, and the move from it.
type Origin<M> = (u32, M);

/// The number of layers passed, and the index of a state in the last.
type End = (usize, usize);

/// A search in progress.
pub(super) struct Frontier<'p, P: Layered> {
    pub problem: &'p P,
    first: u32,
    pub layer: u32,
    /// The states of the current layer.
    pub states: Vec<P::State>,
    /// The states of the next layer.
    pub next: Vec<Candidate<P>>,
    seen: Seen,
    /// For each layer after the first, where its states came from: enough to rebuild the path to each.
    origins: Vec<Vec<Origin<P::Move>>>,
    best: Option<(i64, End)>,
    pub budget: Budget,
    pub stats: Stats,
}

impl<'p, P: Layered> Frontier<'p, P> {
    /// Returns a search at the first layer.
    pub fn new(problem: &'p P) -> Self {
        let (first, start) = problem.start();
        let mut budget = Budget::new(u64::MAX);
        let mut states = budget.list(1).expect("one state fits into any budget");
        states.push(start);
        Frontier {
            problem,
            first,
            layer: first,
            states,
            next: Vec::new(),
            seen: Seen::default(),
            origins: Vec::new(),
            best: None,
            budget,
            stats: Stats { stored: 1, ..Stats::default() },
        }
    }

    /// Looks for paths that end in the current layer and score more than `value` and than the best known.
    pub fn look(&mut self, mut value: i64) -> i64 {
        for (index, state) in self.states.iter().enumerate() {
            if let Some(score) = self.problem.score(self.layer, state)
                && score > value
            {
                value = score;
                self.best = Some((score, (self.origins.len(), index)));
            }
        }
        value
    }

    /// Returns the best path known.
    pub fn best(&self) -> Option<Scored<P::Move>> {
        let (score, (length, mut index)) = self.best?;
        let mut moves: Vec<P::Move> = self.origins[..length]
            .iter()
            .rev()
            .map(|layer| {
                let (parent, step) = layer[index];
                index = parent as usize;
                step
            })
            .collect();
        moves.reverse();
        Some(Scored { score, moves })
    }

    /// Reports progress to the watch and checks the limits.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&mut self, limits: &Limits, poller: &mut WatchPoller) -> Result<(), StopReason> {
        self.budget.set_limit(limits.bytes);
        poller.progress.depth = self.layer;
        poller.progress.frontier = self.states.len() as u64;
        poller.progress.expanded = self.stats.expanded;
        poller.progress.stored = self.stats.stored;
        poller.progress.bytes = self.budget.used();
        poller.tick()?;
        if self.stats.stored >= limits.states {
            Err(StopReason::States)
        } else if self.budget.used() > limits.bytes {
            Err(StopReason::Memory)
        } else if self.layer - self.first >= limits.depth {
            Err(StopReason::Depth)
        } else {
            Ok(())
        }
    }

    /// Generates the states of the next layer, each once.
    ///
    /// # Errors
    /// If memory runs out or the watch stops the search.
    pub fn expand(&mut self, poller: &mut WatchPoller) -> Result<(), StopReason> {
        self.next.clear();
        self.seen.clear();
        for parent in 0..self.states.len() {
            while !self.expand_one(parent) {
                if self.next.len() >= u32::MAX as usize / 2 {
                    return Err(StopReason::Memory);
                }
                let more = self.next.len().max(ROOM);
                if self.budget.grow(&mut self.next, more).is_err() {
                    self.budget.grow(&mut self.next, ROOM)?;
                }
                let more = self.next.capacity() - self.next.len();
                self.seen.make_room(
                    more.min(self.next.len().max(ROOM)),
                    &mut Workspace::new(&mut self.budget, poller),
                )?;
            }
            poller.work(32)?;
        }
        Ok(())
    }

    /// Generates the successors of one state; returns whether there was room for all of them. Those entered
    /// before room ran out are recognised the next time.
    fn expand_one(&mut self, parent: usize) -> bool {
        let Frontier { problem, layer, states, next, seen, .. } = self;
        let mut room = true;
        problem.expand(*layer, &states[parent], |step, state| {
            room = room && next.len() < next.capacity() && seen.room() > 0;
            if room && seen.enter(&state, next.len(), |other| next[other].state == state).is_none() {
                next.push(Candidate { rank: 0, parent: parent as u32, step, state });
            }
        });
        room
    }

    /// Goes on to the next layer.
    ///
    /// # Errors
    /// If memory runs out; then nothing has changed.
    pub fn close_layer(&mut self) -> Result<(), StopReason> {
        let mut origins = self.budget.list(self.next.len())?;
        let missing = self.next.len().saturating_sub(self.states.len());
        self.budget.grow(&mut self.origins, 1)?;
        self.budget.grow(&mut self.states, missing)?;
        origins.extend(self.next.iter().map(|candidate| (candidate.parent, candidate.step)));
        self.origins.push(origins);
        self.stats.expanded += self.states.len() as u64;
        self.stats.stored += self.next.len() as u64;
        self.layer += 1;
        self.states.clear();
        self.states.extend(self.next.drain(..).map(|candidate| candidate.state));
        Ok(())
    }

    /// Frees what only generating a layer needs.
    pub fn rest(&mut self) {
        self.budget.free(&mut self.next);
        self.seen.free(&mut self.budget);
        self.stats.peak_bytes = self.budget.peak();
    }
}
