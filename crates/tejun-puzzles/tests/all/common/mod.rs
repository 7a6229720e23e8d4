//! One-call questions about the position after a line, and how much is tried.

#![allow(dead_code)]

mod cases;

use serde_json::Value;
use tejun_puzzles::{
    Choice, Counted, Details, Exploration, Gesture, Line, Observer, PlayError, Reason, Scene, Session,
    Solution, SolveError, SolveOptions, Status,
};
use tejun_search::Unwatched;

pub use self::cases::{cases, full, step};

/// Questions about the position after a line.
pub trait AtLine {
    fn solve_at(
        &self,
        line: &Line,
        options: &SolveOptions,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError>;
    fn explore_at(&self, line: &Line, options: &SolveOptions) -> Exploration;
    fn count_at(&self, line: &Line, options: &SolveOptions) -> Counted;
    fn choices_at(&self, line: &Line) -> Result<Vec<Choice>, PlayError>;
    fn scene_at(&self, line: &Line) -> Result<Scene, PlayError>;
    fn status_at(&self, line: &Line) -> Result<Status, PlayError>;
    fn read_gesture_at(&self, line: &Line, gesture: &Gesture) -> Result<String, Reason>;
}

impl<I: Session + ?Sized> AtLine for I {
    fn solve_at(
        &self,
        line: &Line,
        options: &SolveOptions,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        self.after(line).unwrap().solve(options, observer)
    }

    fn explore_at(&self, line: &Line, options: &SolveOptions) -> Exploration {
        self.after(line).unwrap().explore(options, &mut Unwatched).unwrap()
    }

    fn count_at(&self, line: &Line, options: &SolveOptions) -> Counted {
        self.after(line).unwrap().count(options, &mut Unwatched).unwrap()
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
