//! The tables of the dynamic program: one entry for each combination of parities of the open junctions.

use super::local::FAR;
use crate::maze::Corridor;

/// The widest sweep worth its time. A table has 2 to the power of the width entries.
pub(super) const MAX_WIDTH: u32 = 10;

/// A step of the sweep.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A corridor between the junctions of two parity bits.
    Corridor { index: usize, a: usize, b: usize },
    /// A junction is left; its parity is now fixed.
    Close { junction: usize, bit: usize },
}

/// Number of table entries processed together, so that the compiler vectorizes the loops.
const LANES: usize = 8;

/// The entries of a block, permuted by XORing their index with `P`.
#[inline(always)]
fn exchange<const P: usize>(block: &[i16; LANES]) -> [i16; LANES] {
    std::array::from_fn(|lane| block[lane ^ P])
}

/// Calls `$function::<P, ..>`, with `P` the part of the mask within a block.
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

/// `new[s] = min(old[s] + stay, old[s ^ mask] + cross)`.
pub(super) fn choose(new: &mut [i16], old: &[i16], stay: i16, mask: usize, cross: i16) {
    fn run<const P: usize>(new: &mut [i16], old: &[i16], stay: i16, mask: usize, cross: i16) {
        let (new, old) = (new.as_chunks_mut::<LANES>().0, old.as_chunks::<LANES>().0);
        for (number, new) in new.iter_mut().enumerate() {
            let from = exchange::<P>(&old[number ^ (mask / LANES)]);
            let here = &old[number];
            *new = std::array::from_fn(|lane| {
                here[lane].saturating_add(stay).min(from[lane].saturating_add(cross))
            });
        }
    }
    with_lanes!(mask, run(new, old, stay, mask, cross))
}

/// `new[s] = min(new[s], old[s ^ mask] + cost)`.
pub(super) fn relax(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
    fn run<const P: usize>(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
        let (new, old) = (new.as_chunks_mut::<LANES>().0, old.as_chunks::<LANES>().0);
        for (number, new) in new.iter_mut().enumerate() {
            let from = exchange::<P>(&old[number ^ (mask / LANES)]);
            *new = std::array::from_fn(|lane| new[lane].min(from[lane].saturating_add(cost)));
        }
    }
    if cost != FAR {
        with_lanes!(mask, run(new, old, mask, cost))
    }
}

/// `new[s] = old[s ^ parity]` where the bit is clear, `FAR` where it is set.
pub(super) fn settle(new: &mut [i16], old: &[i16], parity: usize, bit: usize) {
    debug_assert!(parity == 0 || parity == bit);
    if bit < LANES {
        let (new, old) = (new.as_chunks_mut::<LANES>().0, old.as_chunks::<LANES>().0);
        for (new, old) in new.iter_mut().zip(old) {
            *new = std::array::from_fn(|lane| if lane & bit == 0 { old[lane ^ parity] } else { FAR });
        }
    } else {
        for (new, old) in new.chunks_exact_mut(2 * bit).zip(old.chunks_exact(2 * bit)) {
            new[..bit].copy_from_slice(&old[parity..parity + bit]);
            new[bit..].fill(FAR);
        }
    }
}

/// Like [`settle`], but the walk may also end at the junction.
pub(super) fn settle_ended(new: &mut [i16], ended: &[i16], old: &[i16], parity: usize, bit: usize) {
    let other = parity ^ bit;
    if bit < LANES {
        let (new, ended, old) =
            (new.as_chunks_mut::<LANES>().0, ended.as_chunks::<LANES>().0, old.as_chunks::<LANES>().0);
        for ((new, ended), old) in new.iter_mut().zip(ended).zip(old) {
            *new = std::array::from_fn(|lane| {
                if lane & bit == 0 { ended[lane ^ parity].min(old[lane ^ other]) } else { FAR }
            });
        }
    } else {
        let pairs = ended.chunks_exact(2 * bit).zip(old.chunks_exact(2 * bit));
        for (new, (ended, old)) in new.chunks_exact_mut(2 * bit).zip(pairs) {
            let both = ended[parity..parity + bit].iter().zip(&old[other..other + bit]);
            for (new, (&ended, &old)) in new.iter_mut().zip(both) {
                *new = ended.min(old);
            }
            new[bit..].fill(FAR);
        }
    }
}

