//! The file format of the atlas.
//!
//! All numbers are little-endian. The file starts with a preamble of 44 bytes: magic (16), format version
//! (4), metric (4; 0 is *moves*), number of classes (8), block size (4), length of the statistics (4), and
//! the CRC-32 of the rest of the header (4). The rest of the header is a CRC-32 for each block, then the
//! statistics. The distances follow, one byte per class in order of rank; 255 means no way out. Each block
//! has its own checksum, so that a query reads and checks only the few blocks it needs.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::layout::Pieces;
use super::rank::CLASSES;
use super::stats::{Histogram, Tally};
use tejun_core::whole_file::{self, WriteError};

const MAGIC: &[u8; 16] = b"tejun klotski\r\n\0";
/// The format version. It is the only one written and read.
pub const FORMAT_VERSION: u32 = 1;
const METRIC_MOVES: u32 = 0;
const PREAMBLE: usize = 44;
/// Number of classes in a block.
pub(super) const BLOCK: usize = 1 << 16;
/// Number of blocks in the file.
pub(super) const BLOCKS: usize = (CLASSES as usize).div_ceil(BLOCK);

/// Why an atlas cannot be read from or written to a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct AtlasError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: AtlasErrorKind,
}

/// What is wrong with an atlas file.
#[derive(Debug, thiserror::Error)]
pub enum AtlasErrorKind {
    /// It does not exist.
    #[error("there is no atlas here: `tejun atlas build` makes one")]
    Missing,
    /// It cannot be read or written.
    #[error("{0}")]
    Io(io::Error),
    /// It is not a regular file but a directory, a device, a pipe or the like.
    #[error("this is not a regular file: name another path")]
    Irregular,
    /// It is not an atlas.
    #[error("this is not an atlas: `tejun atlas build` makes one")]
    Foreign,
    /// It has a different format version.
    #[error("this atlas has format version {0}, this tejun reads version {FORMAT_VERSION}: build it again")]
    Version(u32),
    /// It uses an unknown metric.
    #[error("this atlas counts by an unknown metric ({0}): build it again")]
    Metric(u32),
    /// Its length is wrong.
    #[error("this atlas is damaged: it has {found} bytes instead of {expected}; build it again")]
    Length {
        /// Length in bytes.
        found: u64,
        /// Length in bytes according to its header.
        expected: u64,
    },
    /// A checksum does not match.
    #[error("this atlas is damaged: the checksum of {0} does not match; build it again")]
    Checksum(String),
}

impl From<io::Error> for AtlasErrorKind {
    fn from(error: io::Error) -> AtlasErrorKind {
        if error.kind() == io::ErrorKind::NotFound {
            AtlasErrorKind::Missing
        } else {
            AtlasErrorKind::Io(error)
        }
    }
}

impl From<WriteError> for AtlasErrorKind {
    fn from(error: WriteError) -> AtlasErrorKind {
        match error {
            WriteError::Irregular => AtlasErrorKind::Irregular,
            WriteError::Io(error) => AtlasErrorKind::Io(error),
        }
    }
}

/// Writes the atlas, whole or not at all.
pub(super) fn write<'a>(
    path: &Path,
    stats: &BTreeMap<Pieces, Tally>,
    blocks: impl Iterator<Item = &'a [u8]> + Clone,
) -> Result<(), AtlasErrorKind> {
    let mut body: Vec<u8> = blocks.clone().flat_map(|block| crc32fast::hash(block).to_le_bytes()).collect();
    let statistics = encode(stats);
    body.extend(&statistics);
    let mut preamble = MAGIC.to_vec();
    preamble.extend(FORMAT_VERSION.to_le_bytes());
    preamble.extend(METRIC_MOVES.to_le_bytes());
    preamble.extend(u64::from(CLASSES).to_le_bytes());
    preamble.extend((BLOCK as u32).to_le_bytes());
    preamble.extend((statistics.len() as u32).to_le_bytes());
    preamble.extend(header_checksum(&preamble, &body).to_le_bytes());

    let written = whole_file::replace(path, |file| {
        file.write_all(&preamble)?;
        file.write_all(&body)?;
        blocks.into_iter().try_for_each(|block| file.write_all(block))
    });
    Ok(written?)
}

/// A file whose header is valid. Blocks are checked when they are read.
#[derive(Debug)]
pub(super) struct Source {
    file: File,
    checksums: Vec<u32>,
    /// Offset of the distances.
    start: u64,
}

