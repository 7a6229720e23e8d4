//! Adds up fillings: one partial filling after the other, by what may cover its first free place.

use super::covers::{Block, Cover, Stock, starts};
use crate::error::VerifyError;
use crate::limits::Limits;
use crate::rules::packing::{Packing, Places};

/// Partial fillings that are looked at, at most, so that no puzzle takes too long.
pub const MOST_NODES: u64 = 1 << 30;

/// What is done, and what may be.
pub struct Work {
    /// Partial fillings that are held at one time, at most.
    pub most_held: usize,
    /// Partial fillings looked at.
    pub nodes: u64,
    /// When to stop.
    pub limits: Limits,
}

/// The bytes that a partial filling takes while it is held, its part of the table included; and how many may be held, at most
/// and at least.
const HELD_BYTES: u64 = 96;
const MOST_HELD: u64 = 1 << 19;
const LEAST_HELD: u64 = 1 << 10;

impl Work {
    /// As many as fit are held. With fewer more parts are looked at, one after the other.
    pub fn new(limits: &Limits) -> Work {
        let most_held = (limits.bytes / HELD_BYTES).clamp(LEAST_HELD, MOST_HELD) as usize;
        Work { most_held, nodes: 0, limits: limits.clone() }
    }
}

/// A partial filling: all before its first free place is covered.
#[derive(Clone, Copy)]
struct Partial {
    covered: [u64; 2],
    /// The pieces left, as [`Stock`] writes them.
    left: u64,
    /// How many ways lead here.
    ways: u64,
}

impl Partial {
    fn covered(&self) -> Places {
        Places::from(self.covered[1]) << 64 | Places::from(self.covered[0])
    }
}

/// The number of ways to fill the region with all pieces, where they may be put as `covers` says. What cannot be held
/// at once is looked at in parts.
///
/// # Errors
/// If there are too many partial fillings, kinds of pieces, or ways. If the check is to stop.
pub fn fillings(packing: &Packing, covers: &[Cover], work: &mut Work) -> Result<u64, VerifyError> {
    let stock = Stock::of(packing)?;
    let connected = |stride: &u32| !covers.iter().any(|cover| has_one_alone(cover.places, *stride));
    let stride = packing.stride.filter(connected);
    let walk = Walk { starts: starts(covers, &stock), guards: stock.guards, stride };
    let outside = !packing.region;
    let covered = [outside as u64, (outside >> 64) as u64];
    let mut parts = vec![vec![Partial { covered, left: stock.all, ways: 1 }]];
    let mut total = 0_u64;
    while let Some(mut part) = parts.pop() {
        if let Some(ways) = walk.after(&part, work)? {
            total = total.checked_add(ways).ok_or_else(too_many_ways)?;
        } else if part.len() > 1 {
            let half = part.split_off(part.len() / 2);
            parts.extend([part, half]);
        } else {
            let mut next = Vec::new();
            walk.each_next(&part[0], |partial| next.push(partial));
            parts.push(next);
        }
    }
    Ok(total)
}

struct Walk {
    starts: Vec<Vec<Block>>,
    guards: u64,
    /// That of the packing, unless there is a cover that can cover a place without neighbours.
    stride: Option<u32>,
}

impl Walk {
    /// The number of ways to fill the region from one of these partial fillings on; `None` if there is too much to hold.
    ///
    /// What may follow a partial filling depends on the places covered and on the pieces left, and on nothing else. Those
    /// whose first free places come first are looked at first: what leads to the others has then been looked at.
    fn after(&self, part: &[Partial], work: &mut Work) -> Result<Option<u64>, VerifyError> {
        let mut waiting: Vec<Vec<Partial>> = vec![Vec::new(); self.starts.len()];
        let (mut held, mut total, mut slots) = (part.len(), Some(0_u64), Vec::new());
        let mut put = |waiting: &mut [Vec<Partial>], partial: Partial| match waiting
            .get_mut(partial.covered().trailing_ones() as usize)
        {
            Some(into) => into.push(partial),
            None => total = total.and_then(|total| total.checked_add(partial.ways)),
        };
        part.iter().for_each(|&partial| put(&mut waiting, partial));
        for place in 0..self.starts.len() {
            let mut partials = std::mem::take(&mut waiting[place]);
            held -= partials.len();
            merge(&mut partials, &mut slots)?;
            work.nodes += partials.len() as u64;
            if work.nodes > MOST_NODES {
                return Err(VerifyError::new("the puzzle has too many partial fillings for this program"));
            }
            for (count, partial) in (0..).zip(&partials) {
                work.limits.check_every(1 << 10, count)?;
                self.each_next(partial, |next| {
                    put(&mut waiting, next);
                    held += 1;
                });
                if held + partials.len() > work.most_held {
                    return Ok(None);
                }
            }
        }
        total.map(Some).ok_or_else(too_many_ways)
    }

    /// Visits what follows a partial filling by what covers its first free place.
    fn each_next(&self, partial: &Partial, mut visit: impl FnMut(Partial)) {
        let covered = partial.covered();
        let place = covered.trailing_ones() as usize;
        for block in self.starts.get(place).into_iter().flatten() {
            let mut fitting = block.fitting(covered >> place);
            while fitting != 0 {
                let (places, pieces) = block.covers[fitting.trailing_zeros() as usize];
                fitting &= fitting - 1;
                let (then, left) = (covered | places, partial.left.wrapping_sub(pieces));
                if left & self.guards == self.guards && !self.leaves_one_alone(then) {
                    visit(Partial { covered: [then as u64, (then >> 64) as u64], left, ways: partial.ways });
                }
            }
        }
    }

    /// Whether no cover can ever cover some free place, because it has no free neighbour.
    fn leaves_one_alone(&self, covered: Places) -> bool {
        self.stride.is_some_and(|stride| has_one_alone(!covered, stride))
    }
}

/// Whether a place of a set has no neighbour in it.
fn has_one_alone(set: Places, stride: u32) -> bool {
    set & !(set << 1 | set >> 1 | set << stride | set >> stride) != 0
}

fn too_many_ways() -> VerifyError {
    VerifyError::new("the puzzle has too many fillings for this program")
}

/// Makes one of equal partial fillings, by a hash table of their indices.
fn merge(partials: &mut Vec<Partial>, slots: &mut Vec<u32>) -> Result<(), VerifyError> {
    const NONE: u32 = u32::MAX;
    let size = (2 * partials.len()).next_power_of_two();
    slots.clear();
    slots.resize(size, NONE);
    let mut kept = 0;
    for at in 0..partials.len() {
        let partial = partials[at];
        let [low, high] = partial.covered;
        let mut hash =
            (low ^ high.rotate_left(29) ^ partial.left.rotate_left(43)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut slot = (hash >> 32) as usize & (size - 1);
        loop {
            let Some(other) = partials.get_mut(slots[slot] as usize) else {
                slots[slot] = kept as u32;
                partials[kept] = partial;
                kept += 1;
                break;
            };
            if (other.covered, other.left) == (partial.covered, partial.left) {
                other.ways = other.ways.checked_add(partial.ways).ok_or_else(too_many_ways)?;
                break;
            }
            slot = (slot + 1) & (size - 1);
        }
    }
    partials.truncate(kept);
    Ok(())
}
