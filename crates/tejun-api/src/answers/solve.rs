//! `solve`: the best line from a position.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use tejun_puzzles::{Exit, Lang, LetterGrid, Session, Solution};
use tejun_search::Outcome;

use super::parts::{details, head, proof, stats};
use super::scene;

/// Why there is no line.
pub fn why_unsolvable(solution: &Solution) -> String {
    let looked_at_all = || "every reachable position was examined, and none is solved".to_owned();
    solution.reason.as_ref().map_or_else(looked_at_all, |reason| reason.text(Lang::En))
}

/// The answer of `solve`. What may be very long is not copied into it.
#[derive(Serialize)]
pub struct SolveAnswer<'a> {
    #[serde(flatten)]
    head: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exits: Option<List<'a, Exit>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<List<'a, LetterGrid>>,
    #[serde(flatten)]
    tail: Map<String, Value>,
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

/// The answer of `solve` for the instance called `name`.
pub fn solve<'a>(
    name: &str,
    instance: &dyn Session,
    solution: &'a Solution,
    seconds: f64,
) -> SolveAnswer<'a> {
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
    answer.insert("cost".into(), solution.value.cost.into());
    answer.insert("bound".into(), solution.bound.cost.into());
    answer.insert("line".into(), line.into());
    let mut tail = Map::new();
    if instance.about().scored {
        tail.insert("score".into(), solution.value.score.into());
        tail.insert("score_bound".into(), solution.bound.score.into());
    }
    tail.extend(details(&solution.details));
    tail.insert("stats".into(), stats(&solution.stats, seconds));
    SolveAnswer {
        head: answer,
        exits: solution.exits.as_deref().map(List),
        solutions: solution.drawings.as_deref().map(List),
        tail,
    }
}
