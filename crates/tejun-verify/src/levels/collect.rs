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
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes the evidence.
    pub fn finish(self) -> Vec<u8> {
        let Collector { dense, mut sparse, len } = self;
        match dense {
            Some(dense) => {
                let levels = (0..).zip(dense).filter(|(_, level)| *level != NONE);
                code::encode(len, levels.map(|(rank, level)| (rank, level.into())))
            }
            None => {
                sparse.sort_unstable();
                code::encode(len, sparse.into_iter())
            }
        }
    }
}
