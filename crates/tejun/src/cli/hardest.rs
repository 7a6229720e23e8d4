//! `hardest`: the starts farthest from the goal.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, bail};
use tejun_api::{ApiError, answers, draw};
use tejun_puzzles::{Instance, Lang, Question, QuestionKind, Surveyed};
use tejun_search::{Outcome, StopReason};

use super::app::App;
use super::checkpoint::SavedQuery;
use super::hardest_sets;
use super::language::count;
use super::output::write_file;
use super::text;
use crate::status::ExitStatus;

/// Maximum number of starts that are drawn.
const DRAWN: usize = 10;

pub(super) fn run(app: &App, saved: &SavedQuery, svg: Option<&Path>) -> Result<ExitStatus> {
    let draw = |levels: &[u64]| svg.map_or(Ok(()), |file| write_file(file, &draw::histogram(levels)));
    if let Some((status, levels)) = saved.answered_levels(app)? {
        return draw(&levels).map(|()| status);
    }
    let instance = saved.instance(app)?;
    if !instance.can(QuestionKind::Hardest) {
        bail!(ApiError::unsupported(format!(
            "{} has no other starts to judge: ask for explore",
            instance.about().puzzle
        )));
    }
    let means = saved.means(app, instance.can_spill(&saved.query.question))?;
    let Question::Hardest(hardest) = &saved.query.question else { unreachable!("it is asked here") };
    let mut watcher = app.watcher();
    let surveyed = instance.ask(hardest.clone(), &means, &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    draw(&surveyed.levels)?;
    let name = &saved.name;
    saved.print(
        app,
        means.spill.as_deref(),
        &surveyed.outcome,
        || answers::hardest(name, hardest, &*instance, &surveyed, seconds),
        || match &surveyed.by_pieces {
            Some(rows) => hardest_sets::describe(hardest, &*instance, &surveyed, rows, seconds),
            None => describe(name, &*instance, &surveyed, seconds),
        },
    )?;
    Ok(ExitStatus::from(&surveyed.outcome))
}

fn describe(name: &str, instance: &dyn Instance, surveyed: &Surveyed, seconds: f64) -> String {
    let about = instance.about();
    if let (Outcome::Stopped(StopReason::Memory, _), []) = (&surveyed.outcome, &surveyed.levels[..]) {
        return too_large(surveyed);
    }
    let mut answer = text::title(name, about, Lang::En);
    match &surveyed.outcome {
        Outcome::Solved(()) => answer += "\nEvery placement of the pieces:\n",
        Outcome::Unsolvable => answer += "\nNo placement of the pieces reaches the goal:\n",
        Outcome::Stopped(reason, _) => {
            let _ = writeln!(answer, "\nStopped before all were reached: {reason}. This much is exact:");
        }
    }
    let sum = |levels: &[u64]| levels.iter().sum::<u64>();
    let mut row = |what: &str, number: String| {
        let _ = writeln!(answer, "  {what:<28}{number}");
    };
    row("placements", surveyed.starts.map_or_else(|| "unknown".to_owned(), |starts| starts.to_string()));
    if let Some(classes) = surveyed.classes {
        row("classes under symmetry", classes.to_string());
    }
    row("from which the goal is met", sum(&surveyed.levels).to_string());
    row("classes of these", sum(&surveyed.class_levels).to_string());
    if let Some((distance, starts)) = surveyed.levels.iter().enumerate().next_back() {
        let stopped = surveyed.outcome.stopped().is_some();
        let farthest = if stopped { "the farthest so far are at" } else { "the farthest are at" };
        row(farthest, count(distance as i64, about.metric, Lang::En));
        row("starts so far away", starts.to_string());
        let classes = surveyed.class_levels[distance];
        row("classes of these", classes.to_string());
        answer += "\nPlacements by distance:\n\n";
        answer += &draw::bars(&surveyed.levels);
        let _ = writeln!(answer, "\nThe farthest, one of each class:");
        for start in surveyed.hardest.iter().take(DRAWN) {
            let _ = writeln!(answer, "\n{}", start.board.join("\n"));
        }
        if classes > DRAWN as u64 {
            let _ = writeln!(answer, "\nand {} more (see --json)", classes - DRAWN as u64);
        }
    }
    let _ = write!(answer, "\n{}", text::effort(&surveyed.stats, seconds, Lang::En));
    answer
}

/// What a search would need that was not begun, in one line.
fn too_large(surveyed: &Surveyed) -> String {
    match (surveyed.starts, surveyed.bytes) {
        (Some(starts), Some(bytes)) => {
            format!("stopped: {starts} placements take {bytes} bytes, more than the memory limit\n")
        }
        _ => "stopped: there are too many placements even to be counted within the memory limit\n".to_owned(),
    }
}