/// An order in which to go through the maze, corridor by corridor.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// The steps, each with the number of table entries it touches.
    pub steps: Vec<(Step, usize)>,
    /// Maximum number of parity bits.
    pub width: u32,
    /// Total number of entries touched.
    work: usize,
}

/// The cheapest of several sweeps: junctions by column, by row, and greedy orders from several starts. `None`
/// if all of them need too many bits.
pub(super) fn best_sweep(corridors: &[Corridor], stub: &[bool], places: &[(u16, u16)]) -> Option<Sweep> {
    let mut by_column: Vec<usize> = (0..places.len()).collect();
    let mut by_row = by_column.clone();
    by_column.sort_by_key(|&junction| places[junction]);
    by_row.sort_by_key(|&junction| (places[junction].1, places[junction].0));
    // In a large maze, spread the starts over the whole maze.
    let starts = places.len().min(MAX_STARTS);
    let greedy = (0..starts)
        .map(|start| greedy_order(corridors, by_column[start * places.len() / starts], places.len()));
    let orders = [by_column.clone(), by_row].into_iter().chain(greedy);
    orders.filter_map(|order| sweep(corridors, stub, &order)).min_by_key(|sweep| sweep.work)
}

/// Maximum number of junctions tried as the start of a greedy order.
const MAX_STARTS: usize = 32;

/// A greedy order of the junctions: the next one is always the one that keeps the fewest open.
fn greedy_order(corridors: &[Corridor], start: usize, junctions: usize) -> Vec<usize> {
    let mut beside = vec![Vec::new(); junctions];
    for corridor in corridors {
        let [a, b] = corridor.ends.map(usize::from);
        if a != b {
            beside[a].push(b);
            beside[b].push(a);
        }
    }
    // Number of neighbours of each junction that are not met yet.
    let mut unmet: Vec<usize> = beside.iter().map(Vec::len).collect();
    let mut met = vec![false; junctions];
    let mut edge = vec![start];
    let mut order = Vec::with_capacity(junctions);
    while let Some(position) = (0..edge.len()).min_by_key(|&position| {
        let junction = edge[position];
        let closes = beside[junction].iter().filter(|&&other| met[other] && unmet[other] == 1).count();
        (usize::from(unmet[junction] > 0) + beside.len() - closes, position)
    }) {
        let junction = edge.remove(position);
        met[junction] = true;
        order.push(junction);
        for &other in &beside[junction] {
            unmet[other] -= 1;
            if !met[other] && !edge.contains(&other) {
                edge.push(other);
            }
        }
    }
    order
}

/// The sweep that meets the junctions in this order; `None` if it needs too many bits.
fn sweep(corridors: &[Corridor], stub: &[bool], order: &[usize]) -> Option<Sweep> {
    let mut rank = vec![0; order.len()];
    for (index, &junction) in order.iter().enumerate() {
        rank[junction] = index;
    }
    let ends = |index: usize| {
        let [a, b] = corridors[index].ends.map(usize::from);
        if stub[index] { [a, a] } else { [a, b] }
    };
    // A corridor is handled when the later of its ends is met.
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
    let mut used = 0usize;
    let mut sweep = Sweep::default();
    for index in by_rank {
        for junction in ends(index) {
            if bit_of[junction] == 0 {
                let bit = 1 << used.trailing_ones();
                bit_of[junction] = bit;
                used |= bit;
                sweep.width = sweep.width.max(usize::BITS - used.leading_zeros());
                if sweep.width > MAX_WIDTH {
                    return None;
                }
            }
        }
        let size = (used + 1).next_power_of_two().max(LANES);
        let [a, b] = ends(index);
        let b_bit = if stub[index] { 0 } else { bit_of[b] };
        sweep.steps.push((Step::Corridor { index, a: bit_of[a], b: b_bit }, size));
        for junction in [a, b] {
            open[junction] -= 1;
            if open[junction] == 0 {
                sweep.steps.push((Step::Close { junction, bit: bit_of[junction] }, size));
                used &= !bit_of[junction];
            }
        }
    }
    sweep.work = sweep.steps.iter().map(|(_, size)| size).sum();
    Some(sweep)
}
