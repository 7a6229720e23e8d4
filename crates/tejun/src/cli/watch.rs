//! `solve --watch`: the plain search, event by event.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tejun_api::ApiError;
use tejun_puzzles::question::StepThrough;
use tejun_puzzles::{Lang, Position, QuestionKind, Step, StepKind, Steps};
use tejun_search::{Progress, Unwatched, Watch};

use super::app::App;
use super::output::print_line;
use super::pace::{Pace, Turn};
use super::screen::Screen;
use super::text;
use super::watcher::Watcher;
use crate::status::ExitStatus;

/// Minimum time between pages, and the interval at which the clock and signals are checked.
const FRAME: Duration = Duration::from_millis(20);
const LOOK: Duration = Duration::from_millis(100);

const KEYS: &str = "space: pause or resume   s: one event   + -: speed   q: quit";

/// Shows the plain search until its first solution, or until the number of events given by `--states`. On a
/// terminal, keys pause, step and resume it; elsewhere all events are printed, with the board after every
/// placement. Without its pruning, if that is wanted; then both ways are compared at the end.
pub(super) fn run(app: &App, name: &str, speed: u32, unpruned: bool) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    if !instance.can(QuestionKind::Steps) {
        bail!(ApiError::unsupported(format!(
            "{} has no search to watch: leave out --watch",
            instance.about().puzzle
        )));
    }
    let steps = |unpruned| instance.ask(StepThrough { unpruned }, &app.means(), &mut Unwatched);
    let screen = if app.shared.quiet { None } else { Screen::take()? };
    let on_screen = screen.is_some();
    let mut show = Show {
        start: instance.start(),
        steps: steps(unpruned)?,
        events: 0,
        cut: 0,
        most: app.means().limits.states,
        watcher: Watcher::new(app.time(), on_screen || app.shared.quiet),
        last: None,
    };
    let status = match screen {
        None => show.print()?,
        Some(screen) => {
            let status = show.play(&screen, Pace::new(speed));
            drop(screen);
            // The last screen is printed, so that it stays readable.
            print_line(show.page().trim_end()).map(drop)?;
            status?
        }
    };
    // What was stopped is not compared with what was not.
    if unpruned && matches!(status, ExitStatus::Done | ExitStatus::Unsolvable) {
        let tally = show.tally("without pruning", status);
        let watcher = Watcher::new(app.time(), true);
        let mut pruned = Show { steps: steps(false)?, events: 0, cut: 0, last: None, watcher, ..show };
        let other = pruned.finish();
        print_line(&format!("{tally}\n{}", pruned.tally("with pruning", other))).map(drop)?;
    }
    Ok(status)
}

/// A search being shown.
struct Show {
    start: Box<dyn Position>,
    steps: Box<dyn Steps>,
    events: u64,
    /// How many of them cut a branch.
    cut: u64,
    most: u64,
    watcher: Watcher,
    last: Option<Step>,
}

impl Show {
    /// Takes the next event; returns the status if it was the last.
    fn advance(&mut self) -> Option<ExitStatus> {
        let Some(step) = self.steps.advance() else { return Some(ExitStatus::Unsolvable) };
        self.events += 1;
        self.cut += u64::from(step.kind == StepKind::Pruned);
        let end = match step.kind {
            StepKind::Solution => Some(ExitStatus::Done),
            StepKind::Exhausted => Some(ExitStatus::Unsolvable),
            StepKind::Stopped => Some(ExitStatus::Stopped),
            _ => None,
        };
        self.last = Some(step);
        end
    }

    /// Whether a limit or a signal ends it.
    fn is_over(&mut self) -> bool {
        let progress = Progress { expanded: self.events, ..Progress::default() };
        self.events >= self.most || self.watcher.tick(&progress).is_break()
    }

    fn board(&self) -> String {
        text::board(&*self.start, &self.steps.line().0, Lang::En)
    }

    /// The message of the last event.
    fn said(&self) -> String {
        self.last.as_ref().map_or_else(String::new, |step| {
            let none = if step.kind == StepKind::Exhausted { ": there is no solution" } else { "" };
            step.reason.text(Lang::En) + none
        })
    }

    /// What it took to its end.
    fn tally(&self, how: &str, status: ExitStatus) -> String {
        let end = match status {
            ExitStatus::Done => "to the first solution",
            ExitStatus::Unsolvable => "to the end",
            _ => "so far",
        };
        format!("{how}: {} events {end}, branches cut: {}", self.events, self.cut)
    }

    /// Goes on to the end without showing anything.
    fn finish(&mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.advance() {
                return status;
            }
            if self.is_over() {
                return ExitStatus::Stopped;
            }
        }
    }

    fn page(&self) -> String {
        format!("event {}: {}\n\n{}", self.events, self.said(), self.board())
    }

    /// Prints all events.
    fn print(&mut self) -> Result<ExitStatus> {
        loop {
            let end = self.advance();
            let mut text = self.said();
            if self.last.as_ref().is_some_and(|step| step.kind == StepKind::Placed) {
                text = format!("{text}\n{}", self.board());
            }
            let nobody_reads = print_line(&text)?.is_break();
            if let Some(status) = end {
                return Ok(status);
            }
            if nobody_reads || self.is_over() {
                return Ok(ExitStatus::Stopped);
            }
        }
    }

    /// Shows the events on a screen, at a pace controlled by keys.
    fn play(&mut self, screen: &Screen, mut pace: Pace) -> Result<ExitStatus> {
        let mut last = Instant::now();
        let mut drawn: Option<Instant> = None;
        loop {
            let turn = pace.turn(last.elapsed());
            if turn == Turn::Quit {
                return Ok(ExitStatus::Stopped);
            }
            if turn == Turn::Go {
                last = Instant::now();
                if let Some(status) = self.advance() {
                    return Ok(status);
                }
                if self.is_over() {
                    return Ok(ExitStatus::Stopped);
                }
            }
            let wait = match turn {
                Turn::Wait(time) => time.map_or(LOOK, |time| time.min(LOOK)),
                Turn::Go | Turn::Quit => Duration::ZERO,
            };
            // If events come faster than pages, most are not drawn.
            if wait < FRAME && drawn.is_some_and(|drawn| drawn.elapsed() < FRAME) {
                std::thread::sleep(wait);
                continue;
            }
            screen.draw(&self.page(), &format!("[{pace}]  {KEYS}"))?;
            drawn = Some(Instant::now());
            if let Some(control) = screen.control(wait)? {
                pace.control(control);
            } else if self.is_over() {
                return Ok(ExitStatus::Stopped);
            }
        }
    }
}
