//! The tables of the dynamic programme: one entry for each choice of parities of the open junctions.

use super::FAR;
use crate::pacman::maze::Corridor;

/// The widest sweep that is worth its time: a table has two to the power of it entries.
pub(super) const MAX_WIDTH: u32 = 10;

/// A step of the sweep.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A corridor between the junctions of two parity bits.
    Corridor { index: usize, a: usize, b: usize },
    /// A junction is left: its parity is settled.
    Close { junction: usize, bit: usize },
}

/// Entries of a table that are worked on together, so that the compiler makes vectors of them.
const LANES: usize = 8;

/// The entries of a block with their numbers changed by `P`.
#[inline(always)]
fn exchange<const P: usize>(block: &[i16; LANES]) -> [i16; LANES] {
    std::array::from_fn(|lane| block[lane ^ P])
}

/// Calls `$function::<P, ..>` with the mask's part within a block as `P`.
macro_rules! with_lanes {
    ($mask:expr, $function:ident($($argument:expr),*)) => {
        match $mask % LANES {
            0 => $function::<0>($($argument),*),
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            5 => $function::<5>($($argument),*),
            6 => $function::<6>($($argument),*),
            _ => $function::<7>($($argument),*),
        }
    };
}

/// `new[s] = old[s ^ mask] + cost`.
pub(super) fn combine(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
    fn run<const P: usize>(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
        let (new, old) = (new.as_chunks_mut::<LANES>().0, old.as_chunks::<LANES>().0);
        for (number, new) in new.iter_mut().enumerate() {
            let from = exchange::<P>(&old[number ^ mask / LANES]);
            *new = from.map(|value| value.saturating_add(cost));
        }
    }
    with_lanes!(mask, run(new, old, mask, cost))
}

/// `new[s]` becomes `old[s ^ mask] + cost` where that is less.
pub(super) fn relax(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
    fn run<const P: usize>(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
        let (new, old) = (new.as_chunks_mut::<LANES>().0, old.as_chunks::<LANES>().0);
        for (number, new) in new.iter_mut().enumerate() {
            let from = exchange::<P>(&old[number ^ mask / LANES]);
            for (new, from) in new.iter_mut().zip(from) {
                *new = (*new).min(from.saturating_add(cost));
            }
        }
    }
    if cost != FAR {
        with_lanes!(mask, run(new, old, mask, cost))
    }
}

/// What cannot be, where the bit is set.
pub(super) fn settle(table: &mut [i16], bit: usize) {
    if bit < LANES {
        for block in table.as_chunks_mut::<LANES>().0 {
            for (lane, value) in block.iter_mut().enumerate() {
                if lane & bit != 0 {
                    *value = FAR;
                }
            }
        }
    } else {
        for pair in table.chunks_exact_mut(2 * bit) {
            pair[bit..].fill(FAR);
        }
    }
}

/// The steps of a sweep that meets the junctions in an order, and the most parity bits at a time.
pub(super) fn sweep(corridors: &[Corridor], stub: &[bool], order: &[usize]) -> (Vec<Step>, u32) {
    let mut rank = vec![0; order.len()];
    for (index, &junction) in order.iter().enumerate() {
        rank[junction] = index;
    }
    let ends = |index: usize| {
        let [a, b] = corridors[index].ends.map(usize::from);
        if stub[index] { [a, a] } else { [a, b] }
    };
    // A corridor is taken when the later of its ends is met.
    let mut by_rank: Vec<usize> = (0..corridors.len()).collect();
    by_rank.sort_by_key(|&index| {
        let [a, b] = ends(index);
        (rank[a].max(rank[b]), rank[a].min(rank[b]))
    });
    let mut open = vec![0; order.len()];
    for index in 0..corridors.len() {
        let [a, b] = ends(index);
        open[a] += 1;
        open[b] += 1;
    }
    let mut bit_of = vec![0usize; order.len()];
    let (mut used, mut width) = (0usize, 0);
    let mut steps = Vec::new();
    for index in by_rank {
        for junction in ends(index) {
            if bit_of[junction] == 0 {
                let bit = 1 << used.trailing_ones();
                bit_of[junction] = bit;
                used |= bit;
                width = width.max(usize::BITS - used.leading_zeros());
                if width > MAX_WIDTH {
                    return (Vec::new(), width);
                }
            }
        }
        let [a, b] = ends(index);
        let b_bit = if stub[index] { 0 } else { bit_of[b] };
        steps.push(Step::Corridor { index, a: bit_of[a], b: b_bit });
        for junction in [a, b] {
            open[junction] -= 1;
            if open[junction] == 0 {
                steps.push(Step::Close { junction, bit: bit_of[junction] });
                used &= !bit_of[junction];
            }
        }
    }
    (steps, width)
}
