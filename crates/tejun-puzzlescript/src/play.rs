//! Playing a level as a player does: with undo and restart.

use crate::engine::{Engine, Input, Press, TurnError, Work, press, start};
use crate::game::Level;
use crate::random::Random;

/// A level in play.
pub struct Play<E: Engine> {
    engine: E,
    board: E::Board,
    restart: E::Board,
    undo: Vec<E::Board>,
    random: Random,
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
        let board = engine.board(level);
        let mut play =
            Self { engine, restart: board.clone(), board, undo: Vec::new(), random: Random::new(seed) };
        play.start_of_level()?;
        Ok(play)
    }

    fn start_of_level(&mut self) -> Result<(), TurnError> {
        let press = start(&self.engine, &self.board, &mut self.random, &mut Work::default())?;
        self.set(press);
        Ok(())
    }

    fn set(&mut self, press: Press<E::Board>) {
        self.board = press.board;
        if let Some(checkpoint) = press.checkpoint {
            self.restart = checkpoint;
        }
    }

    /// The engine.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// The board.
    pub fn board(&self) -> &E::Board {
        &self.board
    }

    /// Plays an input.
    ///
    /// # Errors
    ///
    /// If a turn takes too long, or `again` does not end: then nothing has changed.
    pub fn input(&mut self, input: Input) -> Result<Press<E::Board>, TurnError> {
        let mut work = Work::default();
        let press = press(&self.engine, &self.board, &self.restart, input, &mut self.random, &mut work)?;
        if press.changed && input != Input::Tick {
            self.remember(self.board.clone());
        }
        for board in &press.abandoned {
            self.remember(board.clone());
        }
        self.set(press.clone());
        Ok(press)
    }

    fn remember(&mut self, board: E::Board) {
        if self.undo.len() == MAX_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(board);
    }

    /// Takes the last change back, if the game allows it.
    pub fn undo(&mut self) {
        if self.engine.game().settings.noundo {
            return;
        }
        while let Some(board) = self.undo.pop() {
            if board != self.board {
                self.board = board;
                break;
            }
        }
    }

    /// Comes back to the start, or to the last checkpoint, if the game allows it.
    ///
    /// # Errors
    ///
    /// If the rules that run at the start of a level do not end.
    pub fn restart(&mut self) -> Result<(), TurnError> {
        if self.engine.game().settings.norestart {
            return Ok(());
        }
        self.remember(self.board.clone());
        self.board = self.restart.clone();
        self.start_of_level()
    }
}
