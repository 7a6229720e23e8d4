//! The neighbours found for each block: files that are appended to in one level and read in the next.
//!
//! A file is a list of packets: how many positions, a CRC-32, and the positions, ascending, as their numbers within the
//! block. All are words of 32 bits, little-endian. The checksum begins with the identity of the search and the name of the
//! file, so no file stands for another.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use crate::limits::StopReason;
use crate::ranked::marks::{self, Mark};
use crate::ranked::scan::Sink;
use crate::spill::error::{SpillError, damaged, refused};
use crate::spill::regular_file;

const HEADER: usize = 8;
/// The most positions in a packet.
pub(super) const LONGEST: u64 = 1 << 14;

/// The files of the next level, one for each block, and how long each is.
pub(super) struct Buckets<'a> {
    pub directory: &'a Path,
    /// The identity of the search.
    pub identity: &'a str,
    pub level: u32,
    bytes: Vec<Mutex<u64>>,
    failed: Mutex<Option<SpillError>>,
}

pub(super) fn name(level: u32, block: usize) -> String {
    format!("found-{level}-{block}")
}

/// The beginning of a checksum for the file of a name.
pub(super) fn sum(identity: &str, name: &str) -> crc32fast::Hasher {
    let mut sum = crc32fast::Hasher::new();
    sum.update(identity.as_bytes());
    sum.update(name.as_bytes());
    sum
}

impl<'a> Buckets<'a> {
    pub fn new(directory: &'a Path, identity: &'a str, level: u32, blocks: usize) -> Self {
        let bytes = (0..blocks).map(|_| Mutex::new(0)).collect();
        Buckets { directory, identity, level, bytes, failed: Mutex::new(None) }
    }

    /// How long each file is, and what refused, if anything did.
    pub fn close(self) -> (Vec<u64>, Option<SpillError>) {
        let bytes =
            self.bytes.into_iter().map(|bytes| bytes.into_inner().unwrap_or_else(PoisonError::into_inner));
        (bytes.collect(), self.failed.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Appends a packet to the file of a block, and empties it.
    pub fn append(&self, block: usize, packet: &mut Vec<u32>) -> Result<(), StopReason> {
        if packet.is_empty() {
            return Ok(());
        }
        packet.sort_unstable();
        packet.dedup();
        let name = name(self.level, block);
        let mut text = vec![0; HEADER];
        text.extend(packet.iter().flat_map(|number| number.to_le_bytes()));
        let mut sum = sum(self.identity, &name);
        sum.update(&text[HEADER..]);
        text[..4].copy_from_slice(&(packet.len() as u32).to_le_bytes());
        text[4..HEADER].copy_from_slice(&sum.finalize().to_le_bytes());
        packet.clear();
        let path = self.directory.join(name);
        let mut bytes = self.bytes[block].lock().unwrap_or_else(PoisonError::into_inner);
        // Files are opened anew for each packet: there may be more blocks than a process may have files open.
        let mut options = std::fs::File::options();
        // What a search that was stopped has left is overwritten.
        options.create(true).write(true).truncate(*bytes == 0).append(*bytes > 0);
        let written = regular_file::open(&path, &options).and_then(|mut file| file.write_all(&text));
        *bytes += text.len() as u64;
        written.map_err(|error| self.fail(refused(&path, &error)))
    }

    fn fail(&self, error: SpillError) -> StopReason {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        StopReason::Disk
    }
}

/// Reads so many bytes of the file of a block, and visits the positions.
///
/// # Errors
/// If it is damaged, which the second tells, or the disk refuses.
pub(super) fn read(
    directory: &Path,
    identity: &str,
    (level, block): (u32, usize),
    bytes: u64,
    mut visit: impl FnMut(u32),
) -> Result<(), (SpillError, bool)> {
    let name = name(level, block);
    let path: PathBuf = directory.join(&name);
    let mut left = bytes;
    let mut read = || -> io::Result<bool> {
        let mut file = io::BufReader::new(regular_file::read(&path)?);
        while left > 0 {
            let mut header = [0; HEADER];
            file.read_exact(&mut header)?;
            let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
            let length = 4 * u64::from(word(0));
            let after = left.checked_sub(HEADER as u64 + length);
            let Some(after) = after.filter(|_| length <= 4 * LONGEST) else { return Ok(false) };
            left = after;
            let mut packet = vec![0; length as usize];
            file.read_exact(&mut packet)?;
            let mut sum = sum(identity, &name);
            sum.update(&packet);
            if sum.finalize() != word(4) {
                return Ok(false);
            }
            let numbers = packet.chunks_exact(4);
            numbers.for_each(|number| visit(u32::from_le_bytes(number.try_into().expect("four bytes"))));
        }
        Ok(true)
    };
    match read() {
        Ok(true) => Ok(()),
        Ok(false) => Err((damaged(&path), true)),
        Err(error) => Err(unread(&path, &error)),
    }
}

/// A file that cannot be read, and whether that is because it is not as it was written.
pub(super) fn unread(path: &Path, error: &io::Error) -> (SpillError, bool) {
    use io::ErrorKind::{InvalidInput, NotFound, UnexpectedEof};
    if matches!(error.kind(), NotFound | UnexpectedEof | InvalidInput) {
        (damaged(path), true)
    } else {
        (refused(path, error), false)
    }
}

/// Puts neighbours in the present block on the next level at once, and writes those in others to their files.
pub(super) struct Outbox<'a> {
    pub words: &'a [AtomicU64],
    pub mark: Mark,
    pub present: usize,
    /// Positions in a block, as a power of two.
    pub shift: u32,
    /// For each block, what is not written yet; so many at most.
    packets: Vec<Vec<u32>>,
    most: usize,
    buckets: &'a Buckets<'a>,
    failed: bool,
    /// How many it put on the next level, and where to add that number.
    reached: u64,
    sum: &'a AtomicU64,
}

impl<'a> Outbox<'a> {
    pub fn new(
        words: &'a [AtomicU64],
        mark: Mark,
        (present, shift): (usize, u32),
        most: usize,
        buckets: &'a Buckets<'a>,
        sum: &'a AtomicU64,
    ) -> Self {
        let packets = (0..buckets.bytes.len()).map(|_| Vec::new()).collect();
        Outbox { words, mark, present, shift, packets, most, buckets, failed: false, reached: 0, sum }
    }

    #[cold]
    fn post(&mut self, block: usize) {
        self.failed |= self.buckets.append(block, &mut self.packets[block]).is_err();
    }
}

impl Sink for Outbox<'_> {
    #[inline(always)]
    fn take(&mut self, rank: u64) {
        let (block, number) = ((rank >> self.shift) as usize, rank & ((1 << self.shift) - 1));
        if block == self.present {
            self.reached += u64::from(marks::reach(self.words, number, self.mark));
            return;
        }
        let packet = &mut self.packets[block];
        if packet.capacity() == 0 {
            packet.reserve_exact(self.most);
        }
        packet.push(number as u32);
        if packet.len() == self.most {
            self.post(block);
        }
    }

    fn check(&self) -> Result<(), StopReason> {
        if self.failed { Err(StopReason::Disk) } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), StopReason> {
        (0..self.packets.len()).for_each(|block| self.post(block));
        self.sum.fetch_add(std::mem::take(&mut self.reached), std::sync::atomic::Ordering::Relaxed);
        self.check()
    }
}