impl Source {
    /// Reads and checks the header.
    pub fn open(path: &Path) -> Result<(Source, BTreeMap<Pieces, Tally>), AtlasErrorKind> {
        // Checked first, because opening a pipe would block until someone writes to it.
        if !fs::metadata(path)?.is_file() {
            return Err(AtlasErrorKind::Irregular);
        }
        let mut file = File::open(path)?;
        let mut preamble = Vec::new();
        (&file).take(PREAMBLE as u64).read_to_end(&mut preamble)?;
        if !preamble.starts_with(MAGIC) {
            return Err(AtlasErrorKind::Foreign);
        }
        let found = file.metadata()?.len();
        if preamble.len() < PREAMBLE {
            let expected = (PREAMBLE + BLOCKS * 4) as u64 + u64::from(CLASSES);
            return Err(AtlasErrorKind::Length { found, expected });
        }
        let word = |at: usize| u32::from_le_bytes(preamble[at..at + 4].try_into().expect("four bytes"));
        if word(16) != FORMAT_VERSION {
            return Err(AtlasErrorKind::Version(word(16)));
        }
        if word(20) != METRIC_MOVES {
            return Err(AtlasErrorKind::Metric(word(20)));
        }
        let header = || AtlasErrorKind::Checksum("the header".to_owned());
        let of_this_format =
            u64::from(word(24)) == u64::from(CLASSES) && word(28) == 0 && word(32) == BLOCK as u32;
        let length = BLOCKS * 4 + word(36) as usize;
        let start = (PREAMBLE + length) as u64;
        if !of_this_format || start > found {
            return Err(header());
        }
        let mut body = vec![0; length];
        file.read_exact(&mut body)?;
        if header_checksum(&preamble[..40], &body) != word(40) {
            return Err(header());
        }
        let expected = start + u64::from(CLASSES);
        if found != expected {
            return Err(AtlasErrorKind::Length { found, expected });
        }
        let (checksums, statistics) = body.split_at(BLOCKS * 4);
        let stats = decode(statistics).ok_or_else(header)?;
        let (checksums, _) = checksums.as_chunks::<4>();
        let checksums = checksums.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        Ok((Source { file, checksums, start }, stats))
    }

    /// Reads and checks one block.
    pub fn read(&self, block: usize) -> Result<Box<[u8]>, AtlasErrorKind> {
        let first = block * BLOCK;
        let mut bytes = vec![0; BLOCK.min(CLASSES as usize - first)];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.start + first as u64))?;
        file.read_exact(&mut bytes)?;
        if crc32fast::hash(&bytes) != self.checksums[block] {
            return Err(AtlasErrorKind::Checksum(format!("block {} of {BLOCKS}", block + 1)));
        }
        Ok(bytes.into())
    }
}

fn header_checksum(preamble: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(preamble);
    hasher.update(body);
    hasher.finalize()
}

/// Writes the numbers as variable-length integers, seven bits per byte, lowest first: most of them are small.
fn encode(stats: &BTreeMap<Pieces, Tally>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut put = |mut number: u32| {
        while number >= 128 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
    };
    put(stats.len() as u32);
    for (pieces, tally) in stats {
        [pieces.wide, pieces.tall, pieces.units].into_iter().for_each(|number| put(number.into()));
        for Histogram { solvable, unsolvable } in [&tally.classes, &tally.layouts] {
            put(*unsolvable);
            put(solvable.len() as u32);
            solvable.iter().for_each(|number| put(*number));
        }
    }
    bytes
}

/// The inverse of [`encode`]; `None` if the bytes are malformed.
fn decode(bytes: &[u8]) -> Option<BTreeMap<Pieces, Tally>> {
    let mut bytes = bytes.iter();
    let mut get = || {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let byte = bytes.next()?;
            number |= u32::from(byte & 127) << shift;
            if byte & 128 == 0 {
                return Some(number);
            }
        }
        None
    };
    let sets = get()?;
    let mut stats = BTreeMap::new();
    for _ in 0..sets {
        let [wide, tall, units] = [get()?, get()?, get()?].map(|number| number as u8);
        let mut histogram = || {
            let unsolvable = get()?;
            let distances = get()?;
            let solvable = (0..distances).map(|_| get()).collect::<Option<Vec<u32>>>()?;
            Some(Histogram { solvable, unsolvable })
        };
        let tally = Tally { classes: histogram()?, layouts: histogram()? };
        stats.insert(Pieces { wide, tall, units }, tally);
    }
    Some(stats)
}
