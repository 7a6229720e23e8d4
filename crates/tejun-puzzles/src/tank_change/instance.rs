//! Tank Change for front ends: play, drawing and search.

use tejun_search::Watch;

use super::model::{Model, Run};
use super::rules::{Position, Rules, Side};
use super::{rule_examples, view};
use crate::answer::{Exploration, Solution};
use crate::breadth_first;
use crate::instance::{Choice, Explore, Solve};
use crate::move_writer::MoveWriter;
use crate::options::{Observer, SolveError, SolveOptions};
use crate::play::{self, Play};
use crate::scene::{Gesture, Scene};
use crate::sentence::Reason;

impl play::Rules for Rules {
    type Position = Position;

    fn play(&self, position: &mut Position, text: &str) -> Result<(), Reason> {
        self.play(position, text)
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.is_solved(position)
    }

    fn objective(&self) -> Option<Reason> {
        if self.swap {
            return Some(Reason::new(&rule_examples::SWAP));
        }
        let squares = |side| {
            let held = (0..self.goal.len()).filter(|&square| self.goal[square] == Some(side));
            held.map(|square| (square + 1).to_string()).collect::<Vec<_>>().join(" ")
        };
        Some(Reason::new(&rule_examples::PLACES).with("a", squares(Side::A)).with("b", squares(Side::B)))
    }

    fn scene(&self, position: &Position) -> Scene {
        view::scene(self, position)
    }

    fn choices(&self, position: &Position) -> Vec<Choice> {
        let piece_on = |square: usize| position.tanks[..square].iter().flatten().count();
        let choice = |(from, to)| Choice {
            text: self.text(from, to),
            gesture: Gesture::Carry { piece: piece_on(from), to: vec![to] },
        };
        self.moves(position).into_iter().map(choice).collect()
    }

    fn read_gesture(&self, position: &Position, gesture: &Gesture) -> Result<String, Reason> {
        let text = match gesture {
            Gesture::Carry { piece, to } => {
                let mut squares = (0..position.tanks.len()).filter(|&at| position.tanks[at].is_some());
                match (squares.nth(*piece), &to[..]) {
                    (Some(from), &[to]) => self.text(from, to),
                    _ => String::new(),
                }
            }
            Gesture::Key(key) => key.to_string(),
        };
        self.play(&mut position.clone(), &text).map(|()| text)
    }

    fn solver(play: &Play<Self>) -> Option<&dyn Solve> {
        Some(play)
    }

    fn explorer(play: &Play<Self>) -> Option<&dyn Explore> {
        Some(play)
    }
}

/// Runs code with the model of a position, in words just wide enough for the board.
macro_rules! with_model {
    ($play:expr, |$model:ident| $work:expr) => {
        match $play.rules.cells.len() {
            ..=31 => {
                let $model = Model::<u64, u64>::new(&$play.rules, &$play.position);
                $work
            }
            ..=62 => {
                let $model = Model::<u64, u128>::new(&$play.rules, &$play.position);
                $work
            }
            _ => {
                let $model = Model::<u128, [u64; 4]>::new(&$play.rules, &$play.position);
                $work
            }
        }
    };
}

/// Writes the moves of a search.
fn writer(rules: &Rules) -> MoveWriter<(), impl Fn(&mut (), Run) -> String> {
    MoveWriter::new((), |(): &mut (), run: Run| rules.text(run.from.into(), run.to.into()))
}

impl Solve for Play<Rules> {
    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError> {
        with_model!(self, |model| breadth_first::solve(&model, options, observer, &writer(&self.rules)))
    }

    fn spills(&self, _: &SolveOptions) -> bool {
        true
    }
}

impl Explore for Play<Rules> {
    fn explore(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Exploration, SolveError> {
        Ok(with_model!(self, |model| breadth_first::explore(&model, options, watch, &writer(&self.rules))))
    }

    fn spills(&self, _: &SolveOptions) -> bool {
        true
    }
}
