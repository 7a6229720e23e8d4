//! The directory of one partition.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::bfs::mode::SweepDirection;
use crate::limits::StopReason;
use crate::spill::directory::Spill;
use crate::spill::error::{SpillError, damaged, is_misplaced, refused};
use crate::spill::journal::{self, StateFile};
use crate::spill::manifest::identity;
use crate::spill::regular_file;

/// The directory with the files of a partition, which reports failures to its [`Spill`].
#[derive(Clone)]
pub(crate) struct PartitionDir<'s> {
    spill: &'s Spill,
    /// The directory's name, which says which partition it belongs to.
    name: String,
    directory: PathBuf,
}

impl<'s> PartitionDir<'s> {
    /// The directory of a partition of a sweep.
    pub fn new(spill: &'s Spill, direction: SweepDirection, part: usize) -> Self {
        let direction = match direction {
            SweepDirection::Forward => "forward",
            SweepDirection::Backward => "backward",
        };
        let name = format!("{direction}-{part}");
        PartitionDir { spill, directory: spill.directory().join(&name), name }
    }

    /// What its journal begins with: whose partition it is.
    pub(super) fn identity(&self) -> String {
        identity(self.spill.id(), &self.name)
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.directory
    }

    /// The path of a file.
    pub fn file(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Notes that the disk refuses.
    #[cold]
    pub fn fail(&self, path: &Path, error: &io::Error) -> StopReason {
        self.spill.note(refused(path, error), is_misplaced(error));
        StopReason::Disk
    }

    /// Notes that a file is not as it was written.
    #[cold]
    pub fn damaged(&self, path: &Path) -> StopReason {
        self.refuse(damaged(path))
    }

    /// Notes that the journal cannot be read or written.
    #[cold]
    pub(super) fn journal_failed(&self, error: &io::Error) -> StopReason {
        let path = self.file(journal::NAME);
        match error.kind() {
            io::ErrorKind::InvalidData => self.damaged(&path),
            _ => self.fail(&path, error),
        }
    }

    /// Notes that the partitions do not fit together.
    #[cold]
    pub(super) fn mismatched(&self) -> StopReason {
        let why = "its partitions are of different runs: begin anew in an empty directory";
        self.refuse(SpillError(format!("{}: {why}", self.spill.directory().display())))
    }

    /// Notes that what stands there is of no use.
    #[cold]
    pub(super) fn refuse(&self, why: SpillError) -> StopReason {
        self.spill.note(why, true);
        StopReason::Disk
    }

    /// Checks that no other process can have come in.
    ///
    /// # Errors
    /// If one can.
    pub(super) fn check_locks(&self) -> Result<(), StopReason> {
        let Some(lock) = self.spill.missing_lock() else { return Ok(()) };
        let why =
            "this was removed, so another search may have used the directory: begin anew in an empty one";
        Err(self.refuse(SpillError(format!("{}: {why}", lock.display()))))
    }

    /// Forces files to the disk, as far as they are there.
    ///
    /// # Errors
    /// If the disk refuses.
    pub(super) fn sync(&self, names: &mut Vec<String>) -> Result<(), StopReason> {
        for name in names.drain(..) {
            let path = self.file(&name);
            match regular_file::read(&path).and_then(|file| file.sync_data()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(self.fail(&path, &error)),
                _ => (),
            }
        }
        Ok(())
    }

    /// Counts bytes written.
    pub fn count_written(&self, bytes: u64) {
        self.spill.count(bytes);
    }

    /// Removes files, as far as they are there.
    pub(super) fn remove(&self, files: &mut Vec<StateFile>) {
        for file in files.drain(..) {
            // What cannot be removed only takes room, until the search is over.
            if fs::remove_file(self.file(&file.name)).is_ok() {
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
