//! A packing for front ends: play, drawing, search and counting.

use tejun_search::tiling::cells_of;
use tejun_search::{Limits, Outcome, Stats, Watch};

use super::rules::{Piece, Placed, Position, Rules};
use super::{impossible, reasons, rule_examples, solve, steps, view};
use crate::answer::{Counted, Solution};
use crate::instance::{Choice, Count, Solve};
use crate::options::{Observer, SolveError, SolveOptions};
use crate::play::{self, Game, Play};
use crate::scene::{Gesture, Scene};
use crate::sentence::Reason;
use crate::steps::{Stepper, Steps};

impl play::Rules for Rules {
    type Position = Position;

    const SOLUTIONS_COST_ALIKE: bool = true;

    fn play(&self, position: &mut Position, text: &str) -> Result<(), Reason> {
        self.play(position, text)
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.is_solved(position)
    }

    fn objective(&self) -> Option<Reason> {
        let pieces: u32 = self.pieces.iter().map(|piece| piece.count).sum();
        Some(Reason::new(&rule_examples::COVER).with("pieces", pieces))
    }

    fn scene(&self, position: &Position) -> Scene {
        view::scene(self, position)
    }

    fn choices(&self, position: &Position) -> Vec<Choice> {
        let filled = position.filled();
        let tray = view::in_tray(self, position);
        let mut choices = Vec::new();
        for kind in (0..self.pieces.len()).filter(|&kind| self.left(position, kind) > 0) {
            for mask in self.masks[kind].iter().copied().filter(|mask| mask & filled == 0) {
                let to = cells_of(mask).collect();
                let text = self.text(Placed { kind, mask });
                choices.push(Choice { text, gesture: Gesture::Carry { piece: tray[kind], to } });
            }
        }
        choices
    }

    fn read_gesture(&self, position: &Position, gesture: &Gesture) -> Result<String, Reason> {
        let text = match gesture {
            Gesture::Carry { piece, to } => {
                let held = view::scene(self, position).pieces.into_iter().nth(*piece);
                let name = held.map_or_else(|| "?".to_owned(), |piece| piece.name);
                // Cells outside the scene have no id, so `to` may be too short.
                let size = self.pieces.iter().find(|piece| piece.name == name).map_or(1, Piece::size);
                let outside = to.iter().any(|&cell| cell >= self.cells.len());
                if outside || to.len() < size {
                    return Err(Reason::new(&reasons::OUTSIDE).with("piece", name));
                }
                let mask = to.iter().fold(0, |mask, &cell| mask | 1_u128 << cell);
                super::rules::text(&name, mask)
            }
            Gesture::Key(key) => key.to_string(),
        };
        self.play(&mut position.clone(), &text).map(|()| text)
    }

    fn solver(play: &Play<Self>) -> Option<&dyn Solve> {
        Some(play)
    }

    fn counter(play: &Play<Self>) -> Option<&dyn Count> {
        Some(play)
    }

    fn stepper(game: &Game<Self>) -> Option<&dyn Stepper> {
        Some(game)
    }
}

impl Stepper for Game<Rules> {
    fn steps(&self) -> Result<Box<dyn Steps>, SolveError> {
        let rules = &self.start.rules;
        let (tiling, _) = rules.tiling(&self.start.position).map_err(SolveError)?;
        Ok(Box::new(steps::Events::new(rules.clone(), tiling.steps(rules.neighbours()))))
    }
}

impl Solve for Play<Rules> {
    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError> {
        solve::solve(&self.rules, &self.position, options, observer)
    }
}

impl Count for Play<Rules> {
    fn count(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Counted, SolveError> {
        let counted = |outcome, solutions, solutions_raw, stats| Counted {
            outcome,
            solutions,
            solutions_raw,
            reason: None,
            stats,
        };
        if self.rules.is_solved(&self.position) {
            return Ok(counted(Outcome::Solved(()), 1, 1, Stats::default()));
        }
        if let Some(reason) = impossible::reason(&self.rules, &self.position) {
            let none = counted(Outcome::Unsolvable, 0, 0, Stats::default());
            return Ok(Counted { reason: Some(reason), ..none });
        }
        let (tiling, _) = self.rules.tiling(&self.position).map_err(SolveError)?;
        let limits = Limits { depth: u32::MAX, ..options.limits };
        let answer = tiling.count(tejun_search::Request::new(watch).limits(limits).threads(options.threads));
        let outcome = answer.outcome.as_ref().map(|_| ());
        let (classes, raw) = answer.outcome.found().map_or((0, 0), |count| (count.classes, count.raw));
        Ok(counted(outcome, classes, raw, answer.stats))
    }
}
