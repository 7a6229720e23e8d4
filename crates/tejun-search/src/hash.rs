//! A set of states by their place in a list: whole states are compared, nothing is taken for equal
//! because its hash is.

use std::hash::{Hash, Hasher};

/// Mixes words fast; not against an adversary.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd134_2543_de82_ef95_u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Numbers of list entries, found by what the entries hash to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Half of the hash and the number plus one; zero where empty.
    slots: Vec<(u32, u32)>,
    used: usize,
}

impl Seen {
    /// Forgets everything, keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.slots.fill((0, 0));
        self.used = 0;
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<(u32, u32)>()) as u64
    }

    /// Enters `number` for an entry unless `same` knows it among those entered before; says whether
    /// it was new.
    pub(crate) fn insert(&mut self, entry: &impl Hash, number: usize, same: impl Fn(usize) -> bool) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let mut mix = Mix::default();
        entry.hash(&mut mix);
        let hash = mix.finish();
        let tag = (hash >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut slot = tag as usize & mask;
        loop {
            match self.slots[slot] {
                (_, 0) => {
                    self.slots[slot] = (tag, number as u32 + 1);
                    self.used += 1;
                    return true;
                }
                (other, found) if other == tag && same(found as usize - 1) => return false,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for (tag, number) in old.into_iter().filter(|&(_, number)| number != 0) {
            let mut slot = tag as usize & (size - 1);
            while self.slots[slot].1 != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = (tag, number);
        }
    }
}
