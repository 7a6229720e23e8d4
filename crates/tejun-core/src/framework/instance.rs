//! What a front end sees: a puzzle, and a position of its play.

use crate::framework::info::FamilyInfo;
use crate::vocabulary::about::About;
use crate::vocabulary::answer::{Status, Verdict};
use crate::vocabulary::cell::CellId;
use crate::vocabulary::line::{Line, PlayError};
use crate::vocabulary::means::{Means, Observer, SolveError};
use crate::vocabulary::notation::Notation;
use crate::vocabulary::options::QuestionOption;
use crate::vocabulary::question::{Answer, Ask, OfInstance, OfPosition, Question, QuestionKind};
use crate::vocabulary::scene::{Choice, Course, Gesture, Scene};
use crate::vocabulary::sentence::Reason;

/// A puzzle that was read. `Registry::read` returns it; it is played from its
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

    /// The puzzle in normal form, as certificates state it; `None` if the family makes none.
    #[cfg(not(target_family = "wasm"))]
    fn statement(&self) -> Option<String>;

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

    /// Answers a question about the whole puzzle: its hardest starts, a certificate, a search to watch. For questions about
    /// the play from a position on, ask a [position](Position::answer).
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

    /// What the last move did on its way.
    fn course(&self) -> Course;

    /// The puzzle from here on in which the piece on these cells never moves, as the text of an instance, if one is like that.
    fn pinned(&self, _cells: &[CellId]) -> Option<String> {
        None
    }

    /// Every legal move, always in the same order.
    fn choices(&self) -> Vec<Choice>;

    /// The legal move that a gesture stands for.
    ///
    /// # Errors
    /// Returns why there is no such move.
    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason>;

    /// Why no solution can be reached from here, if that shows without a search.
    fn hopeless(&self) -> Option<Reason>;

    /// Bytes that tell it from all other positions of its puzzle, as far as what can follow; `None` if the family has none.
    fn key(&self) -> Option<Box<[u8]>>;

    /// What the line to this position is worth.
    fn verdict(&self) -> Verdict;

    /// How the play stands.
    fn status(&self) -> Status;

    /// The position in each notation of other programs that the family writes.
    fn notations(&self) -> Vec<Notation>;

    /// A legal line from here on in each notation of other programs that the family writes.
    fn line_notations(&self, line: &[String]) -> Vec<Notation>;

    /// Whether the search that answers a question from here can keep its states on disk ([`Means::spill`]).
    fn can_spill(&self, question: &Question) -> bool;

    /// Answers a question about the play from here on: the best way, everything that can be reached, how many solutions
    /// there are, an export. For questions about the whole puzzle, ask the [instance](Instance::answer).
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

/// The answer to a question that was asked.
fn own<Q: Ask>(answer: Answer) -> Q::Answer {
    Q::answer(answer).expect("a question is answered by its own answer")
}
