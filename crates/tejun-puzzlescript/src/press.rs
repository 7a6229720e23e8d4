//! An input with all that comes of it: commands, and `again` turns until the board rests.

use crate::engine::{Effects, Engine, TurnError, Work};
use crate::game::{Command, Game};
use crate::input::Input;
use crate::random::Random;

/// The most turns of one input.
const MAX_AGAIN: usize = 5_000;

/// What an input came to, besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Press {
    /// Whether the level is won. Then no `again` follows.
    pub won: bool,
    /// Whether the first turn ended with another board.
    pub changed: bool,
    /// The numbers of the messages that were shown, in order.
    pub messages: Vec<usize>,
}

/// Plays inputs. Its boards are used again from one input to the next.
pub struct Presser<B> {
    drawn: bool,
    runs_at_start: bool,
    /// The board that was come to.
    board: B,
    before: B,
    landmark: B,
    /// The board that `restart` comes back to.
    restart: B,
    checkpoint: bool,
    /// Boards between the turns, if they are asked for.
    frames: Option<Vec<B>>,
    /// Boards that a `restart` in an `again` turn left.
    abandoned: Vec<B>,
    turns: usize,
}

impl<B: Clone + Eq> Presser<B> {
    /// Plays on `board`, which is also what `restart` comes back to.
    pub fn new(game: &Game, board: B) -> Self {
        Self {
            drawn: game.is_random(),
            runs_at_start: game.settings.run_rules_on_level_start,
            before: board.clone(),
            landmark: board.clone(),
            restart: board.clone(),
            board,
            checkpoint: false,
            frames: None,
            abandoned: Vec::new(),
            turns: 0,
        }
    }

    /// As [`new`](Self::new), with another board to come back to.
    pub fn restarting_at(game: &Game, board: B, restart: B) -> Self {
        Self { restart, ..Self::new(game, board) }
    }

    /// Keeps the boards between the turns of an input from now on.
    pub fn keep_frames(mut self) -> Self {
        self.frames = Some(Vec::new());
        self
    }

    /// The board that the last input came to.
    pub fn board(&self) -> &B {
        &self.board
    }

    /// Sets the board that the next input starts from.
    pub fn set_board(&mut self, board: &B) {
        self.board.clone_from(board);
    }

    /// The board that `restart` comes back to: the start of the level, or the last checkpoint.
    pub fn restart_board(&self) -> &B {
        &self.restart
    }

    /// Whether the last input set a checkpoint.
    pub fn set_checkpoint(&self) -> bool {
        self.checkpoint
    }

    /// The boards between the turns of the last input, if they are kept.
    pub fn frames(&self) -> &[B] {
        self.frames.as_deref().unwrap_or_default()
    }

    /// The boards that a `restart` in an `again` turn of the last input left: undo comes back to them.
    pub(crate) fn abandoned(&self) -> &[B] {
        &self.abandoned
    }

    /// Plays an input and all `again` turns that follow.
    ///
    /// # Errors
    ///
    /// If a turn takes too long, or `again` does not end: then the board is of no use.
    pub fn press<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        input: Input,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Press, TurnError> {
        self.begin();
        let mut press = Press::default();
        self.before.clone_from(&self.board);
        let effects = engine.turn(&mut self.board, input, random, work)?;
        let again = self.obey(engine, effects, &mut press, random, work)?;
        press.changed = self.board != self.before;
        self.follow(engine, again, &mut press, random, work)?;
        Ok(press)
    }

    /// Plays what happens before the first input of a level: nothing, unless the game runs rules then. That turn
    /// cannot win; the `again` turns after it can.
    ///
    /// # Errors
    ///
    /// As [`press`](Self::press).
    pub fn start<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Press, TurnError> {
        self.begin();
        let mut press = Press::default();
        let again = self.start_of_level(engine, &mut press, random, work)?;
        self.follow(engine, again, &mut press, random, work)?;
        Ok(press)
    }

    fn begin(&mut self) {
        self.checkpoint = false;
        self.turns = 0;
        self.abandoned.clear();
        if let Some(frames) = &mut self.frames {
            frames.clear();
        }
    }

    /// Plays the `again` turns.
    fn follow<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        mut again: bool,
        press: &mut Press,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<(), TurnError> {
        while again && !press.won {
            // The original tries the next turn before it plays it: so lots are drawn twice.
            self.before.clone_from(&self.board);
            let mut effects = engine.turn(&mut self.board, Input::Tick, random, work)?;
            if !self.counts(effects) {
                self.board.clone_from(&self.before);
                break;
            }
            if self.drawn {
                self.board.clone_from(&self.before);
                effects = engine.turn(&mut self.board, Input::Tick, random, work)?;
            }
            self.turns += 1;
            // Finds cycles without keeping all boards: compares with that of the last power of two.
            if self.turns > MAX_AGAIN || (!self.drawn && self.turns > 1 && self.landmark == self.before) {
                return Err(TurnError::EndlessAgain);
            }
            if self.turns.is_power_of_two() {
                self.landmark.clone_from(&self.before);
            }
            if let Some(frames) = &mut self.frames {
                frames.push(self.before.clone());
            }
            again = self.obey(engine, effects, press, random, work)?;
        }
        Ok(())
    }

    /// Whether a turn that was only tried is worth playing.
    fn counts(&self, effects: Effects) -> bool {
        if effects.blocked {
            false
        } else if effects.has(Command::Cancel) {
            effects.is_more_than_cancel()
        } else {
            effects.has(Command::Restart) || effects.has(Command::Win) || self.board != self.before
        }
    }

    /// Obeys the commands of the turn from `before` to `board`. Whether `again` wants another.
    fn obey<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        effects: Effects,
        press: &mut Press,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<bool, TurnError> {
        if effects.blocked || effects.has(Command::Cancel) {
            self.board.clone_from(&self.before);
            return Ok(false);
        }
        let restarts = effects.has(Command::Restart);
        let again = if restarts {
            press.messages.extend(effects.message);
            if self.turns > 0 {
                self.abandoned.push(self.before.clone());
            }
            self.board.clone_from(&self.restart);
            self.start_of_level(engine, press, random, work)?
        } else {
            self.settle(effects, press)
        };
        // A message hides the command `win` of its turn; the conditions are looked at when it is closed.
        let wins = effects.has(Command::Win) && effects.message.is_none() && !restarts;
        press.won = wins || engine.is_won(&self.board);
        Ok(again)
    }

    /// The turn before the first input. Whether `again` wants another.
    fn start_of_level<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        press: &mut Press,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<bool, TurnError> {
        if !self.runs_at_start {
            return Ok(false);
        }
        let before = self.board.clone();
        let effects = engine.turn(&mut self.board, Input::Tick, random, work)?;
        if effects.blocked || effects.has(Command::Cancel) {
            self.board = before;
            return Ok(false);
        }
        if effects.has(Command::Restart) {
            // There is nothing to come back to.
            press.messages.extend(effects.message);
            return Ok(false);
        }
        self.before = before;
        Ok(self.settle(effects, press))
    }

    /// Takes the board of a turn. Whether `again` wants another.
    fn settle(&mut self, effects: Effects, press: &mut Press) -> bool {
        press.messages.extend(effects.message);
        if effects.has(Command::Checkpoint) {
            self.restart.clone_from(&self.board);
            self.checkpoint = true;
        }
        effects.has(Command::Again) && self.board != self.before
    }
}
