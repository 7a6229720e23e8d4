//! An input with all that comes of it: commands, and `again` turns until the board rests.

use crate::engine::{Effects, Engine, TurnError, Work};
use crate::game::{Command, Game};
use crate::input::Input;
use crate::random::Random;

/// The most turns of one input.
const MAX_AGAIN: usize = 5_000;
/// The most boards between them that are kept.
const MAX_KEPT: usize = 100;

/// What an input came to, besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Whether the level is won. Then no `again` follows.
    pub won: bool,
    /// Whether the first turn ended with another board.
    pub changed: bool,
    /// The numbers of the messages that were shown, in order.
    pub messages: Vec<usize>,
}

/// What a level starts after.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// It is come to.
    Load,
    /// The player, or a rule, restarts it.
    Restart,
}

/// Plays inputs. Its boards are used again from one input to the next.
pub struct Stepper<B> {
    is_random: bool,
    runs_at_start: bool,
    /// The board that was come to.
    board: B,
    before: B,
    landmark: B,
    /// The board that `restart` comes back to.
    restart: B,
    /// Boards that a `restart` of a rule left.
    before_restarts: Vec<B>,
    has_restarted: bool,
    turns: usize,
    between: Option<Vec<B>>,
}

impl<B: Clone + Eq> Stepper<B> {
    /// Plays on `board`, which is also what `restart` comes back to.
    pub fn new(game: &Game, board: B) -> Self {
        Self {
            is_random: game.is_random(),
            runs_at_start: game.settings.run_rules_on_level_start,
            before: board.clone(),
            landmark: board.clone(),
            restart: board.clone(),
            board,
            before_restarts: Vec::new(),
            has_restarted: false,
            turns: 0,
            between: None,
        }
    }

    /// Keeps the boards between the turns of an input.
    pub fn keeping(self) -> Self {
        Self { between: Some(Vec::new()), ..self }
    }

    /// The boards before each `again` turn of the last input, the first hundred, if they are [kept](Self::keeping).
    pub fn into_between(self) -> Vec<B> {
        self.between.unwrap_or_default()
    }

