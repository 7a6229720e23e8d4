//! The step search in the words of the puzzle.

use tejun_search::tiling::{self, Event};

use super::reasons;
use super::rules::{Placed, Rules};
use crate::puzzle::Line;
use crate::reason::Reason;
use crate::steps::{Step, StepKind};

/// The plain search on the empty board.
pub(super) struct Steps<'a> {
    rules: &'a Rules,
    search: tiling::Steps,
}

impl<'a> Steps<'a> {
    pub fn new(rules: &'a Rules, search: tiling::Steps) -> Self {
        Steps { rules, search }
    }
}

fn cells(mask: u128) -> Vec<usize> {
    tejun_search::tiling::cells_of(mask).collect()
}

impl crate::steps::Steps for Steps<'_> {
    fn advance(&mut self) -> Option<Step> {
        let event = self.search.next()?;
        let name = |kind: usize| &self.rules.pieces[kind].name;
        let text = |placed: &tiling::Placement| {
            self.rules.text(Placed { kind: placed.kind as usize, mask: placed.mask })
        };
        let (kind, reason, cells) = match event {
            Event::Try { kind, cell } => {
                let reason = Reason::new(&reasons::TRY).with("piece", name(kind)).with("cell", cell + 1);
                (StepKind::Try, reason, vec![cell])
            }
            Event::Misfit { kind, cell } => {
                let reason = Reason::new(&reasons::MISFIT).with("piece", name(kind)).with("cell", cell + 1);
                (StepKind::Pruned, reason, vec![cell])
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
        Some(Step { kind, reason, cells })
    }

    fn line(&self) -> Line {
        let text = |placed: &tiling::Placement| {
            self.rules.text(Placed { kind: placed.kind as usize, mask: placed.mask })
        };
        Line(self.search.placed().iter().map(text).collect())
    }
}
