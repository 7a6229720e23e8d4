//! `hardest`: the starts farthest from the goal.

use serde::Serialize;
use tejun_puzzles::question::Hardest;
use tejun_puzzles::{Instance, PieceRecord, Start, Surveyed};
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
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_pieces: Option<Vec<PiecesAnswer<'a>>>,
}

/// A start, and the text of an instance file that begins so, if one can.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct HardestStart<'a> {
    board: &'a [String],
    instance: Option<&'a str>,
}

/// The starts with one number of pieces, where all sets of pieces were searched.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PiecesAnswer<'a> {
    pieces: u32,
    placements: u64,
    solvable: u64,
    distance: Option<u32>,
    classes: u64,
    starts: Vec<HardestStart<'a>>,
    complete: bool,
}

fn starts(starts: &[Start]) -> Vec<HardestStart<'_>> {
    starts
        .iter()
        .map(|start| HardestStart { board: &start.board, instance: start.instance.as_deref() })
        .collect()
}

/// The answer of `hardest` for the instance called `name`.
pub fn hardest<'a>(
    name: &'a str,
    asked: &'a Hardest,
    instance: &dyn Instance,
    surveyed: &'a Surveyed,
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
    let (outcome, reason) = match &surveyed.outcome {
        Outcome::Solved(()) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code())),
    };
    let Surveyed { levels, class_levels, .. } = surveyed;
    HardestAnswer {
        head: Head::new(name, instance),
        pieces: asked.pieces.as_deref(),
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
        goal: asked.goal.as_deref(),
        by_pieces: surveyed.by_pieces.as_ref().map(|rows| rows.iter().map(row).collect()),
    }
}
