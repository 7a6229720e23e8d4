//! Exact search through layers: every state that may lead to a better line goes on.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::beam::Searched;
use crate::hash::Seen;
use crate::layered::{End, Layered, Line, Trace};
use crate::limits::{Limits, Progress, StopReason, Watch};
use crate::outcome::Stats;
use crate::spread::spread;

/// How many others of its group a state is compared with for dominance. Groups are small, but for
/// the rare one whose comparisons would take longer than the states they save.
const COMPARED: usize = 64;

/// Bounds that are worth the start of another thread: they take far longer than estimates.
const WORTH_A_THREAD: usize = 16;

struct Candidate<P: Layered> {
    bound: i64,
    parent: u32,
    step: P::Move,
    state: P::State,
}

/// Finds the best of the lines that are worth more than `floor`, as [`Exact`] does, in one go.
pub fn exact<P: Layered>(
    problem: &P,
    floor: i64,
    threads: usize,
    limits: &Limits,
    watch: &mut (impl Watch + ?Sized),
) -> Searched<P::Move> {
    let mut search = Exact::new(problem, floor);
    let stopped = search.run(threads, limits, watch);
    Searched { best: search.best(), stats: *search.stats(), stopped }
}

/// A search for the best of the lines that are worth more than a floor. It can be stopped and go on
/// later.
///
/// Once it has come to its end its answer is proved: the best line, or that no line is worth more
/// than the floor. States whose [`Layered::bound`] does not promise more than what is found are left
/// out, and those that another of their layer [dominates](Layered::dominates). Takes time and memory
/// in proportion to the states that are left; the higher the floor, the fewer.
pub struct Exact<'p, P: Layered> {
    problem: &'p P,
    layer: u32,
    frontier: Vec<P::State>,
    trace: Trace<P::Move>,
    /// What a line must be worth more than.
    worth: i64,
    best: Option<(i64, End)>,
    stats: Stats,
}

impl<'p, P: Layered> Exact<'p, P> {
    /// A search that has not begun.
    pub fn new(problem: &'p P, floor: i64) -> Self {
        let (layer, start) = problem.start();
        let mut search = Exact {
            problem,
            layer,
            frontier: Vec::new(),
            trace: Trace::default(),
            worth: floor,
            best: None,
            stats: Stats::default(),
        };
        search.found(&start, 0);
        if problem.bound(layer, &start, search.worth, &mut problem.scratch()) > search.worth {
            search.frontier.push(start);
        }
        search
    }

    /// The best line so far.
    pub fn best(&self) -> Option<Line<P::Move>> {
        self.best.map(|(score, end)| self.trace.line(score, end))
    }

    /// What it took so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Goes on to the end, unless it is stopped.
    ///
    /// [`Limits::states`] counts states kept here, from the beginning.
    pub fn run(
        &mut self,
        threads: usize,
        limits: &Limits,
        watch: &mut (impl Watch + ?Sized),
    ) -> Option<StopReason> {
        let problem = self.problem;
        let mut scratches: Vec<P::Scratch> = (0..threads.max(1)).map(|_| problem.scratch()).collect();
        let mut next: Vec<Candidate<P>> = Vec::new();
        let mut seen = Seen::default();
        while !self.frontier.is_empty() && problem.ceiling(self.layer) > self.worth {
            next.clear();
            seen.clear();
            for (parent, state) in self.frontier.iter().enumerate() {
                if parent % 1024 == 0 {
                    let bytes = self.trace.bytes()
                        + seen.bytes()
                        + (next.capacity() * size_of::<Candidate<P>>()
                            + self.frontier.capacity() * size_of::<P::State>())
                            as u64;
                    self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
                    if let ControlFlow::Break(reason) = watch.tick(&self.progress()) {
                        return Some(reason);
                    }
                    if bytes > limits.bytes {
                        return Some(StopReason::Memory);
                    }
                    if self.stats.stored > limits.states {
                        return Some(StopReason::States);
                    }
                    if self.layer - problem.start().0 >= limits.depth {
                        return Some(StopReason::Depth);
                    }
                }
                problem.expand(self.layer, state, |step, state| {
                    if seen.insert(&state, next.len(), |other| next[other].state == state) {
                        next.push(Candidate { bound: 0, parent: parent as u32, step, state });
                    }
                });
            }
            let together = 2 * WORTH_A_THREAD * scratches.len();
            for part in next.chunks_mut(together) {
                if let ControlFlow::Break(reason) = watch.tick(&self.progress()) {
                    return Some(reason);
                }
                spread(part, &mut scratches, WORTH_A_THREAD, |candidate, scratch| {
                    candidate.bound = problem.bound(self.layer + 1, &candidate.state, self.worth, scratch);
                });
            }
            next.retain(|candidate| candidate.bound > self.worth);
            drop_dominated(problem, &mut next);
            self.stats.expanded += self.frontier.len() as u64;
            self.stats.stored += next.len() as u64;
            self.layer += 1;
            self.trace.push(next.iter().map(|candidate| (candidate.parent, candidate.step)));
            for (index, candidate) in next.iter().enumerate() {
                self.found(&candidate.state, index);
            }
            self.frontier.clear();
            self.frontier.extend(next.drain(..).map(|candidate| candidate.state));
        }
        None
    }

    fn found(&mut self, state: &P::State, index: usize) {
        if let Some(score) = self.problem.score(self.layer, state)
            && score > self.worth
        {
            self.worth = score;
            self.best = Some((score, self.trace.end(index)));
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            depth: self.layer,
            frontier: self.frontier.len() as u64,
            expanded: self.stats.expanded,
            stored: self.stats.stored,
            bytes: self.stats.peak_bytes,
        }
    }
}

fn drop_dominated<P: Layered>(problem: &P, states: &mut Vec<Candidate<P>>) {
    let mut groups: HashMap<P::Group, Vec<u32>> = HashMap::new();
    let mut dropped = vec![false; states.len()];
    for index in 0..states.len() {
        let state = &states[index].state;
        let group = groups.entry(problem.group(state)).or_default();
        let mut position = 0;
        while position < group.len().min(COMPARED) {
            let other = group[position] as usize;
            if problem.dominates(&states[other].state, state) {
                dropped[index] = true;
                break;
            }
            if problem.dominates(state, &states[other].state) {
                dropped[other] = true;
                group.swap_remove(position);
            } else {
                position += 1;
            }
        }
        if !dropped[index] {
            group.push(index as u32);
        }
    }
    let mut dropped = dropped.into_iter();
    states.retain(|_| !dropped.next().expect("one for each state"));
}
