//! Which files of a directory count.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::{blocks, buckets};
use crate::spill::error::{SpillError, refused};
use crate::spill::record::Record;

/// Opens the directory of a search, and removes what its record does not name.
pub(super) fn open(directory: &Path, identity: &str) -> Result<Option<Record>, SpillError> {
    let refuse = |error: std::io::Error| refused(directory, &error);
    fs::create_dir_all(directory).map_err(refuse)?;
    let record = Record::read(directory, identity)?;
    let named = record.as_ref().map(names).unwrap_or_default();
    for entry in fs::read_dir(directory).map_err(refuse)? {
        let name = entry.map_err(refuse)?.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_own = name.starts_with("marks-") || name.starts_with("found-");
        if is_own && !named.contains(name) {
            remove(&directory.join(name))?;
        }
    }
    Ok(record)
}

/// The files that a record names.
pub(super) fn names(record: &Record) -> HashSet<String> {
    let level = record.levels.len() as u32;
    let blocks = record.blocks.iter().enumerate();
    blocks
        .flat_map(|(at, block)| {
            let found = (block.found > 0).then(|| buckets::name(level, at));
            block.marks.map(|level| blocks::name(level, at)).into_iter().chain(found)
        })
        .collect()
}

pub(super) fn remove(path: &Path) -> Result<(), SpillError> {
    fs::remove_file(path).map_err(|error| refused(path, &error))
}
