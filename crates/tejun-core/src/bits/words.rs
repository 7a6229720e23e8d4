//! The machine words that hold boards and packed states.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use tejun_search::{Key, Packed};

/// A set of cells, one bit per cell.
pub trait Cells:
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
    /// Whether a cell is in it.
    fn has(self, cell: u32) -> bool;
    /// The set of just this cell.
    fn only(cell: u32) -> Self;
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

            #[inline(always)]
            fn has(self, cell: u32) -> bool {
                self >> cell & 1 == 1
            }

            #[inline(always)]
            fn only(cell: u32) -> Self {
                1 << cell
            }
        }
    };
}

cells!(u64);
cells!(u128);

/// The set of some cells.
pub fn set_of<B: Cells>(cells: impl IntoIterator<Item = usize>) -> B {
    cells.into_iter().fold(B::NONE, |set, cell| set | B::only(cell as u32))
}

/// The cells of a set, ascending.
#[inline(always)]
pub fn each<B: Cells>(mut set: B) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let cell = (set != B::NONE).then(|| set.lowest())?;
        set = set.without_lowest();
        Some(cell)
    })
}

/// A set of up to `64 * N` cells, in as many bits, the lowest word first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Wide<N> {
    #[inline(always)]
    fn each_word(word: impl FnMut(usize) -> u64) -> Self {
        Wide(std::array::from_fn(word))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self::each_word(|word| self.0[word] & other.0[word])
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self::each_word(|word| self.0[word] | other.0[word])
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self::each_word(|word| !self.0[word])
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let from = |word: usize| word.checked_sub(words).map_or(0, |word| self.0[word]);
        // Two shifts, because one by 64 is none.
        let below = |word: usize| word.checked_sub(1).map_or(0, |word| (from(word) >> 1) >> (63 - bits));
        Self::each_word(|word| (from(word) << bits) | below(word))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let from = |word: usize| self.0[..].get(word + words).copied().unwrap_or(0);
        Self::each_word(|word| (from(word) >> bits) | ((from(word + 1) << 1) << (63 - bits)))
    }
}

impl<const N: usize> Cells for Wide<N> {
    const NONE: Self = Wide([0; N]);
    const FIRST: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Wide(words)
    };

    #[inline(always)]
    fn from_low(bits: u64) -> Self {
        Self::each_word(|word| if word == 0 { bits } else { 0 })
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        64 * word as u32 + self.0[word].trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn highest(self) -> u32 {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * word as u32 + 63 - self.0[word].leading_zeros()
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn has(self, cell: u32) -> bool {
        self.0[(cell / 64) as usize] >> (cell % 64) & 1 == 1
    }

    #[inline(always)]
    fn only(cell: u32) -> Self {
        let mut words = [0; N];
        words[(cell / 64) as usize] = 1 << (cell % 64);
        Wide(words)
    }
}

/// A state as a string of bits.
pub trait Bits: Key + Packed<Key = Self> {
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
    [u64; N]: Key,
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
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    type Set = BTreeSet<u32>;

    fn cells<B: Cells>(set: &Set) -> B {
        set.iter().fold(B::NONE, |cells, &cell| cells | (B::FIRST << cell))
    }

    fn listed<B: Cells>(cells: B) -> Set {
        each(cells).collect()
    }

    /// The words agree with sets of numbers.
    fn agree<B: Cells>(bits: u32, one: &Set, other: &Set, by: u32) -> Result<(), TestCaseError> {
        let within = |set: &Set| -> Set { set.iter().copied().filter(|&cell| cell < bits).collect() };
        let (one, other) = (within(one), within(other));
        let (a, b): (B, B) = (cells(&one), cells(&other));
        prop_assert_eq!(listed(a), one.clone());
        prop_assert_eq!(listed(a & b), one.intersection(&other).copied().collect::<Set>());
        prop_assert_eq!(listed(a | b), one.union(&other).copied().collect::<Set>());
        prop_assert_eq!(listed(!a), (0..bits).filter(|cell| !one.contains(cell)).collect::<Set>());
        let by = by % bits;
        let up: Set = one.iter().map(|cell| cell + by).filter(|&cell| cell < bits).collect();
        prop_assert_eq!(listed(a << by), up);
        prop_assert_eq!(listed(a >> by), one.iter().filter_map(|cell| cell.checked_sub(by)).collect::<Set>());
        prop_assert_eq!(a == b, one == other);
        prop_assert_eq!(a.count() as usize, one.len());
        prop_assert_eq!((a.has(by), listed(B::only(by))), (one.contains(&by), Set::from([by])));
        if let (Some(&first), Some(&last)) = (one.first(), one.last()) {
            prop_assert_eq!((a.lowest(), a.highest()), (first, last));
            prop_assert_eq!(listed(a.without_lowest()), one.range(first + 1..).copied().collect::<Set>());
        }
        let low = one.range(..64).fold(0, |low, cell| low | 1 << cell);
        prop_assert_eq!(listed(B::from_low(low)), one.range(..64).copied().collect::<Set>());
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn words_are_sets_of_cells(
            one in proptest::collection::btree_set(0u32..512, 0..40),
            other in proptest::collection::btree_set(0u32..512, 0..40),
            by in 0u32..512,
        ) {
            agree::<u64>(64, &one, &other, by)?;
            agree::<u128>(128, &one, &other, by)?;
            agree::<Wide<3>>(192, &one, &other, by)?;
            agree::<Wide<8>>(512, &one, &other, by)?;
        }
    }

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
