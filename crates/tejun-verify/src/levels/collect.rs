//! Evidence in the making: positions and their levels, in any order.

use super::code;

/// Most bytes of an array over all numbers.
const DENSE: u64 = 1 << 28;
/// The level of numbers that have none, in the array.
const NONE: u8 = u8::MAX;

/// Positions and their levels, to be written as evidence.
pub struct Collector {
    /// The level of each number, if there are few numbers and no higher level was seen.
    dense: Option<Vec<u8>>,
    sparse: Vec<(u64, u32)>,
    len: u64,
}

impl Collector {
    /// Begins, for numbers below `count`, in at most so many bytes.
    pub fn new(count: u64, bytes: u64) -> Collector {
        let dense = (count <= DENSE.min(bytes)).then(|| vec![NONE; count as usize]);
        Collector { dense, sparse: Vec::new(), len: 0 }
    }

    /// Adds a position that was not there.
    pub fn push(&mut self, rank: u64, level: u32) {
        self.len += 1;
        match &mut self.dense {
            Some(dense) if level < u32::from(NONE) => dense[rank as usize] = level as u8,
            Some(dense) => {
                let seen = (0..).zip(&*dense).filter(|(_, level)| **level != NONE);
                self.sparse = seen.map(|(rank, &level)| (rank, level.into())).collect();
                self.dense = None;
                self.sparse.push((rank, level));
            }
            None => self.sparse.push((rank, level)),
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let dense = self.dense.as_ref().map_or(0, Vec::len);
        (dense + self.sparse.capacity() * size_of::<(u64, u32)>()) as u64
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.len
    }

    /// The level of a number; `None` if it has none, or if levels cannot be looked up, because there are too many numbers or
    /// levels.
    pub fn level(&self, rank: u64) -> Option<u32> {
        let level = *self.dense.as_ref()?.get(rank as usize)?;
        (level != NONE).then_some(level.into())
    }

    /// Writes the levels below `bound` as evidence.
    pub fn finish(self, bound: u32) -> Vec<u8> {
        let Collector { dense, mut sparse, .. } = self;
        match dense {
            Some(dense) => {
                let bound = bound.min(u32::from(NONE)) as u8;
                let len = dense.iter().filter(|level| **level < bound).count();
                let levels = (0..).zip(dense).filter(|(_, level)| *level < bound);
                code::encode(len as u64, levels.map(|(rank, level)| (rank, level.into())))
            }
            None => {
                sparse.retain(|&(_, level)| level < bound);
                sparse.sort_unstable();
                code::encode(sparse.len() as u64, sparse.into_iter())
            }
        }
    }
}
