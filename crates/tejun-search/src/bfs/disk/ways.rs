//! Numbers of lines for more states than memory holds: sorted files of states, each with a number.
//!
//! A record is a state, the length of its number in bytes (4, little-endian), and the number, little-endian. The files
//! belong to no point of the journal, and are only read by the process that wrote them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;

use num_bigint::BigUint;

use crate::bfs::disk::file::StateFile;
use crate::bfs::disk::place::Place;
use crate::bfs::disk::plain;
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;
use crate::sort::sort;

/// The most files merged at a time.
const MOST_SOURCES: usize = 8;
/// Bytes read or written at a time.
const BUFFER: usize = 4 << 10;
/// Bytes that tell the length of a number.
const LENGTH: usize = 4;

/// A state and how many lines lead on from it.
pub(crate) type Counted<S> = (S, BigUint);

/// A file of states and numbers, ascending by state, each state once.
pub(crate) struct WaysFile {
    file: StateFile,
    /// Length of the longest number, in bytes.
    pub longest: usize,
    sum: u32,
}

/// Sorts states with numbers; the numbers of a state are added up.
pub(crate) struct WaysSorter<'p, 's> {
    place: &'p Place<'s>,
    /// Sorted files by generation, each merged from those of the one before.
    generations: Vec<Vec<WaysFile>>,
    /// Number of the next file.
    next: u64,
    bytes: u64,
}

impl<'p, 's> WaysSorter<'p, 's> {
    /// Returns an empty sorter, with files in `place`.
    ///
    /// # Errors
    /// If the budget does not allow the buffers.
    pub fn new(place: &'p Place<'s>, budget: &mut Budget) -> Result<Self, StopReason> {
        // One more for the file that is written, and one for what the caller reads.
        let bytes = ((MOST_SOURCES + 2) * BUFFER) as u64;
        budget.take(bytes)?;
        Ok(WaysSorter { place, generations: vec![Vec::new()], next: 0, bytes })
    }

