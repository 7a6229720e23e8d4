//! What a front end sees of a puzzle that is played.

use tejun_search::Watch;

use crate::framework::info::FamilyInfo;
use crate::vocabulary::about::About;
use crate::vocabulary::answer::{Counted, Exploration, Solution, Status, Surveyed, Verdict};
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::certificate::{Asked, Proved};
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::export::{Export, ExportFormat};
use crate::vocabulary::line::{Line, PlayError};
use crate::vocabulary::notation::Notation;
use crate::vocabulary::options::{Observer, SolveError, SolveOptions, Wanted};
use crate::vocabulary::question::{Question, QuestionOption, refusal};
use crate::vocabulary::scene::{Choice, Gesture, Scene};
use crate::vocabulary::sentence::Reason;
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::sets::{SetsAsked, SetsSurveyed};
use crate::vocabulary::state_graph::{Highlight, StateGraph};
use crate::vocabulary::steps::Steps;

/// A puzzle at some position of its play, by the plain rules. It is self-contained: it can be stored, cloned and played
/// on. [`Registry::read`](crate::Registry::read) returns one at its first position.
pub trait Session: Send + Sync {
    /// The fixed facts of the family.
    fn family(&self) -> &'static FamilyInfo;

    /// What the puzzle says about itself.
    fn about(&self) -> &About;

    /// What is to be done, in one line.
    fn objective(&self) -> Option<Reason>;

    /// The same puzzle at the same position.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// The same puzzle at its first position.
    fn start(&self) -> Box<dyn Session>;

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

    /// The puzzle from this position on as input for other programs, or why it has no place in the format; `None`
    /// if the family does not write the format. A formula asks for a line of at most `depth` moves.
    #[cfg(not(target_family = "wasm"))]
    fn export(&self, format: ExportFormat, depth: Option<u32>) -> Option<Export>;

    /// Bytes of memory that the puzzle takes, roughly, if they can be many.
    fn bytes(&self) -> u64 {
        0
    }

    /// Whether the puzzle can answer a question.
    fn can(&self, question: Question) -> bool;

    /// The options that this family has for the question, of those that [it takes](Question::options) in some.
    fn options_of(&self, question: Question) -> Vec<QuestionOption>;

    /// Refuses options that the question has no use for in this family.
    ///
    /// # Errors
    /// Says which is to be left out.
    fn check_options(&self, question: Question, options: &SolveOptions) -> Result<(), SolveError> {
        let known = self.options_of(question);
        let unused = |option: &QuestionOption| option.is_given(options) && !known.contains(option);
        if let Some(option) = QuestionOption::ALL.into_iter().find(unused) {
            return Err(SolveError::new(refusal(self.family().name, question, option, &known)));
        }
        if options.width.is_some() && options.wanted != Wanted::Best {
            return Err(SolveError::new("a beam finds one line: ask for the best, or leave out the width"));
        }
        Ok(())
    }

    /// Why no search can tell anything about the puzzle, if that is so though it has a goal.
    fn unproved(&self) -> Option<Reason>;

    /// Whether the search that answers a question can keep its states on disk ([`SolveOptions::spill`]).
    fn can_spill(&self, question: Question, options: &SolveOptions) -> bool;

    /// Whether all solutions cost the same, so that none is better than another.
    fn solutions_cost_alike(&self) -> bool;

    /// Finds the best way on from here.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError>;

    /// Visits every position that can be reached from here.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn explore(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Exploration, SolveError>;

    /// Lists the positions that can be reached from here and the moves between them, to draw them.
    ///
    /// # Errors
    /// If the family cannot do what is asked, or what is to be highlighted does not exist.
    fn map(
        &self,
        highlight: Highlight,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<StateGraph, SolveError>;

    /// Counts the solutions from here.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn count(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Counted, SolveError>;

    /// Finds how far every start that the puzzle could have is from the goal, and which are farthest. `pieces` puts other
    /// pieces on the board, in the family's notation; `None` means those of the file.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn survey(
        &self,
        pieces: Option<&str>,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<Surveyed, SolveError>;

    /// Finds the starts that are farthest from a goal, over all sets of pieces, by number of pieces.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    #[cfg(not(target_family = "wasm"))]
    fn survey_sets(
        &self,
        asked: &SetsAsked,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<SetsSurveyed, SolveError>;

    /// What all sets of pieces are called in the notation of the pieces; `None` if they cannot be surveyed.
    #[cfg(not(target_family = "wasm"))]
    fn sets_word(&self) -> Option<&'static str>;

    /// Starts a simple search to watch, from the first position.
    ///
    /// # Errors
    /// If the puzzle is too large for it, or the family has none.
    fn steps(&self) -> Result<Box<dyn Steps>, SolveError>;

    /// Makes a certificate of what is asked of the puzzle, from its first position on.
    ///
    /// # Errors
    /// If the family makes none, or none of this puzzle.
    #[cfg(not(target_family = "wasm"))]
    fn prove(
        &self,
        asked: Asked,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<Proved, SolveError>;

    /// The puzzle in normal form, as certificates state it; `None` if the family makes none.
    #[cfg(not(target_family = "wasm"))]
    fn statement(&self) -> Option<String>;

    /// Reads a line from text.
    fn read_line(&self, text: &str) -> Line {
        self.family().line_format.read(text)
    }

    /// Writes a line as text that [`Session::read_line`] reads back.
    fn write_line(&self, line: &Line) -> String {
        self.family().line_format.write(line)
    }

    /// Returns the position after `line`, from the first position on. Cost: linear in the line.
    ///
    /// # Errors
    /// If `line` is not legal.
    fn after(&self, line: &Line) -> Result<Box<dyn Session>, PlayError> {
        let mut position = self.start();
        line.0.iter().try_for_each(|text| position.play(text))?;
        Ok(position)
    }

    /// Replays `line` from the first position by the plain rules alone and says what it is worth.
    fn check(&self, line: &Line) -> Verdict {
        match self.after(line) {
            Ok(position) => position.verdict(),
            Err(fault) => Verdict { fault: Some(fault), ..Verdict::default() },
        }
    }
}
