//! Replaying what a player did, from level to level.

use std::sync::Arc;

use crate::engine::{Engine, TurnError};
use crate::fast::Fast;
use crate::game::{Game, Level, Stage};
use crate::input::Input;
use crate::object_set::ObjectSet;
use crate::plain::Plain;
use crate::play::Play;

/// Which engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// Cell by cell.
    Plain,
    /// On sets of cells.
    Fast,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Presses a key, or lets time pass.
    Input(Input),
    /// Takes the last change back.
    Undo,
    /// Starts the level again.
    Restart,
}

impl Action {
    /// Reads an action: 0 up, 1 left, 2 down, 3 right, 4 action, `tick`, `undo`, `restart`.
    pub fn read(word: &str) -> Option<Self> {
        Some(match word {
            "tick" => Action::Input(Input::Tick),
            "undo" => Action::Undo,
            "restart" => Action::Restart,
            _ => Action::Input(*Input::KEYS.get(word.parse::<usize>().ok()?)?),
        })
    }
}

/// A game in play: a level that is won is followed by the next.
pub struct Replay {
    game: Arc<Game>,
    kind: EngineKind,
    stage: usize,
    level: Level,
    play: Box<dyn LevelPlay>,
}

impl Replay {
    /// Starts the `n`-th level that is no message, from 1; `None` if there is none.
    ///
    /// # Errors
    /// If the level does not start.
    pub fn new(game: Arc<Game>, n: usize, kind: EngineKind, seed: &str) -> Option<Result<Self, TurnError>> {
        let stages = game.stages.iter().enumerate().filter_map(|(index, stage)| match stage {
            Stage::Level(level) => Some((index, level.clone())),
            Stage::Message(_) => None,
        });
        let (stage, level) = stages.clone().nth(n.checked_sub(1)?)?;
        let play = open(&game, &level, kind, seed);
        Some(play.map(|play| Self { game, kind, stage, level, play }))
    }

    /// The level in play.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Its cells, column by column.
    pub fn cells(&self) -> Vec<ObjectSet> {
        self.play.cells()
    }

    /// Does something. A win leads to the next level; to a message, and the level stays, and the next win goes beyond.
    ///
    /// # Errors
    /// If a turn does not end; nothing has changed then.
    pub fn act(&mut self, action: Action) -> Result<(), TurnError> {
        let won = match action {
            Action::Input(input) => self.play.input(input)?,
            Action::Undo => {
                self.play.undo();
                false
            }
            Action::Restart => {
                self.play.restart()?;
                false
            }
        };
        if won && self.stage + 1 < self.game.stages.len() {
            self.stage += 1;
            if let Stage::Level(level) = &self.game.stages[self.stage] {
                // The seed is that of the first level.
                self.play = open(&self.game, level, self.kind, "0")?;
                self.level = level.clone();
            }
        }
        Ok(())
    }
}

/// A level in play, with whichever engine.
trait LevelPlay {
    fn input(&mut self, input: Input) -> Result<bool, TurnError>;
    fn undo(&mut self);
    fn restart(&mut self) -> Result<(), TurnError>;
    fn cells(&self) -> Vec<ObjectSet>;
}

impl<E: Engine> LevelPlay for Play<E> {
    fn input(&mut self, input: Input) -> Result<bool, TurnError> {
        Play::input(self, input).map(|step| step.won)
    }

    fn undo(&mut self) {
        Play::undo(self);
    }

    fn restart(&mut self) -> Result<(), TurnError> {
        Play::restart(self)
    }

    fn cells(&self) -> Vec<ObjectSet> {
        self.engine().cells(self.board())
    }
}

fn open(
    game: &Arc<Game>,
    level: &Level,
    kind: EngineKind,
    seed: &str,
) -> Result<Box<dyn LevelPlay>, TurnError> {
    fn fast<const W: usize>(
        game: &Arc<Game>,
        level: &Level,
        seed: &str,
    ) -> Result<Box<dyn LevelPlay>, TurnError> {
        Ok(Box::new(Play::new(Fast::<W>::new(game.clone(), level), level, seed)?))
    }
    Ok(match (kind, level.cells.len()) {
        (EngineKind::Plain, _) => {
            Box::new(Play::new(Plain::new(game.clone(), level.width, level.height), level, seed)?)
        }
        (EngineKind::Fast, 0..=64) => fast::<1>(game, level, seed)?,
        (EngineKind::Fast, 65..=256) => fast::<4>(game, level, seed)?,
        (EngineKind::Fast, 257..=1024) => fast::<16>(game, level, seed)?,
        (EngineKind::Fast, _) => fast::<256>(game, level, seed)?,
    })
}
