//! The marks of a block, as a file: words of 64 bits, little-endian, and their CRC-32, which begins as in
//! [`buckets`](super::buckets).

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::buckets::{sum, unread};
use crate::spill::error::{SpillError, damaged, refused};
use crate::spill::regular_file;

/// Words read or written at a time.
const PIECE: usize = 512;

pub(super) fn name(level: u32, block: usize) -> String {
    format!("marks-{level}-{block}")
}

/// Bytes of a file with so many words.
pub(super) fn bytes(words: usize) -> u64 {
    8 * words as u64 + 4
}

/// Reads the marks of a block.
///
/// # Errors
/// If the file is damaged, which the second tells, or the disk refuses.
pub(super) fn read(
    directory: &Path,
    identity: &str,
    (level, block): (u32, usize),
    words: &[AtomicU64],
) -> Result<(), (SpillError, bool)> {
    let name = name(level, block);
    let path = directory.join(&name);
    let read = || -> io::Result<bool> {
        let file = regular_file::read(&path)?;
        if file.metadata()?.len() != bytes(words.len()) {
            return Ok(false);
        }
        let mut file = BufReader::new(file);
        let mut sum = sum(identity, &name);
        let mut piece = [0; 8 * PIECE];
        for words in words.chunks(PIECE) {
            let piece = &mut piece[..8 * words.len()];
            file.read_exact(piece)?;
            sum.update(piece);
            for (word, bytes) in words.iter().zip(piece.chunks_exact(8)) {
                word.store(u64::from_le_bytes(bytes.try_into().expect("eight bytes")), Relaxed);
            }
        }
        let mut end = [0; 4];
        file.read_exact(&mut end)?;
        Ok(sum.finalize().to_le_bytes() == end)
    };
    match read() {
        Ok(true) => Ok(()),
        Ok(false) => Err((damaged(&path), true)),
        Err(error) => Err(unread(&path, &error)),
    }
}

/// Writes the marks of a block.
///
/// # Errors
/// If the disk refuses.
pub(super) fn write(
    directory: &Path,
    identity: &str,
    (level, block): (u32, usize),
    words: &[AtomicU64],
) -> Result<(), SpillError> {
    let name = name(level, block);
    let path = directory.join(&name);
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(regular_file::create(&path)?);
        let mut sum = sum(identity, &name);
        let mut piece = Vec::with_capacity(8 * PIECE);
        for words in words.chunks(PIECE) {
            piece.clear();
            piece.extend(words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()));
            sum.update(&piece);
            file.write_all(&piece)?;
        }
        file.write_all(&sum.finalize().to_le_bytes())?;
        file.flush()
    };
    write().map_err(|error| refused(&path, &error))
}
