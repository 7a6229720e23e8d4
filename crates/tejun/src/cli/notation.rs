//! `show --as` and `solve --line-as`: a position or a line in a notation of other programs.

use anyhow::{Result, bail};
use tejun_api::{ApiError, answers};
use tejun_puzzles::{Notation, Position};

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
    let text = written(name, instance.about().puzzle, &notations, ("--as", notation))?;
    app.print(|| answers::notation(name, &*instance, notation, &text), || text.clone())?;
    Ok(ExitStatus::Done)
}

/// Writes a legal line from a position on in the notation of this name.
///
/// # Errors
/// If the family has no such notation, or the line has no place in it.
pub(super) fn of_line(position: &dyn Position, line: &[String], notation: &str) -> Result<String> {
    let family = position.instance().about().puzzle;
    written(family, family, &position.line_notations(line), ("--line-as", notation))
}

/// The text in the notation that an option names, of those of a family.
///
/// # Errors
/// If there is no such notation, or what is called `name` has no place in it.
fn written(
    name: &str,
    family: &str,
    notations: &[Notation],
    (option, notation): (&str, &str),
) -> Result<String> {
    let known: Vec<&str> = notations.iter().map(|notation| notation.name).collect();
    let Some(wanted) = notations.iter().find(|known| known.name == notation) else {
        if known.is_empty() {
            bail!(ApiError::unsupported(format!(
                "{family} is written in no other notation: leave out {option}"
            )));
        }
        bail!(ApiError::unsupported(format!(
            "{family} is not written as {notation:?}: {option} is one of {}",
            known.join(", ")
        )));
    };
    Ok(wanted.text.clone().map_err(|error| ApiError::unsupported(format!("{name}: {error}")))?)
}
