//! What is printed of each puzzle: a line for people, an object for programs, or a row of a table.

use std::ops::ControlFlow;

use anyhow::{Error, Result};
use serde::Serialize;
use tejun_api::{answers, versioned};
use tejun_puzzles::{Lang, Position, Solution};
use tejun_search::{Outcome, Proof};

use super::super::app::App;
use super::super::failure::failure;
use super::super::language::count;
use super::super::output::{print_json, print_line};

/// The heading of the table.
pub(super) const HEADING: &str = "number,name,outcome,best,bound,seconds";

/// What a puzzle is called.
pub(super) struct Label<'a> {
    /// The number of its line or level, from 1.
    pub number: u64,
    /// Its line, or the title of its level.
    pub name: &'a str,
    /// The file, if it is a level of one.
    pub file: Option<&'a str>,
}

/// The answer about a level.
#[derive(Serialize)]
struct OfLevel<'a, A> {
    number: u64,
    title: &'a str,
    #[serde(flatten)]
    answer: A,
}

/// A puzzle that was solved, or not.
pub(super) struct Solved {
    pub start: Box<dyn Position>,
    pub solution: Solution,
    pub seconds: f64,
}

impl Label<'_> {
    /// Prints the answer about it, and tells whether anybody reads on.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, app: &App, csv: bool, solved: &Solved) -> Result<ControlFlow<()>> {
        let Solved { start, solution, seconds } = solved;
        let printed = if app.shared.json {
            let name = self.file.unwrap_or(self.name);
            let answer = answers::solve(name, &**start, solution, *seconds);
            match self.file {
                None => serde_json::to_string(&versioned(answer))?,
                Some(_) => {
                    let (number, title) = (self.number, self.name);
                    serde_json::to_string(&versioned(OfLevel { number, title, answer }))?
                }
            }
        } else if csv {
            self.row(solved)
        } else {
            self.describe(solved)
        };
        print_line(&printed)
    }

    /// Prints that there is no answer, where programs read, and tells whether anybody reads on.
    pub fn print_failure(&self, app: &App, csv: bool, error: &Error) -> ControlFlow<()> {
        let more = if app.shared.json {
            let mut failure = failure(error);
            failure.insert("number".to_owned(), self.number.into());
            print_json(&failure)
        } else if csv {
            print_line(&format!("{},{},error,,,", self.number, quoted(self.name)))
        } else {
            Ok(ControlFlow::Continue(()))
        };
        // That standard output is full is said by the next answer.
        more.unwrap_or(ControlFlow::Continue(()))
    }

    /// An answer in one line.
    fn describe(&self, Solved { start, solution, .. }: &Solved) -> String {
        let name = match self.file {
            None => self.name.to_owned(),
            Some(_) if self.name.is_empty() => self.number.to_string(),
            Some(_) => format!("{} \"{}\"", self.number, self.name),
        };
        let metric = start.instance().about().metric;
        let cost = |cost: Option<i64>| cost.map(|cost| count(cost, metric, Lang::En));
        match &solution.outcome {
            Outcome::Solved(line) => {
                let score = solution.value.score.map(|score| format!("score {score}"));
                let value =
                    score.or_else(|| cost(solution.value.cost)).unwrap_or_else(|| "solved".to_owned());
                let proved = if solution.proof == Proof::Optimal { ", proved optimal" } else { "" };
                format!("{name}: {value}{proved}: {}", line.join(" "))
            }
            Outcome::Unsolvable => format!("{name}: no solution: {}", answers::why_unsolvable(solution)),
            Outcome::Stopped(reason, line) => {
                let best = line.as_ref().zip(cost(solution.value.cost));
                let best = best.map_or_else(String::new, |(line, cost)| {
                    format!("; the best line takes {cost}: {}", line.join(" "))
                });
                let bound = cost(solution.bound.cost);
                let bound =
                    bound.map_or_else(String::new, |bound| format!("; no solution has fewer than {bound}"));
                format!("{name}: stopped: {reason}{bound}{best}")
            }
        }
    }

    /// A row of the table.
    fn row(&self, Solved { solution, seconds, .. }: &Solved) -> String {
        let outcome = match &solution.outcome {
            Outcome::Solved(_) => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Stopped(..) => "stopped",
        };
        let number = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
        let best = number(solution.value.score.or(solution.value.cost));
        let bound = number(solution.bound.score.or(solution.bound.cost));
        format!("{},{},{outcome},{best},{bound},{seconds:.3}", self.number, quoted(self.name))
    }
}

/// A field of the table.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}
