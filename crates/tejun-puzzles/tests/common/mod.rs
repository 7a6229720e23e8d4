//! One-call questions about the position after a line, and how much is tried.

#![allow(dead_code, unused_imports)]

mod cases;

use serde_json::Value;
use tejun_puzzles::question::{Count, Explore, OfPosition, Solve};
use tejun_puzzles::{
    Choice, Counted, Details, Exploration, Gesture, Instance, Line, Means, Observer, PlayError, Reason,
    Scene, Solution, SolveError, Status,
};
use tejun_search::Unwatched;

pub use self::cases::{cases, full, step};

/// Questions about the position after a line.
pub trait AtLine {
    fn solve_at(
        &self,
        line: &Line,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError>;
    fn ask_at<Q: OfPosition>(
        &self,
        line: &Line,
        question: Q,
        observer: &mut dyn Observer,
    ) -> Result<Q::Answer, SolveError>;
    fn explore_at(&self, line: &Line, means: &Means) -> Exploration;
    fn count_at(&self, line: &Line, means: &Means) -> Counted;
    fn choices_at(&self, line: &Line) -> Result<Vec<Choice>, PlayError>;
    fn scene_at(&self, line: &Line) -> Result<Scene, PlayError>;
    fn status_at(&self, line: &Line) -> Result<Status, PlayError>;
    fn read_gesture_at(&self, line: &Line, gesture: &Gesture) -> Result<String, Reason>;
}

impl AtLine for dyn Instance + '_ {
    fn solve_at(
        &self,
        line: &Line,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        self.after(line).unwrap().ask(Solve::default(), means, observer)
    }

    fn ask_at<Q: OfPosition>(
        &self,
        line: &Line,
        question: Q,
        observer: &mut dyn Observer,
    ) -> Result<Q::Answer, SolveError> {
        self.after(line).unwrap().ask(question, &Means::default(), observer)
    }

    fn explore_at(&self, line: &Line, means: &Means) -> Exploration {
        self.after(line).unwrap().ask(Explore::default(), means, &mut Unwatched).unwrap()
    }

    fn count_at(&self, line: &Line, means: &Means) -> Counted {
        self.after(line).unwrap().ask(Count, means, &mut Unwatched).unwrap()
    }

    fn choices_at(&self, line: &Line) -> Result<Vec<Choice>, PlayError> {
        Ok(self.after(line)?.choices())
    }

    fn scene_at(&self, line: &Line) -> Result<Scene, PlayError> {
        Ok(self.after(line)?.scene())
    }

    fn status_at(&self, line: &Line) -> Result<Status, PlayError> {
        Ok(self.after(line)?.status())
    }

    fn read_gesture_at(&self, line: &Line, gesture: &Gesture) -> Result<String, Reason> {
        self.after(line).unwrap().read_gesture(gesture)
    }
}

/// The details of an answer as JSON; null if the family adds none.
pub fn value(details: &Details) -> Value {
    details.get().map_or(Value::Null, |details| serde_json::to_value(details).unwrap())
}
