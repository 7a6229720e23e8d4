//! Windows of a line and sets of shapes, as bit sets.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// 2^64 divided by the golden ratio: a multiplier that mixes.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A window: one bit for each position from the first free one on, set if the position is filled or has no cell.
pub(super) trait Word:
    Copy
    + Eq
    + Send
    + Sync
    + std::fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// No position is filled.
    const EMPTY: Self;
    /// Every position is filled.
    const FULL: Self;
    /// Number of positions in a window.
    const BITS: usize;
    /// Number of filled positions before the first free one.
    fn filled(self) -> usize;
    /// Number of filled positions.
    fn count(self) -> usize;
    /// The lowest `bits` bits.
    fn low(self, bits: usize) -> usize;
    /// A hash whose high bits are well mixed.
    fn hash(self) -> usize;
    /// The low positions of a wide window.
    fn from_bits(bits: u128) -> Self;
    /// The word in which only the bit of `position` is set.
    fn bit(position: usize) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            const FULL: Self = <$type>::MAX;
            const BITS: usize = <$type>::BITS as usize;
            #[inline(always)]
            fn filled(self) -> usize {
                self.trailing_ones() as usize
            }
            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn low(self, bits: usize) -> usize {
                self as usize & ((1 << bits) - 1)
            }
            #[inline(always)]
            fn hash(self) -> usize {
                let wide = self as u128;
                let folded = (wide as u64) ^ ((wide >> 64) as u64).rotate_left(31).wrapping_mul(GOLDEN);
                (folded ^ folded >> 32).wrapping_mul(GOLDEN) as usize
            }
            fn from_bits(bits: u128) -> Self {
                bits as $type
            }
            #[inline(always)]
            fn bit(position: usize) -> Self {
                1 << position
            }
        }
    };
}
word!(u64);
word!(u128);

/// A set of shapes of one class, in `N` words.
pub(super) type Fit<const N: usize> = [u64; N];

#[inline(always)]
pub(super) fn meet<const N: usize>(mut a: Fit<N>, b: &Fit<N>) -> Fit<N> {
    for i in 0..N {
        a[i] &= b[i];
    }
    a
}

#[inline(always)]
pub(super) fn join<const N: usize>(mut a: Fit<N>, b: &Fit<N>) -> Fit<N> {
    for i in 0..N {
        a[i] |= b[i];
    }
    a
}

#[inline(always)]
pub(super) fn is_none<const N: usize>(fit: &Fit<N>) -> bool {
    fit.iter().all(|&word| word == 0)
}

/// Removes the first member of a set and returns it.
#[inline(always)]
pub(super) fn pop<const N: usize>(fit: &mut Fit<N>) -> Option<usize> {
    for (i, word) in fit.iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(i * 64 + bit);
        }
    }
    None
}
