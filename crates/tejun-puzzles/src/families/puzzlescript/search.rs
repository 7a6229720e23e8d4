//! Searches of a level.

use tejun_puzzlescript::Input;
use tejun_search::heuristic::Featured;
use tejun_search::{Outcome, Packed, Proof, Space, SpaceAdapter, Watch};

use super::{Script, text, unproved};
use crate::Reason;
use crate::framework::move_writer::MoveWriter;
use crate::framework::words;
use crate::kit::{breadth_first, some_line};
use crate::vocabulary::answer::{Exploration, Solution};
use crate::vocabulary::options::{Observer, SolveError, SolveOptions, Wanted};

/// The space of a level from a state on.
struct From<'a, const N: usize> {
    script: &'a Script<N>,
    start: [u64; N],
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
}

/// The same without what shows at once to be lost.
struct Live<'a, const N: usize>(From<'a, N>);

impl<'a, const N: usize> SpaceAdapter for Live<'a, N> {
    type Inner = From<'a, N>;

    #[inline(always)]
    fn inner(&self) -> &From<'a, N> {
        &self.0
    }

    fn expand(&self, state: &[u64; N], mut visit: impl FnMut(Input, [u64; N])) {
        let script = self.0.script;
        script.model.expand_live(script.words(state), &mut |input, next| visit(input, Script::state(next)));
    }

    fn expand_classes(&self, state: &[u64; N], mut visit: impl FnMut([u64; N])) {
        SpaceAdapter::expand(self, state, |_, next| visit(next));
    }
}

impl<const N: usize> Featured for Live<'_, N>
where
    [u64; N]: Packed,
{
    fn features(&self, state: &[u64; N], mut visit: impl FnMut(u32)) {
        let script = self.0.script;
        script.model.features(script.words(state), &mut visit);
    }
}

fn writer() -> MoveWriter<(), impl Fn(&mut (), Input) -> String> {
    MoveWriter::new((), |_: &mut (), by: Input| text::letter(by).to_string())
}

/// Finds a shortest line, a line to every exit, or with a [width](SolveOptions::width) some line.
pub(super) fn solve<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError>
where
    [u64; N]: Packed,
{
    if script.bound(state).is_none() {
        return Ok(Solution::impossible(Reason::new(&words::HOPELESS)));
    }
    let from = From { script, start: *state };
    let solution = match (&options.wanted, options.width) {
        // The module of a page has no room for what its questions cannot ask for.
        (Wanted::Best, Some(width)) if cfg!(not(target_family = "wasm")) => {
            some_line::solve(&Live(from), width, options, observer, &writer())
        }
        (Wanted::Best, _) => breadth_first::solve(&Live(from), options, observer, &writer())?,
        _ => breadth_first::solve(&from, options, observer, &writer())?,
    };
    // A line is one, whatever was left out.
    if solution.proof == Proof::Optimal || matches!(solution.outcome, Outcome::Unsolvable) {
        complete(script)?;
    }
    Ok(solution)
}

/// Visits every state that can be reached.
pub(super) fn explore<const N: usize>(
    script: &Script<N>,
    state: &[u64; N],
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<Exploration, SolveError>
where
    [u64; N]: Packed,
{
    let from = From { script, start: *state };
    let exploration = breadth_first::explore(&from, options, watch, &writer());
    complete(script)?;
    Ok(exploration)
}

/// Nothing is proved where moves whose turns have no end were left out.
fn complete<const N: usize>(script: &Script<N>) -> Result<(), SolveError> {
    if script.model.is_incomplete() {
        return Err(unproved::endless().into());
    }
    Ok(())
}
