//! Beam search: of every layer only the most promising states go on.

use crate::hash::Seen;
use crate::layered::{Layered, Line, Trace};
use crate::limits::{Limits, Progress, StopReason, Watch};
use crate::outcome::Stats;
use crate::spread::spread;

/// What a beam search found.
#[derive(Clone, Debug)]
pub struct Searched<M> {
    /// The best line to its end, if the beam met one. Nothing is proved of it.
    pub best: Option<Line<M>>,
    /// What it took.
    pub stats: Stats,
    /// Why it ended early, if it did.
    pub stopped: Option<StopReason>,
}

/// Estimates that are worth the start of another thread.
const WORTH_A_THREAD: usize = 256;

/// A state that was reached, before it is known whether it is kept.
struct Candidate<P: Layered> {
    value: i64,
    parent: u32,
    step: P::Move,
    state: P::State,
}

/// Searches with a beam of at most `width` states a layer.
///
/// States that were reached in several ways count once. Of equal values the first found goes on, so
/// the answer is the same for any number of threads. Stops at the layer after which nothing can be
/// worth more than what is found. Takes time in proportion to layers times width, and for each
/// state kept a few bytes to rebuild the line from.
///
/// [`Limits::states`] counts expanded states here.
pub fn beam<P: Layered>(
    problem: &P,
    width: usize,
    threads: usize,
    limits: &Limits,
    watch: &mut (impl Watch + ?Sized),
) -> Searched<P::Move> {
    let mut scratches: Vec<P::Scratch> = (0..threads.max(1)).map(|_| problem.scratch()).collect();
    let (first, start) = problem.start();
    let mut layer = first;
    let mut frontier = vec![start];
    let mut trace = Trace::default();
    let mut best = None;
    let mut stats = Stats::default();
    let mut stopped = None;
    let mut next: Vec<Candidate<P>> = Vec::new();
    let mut seen = Seen::default();
    loop {
        for (index, state) in frontier.iter().enumerate() {
            if let Some(score) = problem.score(layer, state)
                && best.is_none_or(|(found, _)| score > found)
            {
                best = Some((score, trace.end(index)));
            }
        }
        if frontier.is_empty() || best.is_some_and(|(found, _)| found >= problem.ceiling(layer)) {
            break;
        }
        let bytes = trace.bytes()
            + seen.bytes()
            + (next.capacity() * size_of::<Candidate<P>>() + frontier.capacity() * size_of::<P::State>())
                as u64;
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        let progress = Progress {
            depth: layer,
            frontier: frontier.len() as u64,
            expanded: stats.expanded,
            stored: stats.stored,
            bytes,
        };
        if let std::ops::ControlFlow::Break(reason) = watch.tick(&progress) {
            stopped = Some(reason);
            break;
        }
        if stats.expanded + frontier.len() as u64 > limits.states {
            stopped = Some(StopReason::States);
            break;
        }
        if bytes > limits.bytes {
            stopped = Some(StopReason::Memory);
            break;
        }
        if layer - first >= limits.depth {
            stopped = Some(StopReason::Depth);
            break;
        }

        next.clear();
        seen.clear();
        for (parent, state) in frontier.iter().enumerate() {
            problem.expand(layer, state, |step, state| {
                if seen.insert(&state, next.len(), |other| next[other].state == state) {
                    next.push(Candidate { value: 0, parent: parent as u32, step, state });
                }
            });
        }
        stats.expanded += frontier.len() as u64;
        layer += 1;
        spread(&mut next, &mut scratches, WORTH_A_THREAD, |candidate, scratch| {
            candidate.value = problem.value(layer, &candidate.state, scratch);
        });
        if next.len() > width {
            // Stable in effect: parent and order of discovery decide between equal values.
            let mut order: Vec<u32> = (0..next.len() as u32).collect();
            order.select_nth_unstable_by_key(width, |&index| (-next[index as usize].value, index));
            order.truncate(width);
            order.sort_unstable();
            for (to, &from) in order.iter().enumerate() {
                next.swap(to, from as usize);
            }
            next.truncate(width);
        }
        stats.stored += next.len() as u64;
        trace.push(next.iter().map(|candidate| (candidate.parent, candidate.step)));
        frontier.clear();
        frontier.extend(next.iter().map(|candidate| candidate.state.clone()));
    }
    Searched { best: best.map(|(score, end)| trace.line(score, end)), stats, stopped }
}
