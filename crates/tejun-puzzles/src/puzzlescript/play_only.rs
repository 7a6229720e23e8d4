//! Levels that are played and not searched: those with random rules, checkpoints, or too many cells.

use std::sync::Arc;

use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{
    Engine, Game, Input, Level, ModelError, ObjectSet, Random, Stepper, TurnError, Work,
};
use tejun_search::{Moves, Space};

use super::drawing::Drawing;
use super::messages::{Messages, Played, WORK};
use super::origin::Origin;
use super::{info, messages, text, unproved};
use crate::{FamilyInfo, Gesture, Puzzle, Reason, Scene, Searches, Status};
use tejun_core::{Course, InputError, input::Keys, moves, not_a_move};

/// A level in play. Random numbers are those of the original for the seed 0.
pub(super) struct PlayOnly {
    engine: Plain,
    origin: Origin,
    why: ModelError,
    drawing: Drawing,
    messages: Messages,
    objective: Option<Reason>,
    start: Position,
    inputs: Vec<Input>,
}

/// A position of the play.
#[derive(Clone)]
pub(super) struct Position {
    cells: Arc<Vec<ObjectSet>>,
    /// What `restart` comes back to.
    restart: Arc<Vec<ObjectSet>>,
    random: Random,
    won: bool,
}

impl Position {
    fn played(&self) -> Played<'_> {
        Played { cells: &self.cells, restart: Some(&self.restart), random: &self.random }
    }
}

impl PlayOnly {
    /// The play of a level that cannot be searched, for this reason.
    ///
    /// # Errors
    /// If the level does not start.
    pub fn new(game: &Arc<Game>, level: &Level, origin: Origin, why: ModelError) -> Result<Self, TurnError> {
        let engine = Plain::new(game.clone(), level.width, level.height);
        let mut random = Random::new("0");
        let mut stepper = Stepper::new(game, engine.board(level));
        let started = stepper.start(&engine, &mut random, &mut Work::cancellable(WORK))?;
        let start = Position {
            cells: Arc::new(stepper.board().clone()),
            restart: Arc::new(stepper.restart_board().clone()),
            random,
            won: started.won,
        };
        let (drawing, messages) = (Drawing::new(game, level), Messages::new(game, level)?);
        let objective = text::objective(game);
        Ok(Self { engine, origin, why, drawing, messages, objective, start, inputs: game.inputs() })
    }

    /// What an input makes of a position; `None` if it changes nothing, or the level is won.
    ///
    /// # Errors
    /// If a turn takes too much work, has no end, or is stopped.
    fn step(&self, state: &Position, input: Input) -> Result<Option<Position>, TurnError> {
        if state.won {
            return Ok(None);
        }
        let game = self.engine.game();
        let mut stepper = Stepper::restarting_at(game, state.cells.to_vec(), state.restart.to_vec());
        let mut random = state.random.clone();
        let step = stepper.step(&self.engine, input, &mut random, &mut Work::cancellable(WORK))?;
        if !step.won && *stepper.board() == *state.cells {
            return Ok(None);
        }
        let restart = stepper.restart_board();
        let restart =
            if *restart == *state.restart { state.restart.clone() } else { Arc::new(restart.clone()) };
        Ok(Some(Position { cells: Arc::new(stepper.board().clone()), restart, random, won: step.won }))
    }
}

impl Space for PlayOnly {
    type State = Position;
    type Move = Input;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(Position)) {
        visit(self.start.clone());
    }

    fn is_goal(&self, state: &Position) -> bool {
        state.won
    }

    fn expand(&self, state: &Position, mut visit: impl FnMut(Input, Position)) {
        for &input in &self.inputs {
            if let Ok(Some(next)) = self.step(state, input) {
                visit(input, next);
            }
        }
    }
}

impl Puzzle for PlayOnly {
    const FAMILY: FamilyInfo = info::FAMILY;
    const SEARCHES: Searches<Self> = Searches {
        solve: Some(|puzzle, _, _, _, _| Err(unproved::why(&puzzle.why).into())),
        explore: Some(|puzzle, _, _, _, _| Err(unproved::why(&puzzle.why).into())),
        ..Searches::NONE
    };

    fn read(_: &mut Keys) -> Result<Self, InputError> {
        Err(InputError::new("only levels that cannot be searched are opened like this"))
    }

    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        Some(self.origin.normal_form())
    }

    fn write(&self, _: &Position, by: Input) -> String {
        text::letter(by).to_string()
    }

    fn status(&self, state: &Position) -> Status {
        if state.won {
            return Status::Solved;
        }
        // An input whose turn was not played to its end is no proof that nothing is left.
        let may_go_on = |&input: &Input| !matches!(self.step(state, input), Ok(None));
        if self.inputs.iter().any(may_go_on) { Status::Open } else { Status::Lost }
    }

    fn play(&self, state: &mut Position, text: &str) -> Result<u32, Reason> {
        if let Some(input) = text::input(text).filter(|input| self.inputs.contains(input)) {
            let next = self.step(state, input);
            if let Some(next) =
                next.map_err(|error| unproved::not_played(self.origin.number, input, error))?
            {
                *state = next;
                return Ok(1);
            }
        }
        Err(not_a_move(self, state, moves(self, state).first().map(|(by, _)| *by), text))
    }

    fn gesture(&self, _: &Position, _: &Scene, by: Input) -> Gesture {
        Gesture::Key(text::letter(by))
    }

    fn scene(&self, state: &Position) -> Scene {
        self.drawing.scene(&state.cells)
    }

    fn objective(&self) -> Option<Reason> {
        self.objective.clone()
    }

    fn left_out(&self) -> Vec<Reason> {
        self.origin.left_out()
    }

    fn bytes(&self) -> u64 {
        self.engine.game().bytes()
    }

    fn unproved(&self) -> Option<Reason> {
        Some(unproved::why(&self.why))
    }

    fn said(&self, state: &Position, by: Option<&str>) -> Vec<String> {
        let Some(by) = by else { return self.messages.before() };
        let said = |input| self.messages.of(&state.played(), input);
        text::input(by).map(said).unwrap_or_default()
    }

    fn course(&self, state: &Position, by: &str) -> Course {
        self.messages.course(&self.drawing, &state.played(), by)
    }

    fn why_not(&self, state: &Position, gesture: &Gesture) -> Reason {
        if let Gesture::Key(key) = gesture
            && let Some(input) = text::input_of(*key)
            && let Err(error) = self.step(state, input)
        {
            return unproved::not_played(self.origin.number, input, error);
        }
        messages::why_not(gesture, |by| self.said(state, Some(by)))
    }
}
