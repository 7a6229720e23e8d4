//! Keys: what the tables of a search hold, one for each state.

use std::fmt::Debug;
use std::hash::Hash;

/// A value that consists of its bytes alone, so that tables may hold it in raw memory; from the crate `bytemuck`.
pub use bytemuck::Pod;

/// A state as the tables of a search hold it: of fixed width, ordered, with one bit pattern that is no state.
///
/// A state is stored in full, never as a fingerprint, so duplicate detection is exact and a proof stays a
/// proof. Implemented for `u8` to `u128`, arrays of keys, and [`Fields`](crate::Fields) of keys. States of other types
/// become keys by [`Packed`](crate::Packed).
pub trait Key: Pod + Ord + Hash + Debug + Send + Sync {
    /// The bit pattern that is no state: it marks a free slot of a table. A search panics if it meets it.
    const NONE: Self;

    /// Returns a hash of this key and of what comes before it in a longer key, whose hash is `seed`. It depends on every
    /// bit; equal keys have equal hashes.
    fn mix_after(self, seed: u64) -> u64;

    /// Returns a hash of the keys of a list.
    #[inline(always)]
    fn mix_list(keys: &[Self]) -> u64 {
        keys.iter().fold(0, |mixed, &key| key.mix_after(mixed))
    }

    /// Returns a hash that depends on every bit; equal keys have equal hashes.
    #[inline(always)]
    fn mix(self) -> u64 {
        self.mix_after(0)
    }
}

/// Checks that no key is [`Key::NONE`].
///
/// # Panics
/// Panics if one is.
#[inline]
pub(crate) fn refuse_none<S: Key>(keys: &[S]) {
    assert!(
        !keys.contains(&S::NONE),
        "a state of the space equals Key::NONE ({:?}), which marks free slots and is never a state: use a wider type, a tuple, or a struct that derives Packed",
        S::NONE
    );
}

/// A hash of a word.
#[inline(always)]
fn fold(x: u64) -> u64 {
    crate::collections::hash::fold_product(x ^ 0x2545_f491_4f6c_dd1d, 0x9e37_79b9_7f4a_7c15)
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Key for $word {
            const NONE: $word = <$word>::MAX;

            #[inline(always)]
            fn mix_after(self, seed: u64) -> u64 {
                fold(u64::from(self).wrapping_add(seed))
            }
        }
    )*};
}

word!(u16, u32, u64);

impl Key for u8 {
    const NONE: u8 = u8::MAX;

    #[inline(always)]
    fn mix_after(self, seed: u64) -> u64 {
        fold(u64::from(self).wrapping_add(seed))
    }

    /// Eight bytes at a time.
    #[inline(always)]
    fn mix_list(bytes: &[u8]) -> u64 {
        let (words, rest) = bytes.as_chunks::<8>();
        let mixed = words.iter().fold(0, |mixed, &word| fold(u64::from_le_bytes(word).wrapping_add(mixed)));
        if rest.is_empty() {
            return mixed;
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        fold(u64::from_le_bytes(last).wrapping_add(mixed))
    }
}

impl Key for u128 {
    const NONE: u128 = u128::MAX;

    #[inline(always)]
    fn mix_after(self, seed: u64) -> u64 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        fold(fold(low.wrapping_add(seed)).wrapping_add(high))
    }
}

impl<K: Key, const N: usize> Key for [K; N]
where
    [K; N]: Pod,
{
    const NONE: [K; N] = [K::NONE; N];

    #[inline(always)]
    fn mix_after(self, seed: u64) -> u64 {
        // Rotated, so that it matters which of the two comes first.
        fold(self.mix().wrapping_add(seed.rotate_left(32)))
    }

    #[inline(always)]
    fn mix(self) -> u64 {
        const { assert!(N > 0, "a state has at least one word") };
        K::mix_list(&self)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::state::fields::Fields;

    /// States that differ in one bit have different hashes.
    fn every_bit_counts<K: Key>() {
        let mut hashes = HashSet::from([K::zeroed().mix()]);
        for bit in 0..8 * size_of::<K>() {
            let mut state = K::zeroed();
            bytemuck::bytes_of_mut(&mut state)[bit / 8] = 1 << (bit % 8);
            assert!(hashes.insert(state.mix()), "bit {bit} of {} bytes", size_of::<K>());
        }
    }

    #[test]
    fn every_bit_of_a_state_counts() {
        every_bit_counts::<u8>();
        every_bit_counts::<u32>();
        every_bit_counts::<u128>();
        every_bit_counts::<[u8; 3]>();
        every_bit_counts::<[u8; 8]>();
        every_bit_counts::<[u8; 40]>();
        every_bit_counts::<[u16; 5]>();
        every_bit_counts::<[u64; 5]>();
        every_bit_counts::<[[u8; 3]; 3]>();
        every_bit_counts::<[u128; 2]>();
        every_bit_counts::<Fields<u16, Fields<[u8; 3], Fields<u64, u8>>>>();
    }
}
