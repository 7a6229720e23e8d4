//! `solve`: the best line from a position.

use serde_json::{Value, json};
use tejun_puzzles::{Instance, Lang, Report};
use tejun_search::Outcome;

use super::{head, proof, scene, stats};

/// Why there is no line.
pub(crate) fn why_unsolvable(report: &Report) -> String {
    let looked_at_all = || "every position that can be reached was looked at, and none is solved".to_owned();
    report.reason.as_ref().map_or_else(looked_at_all, |reason| reason.text(Lang::En))
}

/// The answer of `solve` about the instance called `name`.
pub(crate) fn solve(name: &str, instance: &dyn Instance, report: Report, seconds: f64) -> Value {
    let mut answer = head(name, instance);
    let (outcome, reason, line) = match &report.outcome {
        Outcome::Solved(line) => ("solved", None, &line[..]),
        Outcome::Unsolvable => ("unsolvable", Some(why_unsolvable(&report)), &[][..]),
        Outcome::Stopped(reason) => ("stopped", Some(reason.code().to_owned()), &[][..]),
    };
    answer.insert("outcome".into(), outcome.into());
    answer.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
    if let Some(reason) = &report.reason {
        answer.insert("why".into(), scene::reason(reason));
    }
    answer.insert("proof".into(), proof(report.proof).into());
    answer.insert("cost".into(), report.cost.into());
    answer.insert("bound".into(), report.bound.into());
    answer.insert("line".into(), line.into());
    if let Some(exits) = &report.exits {
        let exits: Vec<Value> =
            exits.iter().map(|exit| json!({ "cost": exit.cost, "line": exit.line })).collect();
        answer.insert("exits".into(), exits.into());
    }
    answer.extend(report.extra);
    answer.insert("stats".into(), stats(&report.stats, seconds));
    answer.into()
}
