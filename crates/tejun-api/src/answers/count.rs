//! `count`: how many solutions there are.

use serde_json::Value;
use tejun_puzzles::{Counted, Lang, Session};
use tejun_search::Outcome;

use super::parts::{head, number, stats};

/// The answer of `count` for the instance called `name`.
pub fn count(name: &str, instance: &dyn Session, counted: &Counted, seconds: f64) -> Value {
    let mut answer = head(name, instance);
    let (outcome, reason) = match &counted.outcome {
        Outcome::Solved(()) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", counted.reason.as_ref().map(|reason| reason.text(Lang::En))),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code().to_owned())),
    };
    answer.insert("outcome".into(), outcome.into());
    answer.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
    answer.insert("solutions".into(), number(counted.solutions));
    answer.insert("solutions_raw".into(), number(counted.solutions_raw));
    answer.insert("stats".into(), stats(&counted.stats, seconds));
    answer.into()
}
