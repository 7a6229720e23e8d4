//! Searches of a level.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use tejun_puzzlescript::Input;
#[cfg(not(target_family = "wasm"))]
use tejun_puzzlescript::model;

use tejun_search::{Featured, Key, Outcome, Progress, Proof, Space, SpaceAdapter, StopReason, Watch};

use super::script::Script;
use super::{text, unproved};
use crate::{Reason, Searches};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::some_line;
use tejun_core::{
    Exploration, Found, Means, MoveWriter, Observer, QuestionOption, Solution, SolveError, StateGraph, Value,
    Wanted,
    kit::breadth_first,
    question::{Explore, Map, Solve},
};
#[cfg(not(target_family = "wasm"))]
use tejun_search::Stats;

/// The space of a level from a state on. Whether it has the states that show at once to be lost is decided when it runs:
/// each search of a space of its own would take room.
pub(super) struct From<'a, const N: usize> {
    pub script: &'a Script<N>,
    pub start: [u64; N],
    pub lost: bool,
    /// States are left out that need more inputs than this, because another search has a line that is as good.
    pub within: AtomicU32,
}

impl<'a, const N: usize> From<'a, N> {
    pub fn new(script: &'a Script<N>, start: [u64; N], lost: bool) -> Self {
        From { script, start, lost, within: AtomicU32::new(u32::MAX) }
    }
}

impl<const N: usize> SpaceAdapter for From<'_, N> {
    type Inner = Script<N>;

    #[inline(always)]
    fn inner(&self) -> &Script<N> {
        self.script
    }

    fn starts(&self, mut visit: impl FnMut([u64; N])) {
        visit(self.start);
    }

    fn expand(&self, state: &[u64; N], mut visit: impl FnMut(Input, [u64; N])) {
        let (model, state) = (&self.script.model, self.script.words(state));
        let visit: &mut dyn FnMut(Input, &[u64]) = &mut |input, next| visit(input, Script::state(next));
        match self.within.load(Ordering::Relaxed) {
            _ if self.lost => model.expand(state, visit),
            inputs if !FINDS || inputs == u32::MAX => model.expand_live(state, visit),
            inputs => model.expand_within(state, inputs, visit),
        }
    }

    fn expand_classes(&self, state: &[u64; N], mut visit: impl FnMut([u64; N])) {
        SpaceAdapter::expand(self, state, |_, next| visit(next));
    }
}

impl<const N: usize> Featured for From<'_, N>
where
    [u64; N]: Key,
{
    fn features(&self, state: &[u64; N], mut visit: impl FnMut(u32)) {
        self.script.model.features(self.script.words(state), &mut visit);
    }

    fn distance(&self, state: &[u64; N]) -> u32 {
        self.script.model.distance(self.script.words(state))
    }
}

fn writer() -> MoveWriter<(), impl Fn(&mut (), Input) -> String> {
    MoveWriter::new((), |_: &mut (), by: Input| text::letter(by).to_string())
}

/// What there is besides a shortest line. The module of a page has no room for what its questions cannot ask for.
pub(super) const OPTIONS: &[QuestionOption] = match cfg!(target_family = "wasm") {
    true => &[QuestionOption::All],
    false => &[QuestionOption::Width, QuestionOption::All],
};

/// Finds a shortest line, a line to every exit, or with a [width](Means::width) some line.
pub(super) fn solve<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError>
where
    [u64; N]: Key,
{
    if solve.wanted == Wanted::Best && script.bound(state).is_none() {
        return Ok(Solution::impossible(Reason::hopeless()));
    }
    let from = From::new(script, *state, solve.wanted != Wanted::Best);
    let observer = &mut WhileComplete { script, within: &from.within, best: None, observer };
    let mut solution = match solve.width {
        #[cfg(not(target_family = "wasm"))]
        Some(width) => some_line::solve(&from, width, means, observer, &writer()),
        _ => breadth_first::solve(&from, solve.wanted, means, observer, &writer())?,
    };
    if let (Outcome::Unsolvable, Some(best)) = (&solution.outcome, observer.best.filter(|_| FINDS)) {
        // No line is better than that of the other search.
        complete(script)?;
        let stopped = Outcome::Stopped(StopReason::Interrupted, None);
        return Ok(Solution { bound: Value::cost(best), ..Solution::without_line(stopped, solution.stats) });
    }
    // A line is one, whatever was left out.
    let claims = solve.wanted == Wanted::All || solution.proof == Proof::Optimal;
    if claims || matches!(solution.outcome, Outcome::Unsolvable) {
        complete(script)?;
    }
    if script.model.is_incomplete() {
        solution.bound = Value::default();
    }
    Ok(solution)
}

