//! What the generators measure of a puzzle.

use tejun_search::{Outcome, StopReason};

use crate::format::File;
use crate::rules::{Position, Rules};
use crate::search;
use tejun_core::{
    Exploration, InputError, Means, Observer, SolveError,
    input::Keys,
    question::{Explore, Solve},
};

/// The puzzle of an instance file, counted in a metric.
fn puzzle(text: &str, metric: &str) -> Result<(Rules, Position), InputError> {
    let (_, mut keys) = Keys::split(text)?;
    keys.set("metric", metric);
    keys.into::<File>()?.rules()
}

/// A best line of an instance file that has a solution, counted in a metric; or why it was not found.
pub(super) fn best_line(
    text: &str,
    metric: &str,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Result<Vec<String>, StopReason>, InputError> {
    let (rules, start) = puzzle(text, metric)?;
    match search::solve(&rules, &start, &Solve::default(), means, observer).map_err(refused)?.outcome {
        Outcome::Solved(line) => Ok(Ok(line)),
        Outcome::Unsolvable => unreachable!("it has a way out"),
        Outcome::Stopped(reason, _) => Ok(Err(reason)),
    }
}

/// The positions that the start of an instance file reaches, explored in a metric; or why not all were.
pub(super) fn reachable(
    text: &str,
    metric: &str,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Result<Exploration, StopReason>, InputError> {
    let (rules, start) = puzzle(text, metric)?;
    let space = search::explore(&rules, &start, &Explore::default(), means, observer);
    Ok(if let Outcome::Stopped(reason, _) = space.outcome { Err(reason) } else { Ok(space) })
}

fn refused(error: SolveError) -> InputError {
    InputError::new(error.to_string())
}
