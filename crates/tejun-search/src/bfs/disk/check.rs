//! Checks that the files of a partition are there and as they were written.

use std::io::{self, BufReader, Read};

use crate::bfs::disk::block::{HEADER, block_bytes, checked, following};
use crate::bfs::disk::error::{damaged, refused};
use crate::bfs::disk::file::{PREFIX, StateFile, prefix};
use crate::bfs::disk::journal::Point;
use crate::bfs::disk::place::Place;
use crate::bfs::disk::plain;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;

/// Bytes read for which a pulse counts one unit of work.
const BYTES_A_UNIT: usize = 4;

/// What is wrong with a file.
enum Fault {
    Damaged,
    Refused(io::Error),
    Stopped(StopReason),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => Fault::Damaged,
            _ => Fault::Refused(error),
        }
    }
}

/// Checks the files that a search would use if it went on from the last of these points. If a file is missing or
/// damaged that may never have come to the disk, because power failed, the points from there on are dropped.
///
/// # Errors
/// If another file is missing or damaged, or the disk refuses, or the pulse stops the search.
pub(super) fn check<S: Packed>(
    place: &Place,
    points: &mut Vec<(Point, u64)>,
    pulse: &mut dyn Pulse,
) -> Result<(), StopReason> {
    let forced = points.iter().rposition(|(point, _)| point.forced);
    // Levels that stood the test before points were dropped.
    let mut tested = 0;
    loop {
        let last = points.len().saturating_sub(1);
        let mut used = (tested..points.len()).filter(|&at| points[at].0.taken.is_none() || at == last);
        let faulty = used.find_map(|at| {
            let files = &points[at].0.files;
            let fault =
                files.iter().find_map(|file| Some((file, check_file::<S>(place, file, pulse).err()?)))?;
            Some((at, fault))
        });
        let Some((at, (file, fault))) = faulty else { return Ok(()) };
        let path = place.path(&file.name);
        match fault {
            Fault::Stopped(reason) => return Err(reason),
            _ if forced.is_none_or(|forced| forced < at) => {
                points.truncate(at);
                // What comes before may be a point within a level, whose files were not used yet.
                tested = at - usize::from(points.last().is_some_and(|(point, _)| point.taken.is_some()));
            }
            Fault::Damaged => return Err(place.refuse(damaged(&path))),
            Fault::Refused(error) => return Err(place.refuse(refused(&path, &error))),
        }
    }
}

fn check_file<S: Packed>(place: &Place, kept: &StateFile, pulse: &mut dyn Pulse) -> Result<(), Fault> {
    let mut file = BufReader::with_capacity(block_bytes::<S>(), plain::read(&place.path(&kept.name))?);
    let mut begin = [0; PREFIX];
    file.read_exact(&mut begin)?;
    if begin != prefix::<S>(place, &kept.name) {
        return Err(Fault::Damaged);
    }
    let (mut bytes, mut states) = (PREFIX as u64, 0);
    let mut rest = Vec::with_capacity(block_bytes::<S>());
    while bytes < kept.bytes {
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        rest.resize(following::<S>(&header).map_err(|_| Fault::Damaged)?, 0);
        file.read_exact(&mut rest)?;
        states += checked(&header, &rest).map_err(|_| Fault::Damaged)?;
        bytes += (HEADER + rest.len()) as u64;
        pulse.work((HEADER + rest.len()) / BYTES_A_UNIT).map_err(Fault::Stopped)?;
    }
    if (bytes, states) != (kept.bytes, kept.states) {
        return Err(Fault::Damaged);
    }
    place.grown(kept.bytes);
    Ok(())
}
