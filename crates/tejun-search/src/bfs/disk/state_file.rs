//! Files of states.
//!
//! A file begins with a magic of 8 bytes, the bytes of a state (4, little-endian) and a checksum of the search, the
//! partition and the file's name (4); then come blocks. The journal says what it must hold: a file of another length, or of
//! other blocks, is damaged.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use crate::bfs::disk::block::{HEADER, block_bytes, block_states, decode, encode, following};
use crate::bfs::disk::partition_dir::PartitionDir;
use crate::limits::StopReason;
use crate::spill::journal::StateFile;
use crate::spill::regular_file;
use crate::state::key::Key;

const MAGIC: &[u8; 8] = b"tejunst2";
pub(super) const PREFIX: usize = 16;

/// Bytes of the keys inserted between two checks of the room left.
const GRAIN_BYTES: usize = 64 << 10;
/// The most of these keys.
const MOST_GRAIN: usize = 1024;
/// States visited at a time.
const SCAN: usize = 4 << 10;
/// Number of keys inserted between two checks of the room left.
pub(super) const fn grain<S>() -> usize {
    let keys = GRAIN_BYTES / size_of::<S>();
    if keys > MOST_GRAIN {
        MOST_GRAIN
    } else if keys == 0 {
        1
    } else {
        keys
    }
}

/// The first bytes of a file.
pub(super) fn prefix<S>(dir: &PartitionDir, name: &str) -> [u8; PREFIX] {
    let mut prefix = [0; PREFIX];
    prefix[..8].copy_from_slice(MAGIC);
    prefix[8..12].copy_from_slice(&(size_of::<S>() as u32).to_le_bytes());
    prefix[12..]
        .copy_from_slice(&crc32fast::hash(format!("{} {name}", dir.identity()).as_bytes()).to_le_bytes());
    prefix
}

/// Writes states to a new file.
pub(super) struct Writer<S> {
    file: File,
    path: PathBuf,
    /// What is in the file.
    written: StateFile,
    /// The states of the next block.
    block: Vec<S>,
    bytes: Vec<u8>,
}

impl<S: Key> Writer<S> {
    /// Creates the file `name`, or replaces it.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn create(dir: &PartitionDir, name: String, sorted: bool) -> Result<Self, StopReason> {
        let path = dir.file(&name);
        let made = regular_file::create(&path)
            .and_then(|mut file| file.write_all(&prefix::<S>(dir, &name)).map(|()| file));
        let file = made.map_err(|error| dir.fail(&path, &error))?;
        dir.count_written(PREFIX as u64);
        let written = StateFile { name, states: 0, bytes: PREFIX as u64, sorted };
        Ok(Writer::from(file, path, written))
    }

    /// Resumes a file of which this many bytes are valid.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn reopen(dir: &PartitionDir, stored: StateFile) -> Result<Self, StopReason> {
        let path = dir.file(&stored.name);
        let cut = || {
            let mut file = regular_file::open(&path, File::options().read(true).write(true))?;
            file.set_len(stored.bytes)?;
            io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
            Ok(file)
        };
        let file = cut().map_err(|error| dir.fail(&path, &error))?;
        Ok(Writer::from(file, path, stored))
    }

    fn from(file: File, path: PathBuf, written: StateFile) -> Self {
        let block = Vec::with_capacity(block_states::<S>());
        Writer { file, path, written, block, bytes: Vec::with_capacity(block_bytes::<S>()) }
    }

    /// Appends states.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn push_all(&mut self, dir: &PartitionDir, mut states: &[S]) -> Result<(), StopReason> {
        while !states.is_empty() {
            let (now, later) = states.split_at(states.len().min(block_states::<S>() - self.block.len()));
            self.block.extend_from_slice(now);
            states = later;
            if self.block.len() == block_states::<S>() {
                self.flush(dir)?;
            }
        }
        Ok(())
    }

    /// Writes all states that were appended, and tells what is in the file.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn flush(&mut self, dir: &PartitionDir) -> Result<&StateFile, StopReason> {
        if !self.block.is_empty() {
            self.bytes.clear();
            encode(&self.block, &mut self.bytes);
            self.file.write_all(&self.bytes).map_err(|error| dir.fail(&self.path, &error))?;
            dir.count_written(self.bytes.len() as u64);
            self.written.bytes += self.bytes.len() as u64;
            self.written.states += self.block.len() as u64;
            self.block.clear();
        }
        Ok(&self.written)
    }

    /// Number of states, written or not.
    pub fn states(&self) -> u64 {
        self.written.states + self.block.len() as u64
    }

    /// Flushes and closes the file.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn finish(mut self, dir: &PartitionDir) -> Result<StateFile, StopReason> {
        self.flush(dir)?;
        Ok(self.written)
    }
}

