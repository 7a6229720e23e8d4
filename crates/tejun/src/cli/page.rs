//! `page`: the page as static files.

use std::path::Path;

use anyhow::Result;
use tejun_puzzles::Registry;

use crate::page::module::{self, Source};
use crate::page::site;
use crate::status::ExitStatus;

/// Builds the engine of the page from a package and writes the page of `registry` to a folder.
///
/// # Errors
/// If that is not possible; the error says what to do.
pub(super) fn run(registry: Registry, folder: &Path, source: &Source) -> Result<ExitStatus> {
    site::check(folder)?;
    let module = module::build(source)?;
    let size = module.len();
    let (files, bytes) = site::write(registry, module, folder)?;
    println!("{}: {files} files, {bytes} bytes, {size} of them the engine", folder.display());
    Ok(ExitStatus::Done)
}
