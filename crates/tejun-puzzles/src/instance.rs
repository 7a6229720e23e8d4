//! One puzzle, and the positions of its play.

use tejun_search::Watch;

use crate::about::About;
use crate::answer::{Counted, Exploration, Solution, Standing, Verdict};
use crate::ask::{Ask, AskError, Audience};
use crate::line::{Line, PlayError};
use crate::scene::{Gesture, Scene};
use crate::sentence::Reason;
use crate::steps::Stepper;

/// One puzzle.
pub trait Instance: Send + Sync {
    /// What it says of itself.
    fn about(&self) -> &About;

    /// The first position.
    fn start(&self) -> Box<dyn Position>;

    /// The line that a text means: by default moves with white space between them.
    fn read_line(&self, text: &str) -> Line {
        Line(text.split_whitespace().map(str::to_owned).collect())
    }

    /// A line as one text, which [`Instance::read_line`] reads as the same line.
    fn write_line(&self, line: &Line) -> String {
        line.to_string()
    }

    /// Whether every solution costs the same, so that none is better than another.
    fn solutions_cost_alike(&self) -> bool {
        false
    }

    /// A plain search to watch, from the first position, where the family has one.
    fn stepper(&self) -> Option<&dyn Stepper> {
        None
    }

    /// The position after `line`. Takes time in proportion to the line.
    ///
    /// # Errors
    /// When `line` is not legal.
    fn after(&self, line: &Line) -> Result<Box<dyn Position>, PlayError> {
        let mut position = self.start();
        line.0.iter().try_for_each(|text| position.play(text))?;
        Ok(position)
    }

    /// Replays `line` with the rules alone and says what it is worth.
    fn check(&self, line: &Line) -> Verdict {
        match self.after(line) {
            Ok(position) => position.verdict(),
            Err(fault) => Verdict { fault: Some(fault), ..Verdict::default() },
        }
    }
}

/// A position of a puzzle, by the plain rules. It holds all that it needs, so it can be kept, cloned and
/// played on from.
pub trait Position: Send + Sync {
    /// The same position once more.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is not legal, at its index in the whole line; the position is then as it was.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;

    /// The drawing.
    fn scene(&self) -> Scene;

    /// Every legal move, always in the same order.
    fn choices(&self) -> Vec<Choice>;

    /// The legal move that a gesture means.
    ///
    /// # Errors
    /// Why it means none.
    fn read_gesture(&self, gesture: &Gesture) -> Result<String, Reason>;

    /// What the line to this position is worth.
    fn verdict(&self) -> Verdict;

    /// Where the play stands.
    fn standing(&self) -> Standing {
        if self.verdict().solves { Standing::Solved } else { Standing::Open }
    }

    /// The best way on, where there is something to solve.
    fn solver(&self) -> Option<&dyn Solve> {
        None
    }

    /// The whole space that can be reached from here, where the family can walk through it.
    fn explorer(&self) -> Option<&dyn Explore> {
        None
    }

    /// The number of solutions from here on, where the family can count them.
    fn counter(&self) -> Option<&dyn Count> {
        None
    }
}

/// A position that can be solved.
pub trait Solve {
    /// Finds the best way on.
    ///
    /// # Errors
    /// When the family cannot do what is asked.
    fn solve(&self, ask: &Ask, audience: &mut dyn Audience) -> Result<Solution, AskError>;
}

/// A position from which every reachable one can be listed.
pub trait Explore {
    /// Walks through every position that can be reached.
    ///
    /// # Errors
    /// When the family cannot do what is asked.
    fn explore(&self, ask: &Ask, watch: &mut dyn Watch) -> Result<Exploration, AskError>;
}

/// A position whose solutions can be counted.
pub trait Count {
    /// Counts the solutions.
    ///
    /// # Errors
    /// When the family cannot do what is asked.
    fn count(&self, ask: &Ask, watch: &mut dyn Watch) -> Result<Counted, AskError>;
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as a line writes it.
    pub text: String,
    /// How a hand plays it.
    pub gesture: Gesture,
}
