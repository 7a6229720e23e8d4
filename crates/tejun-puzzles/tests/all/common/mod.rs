//! One-call questions about the position after a line.

#![allow(dead_code)]

use serde_json::Value;
use tejun_puzzles::{
    Ask, AskError, Audience, Choice, Counted, Details, Exploration, Gesture, Instance, Line, PlayError,
    Reason, Scene, Solution, Standing,
};
use tejun_search::Unwatched;

/// Questions about the position after a line.
pub trait AtLine {
    fn solve(&self, line: &Line, ask: &Ask, audience: &mut dyn Audience) -> Result<Solution, AskError>;
    fn explore(&self, line: &Line, ask: &Ask) -> Exploration;
    fn count(&self, line: &Line, ask: &Ask) -> Counted;
    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError>;
    fn scene(&self, line: &Line) -> Result<Scene, PlayError>;
    fn standing(&self, line: &Line) -> Result<Standing, PlayError>;
    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, Reason>;
}

impl<I: Instance + ?Sized> AtLine for I {
    fn solve(&self, line: &Line, ask: &Ask, audience: &mut dyn Audience) -> Result<Solution, AskError> {
        self.after(line).unwrap().solver().expect("it can be solved").solve(ask, audience)
    }

    fn explore(&self, line: &Line, ask: &Ask) -> Exploration {
        self.after(line)
            .unwrap()
            .explorer()
            .expect("it can be explored")
            .explore(ask, &mut Unwatched)
            .unwrap()
    }

    fn count(&self, line: &Line, ask: &Ask) -> Counted {
        self.after(line).unwrap().counter().expect("it can be counted").count(ask, &mut Unwatched).unwrap()
    }

    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError> {
        Ok(self.after(line)?.choices())
    }

    fn scene(&self, line: &Line) -> Result<Scene, PlayError> {
        Ok(self.after(line)?.scene())
    }

    fn standing(&self, line: &Line) -> Result<Standing, PlayError> {
        Ok(self.after(line)?.standing())
    }

    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, Reason> {
        self.after(line).unwrap().read_gesture(gesture)
    }
}

/// The details of an answer as JSON; null if the family adds none.
pub fn value(details: &Details) -> Value {
    details.get().map_or(Value::Null, |details| serde_json::to_value(details).unwrap())
}
