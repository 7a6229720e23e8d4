//! `solve --watch`: the plain search, event by event.

use anyhow::{Result, bail};
use tejun_puzzles::{Lang, Status, StepKind};
use tejun_search::{Progress, Watch};

use super::{Session, print_line, text};

/// Prints what the plain search does until its first solution, with the board after every placement;
/// stops after as many events as `--states` says.
pub(super) fn run(session: &Session, name: &str) -> Result<Status> {
    let instance = session.instance(name)?;
    let Some(mut steps) = instance.steps() else {
        bail!("{} has no search to watch: leave out --watch", instance.about().puzzle);
    };
    let mut watcher = session.watcher();
    let most = session.request().limits.states;
    let mut events = 0;
    while let Some(step) = steps.advance() {
        events += 1;
        print_line(&step.reason.text(Lang::En))?;
        match step.kind {
            StepKind::Placed => print_line(&text::board(&*instance, &steps.line().0).unwrap_or_default())?,
            StepKind::Solution => return Ok(Status::Done),
            StepKind::Exhausted => return Ok(Status::Unsolvable),
            _ => {}
        }
        let progress = Progress { expanded: events, ..Progress::default() };
        if events >= most || watcher.tick(&progress).is_break() {
            break;
        }
    }
    Ok(Status::Stopped)
}
