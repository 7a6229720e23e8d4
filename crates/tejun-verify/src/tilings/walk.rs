//! Adds up fillings: one partial filling after the other, by what may cover its first free place.

use std::collections::BTreeMap;

use crate::VerifyError;
use crate::rules::packing::{Packing, Places};

/// What may cover places, and what it takes of the pieces.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The places.
    pub places: Places,
    /// Kinds of pieces, and how many of each.
    pub takes: Vec<(usize, u32)>,
}

/// Partial fillings that wait at one time at most: they take 48 MiB.
const MOST_WAITING: usize = (48 << 20) / size_of::<(Places, u64)>();

/// Partial fillings that are looked at, at most, so that no puzzle takes too long.
const MOST_NODES: u64 = 1 << 30;

/// The partial fillings with the same pieces left, each with the number of ways to get there.
type Group = Vec<(Places, u64)>;

/// The number of ways to fill the region with all pieces, where they may be put as `covers` says. Adds the number of partial
/// fillings looked at to `nodes`.
///
/// A partial filling covers all places before its first free one, so what may follow depends on the places covered and on
/// the pieces left, and on nothing else. Those with the most free places are looked at first: what leads to the others has
/// then been looked at.
///
/// # Errors
/// If there are too many partial fillings, kinds of pieces, or ways.
pub fn fillings(packing: &Packing, covers: &[Cover], nodes: &mut u64) -> Result<u64, VerifyError> {
    let stock = Stock::of(packing)?;
    let classes = classes(packing, covers, &stock);
    // Where the last cover that takes a piece of a kind begins.
    let last_of = |kind: usize| {
        let taking = classes.iter().filter(|class| class.takes.iter().any(|take| take.0 == kind));
        taking.map(|class| class.last).max().unwrap_or(0)
    };
    let lasts: Vec<u32> = (0..packing.kinds.len()).map(last_of).collect();
    let mut waiting: BTreeMap<(u32, u64), Group> = BTreeMap::new();
    waiting.insert((packing.region.count_ones(), stock.all), vec![(!packing.region, 1)]);
    let mut number = 1;
    while let Some(((free, left), mut group)) = waiting.pop_last() {
        number -= group.len();
        merge(&mut group)?;
        if free == 0 {
            return Ok(group.first().map_or(0, |filled| filled.1));
        }
        *nodes += group.len() as u64;
        for class in classes.iter().filter(|class| class.size <= free && stock.has(left, &class.takes)) {
            let next = (free - class.size, left - class.pieces);
            let kinds_left = (0..lasts.len()).filter(|&kind| stock.has(next.1, &[(kind, 1)]));
            let last = kinds_left.map(|kind| lasts[kind]).min().unwrap_or(u32::MAX);
            let into = waiting.entry(next).or_default();
            let before = into.len();
            for &(covered, ways) in &group {
                for &places in &class.begin[covered.trailing_ones() as usize] {
                    let then = covered | places;
                    if covered & places == 0
                        && then.trailing_ones() <= last
                        && !leaves_one_alone(packing, then)
                    {
                        into.push((then, ways));
                    }
                }
            }
            number += into.len() - before;
        }
        if number > MOST_WAITING || *nodes > MOST_NODES {
            return Err(VerifyError::new("the puzzle has too many partial fillings for this program"));
        }
    }
    Ok(0)
}

/// Whether a free place has no free neighbour.
fn leaves_one_alone(packing: &Packing, covered: Places) -> bool {
    let Some(stride) = packing.stride else { return false };
    let free = !covered;
    free & !(free << 1 | free >> 1 | free << stride | free >> stride) != 0
}

/// Makes one of equal partial fillings.
fn merge(group: &mut Group) -> Result<(), VerifyError> {
    group.sort_unstable_by_key(|partial| partial.0);
    let mut kept = 0;
    for at in 1..group.len() {
        if group[at].0 == group[kept].0 {
            let ways = group[kept].1.checked_add(group[at].1);
            group[kept].1 = ways.ok_or_else(|| VerifyError::new("the puzzle has too many fillings"))?;
        } else {
            kept += 1;
            group[kept] = group[at];
        }
    }
    group.truncate(kept + 1);
    Ok(())
}

/// Pieces as a number: for each kind some bits, which say how many there are.
struct Stock {
    /// The first bit of each kind, and how many there are.
    bits: Vec<(u32, u64)>,
    all: u64,
}

impl Stock {
    fn of(packing: &Packing) -> Result<Stock, VerifyError> {
        let (mut first, mut all, mut bits) = (0, 0, Vec::new());
        for kind in &packing.kinds {
            let width = kind.count.ilog2() + 1;
            if first + width > u64::BITS {
                return Err(VerifyError::new("the puzzle has too many kinds of pieces for this program"));
            }
            bits.push((first, (1 << width) - 1));
            all |= u64::from(kind.count) << first;
            first += width;
        }
        Ok(Stock { bits, all })
    }

    fn has(&self, left: u64, takes: &[(usize, u32)]) -> bool {
        takes.iter().all(|&(kind, number)| left >> self.bits[kind].0 & self.bits[kind].1 >= u64::from(number))
    }
}

/// Covers that take the same pieces.
struct Class {
    takes: Vec<(usize, u32)>,
    /// What they take of the pieces as a number, and how many places they cover.
    pieces: u64,
    size: u32,
    /// For each place the covers that begin there.
    begin: Vec<Vec<Places>>,
    /// The last place where one begins.
    last: u32,
}

fn classes(packing: &Packing, covers: &[Cover], stock: &Stock) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for Cover { places, takes } in covers {
        let at = classes.iter().position(|class| class.takes == *takes).unwrap_or_else(|| {
            let pieces = takes.iter().map(|&(kind, number)| u64::from(number) << stock.bits[kind].0).sum();
            let size = takes.iter().map(|&(kind, number)| packing.kinds[kind].size * number).sum();
            let begin = vec![Vec::new(); Places::BITS as usize];
            classes.push(Class { takes: takes.clone(), pieces, size, begin, last: 0 });
            classes.len() - 1
        });
        let first = places.trailing_zeros();
        classes[at].begin[first as usize].push(*places);
        classes[at].last = classes[at].last.max(first);
    }
    classes
}
