//! Searches of a level.

use tejun_puzzlescript::Input;
use tejun_search::{Featured, Key, Outcome, Proof, Space, SpaceAdapter, Watch};

use super::script::Script;
use super::{text, unproved};
use crate::framework::move_writer::MoveWriter;
use crate::framework::words;
use crate::kit::breadth_first;
#[cfg(not(target_family = "wasm"))]
use crate::kit::some_line;
use crate::vocabulary::answer::{Exploration, Solution, Value};
use crate::vocabulary::options::{Observer, SolveError, SolveOptions, Wanted};
use crate::vocabulary::question::QuestionOption;
use crate::vocabulary::state_graph::{Highlight, StateGraph};
use crate::{Reason, Searches};

/// The space of a level from a state on. Whether it has the states that show at once to be lost is decided when it runs:
/// each search of a space of its own would take room.
pub(super) struct From<'a, const N: usize> {
    pub script: &'a Script<N>,
    pub start: [u64; N],
    pub lost: bool,
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
        if self.lost { model.expand(state, visit) } else { model.expand_live(state, visit) }
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
}

fn writer() -> MoveWriter<(), impl Fn(&mut (), Input) -> String> {
    MoveWriter::new((), |_: &mut (), by: Input| text::letter(by).to_string())
}

/// What there is besides a shortest line. The module of a page has no room for what its questions cannot ask for.
pub(super) const OPTIONS: &[QuestionOption] = match cfg!(target_family = "wasm") {
    true => &[QuestionOption::All],
    false => &[QuestionOption::Width, QuestionOption::All],
};

/// Finds a shortest line, a line to every exit, or with a [width](SolveOptions::width) some line.
pub(super) fn solve<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError>
where
    [u64; N]: Key,
{
    if options.wanted == Wanted::Best && script.bound(state).is_none() {
        return Ok(Solution::impossible(Reason::new(&words::HOPELESS)));
    }
    let from = From { script, start: *state, lost: options.wanted != Wanted::Best };
    let mut solution = match options.width {
        #[cfg(not(target_family = "wasm"))]
        Some(width) => some_line::solve(&from, width, options, observer, &writer()),
        _ => breadth_first::solve(&from, options, observer, &writer())?,
    };
    // A line is one, whatever was left out.
    let claims = options.wanted == Wanted::All || solution.proof == Proof::Optimal;
    if claims || matches!(solution.outcome, Outcome::Unsolvable) {
        complete(script)?;
    }
    if script.model.is_incomplete() {
        solution.bound = Value::default();
    }
    Ok(solution)
}

/// Lists the states that can be reached.
pub(super) fn map<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    highlight: Highlight,
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<StateGraph, SolveError>
where
    [u64; N]: Key,
{
    let map = Searches::<Script<N>>::breadth_first().map.expect("the kit lists states");
    let graph = map(script, state, highlight, options, watch)?;
    complete(script)?;
    Ok(graph)
}

/// Visits every state that can be reached.
pub(super) fn explore<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<Exploration, SolveError>
where
    [u64; N]: Key,
{
    let from = From { script, start: *state, lost: true };
    let exploration = breadth_first::explore(&from, options, watch, &writer());
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
