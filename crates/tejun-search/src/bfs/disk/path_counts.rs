//! Numbers of paths for more states than memory holds: sorted files of states, each with a number.
//!
//! A record is a state, the length of its number in bytes (4, little-endian), and the number, little-endian. The files
//! belong to no checkpoint of the journal, and are only read by the process that wrote them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;

use num_bigint::BigUint;

use crate::bfs::disk::partition_dir::PartitionDir;
use crate::collections::sort::sort;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::spill::journal::StateFile;
use crate::spill::regular_file;
use crate::state::key::Key;

/// The most files merged at a time.
const MOST_SOURCES: usize = 8;
/// Bytes read or written at a time.
const BUFFER: usize = 4 << 10;
/// Bytes that tell the length of a number.
const LENGTH: usize = 4;

/// A state and how many paths lead on from it.
pub(crate) type PathCount<S> = (S, BigUint);

/// A file of states and numbers, ascending by state, each state once.
pub(crate) struct CountFile {
    file: StateFile,
    /// Length of the longest number, in bytes.
    pub longest: usize,
    sum: u32,
}

/// Sorts states with numbers; the numbers of a state are added up.
pub(crate) struct CountSorter<'p, 's> {
    dir: &'p PartitionDir<'s>,
    /// Sorted files by generation, each merged from those of the one before.
    generations: Vec<Vec<CountFile>>,
    /// Number of the next file.
    next: u64,
    bytes: u64,
}

impl<'p, 's> CountSorter<'p, 's> {
    /// Returns an empty sorter, with files in `dir`.
    ///
    /// # Errors
    /// If the budget does not allow the buffers.
    pub fn new(dir: &'p PartitionDir<'s>, budget: &mut Budget) -> Result<Self, StopReason> {
        // One more for the file that is written, and one for what the caller reads.
        let bytes = ((MOST_SOURCES + 2) * BUFFER) as u64;
        budget.take(bytes)?;
        Ok(CountSorter { dir, generations: vec![Vec::new()], next: 0, bytes })
    }

    /// Adds states, in any order, each once. The list is then empty.
    ///
    /// # Errors
    /// If the disk refuses, or the search is cancelled.
    pub fn push_all<S: Key>(
        &mut self,
        list: &mut Vec<PathCount<S>>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        if list.is_empty() {
            return Ok(());
        }
        sort(list, cancel)?;
        let mut writer = self.create()?;
        for (state, number) in list.drain(..) {
            writer.push(self.dir, state, &number)?;
            cancel.work(16)?;
        }
        let file = writer.finish(self.dir)?;
        self.generations[0].push(file);
        let mut generation = 0;
        while self.generations[generation].len() == MOST_SOURCES {
            let files = std::mem::take(&mut self.generations[generation]);
            let merged = self.merge::<S>(files, cancel)?;
            generation += 1;
            if generation == self.generations.len() {
                self.generations.push(Vec::new());
            }
            self.generations[generation].push(merged);
        }
        Ok(())
    }

    /// Merges all that was added to one file. The sorter is then empty.
    ///
    /// # Errors
    /// Those of [`CountSorter::push_all`].
    pub fn finish<S: Key>(&mut self, cancel: &mut dyn CancelCheck) -> Result<CountFile, StopReason> {
        let mut files: Vec<CountFile> = self.generations.drain(..).flatten().collect();
        self.generations.push(Vec::new());
        while files.len() > MOST_SOURCES {
            let rest = files.split_off(MOST_SOURCES);
            let merged = self.merge::<S>(files, cancel)?;
            files = rest;
            files.push(merged);
        }
        if files.len() == 1 { Ok(files.remove(0)) } else { self.merge::<S>(files, cancel) }
    }

