//! Packed states: small values that are their own keys.

use std::fmt::Debug;
use std::hash::Hash;

/// A value that consists of its bytes alone, so that tables may hold it in raw memory. Implemented for the
/// integers and arrays of them; derive it for your own types with the `bytemuck` crate.
pub use bytemuck::Pod;

/// A small value that is its own key: of fixed width, ordered, with one bit pattern that is never a state.
///
/// A state is stored in full, never as a fingerprint, so duplicate detection is exact and a proof stays a
/// proof. Implemented for `u32`, `u64`, `u128`, arrays of words `[u64; N]` and arrays of bytes `[u8; N]`,
/// with `N` at least 1.
pub trait Packed: Pod + Ord + Hash + Debug + Send + Sync {
    /// The bit pattern that is never a state: it marks a free slot of a table. A search panics if it meets
    /// it.
    const NONE: Self;

    /// Returns a hash that depends on every bit; equal states have equal hashes.
    fn mix(self) -> u64;
}

/// Checks that no key is [`Packed::NONE`].
///
/// # Panics
/// Panics if one is.
#[inline]
pub(crate) fn refuse_none<S: Packed>(keys: &[S]) {
    assert!(
        !keys.contains(&S::NONE),
        "a state of the space equals Packed::NONE ({:?}), which marks free slots and is never a state",
        S::NONE
    );
}

/// A hash of a word.
#[inline(always)]
fn fold(x: u64) -> u64 {
    crate::collections::hash::fold_product(x ^ 0x2545_f491_4f6c_dd1d, 0x9e37_79b9_7f4a_7c15)
}

impl Packed for u32 {
    const NONE: u32 = u32::MAX;

    #[inline(always)]
    fn mix(self) -> u64 {
        fold(self.into())
    }
}

impl Packed for u64 {
    const NONE: u64 = u64::MAX;

    #[inline(always)]
    fn mix(self) -> u64 {
        fold(self)
    }
}

impl Packed for u128 {
    const NONE: u128 = u128::MAX;

    #[inline(always)]
    fn mix(self) -> u64 {
        fold(fold(self as u64).wrapping_add((self >> 64) as u64))
    }
}

impl<const N: usize> Packed for [u64; N] {
    const NONE: [u64; N] = [u64::MAX; N];

    #[inline(always)]
    fn mix(self) -> u64 {
        const { assert!(N > 0, "a state has at least one word") };
        self.iter().fold(0, |mixed, &word| fold(word.wrapping_add(mixed)))
    }
}

impl<const N: usize> Packed for [u8; N] {
    const NONE: [u8; N] = [u8::MAX; N];

    #[inline(always)]
    fn mix(self) -> u64 {
        const { assert!(N > 0, "a state has at least one byte") };
        let (words, rest) = self.as_chunks::<8>();
        let mixed = words.iter().fold(0, |mixed, &word| fold(u64::from_le_bytes(word).wrapping_add(mixed)));
        if rest.is_empty() {
            return mixed;
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        fold(u64::from_le_bytes(last).wrapping_add(mixed))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// States that differ in one bit have different hashes.
    fn every_bit_counts<const N: usize>() {
        let mut numbers = HashSet::from([[0_u8; N].mix()]);
        for bit in 0..8 * N {
            let mut state = [0_u8; N];
            state[bit / 8] = 1 << (bit % 8);
            assert!(numbers.insert(state.mix()), "bit {bit} of {N} bytes");
        }
    }

    #[test]
    fn every_bit_of_a_state_counts() {
        every_bit_counts::<1>();
        every_bit_counts::<3>();
        every_bit_counts::<8>();
        every_bit_counts::<13>();
        every_bit_counts::<40>();
        let bits: HashSet<u64> = (0..32).map(|bit| (1_u32 << bit).mix()).collect();
        assert_eq!(bits.len(), 32);
    }
}
