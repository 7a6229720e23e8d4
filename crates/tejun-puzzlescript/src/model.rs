//! A level as a graph of packed states, as searches want it.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use crate::engine::{Engine, TurnError, Work};
use crate::fast::{Fast, FastBoard};
use crate::game::{Command, Game, Level};
use crate::input::Input;
use crate::object_set::ObjectSet;
use crate::random::Random;
use crate::stepper::Stepper;

/// A level whose states are words: what can change, packed, and a bit that tells whether it is won. An input that
/// changes nothing is no move; all `again` turns belong to their input.
pub trait Model: Send + Sync {
    /// The game.
    fn game(&self) -> &Arc<Game>;

    /// The level.
    fn level(&self) -> &Level;

    /// The words of a state.
    fn words(&self) -> usize;

    /// The state before the first input. The level may be won by then.
    fn start(&self) -> &[u64];

    /// Whether a state is won.
    fn is_won(&self, state: &[u64]) -> bool {
        state.last().is_some_and(|word| word & WON != 0)
    }

    /// Visits what each input makes of a state. A won state has no moves.
    fn expand(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64]));

    /// The fewest inputs that may win from a state: 0 if it is won. `None` if it is proved that it cannot be won.
    fn bound(&self, state: &[u64]) -> Option<u32>;

    /// As [`expand`](Self::expand), without what is proved to be lost.
    fn expand_live(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64]));

    /// As [`expand`](Self::expand), without what is proved not to be won in so few more inputs.
    fn expand_within(&self, state: &[u64], inputs: u32, visit: &mut dyn FnMut(Input, &[u64]));

    /// As [`expand`](Self::expand), with what each input does on the way. Visits inputs that change nothing, too: they
    /// lead to the state itself.
    fn expand_traced(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64], Trace));

    /// Visits where the objects are that can change: for each, a number that stands for the object and its cell.
    fn features(&self, state: &[u64], visit: &mut dyn FnMut(u32));

    /// Roughly how far a state is from a win, as an order for searches that prove nothing.
    fn distance(&self, state: &[u64]) -> u32;

    /// The cells of a state, column by column.
    fn cells(&self, state: &[u64]) -> Vec<ObjectSet>;

    /// What an input makes of a state: the state itself if it changes nothing, and of a state that is won.
    ///
    /// # Errors
    /// If a turn takes too much work, or `again` has no end.
    fn step(&self, state: &[u64], input: Input) -> Result<Vec<u64>, TurnError>;

    /// An input that was met whose turns take too much work or have no end: it was left out, so nothing is proved.
    fn left_out(&self) -> Option<(Input, TurnError)>;

    /// Whether there is such an input.
    fn is_incomplete(&self) -> bool {
        self.left_out().is_some()
    }

    /// The steps of work that this thread has spent, on whatever model, since it was last asked.
    fn take_work(&self) -> u64 {
        SPENT.take()
    }
}

thread_local! {
    /// Steps of work that this thread has spent.
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// What an input does on the way from one state to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trace {
    /// The lines of the rules that [acted](Work::acted), ascending.
    pub rules: Vec<usize>,
    /// The objects that are in other cells after it.
    pub objects: ObjectSet,
}

/// The bit of the last word of a state that is won.
const WON: u64 = 1 << 62;

/// Steps of work of one input in a search: some hundredths of a second. A search that is told to stop plays its inputs to
/// their end, since what comes of them is taken for proved.
const WORK: u64 = 4_000_000;

/// The most cells of a level that is searched.
const MOST_CELLS: usize = 1024;

/// The most words of a state.
pub const MOST_WORDS: usize = 128;

