//! Verbs that only one family has.

use anyhow::Result;
use tejun_puzzles::{Call, Status, Verb};

use super::Session;

pub(super) fn run(session: &Session, verb: &Verb, call: &Call) -> Result<Status> {
    let mut watcher = session.watcher();
    let answer = (verb.run)(call, &mut watcher)?;
    drop(watcher);
    session.print(|| answer.json, || answer.text)?;
    Ok(answer.status)
}
