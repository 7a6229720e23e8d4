//! Playing a level as a player does: with undo and restart.

use crate::engine::{Engine, TurnError, Work};
use crate::game::Level;
use crate::input::Input;
use crate::random::Random;
use crate::stepper::{Step, Stepper};

/// A level in play.
pub struct Play<E: Engine> {
    engine: E,
    start: Step,
    stepper: Stepper<E::Board>,
    undo: Vec<E::Board>,
    random: Random,
    work: Work,
}

/// The most boards that undo comes back to.
const MAX_UNDO: usize = 10_000;

impl<E: Engine> Play<E> {
    /// Starts a level. `seed` seeds the random numbers.
    ///
    /// # Errors
    ///
    /// If the rules that run at the start of a level do not end.
    pub fn new(engine: E, level: &Level, seed: &str) -> Result<Self, TurnError> {
        let mut random = Random::new(seed);
        let mut stepper = Stepper::new(engine.game(), engine.board(level));
        let work = Work::default();
        let start = stepper.start(&engine, &mut random, &mut work.clone())?;
        let undo = stepper.before_restarts().to_vec();
        Ok(Self { engine, start, stepper, undo, random, work })
    }

    /// Bounds the work of each input from now on.
    pub fn bounded(mut self, work: Work) -> Self {
        self.work = work;
        self
    }

    /// The engine.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// What happened before the first input: a level may be won without any.
    pub fn start(&self) -> &Step {
        &self.start
    }

    /// The board.
    pub fn board(&self) -> &E::Board {
        self.stepper.board()
    }

    /// Plays an input.
    ///
    /// # Errors
    ///
    /// If a turn takes too long, or `again` does not end: then nothing has changed.
    pub fn input(&mut self, input: Input) -> Result<Step, TurnError> {
        let before = self.stepper.board().clone();
        let step = match self.stepper.step(&self.engine, input, &mut self.random, &mut self.work.clone()) {
            Ok(step) => step,
            Err(error) => {
                self.stepper.set_board(&before);
                return Err(error);
            }
        };
        self.remember(Some(before).filter(|_| step.changed && input != Input::Tick));
        Ok(step)
    }

    /// Keeps the boards that undo comes back to.
    fn remember(&mut self, before: Option<E::Board>) {
        self.undo.extend(before);
        self.undo.extend_from_slice(self.stepper.before_restarts());
        self.undo.drain(..self.undo.len().saturating_sub(MAX_UNDO));
    }

    /// Takes the last change back, if the game allows it.
    pub fn undo(&mut self) {
        if self.engine.game().settings.noundo {
            return;
        }
        while let Some(board) = self.undo.pop() {
            if board != *self.stepper.board() {
                self.stepper.set_board(&board);
                break;
            }
        }
    }

    /// Comes back to the start, or to the last checkpoint. `None` if the game does not allow it.
    ///
    /// # Errors
    ///
    /// If the rules that run at the start of a level do not end: then nothing has changed.
    pub fn restart(&mut self) -> Result<Option<Step>, TurnError> {
        if self.engine.game().settings.norestart {
            return Ok(None);
        }
        let before = self.stepper.board().clone();
        match self.stepper.restart(&self.engine, &mut self.random, &mut self.work.clone()) {
            Ok(step) => {
                self.remember(Some(before));
                Ok(Some(step))
            }
            Err(error) => {
                self.stepper.set_board(&before);
                Err(error)
            }
        }
    }
}
