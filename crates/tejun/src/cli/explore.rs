//! `explore`: the whole reachable space.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, bail};
use tejun_api::{ApiError, answers, draw};
use tejun_puzzles::{Exploration, Lang, Position, Question, QuestionKind};
use tejun_search::Outcome;

use super::app::App;
use super::checkpoint::SavedQuery;
use super::language::{self, count};
use super::map::draw_map;
use super::output::write_file;
use super::text;
use super::words::{self, say};
use crate::status::ExitStatus;

pub(super) fn run(
    app: &App,
    saved: &SavedQuery,
    svg: Option<&Path>,
    map: Option<&Path>,
) -> Result<ExitStatus> {
    let draw = |levels: &[u64]| svg.map_or(Ok(()), |file| write_file(file, &draw::histogram(levels)));
    if let Some((status, levels)) = saved.answered_levels(app)? {
        return draw(&levels).map(|()| status);
    }
    let instance = saved.instance(app)?;
    let from = instance.read_line(&saved.query.from);
    let position = app.after(&*instance, &from)?;
    if !instance.can(QuestionKind::Explore) {
        bail!(ApiError::unsupported(format!(
            "{} has no space to explore: ask for solve or show",
            instance.about().puzzle
        )));
    }
    let question = &saved.query.question;
    instance.check_options(question, &app.means())?;
    let spills = position.can_spill(question);
    let means = saved.means(app, spills)?;
    let Question::Explore(explore) = *question else { unreachable!("it is asked here") };
    let mut watcher = app.watcher();
    let explored = position.ask(explore, &means, &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    let advice = saved.advice(&means, &explored.outcome, &explored.stats, spills);
    draw(&explored.levels)?;
    let about_map = map.map_or(Ok(String::new()), |file| draw_map(app, &*instance, &from, file))?;
    saved.print(
        app,
        means.spill.as_deref(),
        &explored.outcome,
        || answers::explore(&saved.name, &*instance, &explored, seconds),
        || describe(&saved.name, &*position, &explored, seconds, app.lang()) + &about_map + &advice,
    )?;
    Ok(if explored.outcome == Outcome::Solved(()) { ExitStatus::Done } else { ExitStatus::Stopped })
}

fn describe(name: &str, from: &dyn Position, explored: &Exploration, seconds: f64, lang: Lang) -> String {
    let about = from.instance().about();
    let mut answer = text::title(name, about, lang);
    let begin = match explored.outcome {
        Outcome::Stopped(reason, _) => {
            say(&words::EXPLORED_PART, lang, &[("reason", &words::why_stopped(reason, lang))])
        }
        _ => say(&words::EXPLORED, lang, &[]),
    };
    let _ = writeln!(answer, "\n{begin}");
    let unit = answers::unit(explored, about);
    let rows = [
        (&words::POSITIONS, explored.states.to_string()),
        (&words::CLASSES, explored.classes.to_string()),
        (&words::FARTHEST, count(answers::eccentricity(explored) as i64, unit, lang)),
        (&words::GOALS, explored.goals.to_string()),
        (&words::DEAD_ENDS, explored.dead_ends.to_string()),
        (&words::LINES, explored.shortest_lines.to_string()),
    ];
    for (what, number) in rows {
        answer += &text::row(what.text(lang), &number);
    }
    if let Some(levels) = &explored.goal_levels {
        let depths: Vec<String> = answers::goal_depths(levels).map(|depth| depth.to_string()).collect();
        answer += &text::row(words::GOAL_DEPTHS.text(lang), &depths.join(" "));
    }
    // The first line says what a cost counts.
    let counted = language::unit(unit, lang).unwrap_or(unit);
    let depth = match lang {
        _ if unit == about.metric => String::new(),
        Lang::En => format!(" in {unit}"),
        Lang::Ja | Lang::Zh => format!("（{counted}）"),
    };
    let _ = writeln!(answer, "\n{}\n", say(&words::BY_DEPTH, lang, &[("unit", &depth)]));
    answer += &draw::bars(&explored.levels);
    let _ = writeln!(answer, "\n{}\n", words::A_FARTHEST.text(lang));
    answer += &text::board(from, &explored.farthest, lang);
    let _ = write!(answer, "\n{}", text::effort(&explored.stats, seconds, lang));
    answer
}
