//! `solve`: the best line from a position.

use std::fmt::Write;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use tejun_api::{ApiError, answers, draw};
use tejun_puzzles::{
    Found, Instance, Lang, Line, Observer, Position, Question, QuestionKind, Solution, Wanted,
};
use tejun_search::{Outcome, Progress, StopReason, Watch};

use super::app::App;
use super::checkpoint::SavedQuery;
use super::language::count;
use super::notation;
use super::output::print_line;
use super::text;
use super::watcher::Watcher;
use super::words::{self, say};
use crate::status::ExitStatus;

/// What is shown of the answer.
#[derive(Default)]
pub(super) struct Shown {
    pub boards: Option<u64>,
    /// The notation of other programs in which the line is written.
    pub line_as: Option<String>,
}

pub(super) fn run(app: &App, saved: &SavedQuery, shown: &Shown) -> Result<ExitStatus> {
    if let Some((status, _)) = saved.answered(app)? {
        return Ok(status);
    }
    let instance = saved.instance(app)?;
    let from = instance.read_line(&saved.query.from);
    let position = app.after(&*instance, &from)?;
    if let Some(name) = &shown.line_as {
        notation::of_line(&*position, &[], name)?;
    }
    let question = &saved.query.question;
    if !instance.can(QuestionKind::Solve) {
        // A game that is a program of its own may have none on purpose.
        let remedy = match instance.family().script {
            Some(_) => "ask for explore or show",
            None => "add a goal, or ask for explore or show",
        };
        bail!(ApiError::unsupported(format!("the puzzle has no goal to solve it for: {remedy}")));
    }
    // Before a directory is begun.
    instance.check_options(question, &app.means())?;
    let spills = position.can_spill(question);
    let means = saved.means(app, spills)?;
    let Question::Solve(solve) = *question else { unreachable!("it is asked here") };
    let stream = solve.wanted != Wanted::Best && !app.shared.json && app.speaks();
    let mut printer =
        Printer { watcher: app.watcher(), position: &*position, stream, read: ControlFlow::Continue(()) };
    let solution = position.ask(solve, &means, &mut printer)?;
    let seconds = printer.watcher.seconds();
    let advice = saved.advice(&means, &solution.outcome, &solution.stats, spills);
    let mut listing = Listing {
        watch: &mut printer.watcher,
        room: means.limits.bytes.saturating_sub(solution.stats.peak_bytes),
        cut: None,
    };
    saved.print(
        app,
        means.spill.as_deref(),
        &solution.outcome,
        || answers::solve(&saved.name, &*position, &solution, seconds),
        || {
            let described = describe(
                saved,
                shown,
                &*instance,
                (&from, &*position),
                &solution,
                &mut listing,
                (seconds, app.lang()),
            );
            described + &advice
        },
    )?;
    Ok(if listing.cut.is_some() { ExitStatus::Stopped } else { ExitStatus::from(&solution.outcome) })
}

/// What a long list in an answer may take.
struct Listing<'a> {
    watch: &'a mut dyn Watch,
    /// Bytes of the text.
    room: u64,
    /// Why the rest was left out.
    cut: Option<StopReason>,
}

impl Listing<'_> {
    /// Whether more of the list follows `text`.
    fn goes_on(&mut self, text: &str) -> bool {
        if text.len() as u64 > self.room {
            self.cut = Some(StopReason::Memory);
        } else if let ControlFlow::Break(reason) = self.watch.tick(&Progress::default()) {
            self.cut = Some(reason);
        }
        self.cut.is_none()
    }
}

/// Prints solutions as they are found, if several were asked for.
struct Printer<'a> {
    watcher: Watcher,
    position: &'a dyn Position,
    stream: bool,
    /// Whether anyone still reads the output.
    read: ControlFlow<()>,
}

impl Watch for Printer<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.read.map_break(|()| StopReason::Interrupted)?;
        self.watcher.tick(progress)
    }

    fn expect(&mut self, states: u64) {
        self.watcher.expect(states);
    }

    fn proved(&mut self, bound: i64, progress: &Progress) -> ControlFlow<StopReason> {
        self.watcher.proved(bound, progress)
    }
}

impl Observer for Printer<'_> {
    fn found(&mut self, found: &Found) {
        if !self.stream || found.value.is_some() {
            return self.watcher.found(found);
        }
        let board = text::board(self.position, found.line, Lang::En);
        // Any other error will come up again when the answer is printed.
        let printed = print_line(&format!("{}\n{board}", found.line.join(" ")));
        self.read = printed.unwrap_or(ControlFlow::Break(()));
    }
}

