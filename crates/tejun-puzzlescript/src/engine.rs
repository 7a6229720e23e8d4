//! What engines have in common: a turn, and what comes of it.

use crate::game::{Command, Game, Level, Rule, movement};
use crate::object_set::ObjectSet;
use crate::random::Random;
use std::fmt;

/// What a player, or time, can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Input {
    Up,
    Left,
    Down,
    Right,
    Action,
    /// Nothing is pressed, and time passes.
    Tick,
}

impl Input {
    /// The keys: all inputs but the tick, in the order of their numbers in recorded plays.
    pub const KEYS: [Input; 5] = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action];

    /// The bit that it sets on the layers of the players.
    pub fn movement(self) -> Option<u8> {
        Some(match self {
            Input::Up => movement::UP,
            Input::Left => movement::LEFT,
            Input::Down => movement::DOWN,
            Input::Right => movement::RIGHT,
            Input::Action => movement::ACTION,
            Input::Tick => return None,
        })
    }
}

/// Limits that are part of the language: games rely on them.
pub(crate) mod limits {
    /// Passes of the rules of a group.
    pub const GROUP_PASSES: usize = 200;
    /// Rounds of all loops of a turn.
    pub const LOOP_ROUNDS: usize = 200;
}

/// Why a turn has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// Its rules match more often than the bound on work allows.
    TooMuchWork,
    /// `again` turns follow each other without end.
    EndlessAgain,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            TurnError::TooMuchWork => "the rules of the game match so often that a turn takes too long",
            TurnError::EndlessAgain => "`again` goes on without end",
        })
    }
}

impl std::error::Error for TurnError {}

/// Bounds what an input may cost: a step is a cell looked at or a match tried.
#[derive(Clone, Debug)]
pub struct Work {
    left: u64,
}

impl Default for Work {
    fn default() -> Self {
        Self { left: 2_000_000_000 }
    }
}

impl Work {
    /// A bound of `steps`.
    pub fn new(steps: u64) -> Self {
        Self { left: steps }
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), TurnError> {
        self.left = self.left.checked_sub(steps as u64).ok_or(TurnError::TooMuchWork)?;
        Ok(())
    }
}

/// The commands of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Effects {
    pub cancel: bool,
    pub restart: bool,
    pub win: bool,
    pub again: bool,
    pub checkpoint: bool,
    pub sound: bool,
    pub message: Option<String>,
}

impl Effects {
    /// Adds the commands of a rule that matched. After `cancel` nothing counts, after `restart` only `cancel`; either
    /// clears what was queued.
    pub(crate) fn queue(&mut self, rule: &Rule) {
        if rule.commands.is_empty() {
            return;
        }
        let cancels = rule.commands.contains(&Command::Cancel);
        let restarts = rule.commands.contains(&Command::Restart);
        if self.cancel || (self.restart && !cancels) {
            return;
        }
        if cancels || restarts {
            *self = Self::default();
        }
        for command in &rule.commands {
            match command {
                Command::Cancel => self.cancel = true,
                Command::Restart => self.restart = true,
                Command::Win => self.win = true,
                Command::Again => self.again = true,
                Command::Checkpoint => self.checkpoint = true,
                Command::Sound => self.sound = true,
                Command::Message(text) if self.message.is_none() => self.message = Some(text.clone()),
                Command::Message(_) => {}
            }
        }
    }

    /// Whether `cancel` came together with another command.
    fn cancels_with_more(&self) -> bool {
        self.restart || self.win || self.again || self.checkpoint || self.sound || self.message.is_some()
    }
}

/// What the rules make of a board, before commands are obeyed.
pub struct Outcome<B> {
    /// The board.
    pub board: B,
    /// The commands.
    pub effects: Effects,
    /// Whether the player had to move and did not: the turn does not count.
    pub blocked: bool,
}

/// Plays turns of one game on boards of one size.
pub trait Engine {
    /// A board between turns.
    type Board: Clone + Eq;

    /// The game.
    fn game(&self) -> &Game;

    /// The board at the start of a level.
    fn board(&self, level: &Level) -> Self::Board;

    /// The cells of a board, column by column.
    fn cells(&self, board: &Self::Board) -> Vec<ObjectSet>;

    /// Applies the rules once.
    ///
    /// # Errors
    ///
    /// If that exceeds the bound on work.
    fn turn(
        &self,
        before: &Self::Board,
        input: Input,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Outcome<Self::Board>, TurnError>;

    /// Whether the win conditions hold.
    fn is_won(&self, board: &Self::Board) -> bool;
}

/// What an input comes to, with all `again` turns that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Press<B> {
    /// The board.
    pub board: B,
    /// Whether the level is won. Then no `again` follows.
    pub won: bool,
    /// The board that `restart` comes back to from now on, if a checkpoint was set.
    pub checkpoint: Option<B>,
    /// The texts of messages, in order.
    pub messages: Vec<String>,
    /// Boards between the turns, the last one not among them.
    pub frames: Vec<B>,
    /// Whether the first turn ended with another board.
    pub changed: bool,
    /// Boards that a `restart` in an `again` turn left: undo comes back to them.
    pub abandoned: Vec<B>,
}

/// The most turns of one input.
const MAX_AGAIN: usize = 5_000;

