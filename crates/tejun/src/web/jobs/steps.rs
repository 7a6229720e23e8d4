//! A plain search to watch. It advances only when the page asks for more.

use serde_json::{Value, json};
use tejun_puzzles::{Line, Step, StepKind, Steps};

use crate::answers;
use crate::web::clock::Clock;
use crate::web::limited_writer;
use crate::web::refusal::Refusal;

/// A search and its progress.
pub(in crate::web) struct Walk {
    steps: Box<dyn Steps>,
    is_done: bool,
}

impl Walk {
    pub fn new(steps: Box<dyn Steps>) -> Self {
        Walk { steps, is_done: false }
    }

    /// Whether everything has been tried.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the next `count` events, or fewer if the search ends or `clock` runs out, as the text of a
    /// JSON object.
    ///
    /// # Errors
    /// If the text is too long.
    pub fn take(&mut self, count: u64, clock: &Clock) -> Result<String, Refusal> {
        let mut events = Vec::new();
        while !self.is_done && (events.len() as u64) < count && clock.check().is_continue() {
            let step = self.steps.advance();
            self.is_done = step.as_ref().is_none_or(|step| step.kind == StepKind::Exhausted);
            events.extend(step.map(|step| event(&step, &self.steps.line())));
        }
        limited_writer::write(&json!({ "events": events, "done": self.is_done }), clock)
    }
}

fn event(step: &Step, line: &Line) -> Value {
    json!({
        "kind": name(step.kind),
        "reason": answers::reason(&step.reason),
        "cells": step.cells,
        "line": line.0,
    })
}

fn name(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Try => "try",
        StepKind::Placed => "placed",
        StepKind::Pruned => "pruned",
        StepKind::TakenBack => "taken-back",
        StepKind::Solution => "solution",
        StepKind::Exhausted => "exhausted",
    }
}
