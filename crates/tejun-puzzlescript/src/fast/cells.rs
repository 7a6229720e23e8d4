//! Sets of cells: bit `x * height + y` is column `x`, row `y`.

/// A set of cells of a board of at most `64 * W`.
pub(super) type Cells<const W: usize> = [u64; W];

pub(super) const fn empty<const W: usize>() -> Cells<W> {
    [0; W]
}

#[inline(always)]
pub(super) fn is_empty<const W: usize>(cells: &Cells<W>) -> bool {
    let mut any = 0;
    for word in cells {
        any |= word;
    }
    any == 0
}

#[inline(always)]
pub(super) fn and<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> Cells<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
pub(super) fn or<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> Cells<W> {
    std::array::from_fn(|i| a[i] | b[i])
}

#[inline(always)]
pub(super) fn and_not<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> Cells<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

pub(super) fn is_subset<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> bool {
    is_empty(&and_not(a, b))
}

pub(super) fn intersects<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> bool {
    !is_empty(&and(a, b))
}

pub(super) fn count<const W: usize>(cells: &Cells<W>) -> usize {
    cells.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline(always)]
pub(super) fn contains<const W: usize>(cells: &Cells<W>, cell: usize) -> bool {
    cells[cell / 64] >> (cell % 64) & 1 == 1
}

#[inline(always)]
pub(super) fn insert<const W: usize>(cells: &mut Cells<W>, cell: usize) {
    cells[cell / 64] |= 1 << (cell % 64);
}

#[inline(always)]
pub(super) fn remove<const W: usize>(cells: &mut Cells<W>, cell: usize) {
    cells[cell / 64] &= !(1 << (cell % 64));
}

/// The cells `c` for which `cells` has `c + offset`; what would be outside is dropped.
#[inline(always)]
pub(super) fn at<const W: usize>(cells: &Cells<W>, offset: isize) -> Cells<W> {
    if W == 1 {
        let mut one = *cells;
        one[0] = if offset >= 0 {
            cells[0].checked_shr(offset as u32).unwrap_or(0)
        } else {
            cells[0].checked_shl(offset.unsigned_abs() as u32).unwrap_or(0)
        };
        return one;
    }
    let (words, bits) = (offset.unsigned_abs() / 64, offset.unsigned_abs() as u32 % 64);
    let word = |i: usize| if i < W { cells[i] } else { 0 };
    if offset >= 0 {
        std::array::from_fn(|i| {
            let high = if bits == 0 { 0 } else { word(i + words + 1) << (64 - bits) };
            word(i + words) >> bits | high
        })
    } else {
        std::array::from_fn(|i| {
            let low = if bits == 0 { 0 } else { word(i.wrapping_sub(words + 1)) >> (64 - bits) };
            word(i.wrapping_sub(words)) << bits | low
        })
    }
}

/// The cells in ascending order.
pub(super) fn each<const W: usize>(cells: &Cells<W>) -> impl Iterator<Item = usize> + use<W> {
    let cells = *cells;
    (0..W).flat_map(move |i| {
        let mut word = cells[i];
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(i * 64 + bit)
        })
    })
}