/// How a search for a line ended.
pub(super) fn stands(solution: &Solution, metric: &str, lang: Lang) -> String {
    let count = |cost: i64| count(cost, metric, lang);
    match &solution.outcome {
        Outcome::Solved(_) => {
            let proved = solution.proof == tejun_search::Proof::Optimal;
            match (solution.value.cost, proved) {
                (Some(cost), true) => say(&words::SOLVED_BEST, lang, &[("cost", &count(cost))]),
                (Some(cost), false) => say(&words::SOLVED, lang, &[("cost", &count(cost))]),
                (None, true) => say(&words::SOLVED_ANY_BEST, lang, &[]),
                (None, false) => say(&words::SOLVED_ANY, lang, &[]),
            }
        }
        Outcome::Unsolvable => {
            let examined = || words::EXAMINED.text(lang).to_owned();
            let why = solution.reason.as_ref().map_or_else(examined, |reason| reason.text(lang));
            say(&words::UNSOLVABLE, lang, &[("why", &why)])
        }
        Outcome::Stopped(reason, line) => {
            let reason = words::why_stopped(*reason, lang);
            let line = line.as_ref().filter(|_| solution.exits.is_none()).zip(solution.value.cost);
            match line {
                Some((_, cost)) => {
                    say(&words::BEST_SO_FAR, lang, &[("reason", &reason), ("cost", &count(cost))])
                }
                None => say(&words::STOPPED, lang, &[("reason", &reason)]),
            }
        }
    }
}

/// Describes what was found from `position`, which comes after `from`.
fn describe(
    saved: &SavedQuery,
    shown: &Shown,
    instance: &dyn Instance,
    (from, position): (&Line, &dyn Position),
    solution: &Solution,
    listing: &mut Listing,
    (seconds, lang): (f64, Lang),
) -> String {
    let (about, played) = (instance.about(), from.0.len());
    let mut answer = text::title(&saved.name, about, lang);
    let count = |cost: i64| count(cost, about.metric, lang);
    let _ = write!(answer, "\n{}\n", draw::text_in(&position.scene(), lang));
    let _ = writeln!(answer, "{}", stands(solution, about.metric, lang));
    match &solution.outcome {
        Outcome::Solved(line) => {
            if shown.line_as.is_some() || solution.exits.is_none() {
                describe_line(&mut answer, shown, (played, lang), position, line);
            }
        }
        Outcome::Unsolvable => (),
        Outcome::Stopped(_, line) => {
            let line = line.as_ref().filter(|_| solution.exits.is_none() && solution.value.cost.is_some());
            if let Some(bound) = solution.bound.cost {
                let _ = writeln!(answer, "{}", say(&words::AT_LEAST, lang, &[("cost", &count(bound))]));
            }
            if let Some(line) = line {
                describe_line(&mut answer, shown, (played, lang), position, line);
            }
        }
    }
    let exits = solution.exits.as_deref().unwrap_or_default();
    for (number, exit) in (1..).zip(exits) {
        if !listing.goes_on(&answer) {
            break;
        }
        let moves: Vec<&str> = exit.moves().collect();
        let cost = count(exit.cost);
        let _ = writeln!(answer, "\n{}", say(&words::EXIT, lang, &[("n", &number), ("cost", &cost)]));
        line_with_boards(&mut answer, shown, (played, lang), position, &moves);
    }
    if let Some(reason) = listing.cut {
        let _ = writeln!(
            answer,
            "\nNot all {} exits are listed: {reason}. --json lists them without boards.",
            exits.len()
        );
    }
    answer += &text::added(solution.value.score, solution.bound.score, &solution.details);
    let _ = write!(answer, "\n{}", text::effort(&solution.stats, seconds, lang));
    answer
}

/// A line in the notation asked for, or with its boards.
fn describe_line(
    answer: &mut String,
    shown: &Shown,
    (played, lang): (usize, Lang),
    position: &dyn Position,
    line: &[String],
) {
    match shown.line_as.as_ref().map(|name| notation::of_line(position, line, name)) {
        Some(written) => {
            // Whether it can be was asked before the search.
            let _ = write!(answer, "\n{}\n\n", written.unwrap_or_default());
            *answer += &text::board(position, line, lang);
        }
        None => line_with_boards(answer, shown, (played, lang), position, line),
    }
}

/// The moves of a line from `position`, numbered after the `played` moves before it, with the final board
/// and, if asked for, the board after every few moves.
fn line_with_boards(
    answer: &mut String,
    shown: &Shown,
    (mut played, lang): (usize, Lang),
    position: &dyn Position,
    line: &[impl AsRef<str>],
) {
    let mut position = position.boxed_clone();
    let every = shown.boards.map_or(usize::MAX, |every| every as usize);
    for moves in line.chunks(every.min(line.len().max(1))) {
        let _ = write!(answer, "\n{}", text::moves(moves, played + 1));
        // The moves are legal: a search found them.
        let _ = moves.iter().try_for_each(|text| position.play(text.as_ref()));
        played += moves.len();
        let _ = write!(answer, "\n{}", draw::text_in(&position.scene(), lang));
    }
}
