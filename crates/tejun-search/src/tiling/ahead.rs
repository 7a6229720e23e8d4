//! Look-ahead: detects free positions that nothing can cover any more.

use super::word::{Fit, Word, pop};

/// Number of positions after the first free one that the look-ahead examines.
pub(super) const SEEN: usize = 12;

/// Bytes that [`look_ahead`] allocates.
pub(super) const LOOKING_AHEAD: usize = (3 * size_of::<usize>()) << SEEN;

/// For each pattern of the [`SEEN`] positions after a free one, the shapes that may be placed there.
pub(super) type AheadTable<const N: usize> = [Fit<N>; 1 << SEEN];

/// Removes from `front` the shapes after which one of the positions examined could never be covered, whatever
/// lies beyond them. All positions must have the same `shapes`, given as the positions they cover.
///
/// This also finds holes that the search along the line would reach only much later.
///
/// Cost: one step for each pattern and each shape it allows.
pub(super) fn look_ahead<W: Word, const N: usize>(front: &mut AheadTable<N>, shapes: &[W]) {
    let positions = SEEN + 1;
    let all = (1_usize << positions) - 1;
    let seen: Vec<usize> = shapes.iter().map(|shape| shape.low(positions)).collect();
    // For each pattern after a free first position: what the shapes that fit there cover.
    let union = |fit: &Fit<N>| {
        let mut fit = *fit;
        let mut union = 0;
        while let Some(shape) = pop(&mut fit) {
            union |= seen[shape];
        }
        union
    };
    let unions: Vec<usize> = front.iter().map(union).collect();
    // For each pattern: what is filled or can be covered. Derived from its first free position and from the
    // pattern with that position filled, which comes later in the list.
    let mut covered = vec![all; 1 << positions];
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

/// The neighbours of a position on the line: the next and the previous position, and those at one larger offset. On
/// a board, the larger offset leads to the adjacent row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjacency<W> {
    /// The larger offset; zero if there are no neighbours.
    far: usize,
    /// The positions of a window whose neighbours all lie in it.
    inside: W,
}

impl<W: Word> Adjacency<W> {
    /// No neighbours: no position is ever considered isolated.
    pub(super) fn none() -> Self {
        Adjacency { far: 0, inside: W::EMPTY }
    }

    /// Offsets that connect every shape, if they exist and no shape is a single position.
    pub(super) fn of(shapes: &[W]) -> Self {
        let reach = shapes.iter().map(|&shape| reach(shape)).max().unwrap_or(0);
        let serves = |&far: &usize| shapes.iter().all(|&shape| is_connected(shape, far));
        match (2..=reach).find(serves) {
            Some(far) if !shapes.contains(&W::bit(0)) => Adjacency { far, inside: W::FULL >> far },
            _ => Self::none(),
        }
    }

    /// Whether some free position of the window has no free neighbour.
    #[inline(always)]
    pub(super) fn leaves_one_alone(&self, window: W) -> bool {
        let free = !window;
        let beside = free << 1 | free >> 1 | free << self.far | free >> self.far;
        free & !beside & self.inside != W::EMPTY
    }
}

fn reach<W: Word>(shape: W) -> usize {
    (0..W::BITS).rev().find(|&position| shape & W::bit(position) != W::EMPTY).unwrap_or(0)
}

fn is_connected<W: Word>(shape: W, far: usize) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of six with an empty position after each, and some forms of the pentominoes P, X, I and W.
    const SHAPES: [u64; 7] = [
        0b11 | 0b11 << 7 | 1 << 14,
        0b111 | 0b110 << 7,
        1 | 0b11 << 7 | 0b11 << 14,
        1 | 0b111 << 6 | 1 << 14,
        0b11111,
        1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28,
        1 | 0b11 << 6 | 0b11 << 12,
    ];

    /// Whether some shape, beginning at or before `position`, covers `position` and no filled position.
    fn can_be_covered(filled: u64, position: usize) -> bool {
        (0..=position).any(|first| {
            SHAPES.iter().any(|shape| shape << first >> position & 1 == 1 && (shape << first) & filled == 0)
        })
    }

    #[test]
    fn look_ahead_leaves_what_spoils_no_place_seen() {
        let fits = |pattern: usize, shape: &u64| (pattern as u64) << 1 & shape & 0x1fff == 0;
        let mut front: Box<AheadTable<1>> = Box::new([[0]; 1 << SEEN]);
        for (pattern, fit) in front.iter_mut().enumerate() {
            for (bit, shape) in SHAPES.iter().enumerate() {
                fit[0] |= u64::from(fits(pattern, shape)) << bit;
            }
        }
        look_ahead(&mut front, &SHAPES);
        let mut left_out = 0;
        for (pattern, fit) in front.iter().enumerate() {
            for (bit, shape) in SHAPES.iter().enumerate().filter(|(_, shape)| fits(pattern, shape)) {
                // What lies beyond the examined positions may all be free.
                let filled = (pattern as u64) << 1 | shape & 0x1fff;
                let spoilt = (0..=SEEN)
                    .any(|position| filled >> position & 1 == 0 && !can_be_covered(filled, position));
                assert_eq!(fit[0] >> bit & 1 == 0, spoilt, "{pattern:b} {shape:b}");
                left_out += u32::from(spoilt);
            }
        }
        assert!(left_out > 1000, "{left_out}");
    }

    #[test]
    fn a_place_alone_has_no_free_neighbour() {
        let adjacency = Adjacency::of(&SHAPES);
        assert_eq!(adjacency.far, 7);
        let mut window = 1_u64;
        let mut alone = 0;
        for _ in 0..100_000 {
            window = window.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            // Mostly filled, so that isolated positions occur.
            let filled = window | window.rotate_left(17);
            let free = |position: usize| filled >> position & 1 == 0;
            let beside = |position: usize| {
                [position.wrapping_sub(1), position + 1, position.wrapping_sub(7), position + 7]
                    .into_iter()
                    .any(|position| position < 64 && free(position))
            };
            // The last seven positions have neighbours outside the window.
            let expected = (0..57).any(|position| free(position) && !beside(position));
            assert_eq!(adjacency.leaves_one_alone(filled), expected, "{filled:b}");
            alone += u32::from(expected);
        }
        assert!((1000..99_000).contains(&alone), "{alone}");
    }

    #[test]
    fn nothing_is_alone_where_shapes_are_single_places_or_fall_apart() {
        for shapes in [vec![1_u64, 0b11], vec![0b101 | 1 << 40, 0b11 | 1 << 20]] {
            assert!(!Adjacency::of(&shapes).leaves_one_alone(0b1011));
        }
    }
}
