//! `check --each`: the solutions that come with the levels of a collection.

use anyhow::{Result, bail};
use serde::Serialize;
use tejun_api::{answers, versioned};
use tejun_puzzles::{CollectedPuzzle, Instance, Lang, Verdict};

use super::app::App;
use super::language::count;
use super::output::{print_json, print_line, report_error};
use super::watcher::is_interrupted;
use crate::source;
use crate::status::ExitStatus;

/// The answer about a solution.
#[derive(Serialize)]
struct OfSolution<'a, A> {
    number: usize,
    title: &'a str,
    /// Which of the level's solutions, from 1.
    solution: usize,
    #[serde(flatten)]
    answer: A,
}

/// Checks all solutions of a file, and prints a line for each.
///
/// The status is that of the worst: bad input, then one that solves nothing.
///
/// # Errors
/// If the file cannot be read, has no solutions, or an answer cannot be written.
pub(super) fn run(app: &App, file: &str) -> Result<ExitStatus> {
    if app.shared.given.options.is_given("level") {
        bail!("--each takes every level: leave out --level");
    }
    let collection = app.registry.collection(&app.text(file)?)?;
    let name = source::shown(file);
    let (mut status, mut checked) = (ExitStatus::Done, 0);
    for (number, puzzle) in (1..).zip(&collection.puzzles) {
        if puzzle.solutions.is_empty() {
            continue;
        }
        let opened = {
            let _limits = app.limits();
            app.registry.open_collected(&collection, number, app.metric())
        };
        let instance = match opened {
            Ok(instance) => instance,
            Err(error) => {
                status = report_error(&error.to_string());
                continue;
            }
        };
        for (solution, line) in (1..).zip(&puzzle.solutions) {
            checked += 1;
            let line = instance.read_line(line);
            let mut position = instance.start();
            let verdict = match app.play(&mut *position, &line)? {
                None => position.verdict(),
                fault => Verdict { fault, ..Verdict::default() },
            };
            let more = if app.shared.json {
                let answer = answers::check(&name, &*instance, &line, &verdict);
                print_json(&versioned(OfSolution { number, title: &puzzle.title, solution, answer }))?
            } else {
                print_line(&describe((number, puzzle), solution, &*instance, &verdict))?
            };
            status = match (&verdict.fault, verdict.solves, status) {
                (Some(_), ..) | (.., ExitStatus::BadInput) => ExitStatus::BadInput,
                (None, false, _) => ExitStatus::Unsolvable,
                _ => status,
            };
            if more.is_break() {
                return Ok(status);
            }
            if is_interrupted() {
                return Ok(if status == ExitStatus::Done { ExitStatus::Stopped } else { status });
            }
        }
    }
    if checked == 0 && status == ExitStatus::Done {
        bail!("{name} has levels, and no solutions to check: give one with --line");
    }
    Ok(status)
}

/// What a solution is worth, in one line.
fn describe(
    (number, puzzle): (usize, &CollectedPuzzle),
    solution: usize,
    instance: &dyn Instance,
    verdict: &Verdict,
) -> String {
    let title = match &*puzzle.title {
        "" => String::new(),
        title => format!(" \"{title}\""),
    };
    let which = match puzzle.solutions.len() {
        1 => String::new(),
        _ => format!(", solution {solution}"),
    };
    let metric = instance.about().metric;
    let worth = match (&verdict.fault, verdict.solves, verdict.value.cost) {
        (Some(fault), ..) => format!("not legal: {fault}"),
        (None, true, Some(cost)) => format!("solves in {}", count(cost, metric, Lang::En)),
        (None, true, None) => "solves".to_owned(),
        (None, false, _) => "does not solve".to_owned(),
    };
    format!("{number}{title}{which}: {worth}")
}
