//! The machine words that hold boards and packed states.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use tejun_search::Packed;

/// A set of cells, one bit per cell.
pub(crate) trait Cells:
    Copy
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const NONE: Self;
    /// The set of just the first cell.
    const FIRST: Self;
    /// The set given by the low bits of a number.
    fn from_low(bits: u64) -> Self;
    /// The lowest cell of a non-empty set.
    fn lowest(self) -> u32;
    /// A non-empty set without its lowest cell.
    fn without_lowest(self) -> Self;
    /// The highest cell of a non-empty set.
    fn highest(self) -> u32;
    /// The number of cells.
    fn count(self) -> u32;
}

macro_rules! cells {
    ($word:ty) => {
        impl Cells for $word {
            const NONE: Self = 0;
            const FIRST: Self = 1;

            #[inline(always)]
            fn from_low(bits: u64) -> Self {
                Self::from(bits)
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & (self - 1)
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                <$word>::BITS - 1 - self.leading_zeros()
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

cells!(u64);
cells!(u128);

/// The cells of a set, ascending.
#[inline(always)]
pub(crate) fn each<B: Cells>(mut set: B) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (set != B::NONE).then(|| set.lowest())?;
        set = set.without_lowest();
        Some(cell)
    })
}

/// A state as a string of bits.
pub(crate) trait Bits: Packed {
    /// No bit set.
    const ZERO: Self;
    /// Returns `width` bits starting at bit `shift`; `width` is 1 to 64.
    fn get(&self, shift: u32, width: u32) -> u64;
    /// Flips the bits of `value`, starting at bit `shift`. Bits past the end are dropped.
    fn flip(&mut self, shift: u32, value: u64);
    /// Adds a number, starting at bit `shift`. Sums of several numbers may pass below zero or past the end on
    /// the way.
    fn add(&self, shift: u32, number: i64) -> Self;
    /// The bits set in both.
    fn and(&self, other: &Self) -> Self;
    /// The bits set in exactly one of the two.
    fn xor(&self, other: &Self) -> Self;
}

#[inline(always)]
fn low_mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

macro_rules! bits {
    ($word:ty, $signed:ty) => {
        impl Bits for $word {
            const ZERO: Self = 0;

            #[inline(always)]
            fn get(&self, shift: u32, width: u32) -> u64 {
                (self >> shift) as u64 & low_mask(width)
            }

            #[inline(always)]
            fn flip(&mut self, shift: u32, value: u64) {
                *self ^= <$word>::from(value) << shift;
            }

            #[inline(always)]
            fn add(&self, shift: u32, number: i64) -> Self {
                self.wrapping_add((<$signed>::from(number) as $word) << shift)
            }

            #[inline(always)]
            fn and(&self, other: &Self) -> Self {
                self & other
            }

            #[inline(always)]
            fn xor(&self, other: &Self) -> Self {
                self ^ other
            }
        }
    };
}

bits!(u64, i64);
bits!(u128, i128);

impl<const N: usize> Bits for [u64; N]
where
    [u64; N]: Packed,
{
    const ZERO: Self = [0; N];

    #[inline]
    fn get(&self, shift: u32, width: u32) -> u64 {
        let (word, bit) = ((shift / 64) as usize, shift % 64);
        let above = if bit > 0 && word + 1 < N { self[word + 1] << (64 - bit) } else { 0 };
        (self[word] >> bit | above) & low_mask(width)
    }

    #[inline]
    fn flip(&mut self, shift: u32, value: u64) {
        let (word, bit) = ((shift / 64) as usize, shift % 64);
        self[word] ^= value << bit;
        if bit > 0 && word + 1 < N {
            self[word + 1] ^= value >> (64 - bit);
        }
    }

    #[inline]
    fn add(&self, shift: u32, number: i64) -> Self {
        let (word, bit) = ((shift / 64) as usize, shift % 64);
        let shifted = i128::from(number) << bit;
        let mut sum = *self;
        let mut carry = false;
        for (at, sum) in sum.iter_mut().enumerate().skip(word) {
            let part = if at == word {
                shifted
            } else if at == word + 1 {
                shifted >> 64
            } else {
                shifted >> 127
            };
            let (low, over) = sum.overflowing_add(part as u64);
            let (low, again) = low.overflowing_add(carry.into());
            (*sum, carry) = (low, over || again);
        }
        sum
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        std::array::from_fn(|word| self[word] & other[word])
    }

    #[inline]
    fn xor(&self, other: &Self) -> Self {
        std::array::from_fn(|word| self[word] ^ other[word])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_add_up_in_words_of_every_width() {
        fn check<S: Bits>(shifts: &[u32]) {
            for &shift in shifts {
                let mut start = S::ZERO;
                start.flip(shift, 1000);
                for number in [1, -1, 77, -1000, 1 << 20] {
                    let mut sum = S::ZERO;
                    sum.flip(shift, (1000 + number) as u64);
                    assert_eq!(start.add(shift, number), sum, "{number} at {shift}");
                    assert_eq!(start.add(shift, -2000 - number).add(shift, 2 * number + 2000), sum);
                }
            }
        }
        check::<u64>(&[0, 5, 30]);
        check::<u128>(&[0, 40, 60, 64, 90]);
        check::<[u64; 4]>(&[0, 30, 60, 63, 64, 100, 120, 190]);
    }
}
