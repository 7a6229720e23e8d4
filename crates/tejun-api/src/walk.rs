//! A plain search to watch. It advances only when the page asks for more.

use serde::Serialize;
use serde_json::Value;
use tejun_puzzles::{Line, Step, StepKind, Steps};

use crate::answers::ReasonAnswer;
use crate::clock::Clock;
use crate::error::ApiError;
use crate::{body, limited_writer, limits};

/// A search and its progress.
pub struct Walk {
    steps: Box<dyn Steps>,
    is_done: bool,
}

impl Walk {
    /// A search that has not begun.
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
    pub fn take(&mut self, count: u64, clock: &Clock) -> Result<String, ApiError> {
        let mut events = Vec::new();
        while !self.is_done && (events.len() as u64) < count && clock.check().is_continue() {
            let step = self.steps.advance();
            self.is_done = step.as_ref().is_none_or(|step| step.kind == StepKind::Exhausted);
            events.extend(step.map(|step| StepEvent::new(step, self.steps.line())));
        }
        limited_writer::write(&StepsAnswer { events, done: self.is_done }, clock)
    }
}

/// What happened since the last answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StepsAnswer {
    events: Vec<StepEvent>,
    done: bool,
}

/// A step of the search.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StepEvent {
    #[cfg_attr(test, schemars(extend("enum" = ["try", "placed", "pruned", "taken-back", "solution", "exhausted"])))]
    kind: &'static str,
    reason: ReasonAnswer,
    cells: Vec<usize>,
    line: Vec<String>,
}

impl StepEvent {
    fn new(step: Step, line: Line) -> Self {
        StepEvent { kind: name(step.kind), reason: (&step.reason).into(), cells: step.cells, line: line.0 }
    }
}

/// The number of events that a request wants next.
///
/// # Errors
/// If `body` is not `{"count": N}` with an allowed number.
pub fn wanted(body: &[u8]) -> Result<u64, ApiError> {
    let object = body::object(body)?;
    let Some(count) = object.get("count").and_then(Value::as_u64).filter(|_| object.len() == 1) else {
        return Err(ApiError::malformed("the body must be {\"count\": N}, N being the number of events"));
    };
    if !(1..=limits::STEPS).contains(&count) {
        return Err(ApiError::beyond(format!("count is {count}; it may be 1 to {}", limits::STEPS)));
    }
    Ok(count)
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
