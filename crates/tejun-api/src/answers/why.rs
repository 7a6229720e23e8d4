//! `why`: what is true of every solution from a position on; `explain`: a line with such reasons.

use serde::Serialize;
use tejun_puzzles::{Fact, FactKind, FactPiece, Instance, Position, Reasons};
use tejun_search::Outcome;

use super::parts::{Head, ReasonAnswer, StatsAnswer, proof};
use super::solve::why_unsolvable;
use crate::explain::{Chapter, Explanation};

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WhyAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Whether the position can be solved.
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "unsolvable", "stopped"])))]
    outcome: &'static str,
    /// Why it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The fewest moves to a solution, if they are known and all cost 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest: Option<u64>,
    /// The most telling first.
    facts: Vec<FactAnswer<'a>>,
    /// The number of questions that a limit left without an answer.
    unsettled: u64,
    stats: StatsAnswer,
}

/// Something that is proved of every solution, or of every way to play on.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Fact"))]
struct FactAnswer<'a> {
    #[cfg_attr(test, schemars(extend("enum" = tejun_puzzles::FactKind::ALL.map(tejun_puzzles::FactKind::code))))]
    kind: &'static str,
    /// The pieces that it is about, as they are in the position.
    pieces: Vec<PieceAnswer<'a>>,
    /// The cells that it is about besides theirs.
    cells: &'a [usize],
    /// The fewest moves to a solution in the case that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest: Option<u64>,
    /// The number of positions examined to prove it.
    positions: u64,
    /// The fact in a sentence.
    reason: ReasonAnswer,
    /// Of a piece that must leave its place: the puzzle in which it stays, as the text of an instance, which has no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    counterfactual: Option<String>,
}

/// A piece of a fact.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "FactPiece"))]
struct PieceAnswer<'a> {
    name: &'a str,
    cells: &'a [usize],
}

impl<'a> From<&'a Fact> for FactAnswer<'a> {
    fn from(fact: &'a Fact) -> Self {
        let piece = |FactPiece { name, cells }: &'a FactPiece| PieceAnswer { name, cells };
        FactAnswer {
            kind: fact.kind.code(),
            pieces: fact.pieces.iter().map(piece).collect(),
            cells: &fact.cells,
            fewest: fact.fewest,
            positions: fact.positions,
            reason: (&fact.reason).into(),
            counterfactual: None,
        }
    }
}

/// The puzzle that shows a fact, as the text of an instance, if there is one: it has no solution.
pub fn counterfactual(position: &dyn Position, fact: &Fact) -> Option<String> {
    match (fact.kind, &fact.pieces[..]) {
        (FactKind::Leaves, [piece]) => position.pinned(&piece.cells),
        _ => None,
    }
}

/// The answer of `why` about a position of the instance called `name`.
pub fn why<'a>(
    name: &'a str,
    position: &'a dyn Position,
    reasons: &'a Reasons,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let (outcome, reason) = match &reasons.outcome {
        Outcome::Solved(()) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code())),
    };
    let fact = |fact| FactAnswer { counterfactual: counterfactual(position, fact), ..fact.into() };
    WhyAnswer {
        head: Head::new(name, position.instance()),
        outcome,
        reason,
        fewest: reasons.fewest,
        facts: reasons.facts.iter().map(fact).collect(),
        unsettled: reasons.unsettled,
        stats: StatsAnswer::new(&reasons.stats, seconds),
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ExplainAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "unsolvable", "stopped"])))]
    outcome: &'static str,
    /// Why there is no solution, or why the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Whether the line is proved best.
    proof: &'static str,
    /// The moves from the position on.
    line: &'a [String],
    /// The parts of the line, in order.
    chapters: Vec<ChapterAnswer<'a>>,
    /// Where there is no solution: what shows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<FactAnswer<'a>>,
    /// The number of questions that a limit left without an answer.
    unsettled: u64,
    stats: StatsAnswer,
}

/// A part of a line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Chapter"))]
struct ChapterAnswer<'a> {
    /// Index of its first move.
    from: usize,
    moves: &'a [String],
    /// What every solution must do, and is done with its last move; none for a rest of which nothing is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<FactAnswer<'a>>,
}

/// The answer of `explain` for the instance called `name`.
pub fn explain<'a>(
    name: &'a str,
    instance: &dyn Instance,
    explanation: &'a Explanation,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let Explanation { solution, chapters, lost, unsettled, stats } = explanation;
    let (outcome, reason) = match &solution.outcome {
        Outcome::Solved(_) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", Some(why_unsolvable(solution))),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code().to_owned())),
    };
    let chapter = |Chapter { from, moves, fact }: &'a Chapter| ChapterAnswer {
        from: *from,
        moves,
        fact: fact.as_ref().map(FactAnswer::from),
    };
    ExplainAnswer {
        head: Head::new(name, instance),
        outcome,
        reason,
        proof: proof(solution.proof),
        line: explanation.line(),
        chapters: chapters.iter().map(chapter).collect(),
        facts: lost.iter().flat_map(|lost| &lost.facts).map(FactAnswer::from).collect(),
        unsettled: *unsettled,
        stats: StatsAnswer::new(stats, seconds),
    }
}
