//! The step search, in terms of the puzzle.

use std::sync::Arc;

use tejun_search::tiling::{self, Event};

use super::reasons;
use super::rules::{Placed, Rules};
use tejun_core::{Line, Reason, Step, StepKind, Steps};

/// The step search on the empty board.
pub(super) struct Events {
    rules: Arc<Rules>,
    search: tiling::StepSearch,
    last: Event,
}

impl Events {
    pub fn new(rules: Arc<Rules>, search: tiling::StepSearch) -> Self {
        Events { rules, search, last: Event::Exhausted }
    }
}

fn cells(mask: u128) -> Vec<usize> {
    tejun_search::tiling::cells_of(mask).collect()
}

impl Steps for Events {
    fn go(&mut self) -> Option<StepKind> {
        self.last = self.search.next()?;
        Some(match self.last {
            Event::Try { .. } => StepKind::Try,
            Event::Misfit { .. } => StepKind::Misfit,
            Event::Placed(_) => StepKind::Placed,
            Event::Pruned { .. } => StepKind::Pruned,
            Event::TakenBack(_) => StepKind::TakenBack,
            Event::Solution => StepKind::Solution,
            Event::Exhausted => StepKind::Exhausted,
        })
    }

    fn last(&self) -> Step {
        let name = |kind: usize| &self.rules.pieces[kind].name;
        let text = |placed: &tiling::Placement| {
            self.rules.text(Placed { kind: placed.kind as usize, mask: placed.mask })
        };
        // The pieces that cover what stays empty come after the others.
        let is_empty = |kind: usize| kind == self.rules.pieces.len();
        let cell_name = |cell: usize| self.rules.cell_name(cell);
        let only = |placed: &tiling::Placement| cell_name(placed.mask.trailing_zeros() as usize);
        let (kind, reason, cells) = match self.last {
            Event::Try { kind, cell } if is_empty(kind) => {
                (StepKind::Try, Reason::new(&reasons::TRY_EMPTY).with("cell", cell_name(cell)), vec![cell])
            }
            Event::Misfit { kind, cell } if is_empty(kind) => {
                (StepKind::Misfit, Reason::new(&reasons::NOT_EMPTY).with("cell", cell_name(cell)), vec![cell])
            }
            Event::Placed(placed) if is_empty(placed.kind as usize) => {
                let reason = Reason::new(&reasons::EMPTY).with("cell", only(&placed));
                (StepKind::Placed, reason, cells(placed.mask))
            }
            Event::TakenBack(placed) if is_empty(placed.kind as usize) => {
                let reason = Reason::new(&reasons::FREE_AGAIN).with("cell", only(&placed));
                (StepKind::TakenBack, reason, cells(placed.mask))
            }
            Event::Try { kind, cell } => {
                let reason =
                    Reason::new(&reasons::TRY).with("piece", name(kind)).with("cell", cell_name(cell));
                (StepKind::Try, reason, vec![cell])
            }
            Event::Misfit { kind, cell } => {
                let reason =
                    Reason::new(&reasons::MISFIT).with("piece", name(kind)).with("cell", cell_name(cell));
                (StepKind::Misfit, reason, vec![cell])
            }
            Event::Placed(placed) => {
                let reason = Reason::new(&reasons::PLACED).with("move", text(&placed));
                (StepKind::Placed, reason, cells(placed.mask))
            }
            Event::Pruned { area } => {
                let reason = Reason::new(&reasons::PRUNED).with("cells", area.count_ones());
                (StepKind::Pruned, reason, cells(area))
            }
            Event::TakenBack(placed) => {
                let reason = Reason::new(&reasons::TAKEN_BACK).with("move", text(&placed));
                (StepKind::TakenBack, reason, cells(placed.mask))
            }
            Event::Solution => (StepKind::Solution, Reason::new(&reasons::SOLUTION), Vec::new()),
            Event::Exhausted => (StepKind::Exhausted, Reason::new(&reasons::EXHAUSTED), Vec::new()),
        };
        Step { kind, reason, cells }
    }

    fn line(&self) -> Line {
        let text = |placed: &tiling::Placement| {
            self.rules.text(Placed { kind: placed.kind as usize, mask: placed.mask })
        };
        let is_piece = |placed: &&tiling::Placement| (placed.kind as usize) < self.rules.pieces.len();
        Line(self.search.placed().iter().filter(is_piece).map(text).collect())
    }
}
