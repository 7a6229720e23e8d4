//! What a partition has on disk: a journal that only grows.
//!
//! A line is a point from which the search can go on: a level is closed, or the open one has come so far. It is
//! written after the files it names. All partitions record their points in step, so those that all of them have
//! recorded fit together. A line that was cut off is no point; any other damage is refused.
//!
//! Small files are not forced to the disk one by one, which would take longer than the search. A line says whether all
//! before it were. So if power fails, at most what comes after the last such line is lost.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use crate::bfs::disk::file::StateFile;
use crate::bfs::disk::place::Place;
use crate::bfs::store::Work;
use crate::limits::StopReason;

pub(super) const NAME: &str = "journal";
/// A journal of more bytes is not read. A search of a million levels has less.
const LONGEST: u64 = 1 << 28;

/// A point from which a search can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// `None` if a level was closed: its file is the only one. Else how many states of the last closed level were
    /// expanded; the files hold what was found of the open level.
    pub taken: Option<u64>,
    /// Whether the files of this point and of all before it are on disk, even if power fails.
    pub forced: bool,
    pub work: Work,
    /// No file that the store numbers has this number or a greater one.
    pub next: u64,
    pub files: Vec<StateFile>,
}

impl Point {
    fn line(&self) -> String {
        let Work { expanded, dead_ends } = self.work;
        let what = self.taken.map_or("closed".to_owned(), |taken| format!("cut {taken}"));
        let forced = if self.forced { " forced" } else { "" };
        let mut line = format!("{what}{forced} expanded {expanded} dead-ends {dead_ends} next {}", self.next);
        for StateFile { name, states, bytes, sorted } in &self.files {
            let order = if *sorted { "sorted" } else { "found" };
            line += &format!(" file {name} {states} {bytes} {order}");
        }
        format!("{line} sum {:08x}\n", crc32fast::hash(line.as_bytes()))
    }

    fn read(line: &str) -> Option<Point> {
        let (line, sum) = line.rsplit_once(" sum ")?;
        if u32::from_str_radix(sum, 16).ok()? != crc32fast::hash(line.as_bytes()) {
            return None;
        }
        let (line, forced) = match line.split_once(" forced ") {
            Some((what, rest)) => (&format!("{what} {rest}")[..], true),
            None => (line, false),
        };
        let mut words = line.split(' ');
        let taken = match words.next()? {
            "closed" => None,
            "cut" => Some(words.next()?.parse().ok()?),
            _ => return None,
        };
        let mut field = |name: &str| (words.next()? == name).then(|| words.next()?.parse::<u64>().ok())?;
        let work = Work { expanded: field("expanded")?, dead_ends: field("dead-ends")? };
        let next = field("next")?;
        let mut files = Vec::new();
        while let Some(word) = words.next() {
            let (name, states, bytes, order) = (words.next()?, words.next()?, words.next()?, words.next()?);
            let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if word != "file" || !plain || !matches!(order, "sorted" | "found") {
                return None;
            }
            files.push(StateFile {
                name: name.to_owned(),
                states: states.parse().ok()?,
                bytes: bytes.parse().ok()?,
                sorted: order == "sorted",
            });
        }
        (taken.is_some() || files.len() == 1).then_some(Point { taken, forced, work, next, files })
    }
}

/// Reads the points of a journal, each with the length of the journal up to it.
///
/// # Errors
/// If it cannot be read; `InvalidData` if it is damaged.
pub(super) fn read(file: &mut File) -> io::Result<Vec<(Point, u64)>> {
    if file.metadata()?.len() > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let mut points = Vec::new();
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        let Some(line) = line.strip_suffix('\n') else { break };
        length += line.len() as u64 + 1;
        points.push((Point::read(line).ok_or(io::ErrorKind::InvalidData)?, length));
    }
    Ok(points)
}

/// The journal of a partition, open for writing.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the journal of `place`, or begins one. Also returns the points in it, with the length up to each.
    ///
    /// # Errors
    /// If the disk refuses, or it is damaged.
    pub fn open(place: &Place) -> Result<(Self, Vec<(Point, u64)>), StopReason> {
        let path = place.path(NAME);
        let open = || {
            std::fs::create_dir_all(place.path(""))?;
            let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
            let points = read(&mut file)?;
            Ok((file, points))
        };
        let (file, points) = open().map_err(|error: io::Error| match error.kind() {
            io::ErrorKind::InvalidData => place.damaged(&path),
            _ => place.fail(&path, &error),
        })?;
        Ok((Journal { file, path }, points))
    }

    /// Forgets what comes after the first `length` bytes.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn cut(&mut self, place: &Place, length: u64) -> Result<(), StopReason> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(drop).map_err(|error| place.fail(&self.path, &error))
    }

    /// Records a point.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn record(&mut self, place: &Place, point: &Point) -> Result<(), StopReason> {
        let write = || {
            (&self.file).write_all(point.line().as_bytes())?;
            if point.forced { self.file.sync_data() } else { Ok(()) }
        };
        write().map_err(|error| place.fail(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_back() {
        let file = |name: &str, sorted| StateFile { name: name.into(), states: 3, bytes: 40, sorted };
        let work = Work { expanded: 7, dead_ends: 1 };
        for point in [
            Point { taken: None, forced: true, work, next: 0, files: vec![file("level-0", true)] },
            Point {
                taken: Some(5),
                forced: false,
                work,
                next: 9,
                files: vec![file("run-1", true), file("found-2", false)],
            },
            Point { taken: Some(0), forced: true, work, next: 0, files: Vec::new() },
        ] {
            let line = point.line();
            assert_eq!(Point::read(line.trim_end()).as_ref(), Some(&point));
            for at in 0..line.len() - 1 {
                let mut bytes = line.clone().into_bytes();
                bytes[at] ^= 1;
                let read = String::from_utf8(bytes).ok().and_then(|line| Point::read(line.trim_end()));
                assert!(read.is_none_or(|read| read == point), "{line}, byte {at}");
            }
        }
    }
}
