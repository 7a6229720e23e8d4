//! The levels in memory, to be looked up: an array over all numbers where these are few, else blocks of gaps.

use std::ops::Range;

use super::code;
use crate::error::VerifyError;
use crate::limits::Limits;

/// Most bytes of an array over all numbers.
const DENSE: u64 = 40 << 20;
/// Most bytes of such an array for each position in it: to fill one takes longer than to check a few positions.
const SPARSE: u64 = 256;
/// Most bytes of blocks for short evidence, and for each byte of any: what is cheap to say may take much room.
const MOST_BYTES: u64 = 256 << 20;
const MOST_PER_BYTE: u64 = 256;
/// Positions of a block.
const BLOCK: u64 = 16;
/// Most bytes of a block: ten for a number of 64 bits, five for a level.
const BLOCK_BYTES: usize = BLOCK as usize * 15;
/// The level of numbers that have none, in arrays.
const NONE: u8 = u8::MAX;

pub(super) enum Table {
    /// A byte for each number.
    Dense { levels: Vec<u8>, len: u64 },
    /// Of each block its first number and the place of its bytes; in these, the gap to the number before, then the level,
    /// seven bits a byte.
    Blocks { firsts: Vec<u64>, places: Vec<u32>, bytes: Vec<u8>, len: u64 },
}

/// Some of the positions.
pub(super) type Part = Range<u64>;

impl Table {
    /// Reads evidence.
    ///
    /// # Errors
    /// If it is damaged, or too large for this machine. If the limits end that.
    pub fn read(evidence: &[u8], count: u64, bound: u32, limits: &Limits) -> Result<Table, VerifyError> {
        let positions = evidence.first_chunk().map_or(0, |length| u64::from_le_bytes(*length));
        if count <= DENSE.min(limits.bytes).min(positions.saturating_mul(SPARSE)) && bound <= u32::from(NONE)
        {
            let (mut levels, mut len) = (vec![NONE; count as usize], 0);
            code::decode(
                evidence,
                count,
                bound,
                limits,
                |length| len = length,
                |rank, level| {
                    levels[rank as usize] = level as u8;
                    Ok(())
                },
            )?;
            return Ok(Table::Dense { levels, len });
        }
        let most = MOST_BYTES.max(evidence.len() as u64 * MOST_PER_BYTE);
        Table::blocks(evidence, count, bound, most.min(u32::MAX.into()), limits)
    }

    /// Reads evidence as blocks of at most so many bytes.
    fn blocks(
        evidence: &[u8],
        count: u64,
        bound: u32,
        most: u64,
        limits: &Limits,
    ) -> Result<Table, VerifyError> {
        let (mut firsts, mut places, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        let (mut len, mut last) = (0, 0);
        code::decode(
            evidence,
            count,
            bound,
            limits,
            |_| (),
            |rank, level| {
                if len % BLOCK == 0 {
                    limits.hold((bytes.len() + BLOCK_BYTES + 12 * firsts.len()) as u64)?;
                    let too_large = || VerifyError::new("the evidence takes too much memory");
                    let place =
                        Some(bytes.len() as u64).filter(|&place| place < most).ok_or_else(too_large)?;
                    let has_room = firsts.try_reserve(1).and_then(|()| places.try_reserve(1));
                    has_room.and_then(|()| bytes.try_reserve(BLOCK_BYTES)).map_err(|_| too_large())?;
                    firsts.push(rank);
                    places.push(place as u32);
                    last = rank;
                }
                write(&mut bytes, rank - last);
                write(&mut bytes, level.into());
                (len, last) = (len + 1, rank);
                Ok(())
            },
        )?;
        Ok(Table::Blocks { firsts, places, bytes, len })
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        let (Table::Dense { len, .. } | Table::Blocks { len, .. }) = self;
        *len
    }

    /// Indices of positions are less than this.
    pub fn indices(&self) -> u64 {
        match self {
            Table::Dense { levels, .. } => levels.len() as u64,
            Table::Blocks { len, .. } => *len,
        }
    }

    /// The index of a position, which no other has, and its level.
    pub fn find(&self, rank: u64) -> Option<(u64, u32)> {
        match self {
            Table::Dense { levels, .. } => {
                let level = levels[rank as usize];
                (level != NONE).then_some((rank, level.into()))
            }
            Table::Blocks { firsts, .. } => {
                let block = firsts.partition_point(|&first| first <= rank).checked_sub(1)? as u64;
                self.block(block)
                    .find(|(_, found, _)| *found >= rank)
                    .filter(|(_, found, _)| *found == rank)
                    .map(|(index, _, level)| (index, level))
            }
        }
    }

    /// Divides the positions into so many parts.
    pub fn parts(&self, parts: u64) -> Vec<Part> {
        let blocks = match self {
            Table::Dense { levels, .. } => levels.len() as u64,
            Table::Blocks { firsts, .. } => firsts.len() as u64,
        };
        (0..parts).map(|part| blocks * part / parts..blocks * (part + 1) / parts).collect()
    }

    /// The positions of a part, and their levels.
    pub fn iter(&self, part: Part) -> Box<dyn Iterator<Item = (u64, u32)> + '_> {
        match self {
            Table::Dense { levels, .. } => {
                let levels = part.clone().zip(&levels[part.start as usize..part.end as usize]);
                Box::new(
                    levels.filter(|(_, level)| **level != NONE).map(|(rank, &level)| (rank, level.into())),
                )
            }
            Table::Blocks { .. } => {
                Box::new(part.flat_map(|block| self.block(block)).map(|(_, rank, level)| (rank, level)))
            }
        }
    }

    /// The indices, numbers and levels of a block.
    fn block(&self, block: u64) -> impl Iterator<Item = (u64, u64, u32)> {
        let Table::Blocks { firsts, places, bytes, len } = self else {
            unreachable!("an array has no blocks")
        };
        let mut rest = &bytes[places[block as usize] as usize..];
        let mut rank = firsts[block as usize];
        (block * BLOCK..(*len).min((block + 1) * BLOCK)).map(move |index| {
            rank += read(&mut rest);
            (index, rank, read(&mut rest) as u32)
        })
    }
}

fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first().expect("what was written is read");
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_take_no_more_memory_than_they_may() {
        let positions = 10_000;
        let evidence = code::encode(positions, (0..positions).map(|at| (at << 35, 1 << 31)));
        // A number of 35 bits takes six bytes, a level of 31 bits five; each block begins with a 0.
        let needed = positions * 11 - positions / BLOCK * 5;
        let read = |most| Table::blocks(&evidence, u64::MAX, u32::MAX, most, &Limits::threads(1));
        let table = read(needed).unwrap();
        assert_eq!((table.len(), table.find(9_999 << 35)), (positions, Some((9_999, 1 << 31))));
        let error = read(needed - BLOCK_BYTES as u64).err().unwrap().to_string();
        assert!(error.contains("too much memory"), "{error}");
    }
}
