//! What is seen ahead of the search: free places that nothing can fill any more.

use super::word::{Fit, Word, pop};

/// Places after the first free one that the look-ahead knows.
pub(super) const SEEN: usize = 12;

/// For each pattern of the [`SEEN`] filled places after a free one, what may be put there.
pub(super) type Front<const N: usize> = [Fit<N>; 1 << SEEN];

/// Takes out of `front` what would leave, among the places seen, one that nothing can fill any more,
/// whatever lies behind them. All places have to have the same `shapes`, given as what they fill.
///
/// A place that no shape can cover is found as such wherever it is: the holes that a search along the
/// line would come to only later, among them.
///
/// Cost: a step for each pattern and each shape that it leaves possible.
pub(super) fn look_ahead<W: Word, const N: usize>(front: &mut Front<N>, shapes: &[W]) {
    let places = SEEN + 1;
    let all = (1_usize << places) - 1;
    let seen: Vec<usize> = shapes.iter().map(|shape| shape.low(places)).collect();
    // By pattern with its first place free, what the shapes that fit there cover.
    let union = |fit: &Fit<N>| {
        let mut fit = *fit;
        let mut union = 0;
        while let Some(shape) = pop(&mut fit) {
            union |= seen[shape];
        }
        union
    };
    let unions: Vec<usize> = front.iter().map(union).collect();
    // By any pattern, what is filled or can be covered: from its first free place, and with that
    // place filled, which stands behind it in the list.
    let mut covered = vec![all; 1 << places];
    for pattern in (0..all).rev() {
        let first = pattern.trailing_ones() as usize;
        let here = unions[pattern >> first >> 1] << first;
        covered[pattern] = pattern | (here | covered[pattern | 1 << first] & !(1 << first)) & all;
    }
    for (pattern, fit) in front.iter_mut().enumerate() {
        let mut shapes = *fit;
        while let Some(shape) = pop(&mut shapes) {
            if covered[pattern << 1 | seen[shape]] != all {
                fit[shape / 64] &= !(1 << (shape % 64));
            }
        }
    }
}

/// The steps by which free places hang together: to the next place, and some way farther, either way.
/// On a board of rows, that is to the next row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<W> {
    /// How far the longer step goes; zero for none.
    far: usize,
    /// The places of a window that see both ends of every step.
    inside: W,
}

impl<W: Word> Steps<W> {
    /// No steps: nothing is ever alone.
    pub(super) fn none() -> Self {
        Steps { far: 0, inside: W::EMPTY }
    }

    /// Steps by which all of the shapes hang together, if there are such and no shape is a single
    /// place.
    pub(super) fn of(shapes: &[W]) -> Self {
        let reach = shapes.iter().map(|&shape| reach(shape)).max().unwrap_or(0);
        let serves = |&far: &usize| shapes.iter().all(|&shape| hangs_together(shape, far));
        match (2..=reach).find(serves) {
            Some(far) if !shapes.contains(&W::bit(0)) => Steps { far, inside: W::FULL >> far },
            _ => Self::none(),
        }
    }

    /// Whether a free place of the window has no free one beside it.
    #[inline(always)]
    pub(super) fn leave_one_alone(&self, window: W) -> bool {
        let free = !window;
        let beside = free << 1 | free >> 1 | free << self.far | free >> self.far;
        free & !beside & self.inside != W::EMPTY
    }
}

fn reach<W: Word>(shape: W) -> usize {
    (0..W::BITS).rev().find(|&place| shape & W::bit(place) != W::EMPTY).unwrap_or(0)
}

fn hangs_together<W: Word>(shape: W, far: usize) -> bool {
    let mut reached = W::bit(0);
    loop {
        let beside = reached << 1 | reached >> 1 | reached << far | reached >> far;
        let wider = (reached | beside) & shape;
        if wider == reached {
            return reached == shape;
        }
        reached = wider;
    }
}
