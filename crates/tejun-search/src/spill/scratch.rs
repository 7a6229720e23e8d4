//! A file for what can be made again.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::PathBuf;

use crate::limits::StopReason;
use crate::spill::directory::Spill;
use crate::spill::error::refused;
use crate::spill::manifest::SCRATCH;
use crate::spill::regular_file;

/// A file in the directory of a search for what is made again when the search resumes: it is empty each time, and removed
/// when the search is over. Made by [`Spill::scratch`].
#[derive(Debug)]
pub struct Scratch<'s> {
    spill: &'s Spill,
    path: PathBuf,
    file: File,
    len: u64,
}

impl Spill {
    /// Makes the scratch file, in place of the one before.
    ///
    /// ```
    /// # use tejun_search::Spill;
    /// # let directory = std::env::temp_dir().join(format!("tejun-scratch-{}", std::process::id()));
    /// let spill = Spill::begin(&directory, "letters", 1)?;
    /// let mut scratch = spill.scratch().expect("the disk takes a file");
    /// scratch.append(b"ab").and_then(|_| scratch.append(b"cde")).expect("and bytes");
    /// let mut read = [0; 3];
    /// scratch.read(1, &mut read).expect("and gives them back");
    /// assert_eq!(&read, b"bcd");
    /// # std::fs::remove_dir_all(directory).unwrap();
    /// # Ok::<(), tejun_search::SpillError>(())
    /// ```
    ///
    /// # Errors
    /// [`StopReason::Disk`] if the disk refuses; [`Spill::failure`] says why. So do the methods of the file.
    pub fn scratch(&self) -> Result<Scratch<'_>, StopReason> {
        let path = self.directory().join(SCRATCH);
        // Emptied first, since opening a file does not tell whether something else has its name.
        let opened = regular_file::create(&path)
            .and_then(|_| regular_file::open(&path, File::options().read(true).write(true)));
        match opened {
            Ok(file) => Ok(Scratch { spill: self, path, file, len: 0 }),
            Err(error) => {
                self.note(refused(&path, &error), false);
                Err(StopReason::Disk)
            }
        }
    }
}

impl Scratch<'_> {
    /// Appends bytes, and returns their place.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn append(&mut self, bytes: &[u8]) -> Result<Range<u64>, StopReason> {
        let begin = self.len;
        let written = self.file.seek(SeekFrom::Start(begin)).and_then(|_| self.file.write_all(bytes));
        self.checked(written)?;
        self.len += bytes.len() as u64;
        self.spill.count(bytes.len() as u64);
        Ok(begin..self.len)
    }

    /// Reads the bytes from a place on.
    ///
    /// # Errors
    /// If the disk refuses, or there are fewer.
    pub fn read(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), StopReason> {
        let read = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.read_exact(bytes));
        self.checked(read)
    }

    fn checked<T>(&self, done: io::Result<T>) -> Result<T, StopReason> {
        done.map_err(|error| {
            self.spill.note(refused(&self.path, &error), false);
            StopReason::Disk
        })
    }
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        self.spill.uncount(self.len);
        // What cannot be removed only takes room, until the search is over.
        let _ = std::fs::remove_file(&self.path);
    }
}
