//! `hardest`: the starts farthest from the goal.

use serde_json::{Value, json};
use tejun_puzzles::{Session, Surveyed};
use tejun_search::Outcome;

use super::parts::{head, number, stats};

/// The answer of `hardest` for the instance called `name`.
pub fn hardest(
    name: &str,
    pieces: Option<&str>,
    instance: &dyn Session,
    surveyed: &Surveyed,
    seconds: f64,
) -> Value {
    let mut answer = head(name, instance);
    let (outcome, reason) = match &surveyed.outcome {
        Outcome::Solved(()) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code())),
    };
    answer.insert("pieces".into(), pieces.into());
    answer.insert("outcome".into(), outcome.into());
    answer.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
    let Surveyed { levels, class_levels, .. } = surveyed;
    answer.insert("placements".into(), surveyed.starts.map(number).into());
    answer.insert("classes".into(), surveyed.classes.into());
    answer.insert("solvable".into(), levels.iter().sum::<u64>().into());
    answer.insert("solvable_classes".into(), class_levels.iter().sum::<u64>().into());
    answer.insert("distance".into(), levels.len().checked_sub(1).into());
    answer.insert("levels".into(), levels.clone().into());
    answer.insert("class_levels".into(), class_levels.clone().into());
    let starts = surveyed.hardest.iter();
    let starts = starts.map(|start| json!({ "board": start.board, "instance": start.instance }));
    answer.insert("starts".into(), starts.collect());
    answer.insert("bytes".into(), surveyed.bytes.map(number).into());
    answer.insert("stats".into(), stats(&surveyed.stats, seconds));
    answer.into()
}
