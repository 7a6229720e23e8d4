//! `solve --each`: every puzzle of a file, the levels of a collection or one a line.

mod printed;
mod source;

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use tejun_api::{ApiError, Library, NameError, named};
use tejun_puzzles::{Collection, Instance, Means, QuestionKind, Wanted};

use self::printed::{HEADING, Label, Solved};
use self::source::{Lines, Puzzles, is_skipped};
use super::app::App;
use super::numbers::Numbers;
use super::output::{print_line, report_error};
use super::watcher::is_interrupted;
use crate::status::ExitStatus;

/// What is asked.
pub(super) struct Each<'a> {
    /// The file; `-` is standard input.
    pub file: &'a str,
    /// Print a table.
    pub csv: bool,
    /// Only these levels.
    pub levels: Option<Numbers>,
}

/// Solves the puzzles of a file one after the other, and prints a line for each. One that is no puzzle is reported, and the
/// others go on.
///
/// The status is that of the worst: bad input, then stopped, then unsolvable. After Ctrl-C no further one is read.
///
/// # Errors
/// If the file cannot be read, has no puzzle, or an answer cannot be written.
pub(super) fn run(app: &App, each: &Each) -> Result<ExitStatus> {
    let puzzles = Puzzles::open(app.registry, each.file)?;
    if each.csv && print_line(HEADING)?.is_break() {
        return Ok(ExitStatus::Stopped);
    }
    let mut run = Run { app, means: app.means(), csv: each.csv, status: None };
    match puzzles {
        Puzzles::Levels(collection) => run.levels(&collection, each)?,
        Puzzles::Lines(_) if each.levels.is_some() => {
            bail!("{} has a puzzle a line, and no levels: leave out --levels", each.file)
        }
        Puzzles::Lines(lines) => run.lines(lines, each.file)?,
    }
    run.status.ok_or_else(|| anyhow!("{} has no puzzle: write one a line", each.file))
}

/// The puzzles of a file on their way.
struct Run<'a, 'r> {
    app: &'a App<'r>,
    means: Means,
    csv: bool,
    /// The worst so far.
    status: Option<ExitStatus>,
}

impl Run<'_, '_> {
    /// Solves the lines of a file.
    fn lines(&mut self, mut lines: Lines, file: &str) -> Result<()> {
        let library = Library::new(self.app.registry);
        while let Some(line) = lines.next().with_context(|| format!("{file} cannot be read"))? {
            let number = lines.number;
            let name = line.as_ref().map_or_else(|_| String::new(), |line| line.trim().to_owned());
            if line.is_ok() && is_skipped(&name) {
                continue;
            }
            let label = Label { number, name: &name, file: None };
            let opened = line.and_then(|_| self.open_line(&library, &name));
            let solved = opened.and_then(|instance| self.solve(instance, String::new()));
            let solved = solved.with_context(|| format!("line {number}"));
            if self.finish(&label, solved)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The puzzle of a line.
    fn open_line(&self, library: &Library, line: &str) -> Result<Box<dyn Instance>> {
        let registry = self.app.registry;
        let text = match registry.import_line(line) {
            Some(text) => text.map_err(NameError::Bad)?,
            None => named(registry, library, line)?,
        };
        let text = self.app.leave_out(text)?;
        let level = self.app.level(&text)?;
        let _limits = self.app.limits();
        Ok(registry.read_level(&text, self.app.metric(), level)?)
    }

    /// Solves the levels of a collection.
    fn levels(&mut self, collection: &Collection, each: &Each) -> Result<()> {
        if self.app.shared.given.options.is_given("level") {
            bail!("--each takes every level: leave out --level, or give --levels");
        }
        let Numbers { first, last } = each.levels.unwrap_or(Numbers { first: 1, last: u64::MAX });
        let count = collection.puzzles.len() as u64;
        if first > count {
            bail!("there is no level {first}: {} has {count}", each.file);
        }
        let begin = Instant::now();
        for number in first..=last.min(count) {
            let at = number as usize;
            let label = Label { number, name: &collection.puzzles[at - 1].title, file: Some(each.file) };
            let opened = {
                let _limits = self.app.limits();
                self.app.open_collected(collection, at)
            };
            let (done, left) = (number - first, last.min(count) + 1 - number);
            let rest = (done > 0).then(|| begin.elapsed().mul_f64(left as f64 / done as f64));
            let rest =
                rest.map_or_else(String::new, |rest| format!(", {} left", indicatif::HumanDuration(rest)));
            let progress = format!("level {number} of {count}{rest}: ");
            let solved = match opened {
                Ok(instance) => self.solve(instance, progress).with_context(|| format!("level {number}")),
                Err(error) => Err(error),
            };
            if self.finish(&label, solved)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Solves a puzzle. Its progress is shown after `before`.
    fn solve(&self, instance: Box<dyn Instance>, before: String) -> Result<Solved> {
        if !instance.can(QuestionKind::Solve) {
            bail!(ApiError::unsupported("the puzzle has no goal to solve it for"));
        }
        let mut watcher = self.app.watcher().after(before);
        let start = instance.start();
        let solution = start.ask(self.app.solve(Wanted::Best), &self.means, &mut watcher)?;
        let seconds = watcher.seconds();
        Ok(Solved { start, solution, seconds })
    }

    /// Prints what came of a puzzle, and tells whether there is to be another one.
    fn finish(&mut self, label: &Label, solved: Result<Solved>) -> Result<ControlFlow<()>> {
        let (next, more) = match &solved {
            Ok(solved) => {
                (ExitStatus::from(&solved.solution.outcome), label.print(self.app, self.csv, solved)?)
            }
            Err(error) => {
                let more = label.print_failure(self.app, self.csv, error);
                (report_error(&format!("{error:#}")), more)
            }
        };
        self.meet(next);
        if more.is_continue() && is_interrupted() {
            self.meet(ExitStatus::Stopped);
            return Ok(ControlFlow::Break(()));
        }
        Ok(more)
    }

    /// Takes the status of a puzzle into account: the worse one counts.
    fn meet(&mut self, next: ExitStatus) {
        let order = [ExitStatus::BadInput, ExitStatus::Stopped, ExitStatus::Unsolvable];
        let known = [Some(next), self.status];
        self.status = Some(order.into_iter().find(|status| known.contains(&Some(*status))).unwrap_or(next));
    }
}
