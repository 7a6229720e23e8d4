//! `check`: what a line is worth, by the rules alone.

use std::path::PathBuf;

use anyhow::{Context, Result};
use tejun_puzzles::{Instance, Line, Status, Verdict};

use super::{Session, complain, text};
use crate::answers;

pub(super) fn run(
    session: &Session,
    name: &str,
    line: Option<String>,
    line_file: Option<PathBuf>,
) -> Result<Status> {
    let instance = session.instance(name)?;
    let line = match (line, line_file) {
        (Some(line), _) => line,
        (None, Some(file)) => {
            std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?
        }
        (None, None) => String::new(),
    };
    let line = instance.read_line(&line);
    let verdict = instance.check(&line);
    session.print(
        || answers::check(name, &*instance, &verdict),
        || describe(name, &*instance, &line, &verdict),
    )?;
    if let Some(fault) = &verdict.fault {
        return Ok(complain(&fault.to_string()));
    }
    Ok(if verdict.solves { Status::Done } else { Status::Unsolvable })
}

fn describe(name: &str, instance: &dyn Instance, line: &Line, verdict: &Verdict) -> String {
    let about = instance.about();
    let legal = verdict.fault.as_ref().map_or(line.0.len(), |fault| fault.at);
    let board = text::board(instance, &line.0[..legal]).unwrap_or_default();
    let extra = verdict.extra.clone();
    let verdict = match (&verdict.fault, verdict.solves, verdict.cost) {
        (Some(_), ..) => {
            format!("Not legal; this is the board after {}.", text::count(legal as i64, about.metric))
        }
        (None, true, Some(cost)) => format!("It solves the puzzle in {}.", text::count(cost, about.metric)),
        (None, true, None) => "It solves the puzzle.".to_owned(),
        (None, false, _) => "Legal, but it does not solve the puzzle.".to_owned(),
    };
    let mut answer = format!("{}\n{board}\n{verdict}\n", text::title(name, about));
    answer += &text::extra(&extra);
    answer
}
