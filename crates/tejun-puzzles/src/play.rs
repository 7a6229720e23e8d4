//! Instances and positions built from plain rules.

use std::sync::Arc;

use crate::about::About;
use crate::answer::{Status, Verdict, Worth};
use crate::instance::{Choice, Count, Explore, Instance, Position, Solve, Survey};
use crate::line::PlayError;
use crate::notation::Notation;
use crate::scene::{Gesture, Scene};
use crate::sentence::Reason;
use crate::steps::Stepper;

/// The rules of a puzzle in which every move costs 1. A [`Game`] and its [`Play`]s are built from them.
pub trait Rules: Send + Sync + Sized + 'static {
    /// A position under the rules.
    type Position: Clone + Send + Sync;

    /// Whether all solutions cost the same, so that none is better than another.
    const SOLUTIONS_COST_ALIKE: bool = false;

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; the position is then unchanged.
    fn play(&self, position: &mut Self::Position, text: &str) -> Result<(), Reason>;

    /// Whether a position is solved.
    fn is_solved(&self, position: &Self::Position) -> bool;

    /// What a line of `played` moves to a position is worth: as it is, each move costs 1.
    fn worth(&self, _position: &Self::Position, played: usize) -> Worth {
        Worth::cost(played as i64)
    }

    /// How the play stands in a position.
    fn status(&self, position: &Self::Position) -> Status {
        if self.is_solved(position) { Status::Solved } else { Status::Open }
    }

    /// See [`Instance::objective`].
    fn objective(&self) -> Option<Reason> {
        None
    }

    /// The drawing of a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// Every legal move in a position, always in the same order.
    fn choices(&self, position: &Self::Position) -> Vec<Choice>;

    /// The legal move that a gesture stands for in a position.
    ///
    /// # Errors
    /// Returns why there is no such move.
    fn read_gesture(&self, position: &Self::Position, gesture: &Gesture) -> Result<String, Reason>;

    /// See [`Position::notations`].
    fn notations(&self, _position: &Self::Position) -> Vec<Notation> {
        Vec::new()
    }

    /// See [`Position::solver`].
    fn solver(_play: &Play<Self>) -> Option<&dyn Solve> {
        None
    }

    /// See [`Position::explorer`].
    fn explorer(_play: &Play<Self>) -> Option<&dyn Explore> {
        None
    }

    /// See [`Position::counter`].
    fn counter(_play: &Play<Self>) -> Option<&dyn Count> {
        None
    }

    /// See [`Instance::stepper`].
    fn stepper(_game: &Game<Self>) -> Option<&dyn Stepper> {
        None
    }

    /// See [`Instance::surveyor`].
    fn surveyor(_game: &Game<Self>) -> Option<&dyn Survey> {
        None
    }
}

/// A puzzle: rules and a start position.
pub struct Game<R: Rules> {
    about: About,
    /// The play at the start.
    pub start: Play<R>,
}

/// A position of a play, with its rules.
pub struct Play<R: Rules> {
    /// The rules, shared by all plays of the puzzle.
    pub rules: Arc<R>,
    /// The position.
    pub position: R::Position,
    played: usize,
}

impl<R: Rules> Game<R> {
    /// The puzzle with these rules and this start position.
    pub fn new(about: About, rules: R, position: R::Position) -> Self {
        Game { about, start: Play { rules: Arc::new(rules), position, played: 0 } }
    }
}

impl<R: Rules> Instance for Game<R> {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self) -> Box<dyn Position> {
        self.start.boxed_clone()
    }

    fn objective(&self) -> Option<Reason> {
        self.start.rules.objective()
    }

    fn solutions_cost_alike(&self) -> bool {
        R::SOLUTIONS_COST_ALIKE
    }

    fn stepper(&self) -> Option<&dyn Stepper> {
        R::stepper(self)
    }

    fn surveyor(&self) -> Option<&dyn Survey> {
        R::surveyor(self)
    }
}

impl<R: Rules> Position for Play<R> {
    fn boxed_clone(&self) -> Box<dyn Position> {
        let Play { rules, position, played } = self;
        Box::new(Play { rules: rules.clone(), position: position.clone(), played: *played })
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let legal = self.rules.play(&mut self.position, text);
        legal.map_err(|reason| PlayError::new(self.played, text, reason))?;
        self.played += 1;
        Ok(())
    }

    fn scene(&self) -> Scene {
        self.rules.scene(&self.position)
    }

    fn choices(&self) -> Vec<Choice> {
        self.rules.choices(&self.position)
    }

    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason> {
        self.rules.read_gesture(&self.position, gesture)
    }

    fn verdict(&self) -> Verdict {
        let solves = self.rules.is_solved(&self.position);
        Verdict { solves, worth: self.rules.worth(&self.position, self.played), ..Verdict::default() }
    }

    fn status(&self) -> Status {
        self.rules.status(&self.position)
    }

    fn notations(&self) -> Vec<Notation> {
        self.rules.notations(&self.position)
    }

    fn solver(&self) -> Option<&dyn Solve> {
        R::solver(self)
    }

    fn explorer(&self) -> Option<&dyn Explore> {
        R::explorer(self)
    }

    fn counter(&self) -> Option<&dyn Count> {
        R::counter(self)
    }
}
