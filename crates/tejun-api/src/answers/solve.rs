//! `solve`: the best line from a position.

use serde_json::{Value, json};
use tejun_puzzles::{Instance, Lang, Solution};
use tejun_search::Outcome;

use super::parts::{details, head, proof, stats};
use super::scene;

/// Why there is no line.
pub fn why_unsolvable(solution: &Solution) -> String {
    let looked_at_all = || "every reachable position was examined, and none is solved".to_owned();
    solution.reason.as_ref().map_or_else(looked_at_all, |reason| reason.text(Lang::En))
}

/// The answer of `solve` for the instance called `name`.
pub fn solve(name: &str, instance: &dyn Instance, solution: &Solution, seconds: f64) -> Value {
    let mut answer = head(name, instance);
    let (outcome, reason, line) = match &solution.outcome {
        Outcome::Solved(line) => ("solved", None, &line[..]),
        Outcome::Unsolvable => ("unsolvable", Some(why_unsolvable(solution)), &[][..]),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code().to_owned()), &[][..]),
    };
    answer.insert("outcome".into(), outcome.into());
    answer.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
    if let Some(reason) = &solution.reason {
        answer.insert("why".into(), scene::reason(reason));
    }
    answer.insert("proof".into(), proof(solution.proof).into());
    answer.insert("cost".into(), solution.worth.cost.into());
    answer.insert("bound".into(), solution.bound.cost.into());
    answer.insert("line".into(), line.into());
    if let Some(exits) = &solution.exits {
        let exits: Vec<Value> =
            exits.iter().map(|exit| json!({ "cost": exit.cost, "line": exit.line })).collect();
        answer.insert("exits".into(), exits.into());
    }
    if let Some(drawings) = &solution.drawings {
        answer.insert("solutions".into(), json!(drawings));
    }
    if instance.about().scored {
        answer.insert("score".into(), solution.worth.score.into());
        answer.insert("score_bound".into(), solution.bound.score.into());
    }
    answer.extend(details(&solution.details));
    answer.insert("stats".into(), stats(&solution.stats, seconds));
    answer.into()
}
