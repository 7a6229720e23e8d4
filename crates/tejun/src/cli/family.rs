//! Verbs specific to one family.

use anyhow::Result;
use tejun_api::answers;
use tejun_puzzles::{Call, FamilyVerb};

use super::Session;
use crate::status::ExitStatus;

pub(super) fn run(session: &Session, verb: &FamilyVerb, call: &Call) -> Result<ExitStatus> {
    let mut watcher = session.watcher();
    let told = (verb.run)(call, &mut watcher)?;
    drop(watcher);
    session.print(|| answers::details(&told.details), || told.text)?;
    Ok(told.ending.into())
}