/// Why a level cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// A random rule, on this line, can match on the level.
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
                    "the rule on line {line} is random: the level can be played, but nothing can be proved of it"
                )
            }
            ModelError::Checkpoint(line) => {
                write!(
                    f,
                    "the rule on line {line} sets a checkpoint: the level can be played, but not searched"
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

/// Whether there are engines for every size of boards. A module for the web has two: each takes room.
const EVERY_WIDTH: bool = cfg!(not(target_arch = "wasm32"));

/// Makes the model of a level.
///
/// # Errors
/// If the level cannot be searched.
pub fn model(game: Arc<Game>, level: &Level) -> Result<Box<dyn Model>, ModelError> {
    Ok(match level.cells.len() {
        0..=64 if EVERY_WIDTH => Box::new(LevelModel::<1>::new(game, level)?),
        65..=128 if EVERY_WIDTH => Box::new(LevelModel::<2>::new(game, level)?),
        0..=256 => Box::new(LevelModel::<4>::new(game, level)?),
        257..=512 if EVERY_WIDTH => Box::new(LevelModel::<8>::new(game, level)?),
        257..=MOST_CELLS => Box::new(LevelModel::<16>::new(game, level)?),
        cells => return Err(ModelError::TooLarge(cells)),
    })
}

/// A model of at most `64 * W` cells.
struct LevelModel<const W: usize> {
    fast: Fast<W>,
    level: Level,
    start: Vec<u64>,
    inputs: Vec<Input>,
    scratch: Mutex<Vec<Scratch<W>>>,
    /// The input that was left out, as a [`code`].
    left_out: AtomicU8,
}

/// An input that was played.
struct Played<'a, const W: usize> {
    input: Input,
    won: bool,
    before: &'a FastBoard<W>,
    after: &'a FastBoard<W>,
    work: &'a Work,
}

impl<const W: usize> Played<'_, W> {
    fn is_move(&self) -> bool {
        self.won || self.before != self.after
    }
}

/// What one thread works with.
struct Scratch<const W: usize> {
    board: FastBoard<W>,
    stepper: Stepper<FastBoard<W>>,
    random: Random,
}

impl<const W: usize> LevelModel<W> {
    fn new(game: Arc<Game>, level: &Level) -> Result<Self, ModelError> {
        let mut fast = Fast::<W>::new(game.clone(), level);
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
        fast.find_bounds();
        let mut model = Self {
            fast,
            level: level.clone(),
            start: Vec::new(),
            inputs: game.inputs(),
            scratch: Mutex::new(Vec::new()),
            left_out: AtomicU8::new(0),
        };
        let mut scratch = model.take();
        let started = scratch.stepper.start(&model.fast, &mut scratch.random, &mut Work::new(WORK));
        let started = started.map_err(ModelError::Start)?;
        let mut start = vec![0; model.fast.words()];
        model.pack(scratch.stepper.board(), started.won, &mut start);
        model.start = start;
        Ok(model)
    }

    fn take(&self) -> Scratch<W> {
        let scratch = self.scratch.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        scratch.unwrap_or_else(|| {
            let board = self.fast.board(&self.level);
            Scratch { stepper: Stepper::new(self.fast.game(), board.clone()), board, random: Random::new("") }
        })
    }

    /// Plays each input from a state, and visits what comes of it.
    fn play_inputs(&self, state: &[u64], work: &Work, visit: &mut dyn FnMut(Played<W>)) {
        if self.is_won(state) {
            return;
        }
        let mut scratch = self.take();
        let Scratch { board, stepper, random } = &mut scratch;
        self.fast.unpack(state, board);
        for &input in &self.inputs {
            stepper.set_board(board);
            let (bound, mut work) = (work.left(), work.clone());
            match stepper.step(&self.fast, input, random, &mut work) {
                Ok(step) => {
                    visit(Played {
                        input,
                        won: step.won,
                        before: board,
                        after: stepper.board(),
                        work: &work,
                    });
                }
                Err(error) => drop(self.left_out.fetch_max(code(input, error), Ordering::Relaxed)),
            }
            SPENT.set(SPENT.get() + bound - work.left());
        }
        self.give(scratch);
    }

    /// The state of a board.
    fn pack(&self, board: &FastBoard<W>, won: bool, words: &mut [u64]) {
        self.fast.pack(board, words);
        if won {
            *words.last_mut().expect("a state has a word") |= WON;
        }
    }

    fn give(&self, scratch: Scratch<W>) {
        self.scratch.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(scratch);
    }
}

/// Whether there is a search that finds lines and proves nothing. The module of a page has no room for it.
const FINDS: bool = !cfg!(target_family = "wasm");

