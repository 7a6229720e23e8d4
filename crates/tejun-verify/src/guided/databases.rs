//! Pattern databases: how many slides some tiles need at least until they are home, wherever the gap is, if all others slide
//! for nothing. So of patterns that share no tile the distances add up.
//!
//! A database is built backwards from the goal, breadth first. What matters of the gap is the region of cells without tiles of
//! the pattern that it is in.

use super::bits;
use crate::error::VerifyError;
use crate::limits::Limits;

/// The distance of what cannot be.
pub(super) const NONE: u8 = u8::MAX;
/// The largest distance that is written: larger ones count as this.
const FARTHEST: u8 = NONE - 1;

/// The bytes of the databases of patterns of so many tiles, and of what it takes to build the largest of them; `None` if there are no
/// such numbers.
pub fn database_bytes(cells: usize, tiles: &[usize]) -> Option<u64> {
    let entries = |&tiles: &usize| (cells as u64).checked_pow(u32::try_from(tiles).ok()?);
    let all: Vec<u64> = tiles.iter().map(entries).collect::<Option<_>>()?;
    // The cells of the gap, and two lists of what was reached last.
    let built = all.iter().max()?.checked_mul(5)?;
    all.into_iter().try_fold(built, u64::checked_add)
}

/// The cells of a set that are joined with one of them.
fn region(beside: &[u32], of: usize, within: u32) -> u32 {
    let (mut region, mut waiting): (u32, u32) = (1 << of, 1 << of);
    while waiting != 0 {
        let more = beside[waiting.trailing_zeros() as usize] & within & !region;
        waiting = waiting & (waiting - 1) | more;
        region |= more;
    }
    region
}

/// The distances of tiles with these homes, on a board where each cell has these beside it, as bits. A placement is a
/// number whose digits, the lowest first, are the cells of the tiles; the base is the number of cells. The caller has looked at its
/// [size](database_bytes).
///
/// # Errors
/// If the check is to stop.
pub(super) fn build(
    beside: &[u32],
    homes: &[usize],
    gap: usize,
    limits: &Limits,
) -> Result<Vec<u8>, VerifyError> {
    let (base, everywhere) = (beside.len() as u32, (1 << beside.len()) - 1);
    let weights: Vec<u32> = (0..homes.len() as u32).map(|digit| base.pow(digit)).collect();
    let placements = base.pow(homes.len() as u32) as usize;
    let mut distances = vec![NONE; placements];
    // Where the gap was, for each placement.
    let mut reached = vec![0; placements];
    let taken = homes.iter().fold(0, |taken, home| taken | 1 << home);
    let first: u32 = homes.iter().zip(&weights).map(|(&home, weight)| home as u32 * weight).sum();
    let there = region(beside, gap, everywhere & !taken);
    reached[first as usize] = there;
    let (mut level, mut next, mut distance, mut count) = (vec![(first, there)], Vec::new(), 0, 0);
    let mut at = vec![0; homes.len()];
    while !level.is_empty() {
        for (placement, there) in level.drain(..) {
            count += 1;
            limits.check_every(1 << 12, count)?;
            let known = &mut distances[placement as usize];
            *known = distance.min(*known);
            let mut rest = placement;
            for cell in &mut at {
                (*cell, rest) = ((rest % base) as usize, rest / base);
            }
            let taken = at.iter().fold(0, |taken, cell| taken | 1 << cell);
            for (&from, weight) in at.iter().zip(&weights) {
                for to in bits((beside[from] & there).into()) {
                    let moved = placement - from as u32 * weight + to as u32 * weight;
                    if reached[moved as usize] >> from & 1 == 0 {
                        let free = everywhere & !(taken ^ 1 << from ^ 1 << to);
                        let there = region(beside, from, free);
                        reached[moved as usize] |= there;
                        next.push((moved, there));
                    }
                }
            }
        }
        std::mem::swap(&mut level, &mut next);
        distance = FARTHEST.min(distance + 1);
    }
    Ok(distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three tiles on two rows of three cells, with the gap and two others that slide for nothing: a search of one slide at a
    /// time finds the same.
    #[test]
    fn distances_are_what_a_plain_search_finds() {
        let beside = [0b001010, 0b010101, 0b100010, 0b010001, 0b101010, 0b010100];
        for (homes, gap) in [([0, 1, 4], 5), ([2, 4, 5], 0), ([0, 2, 4], 1)] {
            let built = build(&beside, &homes, gap, &Limits::threads(1)).unwrap();
            let digits = |at: &[usize; 4]| at[0] + 6 * at[1] + 36 * at[2];
            let mut plain = vec![NONE; 216];
            let mut known = std::collections::HashMap::new();
            let mut waiting = std::collections::VecDeque::from([([homes[0], homes[1], homes[2], gap], 0_u8)]);
            while let Some((at, distance)) = waiting.pop_front() {
                if known.get(&at).is_some_and(|&known| known <= distance) {
                    continue;
                }
                known.insert(at, distance);
                let least = &mut plain[digits(&at)];
                *least = distance.min(*least);
                for to in bits(beside[at[3]].into()) {
                    let next = at.map(|cell| if cell == to { at[3] } else { cell });
                    let next = [next[0], next[1], next[2], to];
                    match at[..3].contains(&to) {
                        true => waiting.push_back((next, distance + 1)),
                        false => waiting.push_front((next, distance)),
                    }
                }
            }
            assert_eq!(built, plain);
        }
        assert_eq!(database_bytes(16, &[6, 6, 3]), Some(2 * (1 << 24) + (1 << 12) + 5 * (1 << 24)));
        assert_eq!(database_bytes(25, &[24]), None);
    }
}
