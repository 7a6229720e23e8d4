//! Verbs specific to one family.

use anyhow::{Error, Result};
use tejun_api::{ApiError, ErrorKind, answers};
use tejun_puzzles::{Call, FamilyVerb, InputError};

use super::app::App;
use crate::status::ExitStatus;

pub(super) fn run(app: &App, verb: &FamilyVerb, call: &Call) -> Result<ExitStatus> {
    let _limits = app.limits();
    let mut watcher = app.watcher();
    let answer = verb.answer(call, &mut watcher).map_err(|error| refused(verb, error))?;
    drop(watcher);
    app.print(|| answers::details(&answer.details), || answer.text)?;
    Ok(answer.ending.into())
}

/// A verb refuses its options, which it names as they are written, or what its arguments are.
fn refused(verb: &FamilyVerb, error: InputError) -> Error {
    let message = error.to_string();
    if verb.arguments.is_empty() || message.starts_with("--") {
        ApiError::impossible(ErrorKind::Usage, message).into()
    } else {
        error.into()
    }
}