    fn merge<S: Key>(
        &mut self,
        files: Vec<CountFile>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<CountFile, StopReason> {
        let mut sources: Vec<CountReader<S>> =
            files.iter().map(|file| CountReader::open(self.dir, file)).collect::<Result<_, _>>()?;
        let mut writer = self.create()?;
        while let Some(least) = sources.iter().filter_map(|source| Some(source.head.as_ref()?.0)).min() {
            let mut number = BigUint::ZERO;
            for source in &mut sources {
                if source.head.as_ref().is_some_and(|(state, _)| *state == least) {
                    number += source.advance(self.dir)?.map_or(BigUint::ZERO, |(_, counts)| counts);
                }
            }
            writer.push(self.dir, least, &number)?;
            cancel.work(8 * sources.len())?;
        }
        let merged = writer.finish(self.dir)?;
        files.into_iter().for_each(|file| file.remove(self.dir));
        Ok(merged)
    }

    fn create(&mut self) -> Result<CountWriter, StopReason> {
        self.next += 1;
        CountWriter::create(self.dir, format!("ways-{}", self.next - 1))
    }

    /// Frees its memory.
    pub fn free(self, budget: &mut Budget) {
        budget.give(self.bytes);
    }
}

impl CountFile {
    /// Removes the file.
    pub fn remove(self, dir: &PartitionDir) {
        dir.remove(&mut vec![self.file]);
    }
}

struct CountWriter {
    file: BufWriter<File>,
    path: PathBuf,
    written: CountFile,
    sum: crc32fast::Hasher,
}

impl CountWriter {
    fn create(dir: &PartitionDir, name: String) -> Result<Self, StopReason> {
        let path = dir.file(&name);
        let file = regular_file::create(&path).map_err(|error| dir.fail(&path, &error))?;
        let file = BufWriter::with_capacity(BUFFER, file);
        let written = StateFile { name, states: 0, bytes: 0, sorted: true };
        let written = CountFile { file: written, longest: 0, sum: 0 };
        Ok(CountWriter { file, path, written, sum: crc32fast::Hasher::new() })
    }

    fn push<S: Key>(&mut self, dir: &PartitionDir, state: S, number: &BigUint) -> Result<(), StopReason> {
        let digits = number.to_bytes_le();
        for bytes in [bytemuck::bytes_of(&state), &(digits.len() as u32).to_le_bytes(), &digits] {
            self.file.write_all(bytes).map_err(|error| dir.fail(&self.path, &error))?;
            self.sum.update(bytes);
            self.written.file.bytes += bytes.len() as u64;
        }
        self.written.file.states += 1;
        self.written.longest = self.written.longest.max(digits.len());
        Ok(())
    }

    fn finish(mut self, dir: &PartitionDir) -> Result<CountFile, StopReason> {
        self.file.flush().map_err(|error| dir.fail(&self.path, &error))?;
        dir.count_written(self.written.file.bytes);
        self.written.sum = self.sum.finalize();
        Ok(self.written)
    }
}

/// Reads states and numbers in order.
pub(crate) struct CountReader<S> {
    file: BufReader<File>,
    path: PathBuf,
    left: u64,
    longest: usize,
    expected: u32,
    sum: crc32fast::Hasher,
    head: Option<PathCount<S>>,
}

impl<S: Key> CountReader<S> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the disk refuses, or the file is damaged.
    pub fn open(dir: &PartitionDir, counts: &CountFile) -> Result<Self, StopReason> {
        let path = dir.file(&counts.file.name);
        let file = regular_file::read(&path).map_err(|error| dir.fail(&path, &error))?;
        let mut reader = CountReader {
            file: BufReader::with_capacity(BUFFER, file),
            path,
            left: counts.file.states,
            longest: counts.longest,
            expected: counts.sum,
            sum: crc32fast::Hasher::new(),
            head: None,
        };
        reader.advance(dir)?;
        Ok(reader)
    }

    /// Takes the next state and its number; `None` at the end.
    ///
    /// # Errors
    /// If the disk refuses, or the file is damaged.
    pub fn advance(&mut self, dir: &PartitionDir) -> Result<Option<PathCount<S>>, StopReason> {
        let next = match self.left {
            0 => None,
            _ => Some(self.read().map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => dir.damaged(&self.path),
                _ => dir.fail(&self.path, &error),
            })?),
        };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 && self.sum.clone().finalize() != self.expected {
            return Err(dir.damaged(&self.path));
        }
        Ok(std::mem::replace(&mut self.head, next))
    }

    fn read(&mut self) -> io::Result<PathCount<S>> {
        let mut state = S::zeroed();
        self.file.read_exact(bytemuck::bytes_of_mut(&mut state))?;
        self.sum.update(bytemuck::bytes_of(&state));
        let mut length = [0; LENGTH];
        self.file.read_exact(&mut length)?;
        self.sum.update(&length);
        let length = u32::from_le_bytes(length) as usize;
        if length > self.longest {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut digits = vec![0; length];
        self.file.read_exact(&mut digits)?;
        self.sum.update(&digits);
        Ok((state, BigUint::from_bytes_le(&digits)))
    }
}
