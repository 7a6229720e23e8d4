//! `hardest` over all sets of pieces: the farthest starts for each number of pieces.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use tejun_api::{answers, draw};
use tejun_puzzles::{Lang, Session, SetsAsked, SetsSurveyed};

use super::app::App;
use super::hardest;
use super::language::count;
use super::output::write_file;
use super::text;
use crate::status::ExitStatus;

/// Maximum number of starts that are drawn.
const DRAWN: usize = 3;

/// Whether this asks for all sets of pieces rather than for one.
pub(super) fn asks(pieces: Option<&str>, goal: Option<&str>) -> bool {
    goal.is_some() || pieces.is_some_and(|pieces| pieces.trim_start().starts_with("polyominoes"))
}

pub(super) fn run(app: &App, name: &str, asked: &SetsAsked, svg: Option<&Path>) -> Result<ExitStatus> {
    let instance = hardest::instance(app, name)?;
    let mut watcher = app.watcher();
    let surveyed = instance.survey_sets(asked, &app.solve_options(), &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    if let Some(file) = svg {
        write_file(file, &draw::histogram(&surveyed.total.levels))?;
    }
    app.print(
        || answers::hardest_sets(name, asked, &*instance, &surveyed, seconds),
        || describe(asked, &*instance, &surveyed, seconds),
    )?;
    Ok(ExitStatus::from(&surveyed.total.outcome))
}

fn describe(asked: &SetsAsked, instance: &dyn Session, surveyed: &SetsSurveyed, seconds: f64) -> String {
    let about = instance.about();
    let total = &surveyed.total;
    let mut answer = format!(
        "All sets of {} on this board{}, in {}:\n\n",
        asked.pieces,
        if asked.goal.is_some() { ", one piece from a corner to the opposite one" } else { "" },
        about.metric,
    );
    let _ = writeln!(answer, "  pieces      placements          starts  farthest     classes");
    for row in &surveyed.by_pieces {
        let distance = row.distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string());
        let _ = writeln!(
            answer,
            "  {:>6}{:>16}{:>16}{distance:>10}{:>12}{}",
            row.pieces,
            row.placements,
            row.solvable,
            row.classes,
            if row.complete { "" } else { "  (incomplete)" }
        );
    }
    let _ = writeln!(
        answer,
        "  {:>6}{:>16}{:>16}",
        "all",
        total.starts.unwrap_or(0),
        total.levels.iter().sum::<u64>()
    );
    if let Some(reason) = total.outcome.stopped() {
        let _ = writeln!(
            answer,
            "\nStopped before all were searched: {reason}. Incomplete rows count what was found; the others are exact."
        );
    }
    for row in &surveyed.by_pieces {
        let (Some(distance), false) = (row.distance, row.hardest.is_empty()) else { continue };
        let pieces = if row.pieces == 1 { "1 piece".to_owned() } else { format!("{} pieces", row.pieces) };
        let _ = writeln!(answer, "\n{pieces}, {}:", count(distance.into(), about.metric, Lang::En));
        for start in row.hardest.iter().take(DRAWN) {
            let _ = writeln!(answer, "\n{}", start.board.join("\n"));
        }
        if row.classes > DRAWN as u64 {
            let _ = writeln!(answer, "\nand {} more (see --json)", row.classes - DRAWN as u64);
        }
    }
    let _ = write!(answer, "\n{}", text::effort(&total.stats, seconds, Lang::En));
    answer
}
