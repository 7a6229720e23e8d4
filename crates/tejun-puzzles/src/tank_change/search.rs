//! Searches of a packed model of the rules.

use tejun_search::Watch;

use super::model::{Model, Run};
use super::rules::{Position, Rules};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::prove;
use tejun_core::{
    Exploration, Means, MoveWriter, Solution, SolveError,
    kit::breadth_first,
    question::{Explore, Solve},
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Proved, Theorem};

/// Runs code with the model of a position, in words just wide enough for the board.
macro_rules! with_model {
    ($rules:expr, $position:expr, |$model:ident| $work:expr) => {
        match $rules.cells.len() {
            ..=31 => {
                let $model = Model::<u64, u64>::new($rules, $position);
                $work
            }
            ..=62 => {
                let $model = Model::<u64, u128>::new($rules, $position);
                $work
            }
            _ => {
                let $model = Model::<u128, [u64; 4]>::new($rules, $position);
                $work
            }
        }
    };
}

/// Writes the moves of a search.
fn writer(rules: &Rules) -> MoveWriter<(), impl Fn(&mut (), Run) -> String> {
    MoveWriter::new((), |(): &mut (), run: Run| rules.text(run.from.into(), run.to.into()))
}

/// Finds a shortest line.
///
/// # Errors
/// If only the first few solutions are wanted.
pub(super) fn solve(
    rules: &Rules,
    position: &Position,
    solve: &Solve,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Solution, SolveError> {
    with_model!(rules, position, |model| breadth_first::solve(
        &model,
        solve.wanted,
        means,
        watch,
        &writer(rules)
    ))
}

/// Visits every position that can be reached.
pub(super) fn explore(
    rules: &Rules,
    position: &Position,
    explore: &Explore,
    means: &Means,
    watch: &mut dyn Watch,
) -> Exploration {
    with_model!(rules, position, |model| breadth_first::explore(
        &model,
        explore,
        means,
        watch,
        &writer(rules)
    ))
}

/// Makes a certificate.
///
/// # Errors
/// If the puzzle is too large for the rules of certificates.
#[cfg(not(target_family = "wasm"))]
pub(super) fn prove(
    rules: &Rules,
    position: &Position,
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    let plain = prove::read_rules(tejun_verify::rules::tank_change::TankChange::read, theorem)?;
    with_model!(rules, position, |model| {
        let place = |state: &_, to: &mut tejun_verify::rules::tank_change::Position| {
            to.turn = model.unpack(state, &mut to.tanks);
        };
        prove::by_levels(&model, &plain, place, theorem, means, watch, &writer(rules))
    })
}
