//! `solve`: the best line from a position.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use tejun_puzzles::{Exit, Lang, LetterGrid, Position, Solution};
use tejun_search::Outcome;

use super::parts::{Head, LineNotation, ReasonAnswer, Score, StatsAnswer, details, line_notations, proof};

/// Why there is no line.
pub fn why_unsolvable(solution: &Solution) -> String {
    let looked_at_all = || "every reachable position was examined, and none is solved".to_owned();
    solution.reason.as_ref().map_or_else(looked_at_all, |reason| reason.text(Lang::En))
}

/// The best line that was found, or why there is none. What may be very long is not copied into it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SolveAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "unsolvable", "stopped"])))]
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Why there is no solution, if no search was needed to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<ReasonAnswer>,
    #[cfg_attr(test, schemars(extend("enum" = ["optimal", "none"])))]
    proof: &'static str,
    cost: Option<i64>,
    bound: Option<i64>,
    line: &'a [String],
    /// The line as other programs write it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notations: Vec<LineNotation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<ExitAnswer>"))]
    exits: Option<List<'a, Exit>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<Vec<String>>"))]
    solutions: Option<List<'a, LetterGrid>>,
    /// Where lines are scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_bound: Option<Score>,
    #[serde(flatten)]
    details: Map<String, Value>,
    stats: StatsAnswer,
}

/// A line to an exit, as it is written.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Exit")]
#[expect(dead_code, reason = "it stands for what is written without it")]
struct ExitAnswer {
    cost: i64,
    line: Vec<String>,
}

/// A long list, whose items are written one after the other.
struct List<'a, T>(&'a [T]);

impl Serialize for List<'_, Exit> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            cost: i64,
            #[serde(serialize_with = "moves")]
            line: &'a Exit,
        }
        fn moves<S: Serializer>(exit: &&Exit, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(exit.moves())
        }
        serializer.collect_seq(self.0.iter().map(|exit| Written { cost: exit.cost, line: exit }))
    }
}

impl Serialize for List<'_, LetterGrid> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a>(#[serde(serialize_with = "rows")] &'a LetterGrid);
        fn rows<S: Serializer>(grid: &&LetterGrid, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(grid.rows())
        }
        serializer.collect_seq(self.0.iter().map(Written))
    }
}

/// The answer of `solve` from a position of the instance called `name`.
pub fn solve<'a>(
    name: &'a str,
    position: &dyn Position,
    solution: &'a Solution,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let (outcome, reason, line) = match &solution.outcome {
        Outcome::Solved(line) => ("solved", None, &line[..]),
        Outcome::Unsolvable => ("unsolvable", Some(why_unsolvable(solution)), &[][..]),
        Outcome::Stopped(reason, best) => {
            let best = best.as_deref().filter(|_| solution.exits.is_none()).unwrap_or_default();
            ("stopped", Some(reason.code().to_owned()), best)
        }
    };
    let instance = position.instance();
    let scored = instance.about().scored;
    SolveAnswer {
        head: Head::new(name, instance),
        outcome,
        reason,
        why: solution.reason.as_ref().map(ReasonAnswer::from),
        proof: proof(solution.proof),
        cost: solution.value.cost,
        bound: solution.bound.cost,
        line,
        notations: if line.is_empty() { Vec::new() } else { line_notations(position, line) },
        exits: solution.exits.as_deref().map(List),
        solutions: solution.drawings.as_deref().map(List),
        score: scored.then_some(Score(solution.value.score)),
        score_bound: scored.then_some(Score(solution.bound.score)),
        details: details(&solution.details),
        stats: StatsAnswer::new(&solution.stats, seconds),
    }
}
