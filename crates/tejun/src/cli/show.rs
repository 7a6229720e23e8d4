//! `show`: draws a position, or all positions on the way to it.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use tejun_api::{answers, draw};
use tejun_puzzles::{Instance, Line};
use tejun_search::{Progress, Watch};

use super::app::App;
use super::output::{print_line, write_file};
use super::text;
use crate::status::ExitStatus;

pub(super) fn run(
    app: &App,
    name: &str,
    from: &str,
    svg: Option<&Path>,
    animate: bool,
) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let scene = app.after(&*instance, &from)?.scene();
    if animate {
        return play(app, &*instance, &from);
    }
    if let Some(file) = svg {
        write_file(file, &draw::svg(&scene))?;
    }
    app.print(
        || answers::show(name, &*instance, &scene),
        || {
            let about = instance.about();
            let what = about.about.text(app.lang()).map_or_else(String::new, |text| format!("{text}\n"));
            let title = text::title(name, about, app.lang());
            format!("{title}{what}\n{}", draw::text_in(&scene, app.lang()))
        },
    )?;
    Ok(ExitStatus::Done)
}

/// How long each position of an animation is shown.
const STANDS: Duration = Duration::from_millis(120);

/// Draws the position after each move: on a terminal all in one place, otherwise below each other.
fn play(app: &App, instance: &dyn Instance, line: &Line) -> Result<ExitStatus> {
    let mut watcher = app.watcher();
    let terminal = std::io::stdout().is_terminal();
    let mut shown = String::new();
    let mut position = instance.start();
    for played in 0..=line.0.len() {
        if played > 0 {
            position.play(&line.0[played - 1])?;
        }
        let frame = draw::text(&position.scene());
        // A play that is over does not change, whatever moves follow.
        if frame == shown {
            continue;
        }
        #[cfg(feature = "terminal")]
        if terminal {
            super::screen::clear()?;
        }
        if print_line(&frame)?.is_break() {
            return Ok(ExitStatus::Stopped);
        }
        if terminal && played < line.0.len() {
            std::thread::sleep(STANDS);
        }
        shown = frame;
        if watcher.tick(&Progress::default()).is_break() {
            return Ok(ExitStatus::Stopped);
        }
    }
    Ok(ExitStatus::Done)
}
