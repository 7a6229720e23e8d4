//! A level of a game, played by the plain engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{Game, Input, ObjectSet, Random, Step, Stepper, TurnError, Work};

use crate::VerifyError;
use crate::statement::Statement;

/// Most steps of work of an input.
const WORK: u64 = 100_000_000;
/// Most cells of a level.
const MOST_CELLS: usize = 1024;

/// The cells of a board, column by column, and then one more: it has an object if the level is won.
pub type Position = Vec<ObjectSet>;

/// Makes a position of the cells of a board.
pub fn position(mut cells: Vec<ObjectSet>, is_won: bool) -> Position {
    cells.push(is_won.then_some(0).into_iter().collect());
    cells
}

/// Whether the level is won. Then nothing more is played.
pub(super) fn is_won(position: &Position) -> bool {
    position.last().is_some_and(|mark| !mark.is_empty())
}

/// A level of a game.
pub struct Level {
    game: Arc<Game>,
    engine: Plain,
    inputs: Vec<Input>,
    /// The cells that `restart` comes back to.
    cells: Vec<ObjectSet>,
    start: Position,
    /// Whether some input set a checkpoint, and whether some input restarted.
    has_checkpoint: AtomicBool,
    has_restarted: AtomicBool,
}

/// What plays inputs.
type Player = Stepper<Vec<ObjectSet>>;

impl Level {
    /// Reads a game and the number of its level.
    ///
    /// # Errors
    /// If they are none, or nothing can be proved of the level.
    pub fn read(statement: &Statement) -> Result<Level, VerifyError> {
        let mut keys = statement.keys();
        let (source, number) = (keys.text("game")?, keys.number("level")?);
        keys.end()?;
        let game =
            tejun_puzzlescript::compile(&source).map_err(|error| VerifyError::new(error.to_string()))?;
        let number = usize::try_from(number).unwrap_or(0);
        let drawn =
            game.level(number).ok_or_else(|| VerifyError::new(format!("the game has no level {number}")))?;
        if drawn.cells.len() > MOST_CELLS {
            let cells = drawn.cells.len();
            return Err(VerifyError::new(format!(
                "the level has {cells} cells: no more than {MOST_CELLS} are checked"
            )));
        }
        if game.settings.realtime_interval.is_some() {
            return Err(VerifyError::new("the game is played in real time"));
        }
        let (cells, width, height, inputs) = (drawn.cells.clone(), drawn.width, drawn.height, game.inputs());
        let game = Arc::new(game);
        let engine = Plain::new(game.clone(), width, height);
        let (start, has_checkpoint, has_restarted) = Default::default();
        let mut level = Level { game, engine, inputs, cells, start, has_checkpoint, has_restarted };
        let started =
            level.turns(&level.cells, |player, random, work| player.start(&level.engine, random, work));
        let (step, cells, _) =
            started.map_err(|why| VerifyError::new(format!("the level does not start: {why}")))?;
        level.start = position(cells, step.won);
        Ok(level)
    }

    /// The position before the first input. It may be won.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// How many objects the game has.
    pub(super) fn objects(&self) -> usize {
        self.game.objects.len()
    }

    /// What a player can do.
    pub(super) fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The input of a letter.
    pub(super) fn input(&self, letter: &str) -> Option<Input> {
        let input = match letter {
            "u" => Input::Up,
            "l" => Input::Left,
            "d" => Input::Down,
            "r" => Input::Right,
            "x" => Input::Action,
            _ => return None,
        };
        self.inputs.contains(&input).then_some(input)
    }

    /// Whether the game says how it is won.
    pub(super) fn has_goal(&self) -> bool {
        self.game.has_goal()
    }

    /// The position after an input, and the steps of work that it took.
    ///
    /// # Errors
    /// If that has no end, or is not decided by the position alone.
    pub(super) fn after(&self, before: &Position, input: Input) -> Result<(Position, u64), String> {
        let (step, cells, spent) = self.turns(&before[..self.cells.len()], |player, random, work| {
            player.step(&self.engine, input, random, work)
        })?;
        Ok((position(cells, step.won), spent))
    }

    fn turns(
        &self,
        cells: &[ObjectSet],
        play: impl FnOnce(&mut Player, &mut Random, &mut Work) -> Result<Step, TurnError>,
    ) -> Result<(Step, Vec<ObjectSet>, u64), String> {
        let mut player = Stepper::restarting_at(&self.game, cells.to_vec(), self.cells.clone());
        let (mut random, mut work) = (Random::new(""), Work::cancellable(WORK));
        let step = play(&mut player, &mut random, &mut work).map_err(|error| error.to_string())?;
        if random != Random::new("") {
            return Err("a rule of the game is random".to_owned());
        }
        if *player.restart_board() != self.cells {
            self.has_checkpoint.store(true, Ordering::SeqCst);
        }
        if player.has_restarted() {
            self.has_restarted.store(true, Ordering::SeqCst);
        }
        // What a restart comes to depends on the way. Of two threads that set one each, one at least sees both.
        if self.has_checkpoint.load(Ordering::SeqCst) && self.has_restarted.load(Ordering::SeqCst) {
            return Err("a rule of the game sets a checkpoint".to_owned());
        }
        Ok((step, player.board().clone(), WORK - work.left()))
    }
}
