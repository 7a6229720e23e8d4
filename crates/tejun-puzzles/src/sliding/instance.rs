//! A sliding puzzle as front ends see it.

use tejun_search::Watch;

use super::atlas;
use super::model::{Carry, Model, Plan};
use super::rules::{Position, Rules};
use super::{hand, reasons, view};
use crate::about::About;
use crate::breadth_first;
use crate::input::Header;
use crate::puzzle::{
    AskError, Audience, Choice, Exploration, Explore, Instance, Line, PlayError, Report, Request, Verdict,
};
use crate::reason::Reason;
use crate::scene::{Gesture, Scene};

/// A sliding puzzle and its first position.
pub(super) struct Sliding {
    about: About,
    rules: Rules,
    start: Position,
}

/// Does something with the model of a position, its words as wide as the puzzle needs them.
macro_rules! with_model {
    ($rules:expr, $position:expr, |$model:ident| $work:expr) => {{
        let plan = Plan::new($rules);
        match (plan.cell_bits(), plan.state_bits()) {
            (..=64, ..64) => {
                let $model = Model::<u64, u64>::new(&plan, $position);
                $work
            }
            (_, ..128) => {
                let $model = Model::<u128, u128>::new(&plan, $position);
                $work
            }
            (_, ..256) => {
                let $model = Model::<u128, [u64; 4]>::new(&plan, $position);
                $work
            }
            _ => {
                let $model = Model::<u128, [u64; 16]>::new(&plan, $position);
                $work
            }
        }
    }};
}

impl Sliding {
    pub fn new(header: Header, rules: Rules, start: Position) -> Self {
        let about = About {
            puzzle: "sliding",
            title: header.title,
            source: header.source,
            metric: rules.metric.name(),
            optimal: header.optimal,
        };
        Sliding { about, rules, start }
    }

    /// The position after a line.
    fn after(&self, line: &Line) -> Result<Position, PlayError> {
        let mut position = self.start.clone();
        line.replay(|text| self.rules.play(&mut position, text))?;
        Ok(position)
    }

    /// Moves of the searches as a line from `position` on: which of several pieces of a class moves
    /// is for the board to say.
    fn write(&self, position: &Position, moves: &[Carry]) -> Vec<String> {
        let mut position = position.clone();
        let text = |by: &Carry| self.rules.carry(&mut position, usize::from(by.from), usize::from(by.to));
        moves.iter().map(text).collect()
    }
}

impl Instance for Sliding {
    fn about(&self) -> &About {
        &self.about
    }

    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError> {
        let position = self.after(line)?;
        let ids = view::cell_ids(&self.rules);
        let mut choices = Vec::new();
        for piece in 0..self.rules.pieces.len() {
            for (head, path) in self.rules.reach(&position, piece) {
                let to = view::cells(&self.rules, piece, head, &ids);
                let text = self.rules.text(piece, &path);
                choices.push(Choice { text, gesture: Gesture::Carry { piece, to } });
            }
        }
        Ok(choices)
    }

    fn scene(&self, line: &Line) -> Result<Scene, PlayError> {
        Ok(view::scene(&self.rules, &self.after(line)?))
    }

    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, PlayError> {
        let position = self.after(line)?;
        let read = match gesture {
            Gesture::Carry { piece, to } => hand::carried(&self.rules, &position, *piece, to),
            Gesture::Key(key) => Err(Reason::new(&reasons::NO_DIRECTION).with("move", key)),
        };
        read.map_err(|reason| PlayError { at: line.0.len(), text: String::new(), reason })
    }

    fn check(&self, line: &Line) -> Verdict {
        Verdict::of_replay(line, self.after(line).map(|position| self.rules.is_solved(&position)))
    }

    fn solve(&self, line: &Line, ask: &Request, audience: &mut dyn Audience) -> Result<Report, AskError> {
        let position = self.after(line)?;
        if self.rules.targets.is_empty() {
            return Err(AskError::Unsupported(
                "the puzzle has no goal to solve it for: add a goal, or ask for explore or show".to_owned(),
            ));
        }
        let unusable = match atlas::solve(&self.rules, &position, ask) {
            Ok(Some(report)) => return Ok(report),
            Ok(None) => None,
            Err(error) => Some(error),
        };
        let mut report = with_model!(&self.rules, &position, |model| {
            breadth_first::solve(&model, ask, audience, |moves| self.write(&position, moves))
        })?;
        if let Some(error) = unusable {
            report.extra.insert("atlas_unusable".to_owned(), error.to_string().into());
        }
        Ok(report)
    }

    fn explorer(&self) -> Option<&dyn Explore> {
        Some(self)
    }
}

impl Explore for Sliding {
    fn explore(
        &self,
        line: &Line,
        terminal_goals: bool,
        ask: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, AskError> {
        let position = self.after(line)?;
        Ok(with_model!(&self.rules, &position, |model| {
            breadth_first::explore(&model, terminal_goals, ask, watch, |moves| self.write(&position, moves))
        }))
    }
}
