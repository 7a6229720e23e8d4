//! What moves cost.

use std::fmt::{Debug, Display};
use std::hash::Hash;

/// What moves and paths cost: an unsigned integer, `u32`, `u64` or `u128`. For fractions, choose a small enough unit.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of costs",
    label = "costs are `u32`, `u64` or `u128`",
    note = "negative costs have no searches; for fractions, count in a smaller unit, such as cents"
)]
pub trait Cost:
    Copy + Ord + Hash + Default + Debug + Display + Send + Sync + 'static + sealed::Sealed
{
    /// Nothing.
    const ZERO: Self;
    /// What a move costs where nothing else is said.
    const ONE: Self;

    /// Adds up two costs, unless the sum is too large for the type.
    fn checked_add(self, other: Self) -> Option<Self>;

    /// Adds up two costs; the largest number there is if the sum is too large for the type.
    fn saturating_add(self, other: Self) -> Self;

    /// The cost as a bound of an [`Answer`](crate::Answer): the largest such number if it is larger.
    fn to_bound(self) -> i64;
}

pub(crate) mod sealed {
    use std::fmt::Debug;

    /// What only this crate needs to know of a cost.
    pub trait Sealed: Sized {
        /// An entry of the frontier of a best-first search; entries come in their order.
        type Entry: Copy + Ord + Debug + Send + Sync;

        /// An entry from its parts: `f`, what decides between equal `f`, the node (inverted), and `g`.
        fn entry(f: Self, tie: Self, node: u32, g: Self) -> Self::Entry;

        /// `f`, the node (inverted) and `g` of an entry.
        fn parts(entry: Self::Entry) -> (Self, u32, Self);

        /// All bits turned over: the larger, the smaller.
        fn inverted(self) -> Self;
    }
}

macro_rules! cost {
    ($($number:ty),*) => {$(
        impl Cost for $number {
            const ZERO: $number = 0;
            const ONE: $number = 1;

            #[inline(always)]
            fn checked_add(self, other: Self) -> Option<Self> {
                <$number>::checked_add(self, other)
            }

            #[inline(always)]
            fn saturating_add(self, other: Self) -> Self {
                <$number>::saturating_add(self, other)
            }

            fn to_bound(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
    )*};
}

cost!(u32, u64, u128);

macro_rules! wide_entry {
    ($($number:ty),*) => {$(
        impl sealed::Sealed for $number {
            type Entry = ($number, $number, u32, $number);

            #[inline(always)]
            fn entry(f: Self, tie: Self, node: u32, g: Self) -> Self::Entry {
                (f, tie, node, g)
            }

            #[inline(always)]
            fn parts((f, _, node, g): Self::Entry) -> (Self, u32, Self) {
                (f, node, g)
            }

            #[inline(always)]
            fn inverted(self) -> Self {
                !self
            }
        }
    )*};
}

wide_entry!(u64, u128);

/// An entry is one number, 32 bits for each part.
impl sealed::Sealed for u32 {
    type Entry = u128;

    #[inline(always)]
    fn entry(f: u32, tie: u32, node: u32, g: u32) -> u128 {
        u128::from(f) << 96 | u128::from(tie) << 64 | u128::from(node) << 32 | u128::from(g)
    }

    #[inline(always)]
    fn parts(entry: u128) -> (u32, u32, u32) {
        ((entry >> 96) as u32, (entry >> 32) as u32, entry as u32)
    }

    #[inline(always)]
    fn inverted(self) -> u32 {
        !self
    }
}
