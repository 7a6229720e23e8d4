//! A search on disk, and how it divides its memory.

use super::buckets::LONGEST;
use crate::limits::Limits;
use crate::spill::Spill;

/// The fewest and the most neighbours of a block that a thread keeps in memory.
const PACKET: [u64; 2] = [64, LONGEST];
/// The fewest and the most positions in a block. Within one, positions are numbered in 32 bits.
const BLOCK: [u64; 2] = [1 << 10, 1 << 31];
/// Bytes of a block in memory besides its marks and packets, also for each thread, and of all that does not depend on
/// their number.
const BLOCK_BYTES: u64 = 256;
const LIST_BYTES: u64 = size_of::<Vec<u32>>() as u64;
const OTHER_BYTES: u64 = 64 << 10;

/// A search whose marks are in a directory.
pub struct OnDisk<'a> {
    /// The directory.
    pub spill: &'a Spill,
    /// Which of the searches of this directory it is.
    pub number: u64,
    /// How many positions of the last level are listed.
    pub listed: usize,
    /// What it may use.
    pub limits: &'a Limits,
    /// Number of threads.
    pub threads: usize,
    /// Bytes in use already of those in `limits`.
    pub held: u64,
}

/// How memory is divided.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Neighbours of a block that a thread keeps.
    pub packet: usize,
}

impl OnDisk<'_> {
    /// The least memory of a search of so many positions, in bytes.
    pub fn bytes(positions: u128, threads: usize) -> u128 {
        let least = |blocks: u128| {
            let block = (positions.div_ceil(blocks)).next_power_of_two().max(BLOCK[0].into());
            let packets = if blocks == 1 { 0 } else { 4 * u128::from(PACKET[0]) * (blocks + 2) };
            let lists = u128::from(BLOCK_BYTES) + u128::from(LIST_BYTES) * threads as u128;
            block / 4 + blocks * lists + packets * threads as u128
        };
        let all = (0..48).map(|power| least(1 << power));
        all.min().unwrap_or(0) + u128::from(OTHER_BYTES)
    }

    /// Bytes that a search of so many positions that begins takes of those in the limits.
    pub fn memory(&self, positions: u64) -> u64 {
        let threads = self.threads.max(1) as u64;
        self.room(positions, None).map_or(0, |(room, size)| {
            let blocks = positions.div_ceil(size);
            let packets = 4 * room.packet as u64 * threads * (blocks + 2);
            OTHER_BYTES + size.min(positions.next_multiple_of(32)) / 4 + blocks * BLOCK_BYTES + packets
        })
    }

    /// How memory is divided, and the positions in a block; `None` if there is too little.
    pub(super) fn room(&self, positions: u64, block: Option<u64>) -> Option<(Room, u64)> {
        let free = self.limits.bytes.saturating_sub(self.held).checked_sub(OTHER_BYTES)?;
        let all = positions.next_power_of_two().clamp(BLOCK[0], BLOCK[1]);
        let threads = self.threads.max(1) as u64;
        // The largest block that leaves room for packets, so that most neighbours are in it.
        let sizes = (0..).map(|half| all >> half).take_while(|&size| size >= BLOCK[0]);
        sizes.filter(|&size| block.is_none_or(|block| block == size)).chain(block).find_map(|size| {
            let blocks = positions.div_ceil(size);
            let left = free.checked_sub(size / 4 + blocks * (BLOCK_BYTES + threads * LIST_BYTES))?;
            let packet = if blocks == 1 { 0 } else { (left / (4 * threads * (blocks + 2))).min(PACKET[1]) };
            // Packets are written at once if they are short, which takes long, unless the block is a given one.
            let least = if block.is_some() { PACKET[0] } else { 4 * PACKET[0] };
            let fits = blocks == 1 || packet >= least || size == BLOCK[0] && packet >= PACKET[0];
            fits.then_some((Room { packet: packet as usize }, size))
        })
    }
}
