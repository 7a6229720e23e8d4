//! What engines have in common: a turn of the rules.

use crate::game::{Command, Game, Level};
use crate::input::Input;
use crate::object_set::ObjectSet;
use crate::random::Random;
use crate::thread_limits::ThreadLimits;
use std::fmt;

/// Limits that are part of the language: games rely on them.
pub(crate) mod limits {
    /// Passes of the rules of a group.
    pub const GROUP_PASSES: usize = 200;
    /// Rounds of all loops of a turn.
    pub const LOOP_ROUNDS: usize = 200;
    /// Places of all rows of a rule: no limit of the language, but of memory.
    pub const PLACES: usize = 1 << 20;
    /// Rounds in which rigid groups are banned one after another.
    pub const RIGID_ROUNDS: usize = 50;
}

/// Why a turn has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// Its rules match more often than the bound on work allows.
    TooMuchWork,
    /// `again` turns follow each other without end.
    EndlessAgain,
    /// The [limits of the thread](ThreadLimits) say stop.
    Cancelled,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            TurnError::TooMuchWork => "the rules of the game match so often that a turn takes too long: simplify those that match in many places",
            TurnError::EndlessAgain => "`again` goes on without end",
            TurnError::Cancelled => "the turn was stopped before its end: it took too long",
        })
    }
}

impl std::error::Error for TurnError {}

/// Steps between two looks at the limits of a thread.
const SLICE: u64 = 1 << 16;

/// Bounds what an input may cost: a step is, roughly, a condition of a rule looked up in a cell, or in a set of cells: some
/// nanoseconds. May record which rules act.
#[derive(Clone, Debug)]
pub struct Work {
    /// Steps until the limits of the thread are asked; all of them, if they are not.
    left: u64,
    /// Steps after these.
    rest: u64,
    asks: bool,
    /// The lines of the rules that acted.
    trace: Option<Vec<usize>>,
}

impl Default for Work {
    fn default() -> Self {
        Self::cancellable(200_000_000)
    }
}

impl Work {
    /// A bound of `steps`.
    pub fn new(steps: u64) -> Self {
        Self { left: steps, rest: 0, asks: false, trace: None }
    }

    /// A bound of `steps` that the [limits of the thread](ThreadLimits) may cut short.
    pub fn cancellable(steps: u64) -> Self {
        Self { left: 0, rest: steps, asks: true, trace: None }
    }

    /// As [`new`](Self::new), and records which rules act.
    pub fn tracing(steps: u64) -> Self {
        Self { trace: Some(Vec::new()), ..Self::new(steps) }
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        self.left + self.rest
    }

    /// The lines of the rules that changed something, or gave a command other than a sound; each once. Turns that were
    /// only tried belong to it, because what is decided by them depends on these rules. Empty unless it
    /// [traces](Self::tracing).
    pub fn acted(&self) -> &[usize] {
        self.trace.as_deref().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn record(&mut self, line: usize, changed: bool, commands: &[Command]) {
        if let Some(trace) = &mut self.trace
            && (changed || commands.iter().any(|&command| command != Command::Sound))
            && !trace.contains(&line)
        {
            trace.push(line);
        }
    }

    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), TurnError> {
        match self.left.checked_sub(steps as u64) {
            Some(left) => self.left = left,
            None => self.go_on(steps as u64)?,
        }
        Ok(())
    }

    #[cold]
    fn go_on(&mut self, steps: u64) -> Result<(), TurnError> {
        if self.asks && ThreadLimits::is_cancelled() {
            return Err(TurnError::Cancelled);
        }
        let all = self.left().checked_sub(steps).ok_or(TurnError::TooMuchWork)?;
        self.left = all.min(SLICE);
        self.rest = all - self.left;
        Ok(())
    }
}

/// What a turn asks for besides its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    flags: u8,
    /// The number of a [message](Game::messages).
    pub message: Option<usize>,
    /// Whether the player had to move and did not: the turn does not count.
    pub blocked: bool,
}

impl Effects {
    const CANCEL: u8 = 1;
    const RESTART: u8 = 2;
    const WIN: u8 = 4;
    const AGAIN: u8 = 8;
    const CHECKPOINT: u8 = 16;
    const SOUND: u8 = 32;

    fn flag(command: Command) -> u8 {
        match command {
            Command::Cancel => Self::CANCEL,
            Command::Restart => Self::RESTART,
            Command::Win => Self::WIN,
            Command::Again => Self::AGAIN,
            Command::Checkpoint => Self::CHECKPOINT,
            Command::Sound => Self::SOUND,
            Command::Message(_) => 0,
        }
    }

    /// Whether `command` was given. Of messages, any.
    pub fn has(&self, command: Command) -> bool {
        match command {
            Command::Message(_) => self.message.is_some(),
            _ => self.flags & Self::flag(command) != 0,
        }
    }

    /// Adds the commands of a rule that matched. After `cancel` nothing counts, after `restart` only `cancel`; either
    /// clears what was queued.
    pub(crate) fn queue_commands(&mut self, commands: &[Command]) {
        if commands.is_empty() {
            return;
        }
        let flags = commands.iter().fold(0, |flags, &command| flags | Self::flag(command));
        if self.flags & Self::CANCEL != 0 || (self.flags & Self::RESTART != 0 && flags & Self::CANCEL == 0) {
            return;
        }
        if flags & (Self::CANCEL | Self::RESTART) != 0 {
            *self = Self::default();
        }
        self.flags |= flags;
        let message = commands.iter().find_map(|command| match command {
            Command::Message(number) => Some(*number),
            _ => None,
        });
        self.message = self.message.or(message);
    }

    /// Whether another command came together with `cancel`.
    pub(crate) fn is_more_than_cancel(&self) -> bool {
        self.flags & !Self::CANCEL != 0 || self.message.is_some()
    }
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

    /// Applies the rules once. The board is then what they make of it, whatever they ask for besides.
    ///
    /// # Errors
    ///
    /// If that exceeds the bound on work; the board is then of no use.
    fn turn(
        &self,
        board: &mut Self::Board,
        input: Input,
        random: &mut Random,
        work: &mut Work,
    ) -> Result<Effects, TurnError>;

    /// Whether the win conditions hold.
    fn is_won(&self, board: &Self::Board) -> bool;
}
