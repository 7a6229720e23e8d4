//! A Tank Change puzzle as front ends see it.

use tejun_search::Watch;

use super::model::{Model, Run};
use super::rules::{Position, Rules};
use super::view;
use crate::about::About;
use crate::breadth_first;
use crate::input::Header;
use crate::puzzle::{
    AskError, Audience, Choice, Exploration, Explore, Instance, Line, PlayError, Report, Request, Verdict,
};
use crate::scene::{Gesture, Scene};

/// A Tank Change puzzle and its first position.
pub(super) struct Tanks {
    about: About,
    rules: Rules,
    start: Position,
}

/// Does something with the model of a position, its words as wide as the board needs them.
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

impl Tanks {
    pub fn new(header: Header, rules: Rules, start: Position) -> Self {
        let about = About {
            puzzle: "tank-change",
            title: header.title,
            source: header.source,
            metric: "moves",
            optimal: header.optimal,
        };
        Tanks { about, rules, start }
    }

    /// The position after a line.
    fn after(&self, line: &Line) -> Result<Position, PlayError> {
        let mut position = self.start.clone();
        line.replay(|text| self.rules.play(&mut position, text))?;
        Ok(position)
    }

    /// Moves of the searches as a line.
    fn write(&self, moves: &[Run]) -> Vec<String> {
        moves.iter().map(|run| self.rules.text(usize::from(run.from), usize::from(run.to))).collect()
    }
}

impl Instance for Tanks {
    fn about(&self) -> &About {
        &self.about
    }

    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError> {
        let position = self.after(line)?;
        let piece_on = |square: usize| position.tanks[..square].iter().flatten().count();
        let choice = |(from, to)| Choice {
            text: self.rules.text(from, to),
            gesture: Gesture::Carry { piece: piece_on(from), to: vec![to] },
        };
        Ok(self.rules.moves(&position).into_iter().map(choice).collect())
    }

    fn scene(&self, line: &Line) -> Result<Scene, PlayError> {
        Ok(view::scene(&self.rules, &self.after(line)?))
    }

    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, PlayError> {
        let mut position = self.after(line)?;
        let text = match gesture {
            Gesture::Carry { piece, to } => {
                let mut squares = (0..position.tanks.len()).filter(|&at| position.tanks[at].is_some());
                match (squares.nth(*piece), &to[..]) {
                    (Some(from), &[to]) => self.rules.text(from, to),
                    _ => String::new(),
                }
            }
            Gesture::Key(key) => key.to_string(),
        };
        line.then(text, |text| self.rules.play(&mut position, text))
    }

    fn check(&self, line: &Line) -> Verdict {
        Verdict::of_replay(line, self.after(line).map(|position| self.rules.is_solved(&position)))
    }

    fn solve(&self, line: &Line, ask: &Request, audience: &mut dyn Audience) -> Result<Report, AskError> {
        let position = self.after(line)?;
        with_model!(&self.rules, &position, |model| {
            breadth_first::solve(&model, ask, audience, |moves| self.write(moves))
        })
    }

    fn explorer(&self) -> Option<&dyn Explore> {
        Some(self)
    }
}

impl Explore for Tanks {
    fn explore(
        &self,
        line: &Line,
        terminal_goals: bool,
        ask: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, AskError> {
        let position = self.after(line)?;
        Ok(with_model!(&self.rules, &position, |model| {
            breadth_first::explore(&model, terminal_goals, ask, watch, |moves| self.write(moves))
        }))
    }
}
