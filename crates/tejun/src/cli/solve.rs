//! `solve`: the best line from a position.

use std::fmt::Write;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow};
use tejun_puzzles::{Audience, Found, Instance, Line, Report, Request, Status, Wanted};
use tejun_search::{Outcome, Progress, StopReason, Watch};

use super::watcher::Watcher;
use super::{Session, print_line, text};
use crate::answers;

/// What was asked.
pub(super) struct Ask {
    pub instance: String,
    pub from: String,
    pub all: bool,
    pub first: Option<u64>,
    pub boards: Option<u64>,
}

pub(super) fn run(session: &Session, ask: &Ask) -> Result<Status> {
    let instance = session.instance(&ask.instance)?;
    let from = instance.read_line(&ask.from);
    let wanted = match ask.first {
        Some(number) => Wanted::First(number),
        None if ask.all => Wanted::All,
        None => Wanted::Best,
    };
    let request = Request { wanted, ..session.request() };
    let stream = wanted != Wanted::Best && !session.shared.json;
    let mut listener = Listener { watcher: session.watcher(), instance: &*instance, from: &from, stream };
    let report = instance.solve(&from, &request, &mut listener).map_err(|error| anyhow!("{error}"))?;
    let seconds = listener.watcher.seconds();
    drop(listener);
    session.print(
        || answers::solve(&ask.instance, &*instance, report.clone(), seconds),
        || describe(ask, &*instance, &from, &report, seconds),
    )?;
    Ok(match report.outcome {
        Outcome::Solved(_) => Status::Done,
        Outcome::Unsolvable => Status::Unsolvable,
        Outcome::Stopped(_) => Status::Stopped,
    })
}

/// Prints solutions as soon as they are found, where several were asked for.
struct Listener<'a> {
    watcher: Watcher,
    instance: &'a dyn Instance,
    from: &'a Line,
    stream: bool,
}

impl Watch for Listener<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.watcher.tick(progress)
    }

    fn expect(&mut self, states: u64) {
        self.watcher.expect(states);
    }
}

impl Audience for Listener<'_> {
    fn found(&mut self, found: &Found) {
        if !self.stream || found.value.is_some() {
            return self.watcher.found(found);
        }
        let found_moves = found.line.iter().map(|&text| text.to_owned());
        let whole: Vec<String> = self.from.0.iter().cloned().chain(found_moves).collect();
        let board = text::board(self.instance, &whole).unwrap_or_default();
        // Who closed the pipe has read enough.
        let _ = print_line(&format!("{}\n{board}", found.line.join(" ")));
    }
}

fn describe(ask: &Ask, instance: &dyn Instance, from: &Line, report: &Report, seconds: f64) -> String {
    let about = instance.about();
    let board = |line: &[String]| text::board(instance, line).unwrap_or_default();
    let mut answer = text::title(&ask.instance, about);
    let _ = write!(answer, "\n{}\n", board(&from.0));
    match &report.outcome {
        Outcome::Solved(line) => {
            let cost = report
                .cost
                .map_or_else(String::new, |cost| format!(" in {}", text::count(cost, about.metric)));
            let proved = if report.proof == tejun_search::Proof::Optimal { ", proved optimal" } else { "" };
            let _ = writeln!(answer, "Solved{cost}{proved}.");
            if report.exits.is_none() {
                line_with_boards(&mut answer, ask, &board, from, line);
            }
        }
        Outcome::Unsolvable => {
            let _ = writeln!(answer, "There is no solution: {}.", answers::why_unsolvable(report));
        }
        Outcome::Stopped(reason) => {
            let _ = writeln!(answer, "Stopped before it was solved: {reason}.");
            if let Some(bound) = report.bound {
                let _ = writeln!(answer, "No solution has fewer than {}.", text::count(bound, about.metric));
            }
        }
    }
    for (number, exit) in (1..).zip(report.exits.iter().flatten()) {
        let _ = write!(answer, "\nExit {number}, in {}:\n\n", text::count(exit.cost, about.metric));
        answer += &text::moves(&exit.line, from.0.len() + 1);
        let whole: Vec<String> = from.0.iter().chain(&exit.line).cloned().collect();
        let _ = write!(answer, "\n{}", board(&whole));
    }
    answer += &text::extra(&report.extra);
    let _ = write!(answer, "\n{}", text::effort(&report.stats, seconds));
    answer
}

/// The moves of a line, the board after every few of them where that was asked for, and at the end.
fn line_with_boards(
    answer: &mut String,
    ask: &Ask,
    board: &impl Fn(&[String]) -> String,
    from: &Line,
    line: &[String],
) {
    let mut played = from.0.clone();
    let every = ask.boards.map_or(usize::MAX, |every| every as usize);
    for moves in line.chunks(every.min(line.len().max(1))) {
        let _ = write!(answer, "\n{}", text::moves(moves, played.len() + 1));
        played.extend_from_slice(moves);
        let _ = write!(answer, "\n{}", board(&played));
    }
}
