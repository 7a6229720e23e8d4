//! Searches of a packed model of the rules.

use tejun_search::{Limits, Outcome, Stats, StopReason, Watch};

use super::atlas;
#[cfg(not(target_family = "wasm"))]
use super::certificate::Placer;
use super::model::{Carry, Model, Plan};
use super::rules::{Position, Rules};
#[cfg(not(target_family = "wasm"))]
use tejun_core::kit::prove;
use tejun_core::{
    Details, Exploration, Means, MoveWriter, Observer, Solution, SolveError,
    bits::Wide,
    kit::{breadth_first, some_line},
    question::{Explore, Solve},
};
#[cfg(not(target_family = "wasm"))]
use tejun_core::{Proved, Theorem};

/// Whether there is a model for every width of words. The module for browsers is smaller without two of them, whose puzzles
/// take the next wider one.
const EVERY_WIDTH: bool = !cfg!(target_family = "wasm");

/// Runs code with the model of a position, in words just wide enough for the puzzle, and with the question that has the
/// memory that the tables of the model leave. If they do not fit, the value is `$full`.
macro_rules! with_model {
    ($rules:expr, $position:expr, $means:expr, |$model:ident, $left:ident| $work:expr, $full:expr) => {{
        let plan = Plan::new($rules);
        macro_rules! in_words {
            ($set:ty, $state:ty) => {
                match beside_tables::<$set, $state>(&plan, $means) {
                    Some($left) => {
                        let $model = Model::<$set, $state>::new(&plan, $position);
                        $work
                    }
                    None => $full,
                }
            };
        }
        match (plan.cell_bits(), plan.word_bits()) {
            (..=64, ..=64) => in_words!(u64, u64),
            (..=64, ..=128) if EVERY_WIDTH => in_words!(u64, u128),
            (..=128, ..=128) => in_words!(u128, u128),
            (..=128, ..=256) => in_words!(u128, [u64; 4]),
            (_, ..=512) if EVERY_WIDTH => in_words!(Wide<8>, [u64; 8]),
            _ => in_words!(Wide<8>, [u64; 16]),
        }
    }};
}

/// The question with the memory that the tables of a model leave; `None` if they do not fit.
fn beside_tables<B, S>(plan: &Plan, means: &Means) -> Option<Means> {
    let bytes = means.limits.bytes.checked_sub(plan.table_bytes(size_of::<B>(), size_of::<S>()))?;
    Some(Means { limits: Limits { bytes, ..means.limits }, ..means.clone() })
}

/// The answer if the tables do not fit.
fn no_room() -> Solution {
    Solution::without_line(Outcome::Stopped(StopReason::Memory, None), Stats::default())
}

/// Writes the moves of a search. A search does not tell pieces of a class apart; the board does.
fn writer(
    rules: &Rules,
    position: &Position,
) -> MoveWriter<Position, impl Fn(&mut Position, Carry) -> String> {
    MoveWriter::new(position.clone(), |position: &mut Position, by: Carry| {
        rules.carry(position, by.from.into(), by.to.into())
    })
}

/// Finds some line. Looking at features takes longer than words wider than needed, so two widths are enough.
pub(super) fn find(
    rules: &Rules,
    position: &Position,
    width: usize,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let plan = Plan::new(rules);
    let writer = writer(rules, position);
    if plan.cell_bits() <= 128 && plan.word_bits() <= 256 {
        let Some(means) = beside_tables::<u128, [u64; 4]>(&plan, means) else { return no_room() };
        let model = Model::<u128, [u64; 4]>::new(&plan, position);
        some_line::solve(&model, width, &means, observer, &writer)
    } else {
        let Some(means) = beside_tables::<Wide<8>, [u64; 16]>(&plan, means) else { return no_room() };
        let model = Model::<Wide<8>, [u64; 16]>::new(&plan, position);
        some_line::solve(&model, width, &means, observer, &writer)
    }
}

/// Details of an answer whose atlas exists but is unusable.
#[derive(serde::Serialize)]
struct UnusableDetails {
    atlas_unusable: String,
}

/// Finds a shortest line, or one to every exit; or with a [width](Means::width) some line.
///
/// # Errors
/// If only the first few solutions are wanted.
pub(super) fn solve(
    rules: &Rules,
    position: &Position,
    solve: &Solve,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    let unusable = match atlas::solve(rules, position, solve, means) {
        Ok(Some(solution)) => return Ok(solution),
        Ok(None) => None,
        Err(error) => Some(error),
    };
    let mut solution = match solve.width {
        Some(width) => find(rules, position, width, means, observer),
        None => with_model!(
            rules,
            position,
            means,
            |model, means| breadth_first::solve(
                &model,
                solve.wanted,
                &means,
                observer,
                &writer(rules, position)
            )?,
            no_room()
        ),
    };
    if let Some(error) = unusable {
        solution.details = Details::new(UnusableDetails { atlas_unusable: error.to_string() });
    }
    Ok(solution)
}

/// Visits every position that can be reached.
pub(super) fn explore(
    rules: &Rules,
    position: &Position,
    explore: &Explore,
    means: &Means,
    watch: &mut dyn Watch,
) -> Exploration {
    with_model!(
        rules,
        position,
        means,
        |model, means| breadth_first::explore(&model, explore, &means, watch, &writer(rules, position)),
        Exploration::stopped(StopReason::Memory)
    )
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
    let placer = Placer::new(rules, theorem)?;
    with_model!(
        rules,
        position,
        means,
        |model, means| {
            let place = |state: &_, to: &mut _| placer.place(&model, state, to);
            prove::by_levels(&model, &placer.rules, place, theorem, &means, watch, &writer(rules, position))
        },
        Ok(Proved { outcome: Outcome::Stopped(StopReason::Memory, None), stats: Stats::default() })
    )
}
