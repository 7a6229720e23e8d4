//! Placements in reading order.

use std::cmp::Ordering;

use tejun_core::bits::Cells;

/// The heads of each class, ordered by the first cell where two placements differ: an empty one comes first, then the
/// classes in their order.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Reading<B>(pub Box<[B]>);

/// Compares two placements in reading order.
#[inline]
pub(super) fn compare<B: Cells>(heads: &[B], others: &[B]) -> Ordering {
    let pairs = heads.iter().zip(others);
    let differ = pairs.fold(B::NONE, |all, (&a, &b)| all | (a & !b) | (b & !a));
    if differ == B::NONE {
        return Ordering::Equal;
    }
    let cell = B::FIRST << differ.lowest();
    // `None` is less than any class.
    let class = |heads: &[B]| heads.iter().position(|&heads| heads & cell != B::NONE);
    class(heads).cmp(&class(others))
}

impl<B: Cells> Ord for Reading<B> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&self.0, &other.0)
    }
}

impl<B: Cells> PartialOrd for Reading<B> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
