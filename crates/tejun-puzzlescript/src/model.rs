//! A level as a graph of packed states, as searches want it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::engine::{Engine, TurnError, Work};
use crate::fast::{Fast, FastBoard};
use crate::game::{Command, Game, Level};
use crate::input::Input;
use crate::object_set::ObjectSet;
use crate::press::Presser;
use crate::random::Random;

/// A level whose states are words: what can change, packed, and a bit that tells whether it is won. An input that
/// changes nothing is no move; all `again` turns belong to their input.
pub trait Model: Send + Sync {
    /// The game.
    fn game(&self) -> &Arc<Game>;

    /// The level.
    fn level(&self) -> &Level;

    /// Whether the level can be won at all: the game has win conditions, or a rule with `win` that can match.
    fn has_goal(&self) -> bool;

    /// The words of a state.
    fn words(&self) -> usize;

    /// The state before the first input.
    fn start(&self) -> &[u64];

    /// Whether a state is won.
    fn is_won(&self, state: &[u64]) -> bool {
        state.last().is_some_and(|word| word & WON != 0)
    }

    /// Visits what each input makes of a state. A won state has no moves.
    fn expand(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64]));

    /// The cells of a state, column by column.
    fn cells(&self, state: &[u64]) -> Vec<ObjectSet>;

    /// Plays one input: the next state, the numbers of the messages that are shown, and the boards between.
    ///
    /// # Errors
    /// If the turn does not end.
    fn play(&self, state: &[u64], input: Input) -> Result<Played, TurnError>;

    /// Whether an input was met whose turns do not end: it was left out, so nothing is proved.
    fn is_cut(&self) -> bool;
}

/// What an input came to.
#[derive(Clone, Debug)]
pub struct Played {
    /// The state.
    pub state: Vec<u64>,
    /// Numbers of [messages](Game::messages).
    pub messages: Vec<usize>,
    /// Cells between the turns, the last not among them.
    pub frames: Vec<Vec<ObjectSet>>,
}

/// The bit of the last word of a state that is won.
const WON: u64 = 1 << 62;

/// Steps of work of one input in a search.
const WORK: u64 = 20_000_000;

/// The most cells of a level that is searched.
const MOST_CELLS: usize = 1024;

/// The most words of a state.
pub const MOST_WORDS: usize = 128;

/// Why a level cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// A rule that draws lots, on this line, can match on the level.
    Random(usize),
    /// A rule with `checkpoint`, on this line, can match on the level, and another with `restart`.
    Checkpoint(usize),
    /// The level has this many cells.
    TooLarge(usize),
    /// A state needs this many bits.
    TooManyBits(usize),
    /// The turn at the start of the level has no end.
    Start(TurnError),
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            ModelError::Random(line) => {
                write!(
                    f,
                    "the rule on line {line} draws lots: such a level can be played, but nothing can be proved of it"
                )
            }
            ModelError::Checkpoint(line) => {
                write!(
                    f,
                    "the rule on line {line} sets a checkpoint: such a level can be played, but not searched"
                )
            }
            ModelError::TooLarge(cells) => {
                write!(
                    f,
                    "the level has {cells} cells: it can be played, but only up to {MOST_CELLS} are searched"
                )
            }
            ModelError::TooManyBits(bits) => write!(
                f,
                "a state of the level needs {bits} bits: it can be played, but only up to {} are searched",
                64 * MOST_WORDS
            ),
            ModelError::Start(error) => write!(f, "the level does not start: {error}"),
        }
    }
}

impl std::error::Error for ModelError {}

/// Whether there are engines for every size of boards. A module for the web has every second: each takes room.
const EVERY_WIDTH: bool = cfg!(not(target_arch = "wasm32"));

/// Makes the model of a level.
///
/// # Errors
/// If the level cannot be searched.
pub fn model(game: Arc<Game>, level: &Level) -> Result<Box<dyn Model>, ModelError> {
    Ok(match level.cells.len() {
        0..=64 => Box::new(Fitted::<1>::new(game, level)?),
        65..=128 if EVERY_WIDTH => Box::new(Fitted::<2>::new(game, level)?),
        65..=256 => Box::new(Fitted::<4>::new(game, level)?),
        257..=512 if EVERY_WIDTH => Box::new(Fitted::<8>::new(game, level)?),
        257..=MOST_CELLS => Box::new(Fitted::<16>::new(game, level)?),
        cells => return Err(ModelError::TooLarge(cells)),
    })
}

