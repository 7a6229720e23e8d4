//! Verbs specific to one family.

use anyhow::Result;
use tejun_api::answers;
use tejun_puzzles::{Call, FamilyVerb};

use super::app::App;
use crate::status::ExitStatus;

pub(super) fn run(app: &App, verb: &FamilyVerb, call: &Call) -> Result<ExitStatus> {
    let mut watcher = app.watcher();
    let answer = (verb.run)(call, &mut watcher)?;
    drop(watcher);
    app.print(|| answers::details(&answer.details), || answer.text)?;
    Ok(answer.ending.into())
}