/// Finds some line.
#[cfg(not(target_family = "wasm"))]
pub(super) fn find<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution
where
    [u64; N]: Key,
{
    // Of a model of its own: an input that it has to leave out says nothing of what the search beside it proves.
    let (game, level) = (script.model.game().clone(), script.model.level());
    let script = model(game, level).ok().and_then(|model| Script::new(model, script.origin.clone()).ok());
    let Some(script) = &script else {
        return Solution::without_line(Outcome::Stopped(StopReason::Interrupted, None), Stats::default());
    };
    let from = From::new(script, *state, false);
    let observer = &mut Slower { every: ticks(script, state), ticks: 0, observer };
    some_line::nearest_first(&from, means, observer, &writer())
}

/// How many expansions of the proving search go with a tick of the finder.
#[cfg(not(target_family = "wasm"))]
pub(super) const PACE: u64 = 1 << 4;
/// The work after which a search ticks.
#[cfg(not(target_family = "wasm"))]
const TICK: u64 = 1 << 13;
/// The most of these ticks that count as one.
#[cfg(not(target_family = "wasm"))]
const MOST_TICKS: u64 = 1 << 6;

/// The ticks of a search that take as long as so many expansions: games differ a hundredfold. By the work of the first, so
/// that it is the same in each run.
#[cfg(not(target_family = "wasm"))]
fn ticks<const N: usize>(script: &Script<N>, state: &[u64; N]) -> u64 {
    script.model.take_work();
    script.model.expand(script.words(state), &mut |_, _| {});
    (PACE * script.model.take_work() / TICK).clamp(1, MOST_TICKS)
}

/// Passes on every so many ticks.
#[cfg(not(target_family = "wasm"))]
struct Slower<'a> {
    every: u64,
    ticks: u64,
    observer: &'a mut dyn Observer,
}

#[cfg(not(target_family = "wasm"))]
impl Watch for Slower<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.ticks += 1;
        match self.ticks.is_multiple_of(self.every) {
            true => self.observer.tick(progress),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Observer for Slower<'_> {
    fn found(&mut self, found: &Found) {
        self.observer.found(found);
    }
}

/// Whether another search finds lines meanwhile. The module of a page has none.
const FINDS: bool = !cfg!(target_family = "wasm");

/// Passes on what is proved as long as no input was left out, and leaves out of the next level what cannot be part of a
/// better line than the best that is known.
struct WhileComplete<'a, const N: usize> {
    script: &'a Script<N>,
    within: &'a AtomicU32,
    /// What that line costs, if states may have been left out for it.
    best: Option<i64>,
    observer: &'a mut dyn Observer,
}

impl<const N: usize> Watch for WhileComplete<'_, N> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.observer.tick(progress)
    }

    fn expect(&mut self, states: u64) {
        self.observer.expect(states);
    }

    fn proved(&mut self, bound: i64, progress: &Progress) -> ControlFlow<StopReason> {
        if self.script.model.is_incomplete() {
            return ControlFlow::Continue(());
        }
        self.observer.proved(bound, progress)?;
        if let Some(best) = self.observer.best().filter(|_| FINDS) {
            // The next states come after so many inputs as are proved.
            self.best = Some(best);
            self.within.store(u32::try_from(best - 1 - bound).unwrap_or(0), Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}

impl<const N: usize> Observer for WhileComplete<'_, N> {
    fn found(&mut self, found: &Found) {
        self.observer.found(found);
    }
}

/// Lists the states that can be reached.
pub(super) fn map<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    map: &Map,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<StateGraph, SolveError>
where
    [u64; N]: Key,
{
    let list = Searches::<Script<N>>::breadth_first().map.expect("the kit lists states");
    let graph = list(script, state, map, means, watch)?;
    complete(script)?;
    Ok(graph)
}

/// Visits every state that can be reached.
pub(super) fn explore<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    explore: &Explore,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Exploration, SolveError>
where
    [u64; N]: Key,
{
    let from = From::new(script, *state, true);
    let exploration = breadth_first::explore(&from, explore, means, watch, &writer());
    complete(script)?;
    Ok(exploration)
}

/// Nothing is proved where inputs were left out whose turns have no end or take too much work.
pub(super) fn complete<const N: usize>(script: &Script<N>) -> Result<(), SolveError> {
    match script.model.left_out() {
        Some(left_out) => Err(unproved::left_out(script.origin.number, left_out).into()),
        None => Ok(()),
    }
}
