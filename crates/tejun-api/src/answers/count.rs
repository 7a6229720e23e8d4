//! `count`: how many solutions there are.

use serde::Serialize;
use tejun_puzzles::{Counted, Instance, Lang};
use tejun_search::Outcome;

use super::parts::{Head, Number, StatsAnswer};

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CountAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "unsolvable", "stopped"])))]
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    solutions: Number,
    solutions_raw: Number,
    stats: StatsAnswer,
}

/// The answer of `count` for the instance called `name`.
pub fn count<'a>(
    name: &'a str,
    instance: &dyn Instance,
    counted: &Counted,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let (outcome, reason) = match &counted.outcome {
        Outcome::Solved(()) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", counted.reason.as_ref().map(|reason| reason.text(Lang::En))),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code().to_owned())),
    };
    CountAnswer {
        head: Head::new(name, instance),
        outcome,
        reason,
        solutions: counted.solutions.into(),
        solutions_raw: counted.solutions_raw.into(),
        stats: StatsAnswer::new(&counted.stats, seconds),
    }
}
