//! `hardest` over all sets of pieces: the farthest starts for each number of pieces.

use std::fmt::Write;

use anyhow::Result;
use tejun_api::answers;
use tejun_puzzles::{Lang, Session, SetsAsked, SetsSurveyed};

use super::app::App;
use super::checkpoint::{Query, SavedQuery};
use super::language::count;
use super::text;
use crate::status::ExitStatus;

/// Maximum number of starts that are drawn.
const DRAWN: usize = 3;

/// What a query asks of a puzzle, if it is about all sets of pieces rather than about one.
pub(super) fn asked(query: &Query, instance: &dyn Session) -> Option<SetsAsked> {
    let pieces = query.pieces.as_deref().unwrap_or_default();
    let is_all = |word| pieces.trim_start().starts_with(word);
    let asks = query.goal.is_some() || instance.sets_word().is_some_and(is_all);
    asks.then(|| SetsAsked { pieces: pieces.to_owned(), goal: query.goal.clone() })
}

/// Searches, calls `draw` with the number of starts at each distance, and prints the answer.
pub(super) fn run(
    app: &App,
    saved: &SavedQuery,
    instance: &dyn Session,
    asked: &SetsAsked,
    draw: impl FnOnce(&[u64]) -> Result<()>,
) -> Result<ExitStatus> {
    let mut options = app.solve_options();
    saved.open(app, &mut options, app.membership.is_none())?;
    let mut watcher = app.watcher();
    let surveyed = instance.survey_sets(asked, &options, &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    draw(&surveyed.total.levels)?;
    saved.print(
        app,
        options.spill.as_deref(),
        &surveyed.total.outcome,
        || answers::hardest_sets(&saved.name, asked, instance, &surveyed, seconds),
        || describe(asked, instance, &surveyed, seconds),
    )?;
    Ok(ExitStatus::from(&surveyed.total.outcome))
}

fn describe(asked: &SetsAsked, instance: &dyn Session, surveyed: &SetsSurveyed, seconds: f64) -> String {
    let about = instance.about();
    let total = &surveyed.total;
    let mut answer = format!(
        "All sets of {} on this board{}, in {}:\n\n",
        asked.pieces,
        asked.goal.as_ref().map_or_else(String::new, |goal| format!(", goal {goal}")),
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
