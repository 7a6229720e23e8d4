//! The journal of a partition, to which checkpoints are appended.
//!
//! The first line identifies the partition. Every other line is a checkpoint: a level is closed, or the open one has
//! come so far. It is written after the files it names. All partitions take their checkpoints in step, so those that all of them have
//! recorded fit together. A truncated last line is no checkpoint; any other damage is refused.
//!
//! Small files are not synced to the disk one by one, which would take longer than the search. A line says whether all
//! before it were. So if power fails, at most what comes after the last such line is lost.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::regular_file;

pub(crate) const NAME: &str = "journal";
/// A journal of more bytes is not read. A search of a million levels has less.
const LONGEST: u64 = 1 << 28;

/// What a partition has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    pub expanded: u64,
    /// Expanded states without a move.
    pub dead_ends: u64,
    /// Goals of the level that was closed last.
    pub goals: u64,
}

/// A complete file, or the part of a growing one that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StateFile {
    pub name: String,
    pub states: u64,
    pub bytes: u64,
    /// Whether its states are in ascending order, each once.
    pub sorted: bool,
}

/// A checkpoint from which a search can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    /// `None` if a level was closed: its file is the only one. Else how many states of the last closed level were
    /// expanded; the files hold what was found of the open level.
    pub taken: Option<u64>,
    /// Whether the files of this checkpoint and of all before it are on disk, even if power fails.
    pub synced: bool,
    pub work: Counters,
    /// States that all partitions had expanded at that moment. So checkpoints that do not belong together are detected.
    pub all: u64,
    /// No file that the store numbers has this number or a greater one.
    pub next: u64,
    pub files: Vec<StateFile>,
}

impl Checkpoint {
    fn line(&self) -> String {
        let Counters { expanded, dead_ends, goals } = self.work;
        let what = self.taken.map_or("closed".to_owned(), |taken| format!("cut {taken}"));
        let forced = if self.synced { " forced" } else { "" };
        let mut line = format!(
            "{what}{forced} expanded {expanded} of {} dead-ends {dead_ends} goals {goals} next {}",
            self.all, self.next
        );
        for StateFile { name, states, bytes, sorted } in &self.files {
            let order = if *sorted { "sorted" } else { "found" };
            line += &format!(" file {name} {states} {bytes} {order}");
        }
        summed(&line)
    }

    fn read(line: &str) -> Option<Checkpoint> {
        let line = without_sum(line)?;
        let (line, synced) = match line.split_once(" forced ") {
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
        let (expanded, all) = (field("expanded")?, field("of")?);
        let work = Counters { expanded, dead_ends: field("dead-ends")?, goals: field("goals")? };
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
        (taken.is_some() || files.len() == 1).then_some(Checkpoint { taken, synced, work, all, next, files })
    }
}

/// A line with its checksum.
fn summed(line: &str) -> String {
    format!("{line} sum {:08x}\n", crc32fast::hash(line.as_bytes()))
}

fn without_sum(line: &str) -> Option<&str> {
    let (line, sum) = line.rsplit_once(" sum ")?;
    (u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(line.as_bytes())).then_some(line)
}

/// What a journal holds.
#[derive(Debug, Default)]
pub(crate) struct Checkpoints {
    /// Length of the first line; 0 if there is none.
    begin: u64,
    /// The checkpoints, each with the length of the journal up to it.
    pub checkpoints: Vec<(Checkpoint, u64)>,
}

impl Checkpoints {
    /// Reads a journal, which must be that of `identity`.
    ///
    /// # Errors
    /// If it cannot be read; `InvalidData` if it is damaged, `InvalidInput` if it is that of another.
    pub fn read(file: File, identity: &str) -> io::Result<Checkpoints> {
        if file.metadata()?.len() > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut lines = BufReader::new(file.take(LONGEST));
        let mut read = Checkpoints::default();
        let (mut line, mut length) = (String::new(), 0);
        loop {
            line.clear();
            length += lines.read_line(&mut line)? as u64;
            let Some(line) = line.strip_suffix('\n') else { return Ok(read) };
            if read.begin > 0 {
                read.checkpoints.push((Checkpoint::read(line).ok_or(io::ErrorKind::InvalidData)?, length));
                continue;
            }
            if without_sum(line).ok_or(io::ErrorKind::InvalidData)? != identity {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "this is of another search or another partition: begin anew in an empty directory",
                ));
            }
            read.begin = length;
        }
    }
}

/// The journal of a partition, open for writing.
pub(crate) struct Journal {
    file: File,
    /// Length of its first line.
    begin: u64,
}

impl Journal {
    /// Opens the journal in `directory`, or begins one, for `identity`. Also returns the checkpoints in it.
    ///
    /// # Errors
    /// Those of [`Checkpoints::read`], or if the disk refuses.
    pub fn open(directory: &Path, identity: &str) -> io::Result<(Self, Vec<(Checkpoint, u64)>)> {
        std::fs::create_dir_all(directory)?;
        let options = File::options().read(true).write(true).create(true).truncate(false).clone();
        let mut file = regular_file::open(&directory.join(NAME), &options)?;
        let Checkpoints { mut begin, checkpoints } = Checkpoints::read(file.try_clone()?, identity)?;
        if begin == 0 {
            file.set_len(0)?;
            file.rewind()?;
            let line = summed(identity);
            file.write_all(line.as_bytes())?;
            begin = line.len() as u64;
        }
        Ok((Journal { file, begin }, checkpoints))
    }

    /// Forgets the checkpoints that come after the first `length` bytes.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length.max(self.begin))?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Appends a checkpoint.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn append(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        self.file.write_all(checkpoint.line().as_bytes())?;
        if checkpoint.synced { self.file.sync_data() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_back() {
        let file = |name: &str, sorted| StateFile { name: name.into(), states: 3, bytes: 40, sorted };
        let work = Counters { expanded: 7, dead_ends: 1, goals: 2 };
        for checkpoint in [
            Checkpoint {
                taken: None,
                synced: true,
                work,
                all: 9,
                next: 0,
                files: vec![file("level-0", true)],
            },
            Checkpoint {
                taken: Some(5),
                synced: false,
                work,
                all: 7,
                next: 9,
                files: vec![file("run-1", true), file("found-2", false)],
            },
            Checkpoint { taken: Some(0), synced: true, work, all: 9, next: 0, files: Vec::new() },
        ] {
            let line = checkpoint.line();
            assert_eq!(Checkpoint::read(line.trim_end()).as_ref(), Some(&checkpoint));
            for at in 0..line.len() - 1 {
                let mut bytes = line.clone().into_bytes();
                bytes[at] ^= 1;
                let read = String::from_utf8(bytes).ok().and_then(|line| Checkpoint::read(line.trim_end()));
                assert!(read.is_none_or(|read| read == checkpoint), "{line}, byte {at}");
            }
        }
    }
}
