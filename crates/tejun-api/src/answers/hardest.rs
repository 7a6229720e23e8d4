//! `hardest`: the starts farthest from the goal.

use serde::Serialize;
use tejun_puzzles::{Session, Surveyed};
use tejun_search::Outcome;

use super::parts::{Head, Number, StatsAnswer};

#[derive(Serialize)]
struct HardestAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    pieces: Option<&'a str>,
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

#[derive(Serialize)]
struct HardestStart<'a> {
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
    let (outcome, reason) = match &surveyed.outcome {
        Outcome::Solved(()) => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code())),
    };
    let Surveyed { levels, class_levels, .. } = surveyed;
    let starts = surveyed.hardest.iter();
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
        starts: starts
            .map(|start| HardestStart { board: &start.board, instance: start.instance.as_deref() })
            .collect(),
        bytes: surveyed.bytes.map(Number::from),
        stats: StatsAnswer::new(&surveyed.stats, seconds),
    }
}
