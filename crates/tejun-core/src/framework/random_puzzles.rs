//! The verb that draws puzzles of a family at random, from one function that draws a file.

use std::collections::HashSet;

use serde::Serialize;
use tejun_search::{Limits, Outcome, StopReason};

use super::generate::{self, DEPTH, MOVES, NUMBER, Random};
use super::play;
use super::puzzle::Puzzle;
use crate::vocabulary::input::{InputError, Keys};
use crate::vocabulary::means::{Means, Observer};
use crate::vocabulary::question::Solve;
use crate::vocabulary::verb::{Call, FamilyVerb, VerbAnswer};

/// Files drawn in a row without one that is wanted, before the search for it ends.
const PATIENCE: u32 = 20_000;
/// States after which a file that was drawn is given up as too hard.
const STATES: u64 = 200_000;

/// The verb `generate NAME`.
pub(crate) fn verb<P: Puzzle>() -> FamilyVerb {
    FamilyVerb {
        path: const { &["generate", P::FAMILY.name] },
        about: "random puzzles whose best solution has a given cost",
        arguments: &[],
        options: &[MOVES, DEPTH, NUMBER],
        run: run::<P>,
    }
}

/// A puzzle that was drawn, for programs.
#[derive(Serialize)]
struct Measures {
    instance: String,
    metric: &'static str,
    moves: i64,
    line: Vec<String>,
}

fn run<P: Puzzle>(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let draw = P::FAMILY.random.expect("only families that draw have the verb").draw;
    let wanted = generate::lengths(call, 1..=u32::MAX)?;
    let number = generate::number(call, &NUMBER, 1)?;
    let limits = Limits { states: call.means.limits.states.min(STATES), ..call.means.limits };
    let means = Means { limits, ..call.means.clone() };
    let mut random = Random::new(call.means.seed);
    let (mut made, mut drawn, mut tries, mut failed, mut bytes) = (Vec::new(), HashSet::new(), 0, 0, 0);
    while (made.len() as u64) < number {
        if failed == PATIENCE {
            // Giving up counts as a limit on the states searched.
            return Ok(generate::answer(made, number, Some(StopReason::States)));
        }
        if let Err(reason) = generate::tick(&call.means.limits, observer, (tries, made.len(), bytes)) {
            return Ok(generate::answer(made, number, Some(reason)));
        }
        (tries, failed) = (tries + 1, failed + 1);
        let text = draw(&mut random);
        if drawn.contains(&text) {
            continue;
        }
        bytes += text.len() + size_of::<String>();
        drawn.insert(text.clone());
        let (header, keys) = Keys::split(&text)?;
        let puzzle = play::open::<P>(header, keys)?;
        let solution = puzzle
            .start()
            .ask(Solve::default(), &means, observer)
            .map_err(|error| InputError::new(error.to_string()))?;
        let line = match solution.outcome {
            Outcome::Solved(line) => line,
            Outcome::Stopped(reason, _) if !matches!(reason, StopReason::States | StopReason::Depth) => {
                return Ok(generate::answer(made, number, Some(reason)));
            }
            Outcome::Stopped(..) | Outcome::Unsolvable => continue,
        };
        let cost = solution.value.cost.unwrap_or(line.len() as i64);
        if u32::try_from(cost).is_ok_and(|cost| wanted.contains(&cost)) {
            let metric = puzzle.about().metric;
            let report = format!("{text}  {cost} {metric} at best\n  {}\n", line.join(" "));
            made.push((report, Measures { instance: text, metric, moves: cost, line }));
            failed = 0;
        }
    }
    Ok(generate::answer(made, number, None))
}
