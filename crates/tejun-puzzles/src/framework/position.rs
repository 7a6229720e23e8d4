//! What a front end sees of a position.

use super::instance::{Instance, own};
use crate::vocabulary::answer::{Status, Verdict};
use crate::vocabulary::line::PlayError;
use crate::vocabulary::means::{Means, Observer, SolveError};
use crate::vocabulary::notation::Notation;
use crate::vocabulary::question::{Answer, OfPosition, Question};
use crate::vocabulary::scene::{Choice, Gesture, Scene};
use crate::vocabulary::sentence::Reason;

/// A position of a puzzle's play, by the plain rules. It is self-contained: it can be stored, cloned and played on.
pub trait Position: Send + Sync {
    /// The puzzle.
    fn instance(&self) -> &dyn Instance;

    /// The same position.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the error holds its index in the whole line. The position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;

    /// The drawing.
    fn scene(&self) -> Scene;

    /// What the puzzle itself said with the last move, or at the start, in whatever language.
    fn said(&self) -> Vec<String>;

    /// Every legal move, always in the same order.
    fn choices(&self) -> Vec<Choice>;

    /// The legal move that a gesture stands for.
    ///
    /// # Errors
    /// Returns why there is no such move.
    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason>;

    /// What the line to this position is worth.
    fn verdict(&self) -> Verdict;

    /// How the play stands.
    fn status(&self) -> Status;

    /// The position in each notation of other programs that the family writes.
    fn notations(&self) -> Vec<Notation>;

    /// Whether the search that answers a question from here can keep its states on disk ([`Means::spill`]).
    fn can_spill(&self, question: &Question) -> bool;

    /// Answers a question from here on: the best way, everything that can be reached, how many solutions there are, an
    /// export. What is about the puzzle as a whole, the [instance](Instance::answer) is asked.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn answer(
        &self,
        question: &Question,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError>;
}

impl dyn Position + '_ {
    /// Asks a question [from here on](Position::answer), for its own type of answer.
    ///
    /// # Errors
    /// Those of [`Position::answer`].
    pub fn ask<Q: OfPosition>(
        &self,
        question: Q,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Q::Answer, SolveError> {
        self.answer(&question.into(), means, observer).map(own::<Q>)
    }
}
