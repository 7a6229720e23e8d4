//! `hardest`: the starts farthest from the goal.

use serde::Serialize;
#[cfg(not(target_family = "wasm"))]
use tejun_puzzles::{PieceRecord, SetsAsked, SetsSurveyed};
use tejun_puzzles::{Session, Start, Surveyed};
use tejun_search::Outcome;

use super::parts::{Head, Number, StatsAnswer};

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct HardestAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    pieces: Option<&'a str>,
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "unsolvable", "stopped"])))]
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    placements: Option<Number>,
    classes: Option<u64>,
    solvable: u64,
    solvable_classes: u64,
    distance: Option<usize>,
    levels: &'a [u64],
    class_levels: &'a [u64],
    starts: Vec<HardestStart<'a>>,
    bytes: Option<Number>,
    stats: StatsAnswer,
}

/// A start, and the text of an instance file that begins so, if one can.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct HardestStart<'a> {
    board: &'a [String],
    instance: Option<&'a str>,
}

/// The answer of `hardest` for the instance called `name`.
pub fn hardest<'a>(
    name: &'a str,
    pieces: Option<&'a str>,
    instance: &dyn Session,
    surveyed: &'a Surveyed,
    seconds: f64,
) -> impl Serialize + use<'a> {
    answer(name, pieces, instance, surveyed, seconds)
}

#[cfg(not(target_family = "wasm"))]
#[derive(Serialize)]
struct SetsAnswer<'a> {
    #[serde(flatten)]
    total: HardestAnswer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a str>,
    by_pieces: Vec<PiecesAnswer<'a>>,
}

#[cfg(not(target_family = "wasm"))]
#[derive(Serialize)]
struct PiecesAnswer<'a> {
    pieces: u32,
    placements: u64,
    solvable: u64,
    distance: Option<u32>,
    classes: u64,
    starts: Vec<HardestStart<'a>>,
    complete: bool,
}

/// The answer of `hardest` over all sets of pieces, for the board of the instance called `name`.
#[cfg(not(target_family = "wasm"))]
pub fn hardest_sets<'a>(
    name: &'a str,
    asked: &'a SetsAsked,
    instance: &dyn Session,
    surveyed: &'a SetsSurveyed,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let row = |row: &'a PieceRecord| PiecesAnswer {
        pieces: row.pieces,
        placements: row.placements,
        solvable: row.solvable,
        distance: row.distance,
        classes: row.classes,
        starts: starts(&row.hardest),
        complete: row.complete,
    };
    SetsAnswer {
        total: answer(name, Some(&asked.pieces), instance, &surveyed.total, seconds),
        goal: asked.goal.as_deref(),
        by_pieces: surveyed.by_pieces.iter().map(row).collect(),
    }
}

fn starts(starts: &[Start]) -> Vec<HardestStart<'_>> {
    starts
        .iter()
        .map(|start| HardestStart { board: &start.board, instance: start.instance.as_deref() })
        .collect()
}

fn answer<'a>(
    name: &'a str,
    pieces: Option<&'a str>,
    instance: &dyn Session,
    surveyed: &'a Surveyed,
    seconds: f64,
) -> HardestAnswer<'a> {
    let (outcome, reason) = match &surveyed.outcome {
        Outcome::Solved(()) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code())),
    };
    let Surveyed { levels, class_levels, .. } = surveyed;
    HardestAnswer {
        head: Head::new(name, instance),
        pieces,
        outcome,
        reason,
        placements: surveyed.starts.map(Number::from),
        classes: surveyed.classes,
        solvable: levels.iter().sum(),
        solvable_classes: class_levels.iter().sum(),
        distance: levels.len().checked_sub(1),
        levels,
        class_levels,
        starts: starts(&surveyed.hardest),
        bytes: surveyed.bytes.map(Number::from),
        stats: StatsAnswer::new(&surveyed.stats, seconds),
    }
}
