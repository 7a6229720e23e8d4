//! `check`: the value of a line.

use serde::Serialize;
use serde_json::{Map, Value};
use tejun_puzzles::{Instance, Line, Verdict};

use super::parts::{Head, LineNotation, Score, details, line_notations};

/// What a line is worth.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CheckAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    legal: bool,
    solves: bool,
    cost: Option<i64>,
    /// The best cost known, if the file says one.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The line as other programs write it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notations: Vec<LineNotation>,
    /// Of lines that are scored only.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(flatten)]
    details: Map<String, Value>,
}

/// The answer of `check` for a line of the instance called `name`.
pub fn check<'a>(
    name: &'a str,
    instance: &dyn Instance,
    line: &Line,
    verdict: &Verdict,
) -> impl Serialize + use<'a> {
    let fault = verdict.fault.as_ref();
    let is_written = fault.is_none() && !line.0.is_empty();
    CheckAnswer {
        head: Head::new(name, instance),
        legal: fault.is_none(),
        solves: verdict.solves,
        cost: verdict.value.cost,
        optimal: instance.about().optimal,
        notations: if is_written { line_notations(&*instance.start(), &line.0) } else { Vec::new() },
        at: fault.map(|fault| fault.at),
        reason: fault.map(|fault| fault.reason.to_string()),
        score: instance.about().scored.then_some(Score(verdict.value.score)),
        details: details(&verdict.details),
    }
}
