//! Checks that the files of a partition are there and as they were written.

use std::io::{self, BufReader, Read};

use crate::bfs::disk::block::{HEADER, block_bytes, checked, following};
use crate::bfs::disk::partition_dir::PartitionDir;
use crate::bfs::disk::state_file::{PREFIX, prefix};
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::spill::error::{damaged, refused};
use crate::spill::journal::Checkpoint;
use crate::spill::journal::StateFile;
use crate::spill::regular_file;
use crate::state::key::Key;

/// Bytes read per unit of work.
const BYTES_A_UNIT: usize = 4;

/// What is wrong with a file.
enum FileError {
    BlockError,
    Refused(io::Error),
    Stopped(StopReason),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => FileError::BlockError,
            _ => FileError::Refused(error),
        }
    }
}

/// Checks the files that a search would use if it went on from the last of these checkpoints. If a file is missing or
/// damaged that may never have come to the disk, because power failed, the checkpoints from there on are dropped.
///
/// # Errors
/// If another file is missing or damaged, or the disk refuses, or the search is cancelled.
pub(super) fn check<S: Key>(
    dir: &PartitionDir,
    checkpoints: &mut Vec<(Checkpoint, u64)>,
    cancel: &mut dyn CancelCheck,
) -> Result<(), StopReason> {
    let synced = checkpoints.iter().rposition(|(checkpoint, _)| checkpoint.synced);
    // Levels that stood the test before checkpoints were dropped.
    let mut tested = 0;
    loop {
        let last = checkpoints.len().saturating_sub(1);
        let mut used =
            (tested..checkpoints.len()).filter(|&at| checkpoints[at].0.taken.is_none() || at == last);
        let faulty = used.find_map(|at| {
            let files = &checkpoints[at].0.files;
            let fault =
                files.iter().find_map(|file| Some((file, check_file::<S>(dir, file, cancel).err()?)))?;
            Some((at, fault))
        });
        let Some((at, (file, fault))) = faulty else { return Ok(()) };
        let path = dir.file(&file.name);
        match fault {
            FileError::Stopped(reason) => return Err(reason),
            _ if synced.is_none_or(|synced| synced < at) => {
                checkpoints.truncate(at);
                // What comes before may be a checkpoint within a level, whose files were not used yet.
                tested = at
                    - usize::from(
                        checkpoints.last().is_some_and(|(checkpoint, _)| checkpoint.taken.is_some()),
                    );
            }
            FileError::BlockError => return Err(dir.refuse(damaged(&path))),
            FileError::Refused(error) => return Err(dir.refuse(refused(&path, &error))),
        }
    }
}

fn check_file<S: Key>(
    dir: &PartitionDir,
    stored: &StateFile,
    cancel: &mut dyn CancelCheck,
) -> Result<(), FileError> {
    let mut file = BufReader::with_capacity(block_bytes::<S>(), regular_file::read(&dir.file(&stored.name))?);
    let mut begin = [0; PREFIX];
    file.read_exact(&mut begin)?;
    if begin != prefix::<S>(dir, &stored.name) {
        return Err(FileError::BlockError);
    }
    let (mut bytes, mut states) = (PREFIX as u64, 0);
    let mut rest = Vec::with_capacity(block_bytes::<S>());
    while bytes < stored.bytes {
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        rest.resize(following::<S>(&header).map_err(|_| FileError::BlockError)?, 0);
        file.read_exact(&mut rest)?;
        states += checked(&header, &rest).map_err(|_| FileError::BlockError)?;
        bytes += (HEADER + rest.len()) as u64;
        cancel.work((HEADER + rest.len()) / BYTES_A_UNIT).map_err(FileError::Stopped)?;
    }
    if (bytes, states) != (stored.bytes, stored.states) {
        return Err(FileError::BlockError);
    }
    dir.count_written(stored.bytes);
    Ok(())
}
