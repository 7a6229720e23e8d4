//! `show --as`: a position in a notation of other programs.

use anyhow::{Result, bail};
use tejun_api::{ApiError, answers};

use super::app::App;
use crate::status::ExitStatus;

/// Prints the position after the line `from` in the notation of this name.
///
/// # Errors
/// If the family has no such notation, or the position has no place in it.
pub(super) fn run(app: &App, name: &str, from: &str, notation: &str) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let notations = app.after(&*instance, &from)?.notations();
    let family = instance.about().puzzle;
    let known: Vec<&str> = notations.iter().map(|notation| notation.name).collect();
    let Some(wanted) = notations.iter().find(|known| known.name == notation) else {
        if known.is_empty() {
            bail!(ApiError::unsupported(format!("{family} is written in no other notation: leave out --as")));
        }
        bail!(ApiError::unsupported(format!(
            "{family} is not written as {notation:?}: --as is one of {}",
            known.join(", ")
        )));
    };
    let text = wanted.text.as_ref().map_err(|error| ApiError::unsupported(format!("{name}: {error}")))?;
    app.print(|| answers::notation(name, &*instance, wanted.name, text), || text.clone())?;
    Ok(ExitStatus::Done)
}
