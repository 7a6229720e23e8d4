//! `hardest` over all sets of pieces: the farthest starts for each number of pieces.

use std::fmt::Write;

use tejun_puzzles::question::Hardest;
use tejun_puzzles::{Instance, Lang, PieceRecord, Surveyed};

use super::language::count;
use super::text;

/// Maximum number of starts that are drawn.
const DRAWN: usize = 3;

pub(super) fn describe(
    asked: &Hardest,
    instance: &dyn Instance,
    total: &Surveyed,
    rows: &[PieceRecord],
    seconds: f64,
) -> String {
    let about = instance.about();
    let mut answer = format!(
        "All sets of {} on this board{}, in {}:\n\n",
        asked.pieces.as_deref().unwrap_or_default(),
        asked.goal.as_ref().map_or_else(String::new, |goal| format!(", goal {goal}")),
        about.metric,
    );
    let _ = writeln!(answer, "  pieces      placements          starts  farthest     classes");
    for row in rows {
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
    for row in rows {
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
