//! One-call questions about the position after a line.

#![allow(dead_code)]

use serde_json::Value;
use tejun_puzzles::{
    Choice, Counted, Details, Exploration, Gesture, Instance, Line, Observer, PlayError, Reason, Scene,
    Solution, SolveError, SolveOptions, Status,
};
use tejun_search::Unwatched;

/// Questions about the position after a line.
pub trait AtLine {
    fn solve(
        &self,
        line: &Line,
        options: &SolveOptions,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError>;
    fn explore(&self, line: &Line, options: &SolveOptions) -> Exploration;
    fn count(&self, line: &Line, options: &SolveOptions) -> Counted;
    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError>;
    fn scene(&self, line: &Line) -> Result<Scene, PlayError>;
    fn status(&self, line: &Line) -> Result<Status, PlayError>;
    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, Reason>;
}

impl<I: Instance + ?Sized> AtLine for I {
    fn solve(
        &self,
        line: &Line,
        options: &SolveOptions,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        self.after(line).unwrap().solver().expect("it can be solved").solve(options, observer)
    }

    fn explore(&self, line: &Line, options: &SolveOptions) -> Exploration {
        self.after(line)
            .unwrap()
            .explorer()
            .expect("it can be explored")
            .explore(options, &mut Unwatched)
            .unwrap()
    }

    fn count(&self, line: &Line, options: &SolveOptions) -> Counted {
        self.after(line)
            .unwrap()
            .counter()
            .expect("it can be counted")
            .count(options, &mut Unwatched)
            .unwrap()
    }

    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError> {
        Ok(self.after(line)?.choices())
    }

    fn scene(&self, line: &Line) -> Result<Scene, PlayError> {
        Ok(self.after(line)?.scene())
    }

    fn status(&self, line: &Line) -> Result<Status, PlayError> {
        Ok(self.after(line)?.status())
    }

    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, Reason> {
        self.after(line).unwrap().read_gesture(gesture)
    }
}

/// The details of an answer as JSON; null if the family adds none.
pub fn value(details: &Details) -> Value {
    details.get().map_or(Value::Null, |details| serde_json::to_value(details).unwrap())
}