    /// Adds states, in any order, each once. The list is then empty.
    ///
    /// # Errors
    /// If the disk refuses, or the pulse stops the search.
    pub fn push_all<S: Packed>(
        &mut self,
        list: &mut Vec<Counted<S>>,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        if list.is_empty() {
            return Ok(());
        }
        sort(list, pulse)?;
        let mut writer = self.create()?;
        for (state, number) in list.drain(..) {
            writer.push(self.place, state, &number)?;
            pulse.work(16)?;
        }
        let file = writer.finish(self.place)?;
        self.generations[0].push(file);
        let mut generation = 0;
        while self.generations[generation].len() == MOST_SOURCES {
            let files = std::mem::take(&mut self.generations[generation]);
            let merged = self.merge::<S>(files, pulse)?;
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
    /// Those of [`WaysSorter::push_all`].
    pub fn finish<S: Packed>(&mut self, pulse: &mut dyn Pulse) -> Result<WaysFile, StopReason> {
        let mut files: Vec<WaysFile> = self.generations.drain(..).flatten().collect();
        self.generations.push(Vec::new());
        while files.len() > MOST_SOURCES {
            let rest = files.split_off(MOST_SOURCES);
            let merged = self.merge::<S>(files, pulse)?;
            files = rest;
            files.push(merged);
        }
        if files.len() == 1 { Ok(files.remove(0)) } else { self.merge::<S>(files, pulse) }
    }

    fn merge<S: Packed>(
        &mut self,
        files: Vec<WaysFile>,
        pulse: &mut dyn Pulse,
    ) -> Result<WaysFile, StopReason> {
        let mut sources: Vec<WaysReader<S>> =
            files.iter().map(|file| WaysReader::open(self.place, file)).collect::<Result<_, _>>()?;
        let mut writer = self.create()?;
        while let Some(least) = sources.iter().filter_map(|source| Some(source.head.as_ref()?.0)).min() {
            let mut number = BigUint::ZERO;
            for source in &mut sources {
                if source.head.as_ref().is_some_and(|(state, _)| *state == least) {
                    number += source.advance(self.place)?.map_or(BigUint::ZERO, |(_, ways)| ways);
                }
            }
            writer.push(self.place, least, &number)?;
            pulse.work(8 * sources.len())?;
        }
        let merged = writer.finish(self.place)?;
        files.into_iter().for_each(|file| file.remove(self.place));
        Ok(merged)
    }

    fn create(&mut self) -> Result<WaysWriter, StopReason> {
        self.next += 1;
        WaysWriter::create(self.place, format!("ways-{}", self.next - 1))
    }

    /// Frees its memory.
    pub fn free(self, budget: &mut Budget) {
        budget.give(self.bytes);
    }
}

impl WaysFile {
    /// Removes the file.
    pub fn remove(self, place: &Place) {
        place.remove(&mut vec![self.file]);
    }
}

struct WaysWriter {
    file: BufWriter<File>,
    path: PathBuf,
    written: WaysFile,
    sum: crc32fast::Hasher,
}

impl WaysWriter {
    fn create(place: &Place, name: String) -> Result<Self, StopReason> {
        let path = place.path(&name);
        let file = plain::create(&path).map_err(|error| place.fail(&path, &error))?;
        let file = BufWriter::with_capacity(BUFFER, file);
        let written = StateFile { name, states: 0, bytes: 0, sorted: true };
        let written = WaysFile { file: written, longest: 0, sum: 0 };
        Ok(WaysWriter { file, path, written, sum: crc32fast::Hasher::new() })
    }

    fn push<S: Packed>(&mut self, place: &Place, state: S, number: &BigUint) -> Result<(), StopReason> {
        let digits = number.to_bytes_le();
        for bytes in [bytemuck::bytes_of(&state), &(digits.len() as u32).to_le_bytes(), &digits] {
            self.file.write_all(bytes).map_err(|error| place.fail(&self.path, &error))?;
            self.sum.update(bytes);
            self.written.file.bytes += bytes.len() as u64;
        }
        self.written.file.states += 1;
        self.written.longest = self.written.longest.max(digits.len());
        Ok(())
    }

    fn finish(mut self, place: &Place) -> Result<WaysFile, StopReason> {
        self.file.flush().map_err(|error| place.fail(&self.path, &error))?;
        place.grown(self.written.file.bytes);
        self.written.sum = self.sum.finalize();
        Ok(self.written)
    }
}

/// Reads states and numbers in order.
pub(crate) struct WaysReader<S> {
    file: BufReader<File>,
    path: PathBuf,
    left: u64,
    longest: usize,
    expected: u32,
    sum: crc32fast::Hasher,
    head: Option<Counted<S>>,
}

impl<S: Packed> WaysReader<S> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the disk refuses, or the file is damaged.
    pub fn open(place: &Place, ways: &WaysFile) -> Result<Self, StopReason> {
        let path = place.path(&ways.file.name);
        let file = plain::read(&path).map_err(|error| place.fail(&path, &error))?;
        let mut reader = WaysReader {
            file: BufReader::with_capacity(BUFFER, file),
            path,
            left: ways.file.states,
            longest: ways.longest,
            expected: ways.sum,
            sum: crc32fast::Hasher::new(),
            head: None,
        };
        reader.advance(place)?;
        Ok(reader)
    }

    /// Takes the next state and its number; `None` at the end.
    ///
    /// # Errors
    /// If the disk refuses, or the file is damaged.
    pub fn advance(&mut self, place: &Place) -> Result<Option<Counted<S>>, StopReason> {
        let next = match self.left {
            0 => None,
            _ => Some(self.read().map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => place.damaged(&self.path),
                _ => place.fail(&self.path, &error),
            })?),
        };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 && self.sum.clone().finalize() != self.expected {
            return Err(place.damaged(&self.path));
        }
        Ok(std::mem::replace(&mut self.head, next))
    }

    fn read(&mut self) -> io::Result<Counted<S>> {
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
