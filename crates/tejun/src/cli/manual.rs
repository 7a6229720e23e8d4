//! `man` and `completions`: what shells and readers of manuals want, from the one definition of the command line.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::output::print_line;
use crate::program::program;
use crate::status::ExitStatus;

/// Prints the completions of a shell, for the program under the name it was called by.
///
/// # Errors
/// If they cannot be written.
pub(super) fn completions(mut command: Command, shell: Shell) -> Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, program(), &mut script);
    print_line(String::from_utf8_lossy(&script).trim_end()).map(drop)?;
    Ok(ExitStatus::Done)
}

/// Prints the manual page of the program, or writes that of each verb to a folder, too.
///
/// # Errors
/// If they cannot be written.
pub(super) fn pages(command: Command, folder: Option<&Path>) -> Result<ExitStatus> {
    // A page begins with the name anyway.
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = about.split_once(": ").map_or(&*about, |(_, about)| about).to_owned();
    let command = command.about(about);
    let Some(folder) = folder else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        print_line(String::from_utf8_lossy(&page).trim_end()).map(drop)?;
        return Ok(ExitStatus::Done);
    };
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(command, folder))
        .with_context(|| format!("{}: the manual cannot be written", folder.display()))?;
    Ok(ExitStatus::Done)
}
