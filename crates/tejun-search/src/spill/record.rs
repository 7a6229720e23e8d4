//! How far a search of numbered positions is: its levels, and which files hold the marks of each block.
//!
//! The record is written as a whole after the files it names, at the end of each level. Files that it does not name are
//! those of a level that was not completed.

use std::fmt::Write;
use std::path::Path;

use crate::spill::error::{SpillError, damaged};
use crate::spill::manifest;

pub(crate) const NAME: &str = "record";
const PARTIAL: &str = "record.partial";
/// A record of more bytes is not read: that of a million blocks and a million levels has less.
const LONGEST: u64 = 1 << 28;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub positions: u64,
    /// Positions in a block.
    pub block: u64,
    /// Of each level that was expanded, the number of positions and the sum of their weights.
    pub levels: Vec<[u64; 2]>,
    /// The positions of the last of these to be listed.
    pub farthest: Vec<u64>,
    /// The same of the positions not reached, if the search is over.
    pub rest: Option<[u64; 2]>,
    pub blocks: Vec<BlockRecord>,
    /// Bytes of all files.
    pub bytes: u64,
}

/// The files of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockRecord {
    /// The number in the name of the file with its marks; `None` if no position is marked.
    pub marks: Option<u32>,
    /// How many positions are marked as on the next level.
    pub pending: u64,
    /// Bytes of the file with more positions of the next level.
    pub found: u64,
}

impl Record {
    /// Reads the record in `directory`, which must be that of `identity`; `None` if there is none.
    ///
    /// # Errors
    /// If it is damaged or that of another search, or the disk refuses.
    pub fn read(directory: &Path, identity: &str) -> Result<Option<Record>, SpillError> {
        let path = directory.join(NAME);
        let Some(text) = manifest::read(&path, LONGEST)? else { return Ok(None) };
        let (_, text) = manifest::checked(&path, &text)?;
        let (head, text) = text.split_once('\n').ok_or_else(|| damaged(&path))?;
        if head != identity {
            let why = "this is of another search: begin anew in an empty directory";
            return Err(SpillError(format!("{}: {why}", path.display())));
        }
        Record::parse(text).map(Some).ok_or_else(|| damaged(&path))
    }

    fn parse(text: &str) -> Option<Record> {
        let mut record = Record::default();
        for line in text.lines() {
            let (what, numbers) = line.split_once(' ')?;
            let numbers: Option<Vec<u64>> =
                numbers.split_whitespace().map(|number| number.parse().ok()).collect();
            match (what, &numbers?[..]) {
                ("positions", &[positions, block, blocks, bytes]) => {
                    let fits = block.is_power_of_two() && blocks == positions.div_ceil(block);
                    if !fits || blocks > LONGEST {
                        return None;
                    }
                    (record.positions, record.block, record.bytes) = (positions, block, bytes);
                    record.blocks = vec![BlockRecord::default(); blocks as usize];
                }
                ("level", &[number, weight]) => record.levels.push([number, weight]),
                ("rest", &[number, weight]) => record.rest = Some([number, weight]),
                ("farthest", ranks) => record.farthest = ranks.to_vec(),
                ("block", &[at, marks, pending, found]) => {
                    let marks = marks.checked_sub(1).map(u32::try_from).transpose().ok()?;
                    *record.blocks.get_mut(usize::try_from(at).ok()?)? =
                        BlockRecord { marks, pending, found };
                }
                _ => return None,
            }
        }
        (record.block > 0 && record.farthest.iter().all(|&rank| rank < record.positions)).then_some(record)
    }

    /// Writes the record, as a whole or not at all; `forced` to the disk, also if power fails.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn write(&self, directory: &Path, identity: &str, forced: bool) -> Result<(), SpillError> {
        let Record { positions, block, levels, farthest, rest, blocks, bytes } = self;
        let mut text = format!("{identity}\npositions {positions} {block} {} {bytes}\n", blocks.len());
        for [number, weight] in levels {
            let _ = writeln!(text, "level {number} {weight}");
        }
        if let Some([number, weight]) = rest {
            let _ = writeln!(text, "rest {number} {weight}");
        }
        let ranks: Vec<String> = farthest.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "farthest {}", ranks.join(" "));
        for (at, block) in blocks.iter().enumerate().filter(|(_, block)| **block != BlockRecord::default()) {
            let marks = block.marks.map_or(0, |level| u64::from(level) + 1);
            let _ = writeln!(text, "block {at} {marks} {} {}", block.pending, block.found);
        }
        manifest::write(directory, PARTIAL, NAME, &text, forced)
    }
}
