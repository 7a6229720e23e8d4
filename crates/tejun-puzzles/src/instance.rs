//! A puzzle, and the positions of its play.

use tejun_search::Watch;

use crate::about::About;
use crate::answer::{Counted, Exploration, Solution, Status, Surveyed, Verdict};
use crate::line::{Line, PlayError};
use crate::notation::Notation;
use crate::options::{Observer, SolveError, SolveOptions};
use crate::scene::{Gesture, Scene};
use crate::sentence::Reason;
use crate::steps::Stepper;

/// A puzzle.
pub trait Instance: Send + Sync {
    /// What the puzzle says about itself.
    fn about(&self) -> &About;

    /// The first position.
    fn start(&self) -> Box<dyn Position>;

    /// What is to be done, in one line.
    fn objective(&self) -> Option<Reason> {
        None
    }

    /// Reads a line from text. By default, moves are separated by white space.
    fn read_line(&self, text: &str) -> Line {
        Line(text.split_whitespace().map(str::to_owned).collect())
    }

    /// Writes a line as text that [`Instance::read_line`] reads back.
    fn write_line(&self, line: &Line) -> String {
        line.to_string()
    }

    /// Whether all solutions cost the same, so that none is better than another.
    fn solutions_cost_alike(&self) -> bool {
        false
    }

    /// A simple search to watch, from the first position, if the family has one.
    fn stepper(&self) -> Option<&dyn Stepper> {
        None
    }

    /// Judges every start that the puzzle could have, if the family can.
    fn surveyor(&self) -> Option<&dyn Survey> {
        None
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

/// A position of a puzzle, by the plain rules. It is self-contained, so it can be kept, cloned and played on
/// from.
pub trait Position: Send + Sync {
    /// Clones the position.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the error holds its index in the whole line. The position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;

    /// The drawing.
    fn scene(&self) -> Scene;

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
    fn status(&self) -> Status {
        if self.verdict().solves { Status::Solved } else { Status::Open }
    }

    /// The position in each foreign notation that the family writes.
    fn notations(&self) -> Vec<Notation> {
        Vec::new()
    }

    /// Finds the best way on from here, if there is something to solve.
    fn solver(&self) -> Option<&dyn Solve> {
        None
    }

    /// Explores everything reachable from here, if the family can.
    fn explorer(&self) -> Option<&dyn Explore> {
        None
    }

    /// Counts the solutions from here, if the family can.
    fn counter(&self) -> Option<&dyn Count> {
        None
    }
}

/// A position to be solved.
pub trait Solve {
    /// Finds the best way on.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError>;

    /// Whether the search that answers this can keep its states on disk ([`SolveOptions::spill`]).
    fn spills(&self, _ask: &SolveOptions) -> bool {
        false
    }
}

/// A position from which every reachable one can be listed.
pub trait Explore {
    /// Visits every reachable position.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn explore(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Exploration, SolveError>;

    /// Whether the search that answers this can keep its states on disk ([`SolveOptions::spill`]).
    fn spills(&self, _ask: &SolveOptions) -> bool {
        false
    }
}

/// A position whose solutions can be counted.
pub trait Count {
    /// Counts the solutions.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn count(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Counted, SolveError>;
}

/// A puzzle that could have many starts, of which its file gives one.
pub trait Survey {
    /// Finds how far every possible start is from the goal, and which are farthest. `pieces` puts other pieces on
    /// the board, in the family's notation; `None` means those of the file.
    ///
    /// # Errors
    /// If the family cannot do what is asked.
    fn survey(
        &self,
        pieces: Option<&str>,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> Result<Surveyed, SolveError>;
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as text, as lines write it.
    pub text: String,
    /// The gesture that plays it.
    pub gesture: Gesture,
}
