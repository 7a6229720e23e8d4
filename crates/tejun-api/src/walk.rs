//! A plain search to watch. It advances only when the page asks for more.

use serde::Serialize;
use serde_json::Value;
use tejun_puzzles::{Line, Step, StepKind, Steps};

use crate::answers::ReasonAnswer;
use crate::clock::Clock;
use crate::error::ApiError;
use crate::{body, limited_writer, limits};

/// Moves of all lines in an answer, at most about so many: the page has room for no longer ones.
const MOVES: usize = 100_000;
/// Events between two looks at the clock.
const BETWEEN: u64 = 64;

/// A search and its progress.
pub struct Walk {
    steps: Box<dyn Steps>,
    is_done: bool,
    tally: Tally,
}

/// What a request wants next.
pub struct Advance {
    /// So many events, at most.
    count: u64,
    /// Only the last of them is answered, and it ends with the first of this kind.
    until: Option<StepKind>,
}

impl Walk {
    /// A search that has not begun.
    pub fn new(steps: Box<dyn Steps>) -> Self {
        Walk { steps, is_done: false, tally: Tally::default() }
    }

    /// Whether everything has been tried.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the events that are wanted, or fewer if the search ends, their lines are long or `clock` runs out, as the
    /// text of a JSON object.
    ///
    /// # Errors
    /// If the text is too long.
    pub fn take(&mut self, wanted: &Advance, clock: &Clock) -> Result<String, ApiError> {
        let (mut events, mut taken, mut moves) = (Vec::new(), 0, 0);
        while !self.is_done && taken < wanted.count && moves < MOVES {
            if (wanted.until.is_none() || taken % BETWEEN == 0) && clock.check().is_break() {
                break;
            }
            let Some(kind) = self.steps.go() else {
                self.is_done = true;
                break;
            };
            taken += 1;
            self.tally.note(kind);
            self.is_done = kind.ends();
            if wanted.until.is_none() {
                let line = self.steps.line();
                moves += line.0.len();
                events.push(StepEvent::new(self.steps.last(), line));
            } else if wanted.until == Some(kind) {
                break;
            }
        }
        if wanted.until.is_some() && taken > 0 {
            events.push(StepEvent::new(self.steps.last(), self.steps.line()));
        }
        limited_writer::write(&StepsAnswer { events, done: self.is_done, tally: self.tally }, clock)
    }
}

/// What happened since the last answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StepsAnswer {
    events: Vec<StepEvent>,
    done: bool,
    tally: Tally,
}

/// What happened since the search began.
#[derive(Clone, Copy, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Tally {
    events: u64,
    /// How many branches were cut. A piece that does not fit is none.
    cut: u64,
    solutions: u64,
}

impl Tally {
    fn note(&mut self, kind: StepKind) {
        self.events += 1;
        self.cut += u64::from(kind == StepKind::Pruned);
        self.solutions += u64::from(kind == StepKind::Solution);
    }
}

/// A step of the search.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StepEvent {
    #[cfg_attr(test, schemars(extend("enum" = ["try", "placed", "pruned", "taken-back", "solution", "exhausted", "stopped"])))]
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

/// The events that a request wants next.
///
/// # Errors
/// If `body` is not `{"count": N}` with an allowed number, perhaps with the kind of event `until` which it goes.
pub fn wanted(body: &[u8]) -> Result<Advance, ApiError> {
    let mut object = body::object(body)?;
    let until = match object.remove("until").filter(|until| !until.is_null()) {
        None => None,
        Some(word) => Some(match word.as_str() {
            Some("pruned") => StepKind::Pruned,
            Some("solution") => StepKind::Solution,
            Some("exhausted") => StepKind::Exhausted,
            _ => return Err(ApiError::malformed("until is one of pruned, solution and exhausted")),
        }),
    };
    let Some(count) = object.get("count").and_then(Value::as_u64).filter(|_| object.len() == 1) else {
        return Err(ApiError::malformed("the body must be {\"count\": N}, N being the number of events"));
    };
    let most = if until.is_some() { limits::SKIPPED } else { limits::STEPS };
    if !(1..=most).contains(&count) {
        return Err(ApiError::beyond(format!("count is {count}; it may be 1 to {most}")));
    }
    Ok(Advance { count, until })
}

fn name(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Try => "try",
        StepKind::Placed => "placed",
        StepKind::Misfit | StepKind::Pruned => "pruned",
        StepKind::TakenBack => "taken-back",
        StepKind::Solution => "solution",
        StepKind::Exhausted => "exhausted",
        StepKind::Stopped => "stopped",
    }
}
