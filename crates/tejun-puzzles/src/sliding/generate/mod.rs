//! The verbs that generate sliding puzzles.

mod boards;
mod draw;
mod klotski;
mod rush_hour;

use tejun_search::{Outcome, StopReason};

use super::SlidingBlocks;
use crate::answer::Exploration;
use crate::family::Family;
use crate::framework::session::Session;
use crate::input::{InputError, Keys};
use crate::options::{Observer, SolveError, SolveOptions};
use crate::verb::FamilyVerb;

/// The verbs.
pub(super) fn verbs() -> Vec<FamilyVerb> {
    vec![klotski::verb(), boards::verb(), rush_hour::verb()]
}

/// The start of an instance file, counted in a metric.
fn start(text: &str, metric: &str) -> Result<Box<dyn Session>, InputError> {
    let (header, mut keys) = Keys::split(text)?;
    keys.set("metric", metric);
    Family::of::<SlidingBlocks>().open(header, keys)
}

/// A best line of an instance file that has a solution, counted in a metric; or why it was not found.
fn best_line(
    text: &str,
    metric: &str,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Result<Vec<String>, StopReason>, InputError> {
    let start = start(text, metric)?;
    match start.solve(options, observer).map_err(refused)?.outcome {
        Outcome::Solved(line) => Ok(Ok(line)),
        Outcome::Unsolvable => unreachable!("it has a way out"),
        Outcome::Stopped(reason, _) => Ok(Err(reason)),
    }
}

/// The positions that the start of an instance file reaches, explored in a metric; or why not all were.
fn reachable(
    text: &str,
    metric: &str,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Result<Exploration, StopReason>, InputError> {
    let start = start(text, metric)?;
    let space = start.explore(options, observer).map_err(refused)?;
    Ok(if let Outcome::Stopped(reason, _) = space.outcome { Err(reason) } else { Ok(space) })
}

fn refused(error: SolveError) -> InputError {
    InputError::new(error.to_string())
}
