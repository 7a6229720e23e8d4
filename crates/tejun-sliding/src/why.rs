//! Why: what every solution of a sliding puzzle does, by searches of the packed model.

use tejun_core::bits::{Bits, Cells, Wide};
use tejun_core::question::Why;
use tejun_core::{Means, Puzzle, Reasons, SolveError, Tracked, Tracking, why};
use tejun_search::{Packed, Space, Watch};

use super::model::{Model, Plan};
use super::rules::{Position, Rules};
use super::view;

/// Finds facts about all solutions from a position on. Pieces that can be told apart only by where they began are one class.
///
/// # Errors
/// If the move is not legal.
pub(super) fn find<P: Puzzle<State = Position>>(
    puzzle: &P,
    rules: &Rules,
    position: &Position,
    why: &Why,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError> {
    let plan = Plan::new(rules);
    if plan.cell_bits() <= 128 && plan.word_bits() <= 256 {
        by_model::<P, u128, [u64; 4]>(puzzle, (rules, &plan), position, why, means, watch)
    } else {
        by_model::<P, Wide<8>, [u64; 16]>(puzzle, (rules, &plan), position, why, means, watch)
    }
}

fn by_model<P: Puzzle<State = Position>, B: Cells, S: Bits + Packed>(
    puzzle: &P,
    (rules, plan): (&Rules, &Plan),
    position: &Position,
    asked: &Why,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError>
where
    Model<B, S>: Space<State = S, Cost = u32>,
{
    let model = Model::<B, S>::new(plan, position);
    let ids = view::cell_ids(rules);
    let pieces: Vec<usize> = plan.pieces().collect();
    let look = |state: &S| {
        let mut seen = Vec::new();
        model.visit_heads(state, |class, head| {
            let cells = view::cells(rules, pieces[class], head, &ids);
            seen.push(Tracked { class: class as u32, cells, is_hidden: false });
        });
        seen
    };
    let tracking = Tracking {
        space: &model,
        state: |position: &Position| plan.pack::<S>(position),
        key: |state: &S| bytemuck::bytes_of(&state.pack()).into(),
        look,
        one_at_a_time: true,
    };
    why(puzzle, position, asked, &tracking, means, watch)
}