/// A model of at most `64 * W` cells.
struct Fitted<const W: usize> {
    fast: Fast<W>,
    level: Level,
    start: Vec<u64>,
    inputs: Vec<Input>,
    spare: Mutex<Vec<Spare<W>>>,
    cut: AtomicBool,
}

/// What one thread works with.
struct Spare<const W: usize> {
    board: FastBoard<W>,
    presser: Presser<FastBoard<W>>,
    random: Random,
    words: Vec<u64>,
}

impl<const W: usize> Fitted<W> {
    fn new(game: Arc<Game>, level: &Level) -> Result<Self, ModelError> {
        let fast = Fast::<W>::new(game.clone(), level);
        if let Some(line) = fast.random_line() {
            return Err(ModelError::Random(line));
        }
        if let (Some(line), Some(_)) =
            (fast.command_line(Command::Checkpoint), fast.command_line(Command::Restart))
        {
            return Err(ModelError::Checkpoint(line));
        }
        if fast.words() > MOST_WORDS {
            return Err(ModelError::TooManyBits(64 * fast.words()));
        }
        let mut model = Self {
            fast,
            level: level.clone(),
            start: Vec::new(),
            inputs: game.inputs(),
            spare: Mutex::new(Vec::new()),
            cut: AtomicBool::new(false),
        };
        let mut spare = model.take();
        let started = spare.presser.start(&model.fast, &mut spare.random, &mut Work::new(WORK));
        started.map_err(ModelError::Start)?;
        model.fast.pack(spare.presser.board(), &mut spare.words);
        model.start = spare.words.clone();
        Ok(model)
    }

    fn take(&self) -> Spare<W> {
        let spare = self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        spare.unwrap_or_else(|| {
            let board = self.fast.board(&self.level);
            Spare {
                presser: Presser::new(self.fast.game(), board.clone()),
                board,
                random: Random::new(""),
                words: vec![0; self.fast.words()],
            }
        })
    }

    fn give(&self, spare: Spare<W>) {
        self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(spare);
    }
}

impl<const W: usize> Model for Fitted<W> {
    fn game(&self) -> &Arc<Game> {
        self.fast.shared_game()
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn has_goal(&self) -> bool {
        !self.game().wins.is_empty() || self.fast.command_line(Command::Win).is_some()
    }

    fn words(&self) -> usize {
        self.fast.words()
    }

    fn start(&self) -> &[u64] {
        &self.start
    }

    fn expand(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64])) {
        if self.is_won(state) {
            return;
        }
        let mut spare = self.take();
        let Spare { board, presser, random, words } = &mut spare;
        self.fast.unpack(state, board);
        for &input in &self.inputs {
            presser.set_board(board);
            match presser.press(&self.fast, input, random, &mut Work::new(WORK)) {
                Ok(press) if press.won => {
                    self.fast.pack(presser.board(), words);
                    *words.last_mut().expect("a state has a word") |= WON;
                    visit(input, words);
                }
                Ok(_) if presser.board() == board => {}
                Ok(_) => {
                    self.fast.pack(presser.board(), words);
                    visit(input, words);
                }
                Err(_) => self.cut.store(true, Ordering::Relaxed),
            }
        }
        self.give(spare);
    }

    fn cells(&self, state: &[u64]) -> Vec<ObjectSet> {
        let mut spare = self.take();
        self.fast.unpack(state, &mut spare.board);
        let cells = self.fast.cells(&spare.board);
        self.give(spare);
        cells
    }

    fn play(&self, state: &[u64], input: Input) -> Result<Played, TurnError> {
        let mut spare = self.take();
        self.fast.unpack(state, &mut spare.board);
        let mut presser = Presser::new(self.fast.game(), self.fast.board(&self.level)).keep_frames();
        presser.set_board(&spare.board);
        let press = presser.press(&self.fast, input, &mut spare.random, &mut Work::new(WORK))?;
        self.fast.pack(presser.board(), &mut spare.words);
        let mut state = spare.words.clone();
        if press.won {
            *state.last_mut().expect("a state has a word") |= WON;
        }
        let frames = presser.frames().iter().map(|board| self.fast.cells(board)).collect();
        self.give(spare);
        Ok(Played { state, messages: press.messages, frames })
    }

    fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }
}