/// Plays an input and all `again` turns that follow.
///
/// `restart` is the board that the command of this name comes back to.
///
/// # Errors
///
/// If a turn takes too long, or `again` does not end.
pub fn press<E: Engine>(
    engine: &E,
    before: &E::Board,
    restart: &E::Board,
    input: Input,
    random: &mut Random,
    work: &mut Work,
) -> Result<Press<E::Board>, TurnError> {
    Pressing::new(engine, before, restart, random, work).play(input)
}

/// Plays what happens before the first input of a level: nothing, unless the game runs rules then. That turn cannot
/// win; the `again` turns after it can.
///
/// # Errors
///
/// As [`press`].
pub fn start<E: Engine>(
    engine: &E,
    board: &E::Board,
    random: &mut Random,
    work: &mut Work,
) -> Result<Press<E::Board>, TurnError> {
    let mut pressing = Pressing::new(engine, board, board, random, work);
    let again = pressing.start_of_level()?;
    pressing.follow(again)
}

/// An input on its way.
struct Pressing<'a, E: Engine> {
    engine: &'a E,
    restart: &'a E::Board,
    random: &'a mut Random,
    work: &'a mut Work,
    press: Press<E::Board>,
}

impl<'a, E: Engine> Pressing<'a, E> {
    fn new(
        engine: &'a E,
        before: &E::Board,
        restart: &'a E::Board,
        random: &'a mut Random,
        work: &'a mut Work,
    ) -> Self {
        let press = Press {
            board: before.clone(),
            won: false,
            checkpoint: None,
            messages: Vec::new(),
            frames: Vec::new(),
            changed: false,
            abandoned: Vec::new(),
        };
        Self { engine, restart, random, work, press }
    }

    fn play(mut self, input: Input) -> Result<Press<E::Board>, TurnError> {
        let before = self.press.board.clone();
        let outcome = self.engine.turn(&before, input, self.random, self.work)?;
        let again = self.obey(outcome)?;
        self.press.changed = self.press.board != before;
        self.follow(again)
    }

    /// Plays the `again` turns.
    fn follow(mut self, mut again: bool) -> Result<Press<E::Board>, TurnError> {
        let drawn = self.engine.game().is_random();
        // Finds cycles without keeping all boards: compares with that of the last power of two.
        let mut landmark = None;
        let mut count = 0usize;
        while again && !self.press.won {
            // The original tries the next turn before it plays it: so lots are drawn twice.
            let trial = self.engine.turn(&self.press.board, Input::Tick, self.random, self.work)?;
            if !counts_as_change(&trial, &self.press.board) {
                break;
            }
            count += 1;
            if count > MAX_AGAIN || (!drawn && landmark.as_ref() == Some(&self.press.board)) {
                return Err(TurnError::EndlessAgain);
            }
            if count.is_power_of_two() {
                landmark = Some(self.press.board.clone());
            }
            let outcome = if drawn {
                self.engine.turn(&self.press.board, Input::Tick, self.random, self.work)?
            } else {
                trial
            };
            self.press.frames.push(self.press.board.clone());
            again = self.obey(outcome)?;
        }
        Ok(self.press)
    }

    /// Obeys the commands of a turn. Whether `again` wants another.
    fn obey(&mut self, outcome: Outcome<E::Board>) -> Result<bool, TurnError> {
        let Outcome { board, effects, blocked } = outcome;
        if blocked || effects.cancel {
            return Ok(false);
        }
        // A message hides the command `win` of its turn; the conditions are looked at when it is closed.
        let wins = effects.win && effects.message.is_none() && !effects.restart;
        let again = if effects.restart {
            self.press.messages.extend(effects.message);
            if !self.press.frames.is_empty() {
                self.press.abandoned.push(self.press.board.clone());
            }
            self.press.board = self.press.checkpoint.as_ref().unwrap_or(self.restart).clone();
            self.start_of_level()?
        } else {
            self.change(board, effects)
        };
        self.press.won = wins || self.engine.is_won(&self.press.board);
        Ok(again)
    }

    /// The turn before the first input. Whether `again` wants another.
    fn start_of_level(&mut self) -> Result<bool, TurnError> {
        if !self.engine.game().settings.run_rules_on_level_start {
            return Ok(false);
        }
        let Outcome { board, mut effects, blocked } =
            self.engine.turn(&self.press.board, Input::Tick, self.random, self.work)?;
        if blocked || effects.cancel {
            return Ok(false);
        }
        // There is nothing to come back to.
        if std::mem::take(&mut effects.restart) {
            effects = Effects { message: effects.message, ..Effects::default() };
        }
        Ok(self.change(board, effects))
    }

    fn change(&mut self, board: E::Board, effects: Effects) -> bool {
        let modified = board != self.press.board;
        self.press.board = board;
        self.press.messages.extend(effects.message);
        if effects.checkpoint {
            self.press.checkpoint = Some(self.press.board.clone());
        }
        effects.again && modified
    }
}

/// Whether a turn that was only tried is worth playing.
fn counts_as_change<B: PartialEq>(outcome: &Outcome<B>, before: &B) -> bool {
    let effects = &outcome.effects;
    if outcome.blocked {
        return false;
    }
    if effects.cancel {
        return effects.cancels_with_more();
    }
    effects.restart || effects.win || outcome.board != *before
}
