//! `explore`: the whole reachable space.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use serde_json::Value;
use tejun_api::{answers, draw};
use tejun_puzzles::{About, Exploration, Question, Session, SolveOptions};
use tejun_search::Outcome;

use super::app::App;
use super::checkpoint::SavedQuery;
use super::map::draw_map;
use super::output::write_file;
use super::text;
use crate::status::ExitStatus;

pub(super) fn run(
    app: &App,
    saved: &SavedQuery,
    svg: Option<&Path>,
    map: Option<&Path>,
) -> Result<ExitStatus> {
    let draw = |levels: &[u64]| svg.map_or(Ok(()), |file| write_file(file, &draw::histogram(levels)));
    if let Some((status, answer)) = saved.answered(app)? {
        let levels: Vec<u64> =
            answer["levels"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        return draw(&levels).map(|()| status);
    }
    let instance = saved.instance(app)?;
    let from = instance.read_line(&saved.query.from);
    let position = instance.after(&from).map_err(|error| anyhow!("{error}"))?;
    if !position.can(Question::Explore) {
        bail!("{} has no space to explore: ask for solve or show", instance.about().puzzle);
    }
    let mut options = SolveOptions { terminal_goals: saved.query.terminal_goals, ..app.solve_options() };
    let spills = position.can_spill(Question::Explore, &options);
    saved.open(app, &mut options, spills)?;
    let mut watcher = app.watcher();
    let explored = position.explore(&options, &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    let advice = saved.advice(&options, &explored.outcome, &explored.stats, spills);
    draw(&explored.levels)?;
    let about_map = map.map_or(Ok(String::new()), |file| draw_map(app, &*instance, &from, file))?;
    saved.print(
        app,
        options.spill.as_deref(),
        &explored.outcome,
        || answers::explore(&saved.name, &*instance, &explored, seconds),
        || describe(&saved.name, instance.about(), &*position, &explored, seconds) + &about_map + &advice,
    )?;
    Ok(if explored.outcome == Outcome::Solved(()) { ExitStatus::Done } else { ExitStatus::Stopped })
}

fn describe(name: &str, about: &About, from: &dyn Session, explored: &Exploration, seconds: f64) -> String {
    let mut answer = text::title(name, about);
    match explored.outcome {
        Outcome::Stopped(reason, _) => {
            let _ =
                writeln!(answer, "\nStopped before the space was complete: {reason}. This much is exact:");
        }
        _ => answer += "\nThe whole space:\n",
    }
    let unit = answers::unit(explored, about);
    let rows = [
        ("positions", explored.states.to_string()),
        ("classes under symmetry", explored.classes.to_string()),
        ("farthest from the start", text::count(answers::eccentricity(explored) as i64, unit)),
        ("solved positions", explored.goals.to_string()),
        ("positions without a move", explored.dead_ends.to_string()),
        ("shortest lines to a goal", explored.shortest_lines.to_string()),
    ];
    for (what, number) in rows {
        let _ = writeln!(answer, "  {what:<26}{number}");
    }
    if let Some(levels) = &explored.goal_levels {
        let _ = write!(answer, "  {:<25}", "depths of the goals");
        for depth in answers::goal_depths(levels) {
            let _ = write!(answer, " {depth}");
        }
        answer.push('\n');
    }
    // The first line says what a cost counts.
    let depth = if unit == about.metric { String::new() } else { format!(" in {unit}") };
    let _ = writeln!(answer, "\nPositions by depth{depth}:\n");
    answer += &draw::bars(&explored.levels);
    let _ = writeln!(answer, "\nA farthest position:\n");
    answer += &text::board(from, &explored.farthest);
    let _ = write!(answer, "\n{}", text::effort(&explored.stats, seconds));
    answer
}
