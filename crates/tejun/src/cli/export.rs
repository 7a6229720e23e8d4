//! `export`: a puzzle as input for other programs.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tejun_api::{ApiError, answers};
use tejun_puzzles::ExportFormat;
use tejun_puzzles::question::ExportTo;
use tejun_search::Unwatched;

use super::app::App;
use super::output::write_file;
use crate::status::ExitStatus;

/// Prints the position after the line `from` in a format, or writes its files to `folder`.
///
/// # Errors
/// If the family does not write the format, the puzzle has no place in it, or a file cannot be written.
pub(super) fn run(
    app: &App,
    name: &str,
    from: &str,
    format: ExportFormat,
    folder: Option<&Path>,
) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let position = app.after(&*instance, &instance.read_line(from))?;
    let means = app.means();
    let export = |format| position.ask(ExportTo { format }, &means, &mut Unwatched);
    let Some(files) = export(format)? else {
        let family = instance.about().puzzle;
        let written: Vec<&str> = ExportFormat::ALL
            .into_iter()
            .filter(|&other| export(other).is_ok_and(|files| files.is_some()))
            .map(ExportFormat::name)
            .collect();
        if written.is_empty() {
            bail!(ApiError::unsupported(format!("{family} is not exported: ask for solve")));
        }
        bail!(ApiError::unsupported(format!(
            "{family} is not exported as {}: --format is one of {}",
            format.name(),
            written.join(", ")
        )));
    };
    let files = files.map_err(|error| ApiError::unsupported(format!("{name}: {error}")))?;
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        for file in &files {
            write_file(&folder.join(file.name), &file.text)?;
        }
    }
    app.print(
        || answers::export(name, &*instance, format, &files),
        || match folder {
            Some(folder) => {
                files.iter().map(|file| format!("{}\n", folder.join(file.name).display())).collect()
            }
            None => files.iter().map(|file| file.text.as_str()).collect(),
        },
    )?;
    Ok(ExitStatus::Done)
}
