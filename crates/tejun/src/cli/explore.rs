//! `explore`: the whole reachable space.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use tejun_api::{answers, draw};
use tejun_puzzles::{About, Ask, Exploration, Position};
use tejun_search::Outcome;

use super::output::write_file;
use super::{Session, text};
use crate::status::Status;

pub(super) fn run(
    session: &Session,
    name: &str,
    from: &str,
    terminal_goals: bool,
    svg: Option<&Path>,
) -> Result<Status> {
    let instance = session.instance(name)?;
    let from = instance.read_line(from);
    let position = instance.after(&from).map_err(|error| anyhow!("{error}"))?;
    let Some(explorer) = position.explorer() else {
        bail!("{} has no space to explore: ask for solve or show", instance.about().puzzle);
    };
    let mut watcher = session.watcher();
    let explored = explorer.explore(&Ask { terminal_goals, ..session.ask() }, &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    if let Some(file) = svg {
        write_file(file, &draw::histogram(&explored.levels))?;
    }
    session.print(
        || answers::explore(name, &*instance, &explored, seconds),
        || describe(name, instance.about(), &*position, &explored, seconds),
    )?;
    Ok(if explored.outcome == Outcome::Solved(()) { Status::Done } else { Status::Stopped })
}

fn describe(name: &str, about: &About, from: &dyn Position, explored: &Exploration, seconds: f64) -> String {
    let mut answer = text::title(name, about);
    match explored.outcome {
        Outcome::Stopped(reason, _) => {
            let _ =
                writeln!(answer, "\nStopped before the space was complete: {reason}. This much is exact:");
        }
        _ => answer += "\nThe whole space:\n",
    }
    let rows = [
        ("positions", explored.states.to_string()),
        ("classes under symmetry", explored.classes.to_string()),
        ("farthest from the start", text::count(answers::eccentricity(explored) as i64, about.metric)),
        ("solved positions", explored.goals.to_string()),
        ("positions without a move", explored.dead_ends.to_string()),
        ("shortest lines to a goal", explored.shortest_lines.to_string()),
    ];
    for (what, number) in rows {
        let _ = writeln!(answer, "  {what:<26}{number}");
    }
    if let Some(depths) = &explored.goal_depths {
        let depths: Vec<String> = depths.iter().map(u32::to_string).collect();
        let _ = writeln!(answer, "  {:<26}{}", "depths of the goals", depths.join(" "));
    }
    answer += "\nPositions by depth:\n\n";
    answer += &draw::bars(&explored.levels);
    let _ = writeln!(answer, "\nA farthest position:\n");
    answer += &text::board(from, &explored.farthest);
    let _ = write!(answer, "\n{}", text::effort(&explored.stats, seconds));
    answer
}
