//! Exact search through layers: every state that may lead to a better line goes on.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::beam::Searched;
use crate::hash::Seen;
use crate::layered::{Layered, Trace};
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

/// Finds the best of the lines that are worth more than `floor`.
///
/// Unless it was stopped, its answer is proved: the best line, or that no line is worth more than
/// `floor`. States whose [`Layered::bound`] does not promise more than what is found are left out, and
/// those that another of their layer [dominates](Layered::dominates). Takes time and memory in
/// proportion to the states that are left; the more `floor` asks for, the fewer.
///
/// [`Limits::states`] counts states kept here.
pub fn exact<P: Layered>(
    problem: &P,
    floor: i64,
    threads: usize,
    limits: &Limits,
    watch: &mut (impl Watch + ?Sized),
) -> Searched<P::Move> {
    let mut scratches: Vec<P::Scratch> = (0..threads.max(1)).map(|_| problem.scratch()).collect();
    let (first, start) = problem.start();
    let mut layer = first;
    let mut best = None;
    let mut worth = floor;
    let mut stats = Stats::default();
    let mut stopped = None;
    let mut trace = Trace::default();
    let mut frontier = Vec::new();
    if problem.bound(layer, &start, worth, &mut scratches[0]) > worth {
        frontier.push(start);
    }
    let mut next: Vec<Candidate<P>> = Vec::new();
    let mut seen = Seen::default();
    'layers: loop {
        for (index, state) in frontier.iter().enumerate() {
            if let Some(score) = problem.score(layer, state)
                && score > worth
            {
                worth = score;
                best = Some((score, trace.end(index)));
            }
        }
        if frontier.is_empty() || problem.ceiling(layer) <= worth {
            break;
        }
        next.clear();
        seen.clear();
        for (parent, state) in frontier.iter().enumerate() {
            if parent % 1024 == 0 {
                let bytes = trace.bytes()
                    + seen.bytes()
                    + (next.capacity() * size_of::<Candidate<P>>()
                        + frontier.capacity() * size_of::<P::State>()) as u64;
                stats.peak_bytes = stats.peak_bytes.max(bytes);
                let progress = Progress {
                    depth: layer,
                    frontier: frontier.len() as u64,
                    expanded: stats.expanded,
                    stored: stats.stored,
                    bytes,
                };
                stopped = match watch.tick(&progress) {
                    ControlFlow::Break(reason) => Some(reason),
                    ControlFlow::Continue(()) if bytes > limits.bytes => Some(StopReason::Memory),
                    ControlFlow::Continue(()) if stats.stored > limits.states => Some(StopReason::States),
                    ControlFlow::Continue(()) if layer - first >= limits.depth => Some(StopReason::Depth),
                    ControlFlow::Continue(()) => None,
                };
                if stopped.is_some() {
                    break 'layers;
                }
            }
            stats.expanded += 1;
            problem.expand(layer, state, |step, state| {
                if seen.insert(&state, next.len(), |other| next[other].state == state) {
                    next.push(Candidate { bound: 0, parent: parent as u32, step, state });
                }
            });
        }
        layer += 1;
        let progress = Progress {
            depth: layer,
            frontier: next.len() as u64,
            expanded: stats.expanded,
            stored: stats.stored,
            bytes: stats.peak_bytes,
        };
        let together = 2 * WORTH_A_THREAD * scratches.len();
        for part in next.chunks_mut(together) {
            if let ControlFlow::Break(reason) = watch.tick(&progress) {
                stopped = Some(reason);
                break 'layers;
            }
            spread(part, &mut scratches, WORTH_A_THREAD, |candidate, scratch| {
                candidate.bound = problem.bound(layer, &candidate.state, worth, scratch);
            });
        }
        next.retain(|candidate| candidate.bound > worth);
        drop_dominated(problem, &mut next);
        stats.stored += next.len() as u64;
        trace.push(next.iter().map(|candidate| (candidate.parent, candidate.step)));
        frontier.clear();
        frontier.extend(next.drain(..).map(|candidate| candidate.state));
    }
    Searched { best: best.map(|(score, end)| trace.line(score, end)), stats, stopped }
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
