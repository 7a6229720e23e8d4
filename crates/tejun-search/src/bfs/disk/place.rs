//! The directory of one partition.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::bfs::disk::file::StateFile;
use crate::bfs::disk::spill::Spill;
use crate::bfs::mode::Way;
use crate::limits::StopReason;

/// Where a partition keeps its files, and to whom it tells that it cannot.
#[derive(Clone)]
pub(crate) struct Place<'s> {
    spill: &'s Spill,
    directory: PathBuf,
}

impl<'s> Place<'s> {
    /// The place of a partition of a sweep.
    pub fn new(spill: &'s Spill, way: Way, part: usize) -> Self {
        let way = match way {
            Way::Forward => "forward",
            Way::Backward => "backward",
        };
        Place { spill, directory: spill.directory().join(format!("{way}-{part}")) }
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Notes that the disk refuses.
    #[cold]
    pub fn fail(&self, path: &Path, error: &io::Error) -> StopReason {
        self.spill.note(format!("{}: {error}", path.display()));
        StopReason::Disk
    }

    /// Notes that a file is not as it was written.
    #[cold]
    pub fn damaged(&self, path: &Path) -> StopReason {
        self.spill.note(format!("{}: this is damaged: begin anew in an empty directory", path.display()));
        StopReason::Disk
    }

    /// Forces files to the disk, as far as they are there.
    ///
    /// # Errors
    /// If the disk refuses.
    pub(super) fn force(&self, names: &mut Vec<String>) -> Result<(), StopReason> {
        for name in names.drain(..) {
            let path = self.path(&name);
            match fs::File::open(&path).and_then(|file| file.sync_data()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(self.fail(&path, &error)),
                _ => (),
            }
        }
        Ok(())
    }

    /// Counts bytes written.
    pub fn grown(&self, bytes: u64) {
        self.spill.count(bytes);
    }

    /// Removes files, as far as they are there.
    pub(super) fn remove(&self, files: &mut Vec<StateFile>) {
        for file in files.drain(..) {
            // What cannot be removed only takes room, until the search is over.
            if fs::remove_file(self.path(&file.name)).is_ok() {
                self.spill.uncount(file.bytes);
            }
        }
    }

    /// Removes all files but `journal` and those that `keep` says.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn tidy(&self, keep: impl Fn(&str) -> bool) -> Result<(), StopReason> {
        let list = || fs::read_dir(&self.directory)?.collect::<io::Result<Vec<_>>>();
        for entry in list().map_err(|error| self.fail(&self.directory, &error))? {
            let name = entry.file_name();
            if name.to_str().is_none_or(|name| !keep(name)) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }
}