    /// As [`new`](Self::new), with another board to come back to.
    pub fn restarting_at(game: &Game, board: B, restart: B) -> Self {
        Self { restart, ..Self::new(game, board) }
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

    /// Whether a rule of the last input obeyed `restart`.
    pub fn has_restarted(&self) -> bool {
        self.has_restarted
    }

    /// The boards that a `restart` of a rule left since the last input: undo comes back to them.
    pub(crate) fn before_restarts(&self) -> &[B] {
        &self.before_restarts
    }

    /// Plays an input and all `again` turns that follow.
    ///
    /// # Errors
    ///
    /// If a turn takes too long, or `again` does not end: then the board is of no use.
    pub fn step<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        input: Input,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Step, TurnError> {
        self.begin();
        let mut step = Step::default();
        self.before.clone_from(&self.board);
        let effects = engine.turn(&mut self.board, input, random, work)?;
        let again = self.obey(engine, effects, &mut step, random, work)?;
        step.changed = self.board != self.before;
        self.follow(engine, again, &mut step, random, work)?;
        Ok(step)
    }

    /// Plays what happens before the first input of a level: nothing, unless the game runs rules then. That turn
    /// cannot win; the `again` turns after it can.
    ///
    /// # Errors
    ///
    /// As [`step`](Self::step).
    pub fn start<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Step, TurnError> {
        self.play_start(Opening::Load, engine, random, work)
    }

    /// Comes back to the [restart board](Self::restart_board), as a player who starts the level again.
    ///
    /// # Errors
    ///
    /// As [`step`](Self::step).
    pub fn restart<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Step, TurnError> {
        self.board.clone_from(&self.restart);
        self.play_start(Opening::Restart, engine, random, work)
    }

    fn play_start<E: Engine<Board = B>>(
        &mut self,
        opening: Opening,
        engine: &E,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Step, TurnError> {
        self.begin();
        let mut step = Step::default();
        let again = self.start_of_level(opening, engine, &mut step, random, work)?;
        // The conditions are looked at when a message is closed.
        step.won = !step.messages.is_empty() && engine.is_won(&self.board);
        self.follow(engine, again, &mut step, random, work)?;
        Ok(step)
    }

    fn begin(&mut self) {
        self.turns = 0;
        self.before_restarts.clear();
        self.has_restarted = false;
        if let Some(kept) = &mut self.between {
            kept.clear();
        }
    }

    /// Plays the `again` turns.
    fn follow<E: Engine<Board = B>>(
        &mut self,
        engine: &E,
        mut again: bool,
        step: &mut Step,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<(), TurnError> {
        while again && !step.won {
            // The original tries the next turn before it plays it: so random numbers are drawn twice.
            self.before.clone_from(&self.board);
            let mut effects = engine.turn(&mut self.board, Input::Tick, random, work)?;
            if !self.counts(effects) {
                self.board.clone_from(&self.before);
                break;
            }
            if self.is_random {
                self.board.clone_from(&self.before);
                effects = engine.turn(&mut self.board, Input::Tick, random, work)?;
            }
            self.turns += 1;
            if let Some(kept) = &mut self.between
                && kept.len() < MAX_KEPT
            {
                kept.push(self.before.clone());
            }
            // Finds cycles without keeping all boards: compares with that of the last power of two.
            if self.turns > MAX_AGAIN || (!self.is_random && self.turns > 1 && self.landmark == self.before) {
                return Err(TurnError::EndlessAgain);
            }
            if self.turns.is_power_of_two() {
                self.landmark.clone_from(&self.before);
            }
            again = self.obey(engine, effects, step, random, work)?;
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
        step: &mut Step,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<bool, TurnError> {
        if effects.blocked {
            self.board.clone_from(&self.before);
            return Ok(false);
        }
        if effects.has(Command::Cancel) {
            self.cancel(effects, step);
            step.won = effects.message.is_some() && engine.is_won(&self.board);
            return Ok(false);
        }
        let restarts = effects.has(Command::Restart);
        let again = if restarts {
            self.has_restarted = true;
            step.messages.extend(effects.message);
            self.before_restarts.push(self.before.clone());
            self.board.clone_from(&self.restart);
            self.start_of_level(Opening::Restart, engine, step, random, work)?
        } else {
            self.settle(effects, step)
        };
        // A message hides the command `win` of its turn; the conditions are looked at when it is closed.
        let wins = effects.has(Command::Win) && effects.message.is_none() && !restarts;
        step.won = wins || engine.is_won(&self.board);
        Ok(again)
    }

    /// The turn before the first input. Whether `again` wants another.
    fn start_of_level<E: Engine<Board = B>>(
        &mut self,
        opening: Opening,
        engine: &E,
        step: &mut Step,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<bool, TurnError> {
        if !self.runs_at_start {
            return Ok(false);
        }
        let before = self.board.clone();
        let mut effects = engine.turn(&mut self.board, Input::Tick, random, work)?;
        if opening == Opening::Load && effects.has(Command::Restart) {
            // The turn is played again, on other random numbers. Within a restart another one is ignored.
            self.before_restarts.push(before.clone());
            self.board.clone_from(&before);
            let message = effects.message;
            effects = engine.turn(&mut self.board, Input::Tick, random, work)?;
            effects.message = effects.message.or(message);
        }
        self.before = before;
        if effects.has(Command::Cancel) {
            self.cancel(effects, step);
            return Ok(false);
        }
        Ok(self.settle(effects, step))
    }

    /// Takes the turn back.
    fn cancel(&mut self, effects: Effects, step: &mut Step) {
        step.messages.extend(effects.message);
        self.board.clone_from(&self.before);
    }

    /// Takes the board of a turn. Whether `again` wants another.
    fn settle(&mut self, effects: Effects, step: &mut Step) -> bool {
        step.messages.extend(effects.message);
        if effects.has(Command::Checkpoint) {
            self.restart.clone_from(&self.board);
        }
        effects.has(Command::Again) && self.board != self.before
    }
}
