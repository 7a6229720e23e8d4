//! `show`: a drawing of a position, or of all positions on the way to it.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tejun_puzzles::{Instance, Line, Status};
use tejun_search::{Progress, Watch};

use super::{Session, print_line, text};
use crate::{answers, draw};

pub(super) fn run(
    session: &Session,
    name: &str,
    from: &str,
    svg: Option<&Path>,
    animate: bool,
) -> Result<Status> {
    let instance = session.instance(name)?;
    let from = instance.read_line(from);
    let scene = instance.scene(&from).map_err(|error| anyhow!("{error}"))?;
    if animate {
        return play(session, &*instance, &from);
    }
    if let Some(file) = svg {
        std::fs::write(file, draw::svg(&scene))
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    session.print(
        || answers::show(name, &*instance, &scene),
        || format!("{}\n{}", text::title(name, instance.about()), draw::text(&scene)),
    )?;
    Ok(Status::Done)
}

/// How long a position stands in an animation.
const STANDS: Duration = Duration::from_millis(120);

/// Draws the position after each move, one after the other: on a terminal in one place, else below
/// each other.
fn play(session: &Session, instance: &dyn Instance, line: &Line) -> Result<Status> {
    let mut watcher = session.watcher();
    let terminal = std::io::stdout().is_terminal();
    let mut shown = String::new();
    for played in 0..=line.0.len() {
        let frame = text::board(instance, &line.0[..played]).map_err(|error| anyhow!("{error}"))?;
        // A game that is over stays as it is, whatever is played on.
        if frame == shown {
            continue;
        }
        // To the corner, and nothing left of what was drawn below it.
        let corner = if terminal { "\x1b[H\x1b[J" } else { "" };
        print_line(&format!("{corner}{frame}"))?;
        if terminal && played < line.0.len() {
            std::thread::sleep(STANDS);
        }
        shown = frame;
        if watcher.tick(&Progress::default()).is_break() {
            return Ok(Status::Stopped);
        }
    }
    Ok(Status::Done)
}