/// Reads the states of a file in order.
pub(super) struct Reader<S> {
    file: File,
    path: PathBuf,
    /// States and bytes not read yet.
    states: u64,
    bytes: u64,
    rest: Vec<u8>,
    block: Vec<S>,
    at: usize,
}

impl<S: Key> Reader<S> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it is not there, or is another file.
    pub fn open(dir: &PartitionDir, stored: &StateFile) -> Result<Self, StopReason> {
        let path = dir.file(&stored.name);
        let mut begin = [0; PREFIX];
        let opened =
            regular_file::read(&path).and_then(|mut file| file.read_exact(&mut begin).map(|()| file));
        let file = opened.map_err(|error| dir.fail(&path, &error))?;
        if begin != prefix::<S>(dir, &stored.name) {
            return Err(dir.damaged(&path));
        }
        let mut reader = Reader {
            file,
            path,
            states: stored.states,
            bytes: stored.bytes - PREFIX as u64,
            rest: Vec::with_capacity(block_bytes::<S>()),
            block: Vec::with_capacity(block_states::<S>()),
            at: 0,
        };
        reader.refill(dir)?;
        Ok(reader)
    }

    /// Reads the next block. At the end, none is left.
    fn refill(&mut self, dir: &PartitionDir) -> Result<(), StopReason> {
        self.block.clear();
        self.at = 0;
        if self.states == 0 {
            return if self.bytes == 0 { Ok(()) } else { Err(dir.damaged(&self.path)) };
        }
        let mut header = [0; HEADER];
        let mut read = || {
            self.file.read_exact(&mut header)?;
            let length = following::<S>(&header).map_err(|_| io::ErrorKind::InvalidData)?;
            self.rest.resize(length, 0);
            self.file.read_exact(&mut self.rest)
        };
        read().map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => dir.damaged(&self.path),
            _ => dir.fail(&self.path, &error),
        })?;
        let bytes = (HEADER + self.rest.len()) as u64;
        decode(&header, &mut self.rest, &mut self.block).map_err(|_| dir.damaged(&self.path))?;
        let left = self.states.checked_sub(self.block.len() as u64).zip(self.bytes.checked_sub(bytes));
        (self.states, self.bytes) = left.ok_or_else(|| dir.damaged(&self.path))?;
        Ok(())
    }

    /// The next state.
    #[inline(always)]
    pub fn head(&self) -> Option<S> {
        self.block.get(self.at).copied()
    }

    /// Goes on to the next state. There must be a head.
    ///
    /// # Errors
    /// If the disk refuses, or the file is damaged.
    #[inline(always)]
    pub fn advance(&mut self, dir: &PartitionDir) -> Result<(), StopReason> {
        self.at += 1;
        if self.at == self.block.len() { self.refill(dir) } else { Ok(()) }
    }

    /// Takes the next states, at most `most`; none at the end.
    ///
    /// # Errors
    /// If the disk refuses, or the file is damaged.
    pub fn take(&mut self, dir: &PartitionDir, most: usize) -> Result<&[S], StopReason> {
        if self.at == self.block.len() {
            self.refill(dir)?;
        }
        let begin = self.at;
        self.at = self.block.len().min(begin.saturating_add(most));
        Ok(&self.block[begin..self.at])
    }

    /// Number of states not taken yet.
    pub fn left(&self) -> u64 {
        self.states + (self.block.len() - self.at) as u64
    }
}

/// Visits the states of a file, a few thousand at a time.
pub(super) fn each<S: Key>(
    dir: &PartitionDir,
    file: &StateFile,
    visit: &mut dyn FnMut(&[S]) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let mut reader = Reader::open(dir, file)?;
    loop {
        let states = reader.take(dir, SCAN)?;
        if states.is_empty() {
            return Ok(());
        }
        visit(states)?;
    }
}
