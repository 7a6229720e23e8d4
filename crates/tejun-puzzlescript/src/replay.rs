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

/// A game in play, as the original replays what it recorded: a level that is won is followed by the next. What comes
/// after the last level, or is a message, is left by keys that are not recorded; so the board stays in play, and
/// winning it leads nowhere.
pub struct Replay {
    game: Arc<Game>,
    kind: EngineKind,
    /// The number of the stage in play; `None` when it is left for a message or the end.
    stage: Option<usize>,
    level: Level,
    play: Box<dyn LevelPlay>,
}

impl Replay {
    /// Starts the `n`-th level that is no message, from 1; `None` if there is none. A level that its start wins is
    /// followed by the next.
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
        Some(play.and_then(|play| {
            let mut replay = Self { game, kind, stage: Some(stage), level, play };
            replay.go_on(replay.play.is_won_at_start())?;
            Ok(replay)
        }))
    }

    /// The level in play.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Its cells, column by column.
    pub fn cells(&self) -> Vec<ObjectSet> {
        self.play.cells()
    }

    /// Does something.
    ///
    /// # Errors
    /// If a turn does not end; nothing has changed then, unless that was a turn at the start of the next level.
    pub fn act(&mut self, action: Action) -> Result<(), TurnError> {
        let won = match action {
            Action::Input(input) => self.play.input(input)?,
            Action::Undo => {
                self.play.undo();
                false
            }
            Action::Restart => self.play.restart()?,
        };
        self.go_on(won)
    }

    /// Goes from a level that is won to the next that is not.
    fn go_on(&mut self, mut won: bool) -> Result<(), TurnError> {
        while let (true, Some(stage)) = (won, self.stage) {
            self.stage = None;
            if let Some(Stage::Level(level)) = self.game.stages.get(stage + 1) {
                // The seed is that of the first level.
                self.play = open(&self.game, level, self.kind, "0")?;
                (self.level, self.stage) = (level.clone(), Some(stage + 1));
                won = self.play.is_won_at_start();
            }
        }
        Ok(())
    }
}

/// A level in play, with whichever engine.
trait LevelPlay {
    fn is_won_at_start(&self) -> bool;
    fn input(&mut self, input: Input) -> Result<bool, TurnError>;
    fn undo(&mut self);
    fn restart(&mut self) -> Result<bool, TurnError>;
    fn cells(&self) -> Vec<ObjectSet>;
}

impl<E: Engine> LevelPlay for Play<E> {
    fn is_won_at_start(&self) -> bool {
        self.start().won
    }

    fn input(&mut self, input: Input) -> Result<bool, TurnError> {
        Play::input(self, input).map(|step| step.won)
    }

    fn undo(&mut self) {
        Play::undo(self);
    }

    fn restart(&mut self) -> Result<bool, TurnError> {
        Ok(Play::restart(self)?.is_some_and(|step| step.won))
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