impl<const W: usize> Model for LevelModel<W> {
    fn game(&self) -> &Arc<Game> {
        self.fast.shared_game()
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn words(&self) -> usize {
        self.fast.words()
    }

    fn start(&self) -> &[u64] {
        &self.start
    }

    fn expand(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64])) {
        let mut words = vec![0; self.words()];
        self.play_inputs(state, &Work::new(WORK), &mut |played| {
            if played.is_move() {
                self.pack(played.after, played.won, &mut words);
                visit(played.input, &words);
            }
        });
    }

    fn expand_live(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64])) {
        let mut words = vec![0; self.words()];
        self.play_inputs(state, &Work::new(WORK), &mut |played| {
            if played.won || (played.is_move() && !self.fast.is_lost(played.after)) {
                self.pack(played.after, played.won, &mut words);
                visit(played.input, &words);
            }
        });
    }

    fn expand_within(&self, state: &[u64], inputs: u32, visit: &mut dyn FnMut(Input, &[u64])) {
        if !FINDS {
            return self.expand_live(state, visit);
        }
        let mut words = vec![0; self.words()];
        self.play_inputs(state, &Work::new(WORK), &mut |played| {
            let wins = || self.fast.turns_to_win(played.after).is_some_and(|turns| turns <= inputs);
            if played.won || (played.is_move() && wins()) {
                self.pack(played.after, played.won, &mut words);
                visit(played.input, &words);
            }
        });
    }

    fn expand_traced(&self, state: &[u64], visit: &mut dyn FnMut(Input, &[u64], Trace)) {
        let mut words = vec![0; self.words()];
        self.play_inputs(state, &Work::tracing(WORK), &mut |played| {
            self.pack(played.after, played.won, &mut words);
            let mut rules = played.work.acted().to_vec();
            rules.sort_unstable();
            let objects = self.fast.moved(played.before, played.after);
            visit(played.input, &words, Trace { rules, objects });
        });
    }

    fn bound(&self, state: &[u64]) -> Option<u32> {
        if self.is_won(state) {
            return Some(0);
        }
        let mut scratch = self.take();
        self.fast.unpack(state, &mut scratch.board);
        let bound = self.fast.turns_to_win(&scratch.board);
        self.give(scratch);
        bound
    }

    fn distance(&self, state: &[u64]) -> u32 {
        if !FINDS {
            return 0;
        }
        let mut scratch = self.take();
        self.fast.unpack(state, &mut scratch.board);
        let distance = self.fast.distance(&scratch.board);
        self.give(scratch);
        distance
    }

    fn features(&self, state: &[u64], visit: &mut dyn FnMut(u32)) {
        if !FINDS {
            return;
        }
        let mut scratch = self.take();
        self.fast.unpack(state, &mut scratch.board);
        self.fast.features(&scratch.board, visit);
        self.give(scratch);
    }

    fn cells(&self, state: &[u64]) -> Vec<ObjectSet> {
        let mut scratch = self.take();
        self.fast.unpack(state, &mut scratch.board);
        let cells = self.fast.cells(&scratch.board);
        self.give(scratch);
        cells
    }

    fn step(&self, state: &[u64], input: Input) -> Result<Vec<u64>, TurnError> {
        let mut words = state.to_vec();
        if self.is_won(state) {
            return Ok(words);
        }
        let mut scratch = self.take();
        let Scratch { board, stepper, random } = &mut scratch;
        self.fast.unpack(state, board);
        stepper.set_board(board);
        let mut work = Work::new(WORK);
        let step = stepper.step(&self.fast, input, random, &mut work);
        SPENT.set(SPENT.get() + WORK - work.left());
        if let Ok(step) = &step {
            self.pack(stepper.board(), step.won, &mut words);
        }
        self.give(scratch);
        step.map(|_| words)
    }

    fn left_out(&self) -> Option<(Input, TurnError)> {
        let code = self.left_out.load(Ordering::Relaxed);
        let errors = [TurnError::TooMuchWork, TurnError::EndlessAgain];
        INPUTS
            .iter()
            .flat_map(|&input| errors.map(|error| (input, error)))
            .find(|&(input, error)| code == self::code(input, error))
    }
}

/// All inputs.
const INPUTS: [Input; 6] = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action, Input::Tick];

/// A number for an input that is left out: of several, the greatest is told, whatever the order in which they are met.
fn code(input: Input, error: TurnError) -> u8 {
    let place = INPUTS.iter().position(|&other| other == input).unwrap_or(0) as u8;
    if error == TurnError::EndlessAgain { 8 - place } else { 16 - place }
}
