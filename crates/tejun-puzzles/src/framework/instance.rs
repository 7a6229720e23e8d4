//! What a front end sees of a puzzle.

use super::position::Position;
use crate::framework::info::FamilyInfo;
use crate::vocabulary::about::About;
use crate::vocabulary::answer::Verdict;
use crate::vocabulary::line::{Line, PlayError};
use crate::vocabulary::means::{Means, Observer, SolveError};
use crate::vocabulary::options::QuestionOption;
use crate::vocabulary::question::{Answer, Ask, OfInstance, Question, QuestionKind};
use crate::vocabulary::sentence::Reason;

/// A puzzle that was read. [`Registry::read`](crate::Registry::read) returns it; it is played from its
/// [start](Instance::start).
pub trait Instance: Send + Sync {
    /// The fixed facts of the family.
    fn family(&self) -> &'static FamilyInfo;

    /// What the puzzle says about itself.
    fn about(&self) -> &About;

    /// What is to be done, in one line.
    fn objective(&self) -> Option<Reason>;

    /// The first position.
    fn start(&self) -> Box<dyn Position>;

    /// The puzzle as certificates state it; `None` if it was not read from a text.
    #[cfg(not(target_family = "wasm"))]
    fn statement(&self) -> Option<&str>;

    /// Bytes of memory that the puzzle takes, roughly, if they can be many.
    fn bytes(&self) -> u64;

    /// Whether the puzzle, or a position of it, can answer a question.
    fn can(&self, question: QuestionKind) -> bool;

    /// The options that this family has for the question, of those that [it takes](QuestionKind::options) in some.
    fn options_of(&self, question: QuestionKind) -> Vec<QuestionOption>;

    /// Why no search can tell anything about the puzzle, if that is so though it has a goal.
    fn unproved(&self) -> Option<Reason>;

    /// Whether all solutions cost the same, so that none is better than another.
    fn solutions_cost_alike(&self) -> bool;

    /// Whether the search that answers a question about the puzzle can keep its states on disk ([`Means::spill`]).
    fn can_spill(&self, question: &Question) -> bool;

    /// Answers a question about the puzzle: its hardest starts, a certificate, a search to watch. What goes on from a
    /// position, a [position](Position::answer) is asked.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn answer(
        &self,
        question: &Question,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError>;

    /// Refuses options that the question has no use for in this family.
    ///
    /// # Errors
    /// Says which is to be left out.
    fn check_options(&self, question: &Question, means: &Means) -> Result<(), SolveError> {
        question.check(means, self.family().name, &self.options_of(question.kind()))
    }

    /// Reads a line from text.
    fn read_line(&self, text: &str) -> Line {
        self.family().line_format.read(text)
    }

    /// Writes a line as text that [`Instance::read_line`] reads back.
    fn write_line(&self, line: &Line) -> String {
        self.family().line_format.write(line)
    }

    /// Returns the position after `line`. Cost: linear in the line.
    ///
    /// # Errors
    /// If `line` is not legal.
    fn after(&self, line: &Line) -> Result<Box<dyn Position>, PlayError> {
        let mut position = self.start();
        line.0.iter().try_for_each(|text| position.play(text))?;
        Ok(position)
    }

    /// Replays `line` by the plain rules alone and says what it is worth.
    fn check(&self, line: &Line) -> Verdict {
        match self.after(line) {
            Ok(position) => position.verdict(),
            Err(fault) => Verdict { fault: Some(fault), ..Verdict::default() },
        }
    }
}

impl dyn Instance + '_ {
    /// Asks a question [about the puzzle](Instance::answer), for its own type of answer.
    ///
    /// # Errors
    /// Those of [`Instance::answer`].
    pub fn ask<Q: OfInstance>(
        &self,
        question: Q,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Q::Answer, SolveError> {
        self.answer(&question.into(), means, observer).map(own::<Q>)
    }
}

/// The answer to a question that was asked.
pub(super) fn own<Q: Ask>(answer: Answer) -> Q::Answer {
    Q::answer(answer).expect("a question is answered by its own answer")
}
