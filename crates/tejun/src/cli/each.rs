//! `solve --each`: every puzzle of a file that has one a line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;

use anyhow::{Context, Error, Result, anyhow, bail};
use tejun_api::{ApiError, ErrorKind, Library, NameError, answers, named, versioned};
use tejun_puzzles::input::MAX_BYTES;
use tejun_puzzles::{Instance, Lang, Means, QuestionKind, Solution, Wanted};
use tejun_search::{Outcome, Proof};

use super::app::App;
use super::failure::failure;
use super::language::count;
use super::output::{print_json, print_line, report_error};
use super::watcher::is_interrupted;
use crate::status::ExitStatus;

/// A line that is too long may go on for as many bytes before it ends; what goes on longer has no lines.
const MAX_SKIPPED: u64 = 16 << 20;

/// Solves the puzzles of a file, or of standard input if it is called `-`, one after the other, and prints a line for
/// each. A line that is no puzzle is reported, and the others go on. Only one line is in memory at a time.
///
/// The status is that of the worst line: bad input, then stopped, then unsolvable. After Ctrl-C no further line is
/// read.
///
/// # Errors
/// If the file cannot be read, has no puzzle, or an answer cannot be written.
pub(super) fn run(app: &App, file: &str) -> Result<ExitStatus> {
    let input: Box<dyn Read> = match file {
        "-" => Box::new(std::io::stdin()),
        _ => Box::new(File::open(file).with_context(|| format!("{file} cannot be read"))?),
    };
    let mut lines = Lines { input: BufReader::new(input), number: 0 };
    let library = Library::new(app.registry);
    let means = app.means();
    let mut status = None;
    while let Some(line) = lines.next().with_context(|| format!("{file} cannot be read"))? {
        let solved = line.and_then(|line| {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                Ok(None)
            } else {
                solve(app, &library, &means, line)
            }
        });
        let (next, more) = match solved {
            Ok(None) => continue,
            Ok(Some((printed, status))) => (status, print_line(&printed)?),
            Err(error) => report(app, lines.number, &error),
        };
        status = Some(status.map_or(next, |status| worse(status, next)));
        if more.is_break() {
            break;
        }
        if is_interrupted() {
            return Ok(status.map_or(ExitStatus::Stopped, |status| worse(status, ExitStatus::Stopped)));
        }
    }
    status.ok_or_else(|| anyhow!("{file} has no puzzle: write one a line"))
}

/// Reports a line that is no puzzle, and whether anybody reads on.
fn report(app: &App, number: u64, error: &Error) -> (ExitStatus, ControlFlow<()>) {
    let more = if app.shared.json {
        let mut failure = failure(error);
        failure.insert("number".to_owned(), number.into());
        print_json(&failure)
    } else {
        Ok(ControlFlow::Continue(()))
    };
    // That standard output is full is said by the next answer.
    (report_error(&format!("line {number}: {error:#}")), more.unwrap_or(ControlFlow::Continue(())))
}

/// The lines of a file, one at a time.
struct Lines<R> {
    input: BufReader<R>,
    /// The number of the last line, from 1.
    number: u64,
}

impl<R: Read> Lines<R> {
    /// The next line, or what is wrong with it; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn next(&mut self) -> std::io::Result<Option<Result<String>>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if bytes.len() > MAX_BYTES && !bytes.ends_with(b"\n") {
            if self.input.by_ref().take(MAX_SKIPPED).skip_until(b'\n')? as u64 == MAX_SKIPPED {
                return Err(std::io::Error::other(format!("line {} does not end", self.number)));
            }
            return Ok(Some(Err(ApiError::beyond(format!(
                "it is too long: a puzzle has {MAX_BYTES} bytes at most"
            ))
            .into())));
        }
        Ok(Some(String::from_utf8(bytes).map_err(|_| {
            ApiError::impossible(ErrorKind::File, "it is not UTF-8: save the file as UTF-8").into()
        })))
    }
}

/// Solves the puzzle of a line: the line to print, and the status.
fn solve(app: &App, library: &Library, means: &Means, line: &str) -> Result<Option<(String, ExitStatus)>> {
    let registry = app.registry;
    let expanded = registry.expand_short_form(line).or_else(|| registry.import(line));
    let text =
        expanded.map_or_else(|| named(registry, library, line), |expanded| expanded.map_err(NameError::Bad));
    let text = app.at_level(text?)?;
    let instance = {
        let _limits = app.limits();
        registry.read(&text, app.metric())?
    };
    if !instance.can(QuestionKind::Solve) {
        bail!(ApiError::unsupported("the puzzle has no goal to solve it for"));
    }
    let mut watcher = app.watcher();
    let start = instance.start();
    let solution = start.ask(app.solve(Wanted::Best), means, &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    let printed = if app.shared.json {
        serde_json::to_string(&versioned(answers::solve(line, &*start, &solution, seconds)))?
    } else {
        describe(line, &*instance, &solution)
    };
    Ok(Some((printed, ExitStatus::from(&solution.outcome))))
}

/// An answer in one line.
fn describe(name: &str, instance: &dyn Instance, solution: &Solution) -> String {
    let metric = instance.about().metric;
    let cost = |cost: Option<i64>| cost.map(|cost| count(cost, metric, Lang::En));
    match &solution.outcome {
        Outcome::Solved(line) => {
            let score = solution.value.score.map(|score| format!("score {score}"));
            let value = score.or_else(|| cost(solution.value.cost)).unwrap_or_else(|| "solved".to_owned());
            let proved = if solution.proof == Proof::Optimal { ", proved optimal" } else { "" };
            format!("{name}: {value}{proved}: {}", line.join(" "))
        }
        Outcome::Unsolvable => format!("{name}: no solution: {}", answers::why_unsolvable(solution)),
        Outcome::Stopped(reason, _) => {
            let bound = cost(solution.bound.cost);
            let bound =
                bound.map_or_else(String::new, |bound| format!("; no solution has fewer than {bound}"));
            format!("{name}: stopped: {reason}{bound}")
        }
    }
}

/// The worse of two statuses.
fn worse(one: ExitStatus, other: ExitStatus) -> ExitStatus {
    let order = [ExitStatus::BadInput, ExitStatus::Stopped, ExitStatus::Unsolvable];
    order.into_iter().find(|status| [one, other].contains(status)).unwrap_or(ExitStatus::Done)
}
