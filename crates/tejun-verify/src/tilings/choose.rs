//! Counts fillings one by one: what is covered next is the place, or the piece, that the fewest covers are left for.

use super::covers::Cover;
use super::walk::{MOST_NODES, Work};
use crate::error::VerifyError;
use crate::rules::packing::{Packing, Places, places};

/// The number of ways to fill the region with all pieces, where they may be put as `covers` says.
///
/// # Errors
/// If there are too many partial fillings. If the check is to stop.
pub fn fillings(packing: &Packing, covers: &[Cover], work: &mut Work) -> Result<u64, VerifyError> {
    let left = packing.kinds.iter().map(|kind| kind.count).collect();
    let fitting: Vec<&Cover> = covers.iter().collect();
    Search { left, spare: packing.spare, work }.below(packing.region, &fitting)
}

struct Search<'a> {
    /// Pieces left of each kind.
    left: Vec<u32>,
    /// Whether some of them may stay so.
    spare: bool,
    work: &'a mut Work,
}

impl Search<'_> {
    /// The number of ways to fill these places with what fits.
    fn below(&mut self, free: Places, fitting: &[&Cover]) -> Result<u64, VerifyError> {
        if free == 0 {
            return Ok(1);
        }
        self.work.nodes += 1;
        if self.work.nodes > MOST_NODES {
            return Err(VerifyError::new("the puzzle has too many partial fillings for this program"));
        }
        self.work.limits.check_every(1 << 10, self.work.nodes)?;
        let mut at_place = [0; Places::BITS as usize];
        let mut of_kind = vec![0; self.left.len()];
        for cover in fitting {
            places(cover.places).for_each(|place| at_place[place] += 1);
            cover.takes.iter().for_each(|&(kind, _)| of_kind[kind] += 1);
        }
        let place = places(free).map(|place| (at_place[place], place)).min().unwrap_or_default();
        let kinds = (0..of_kind.len()).filter(|&kind| self.left[kind] == 1 && !self.spare);
        let kind = kinds.map(|kind| (of_kind[kind], kind)).min().filter(|kind| kind.0 < place.0);
        let mut ways = 0_u64;
        for &cover in fitting {
            let is_next = match kind {
                Some((_, kind)) => cover.takes.iter().any(|take| take.0 == kind),
                None => cover.places >> place.1 & 1 == 1,
            };
            if is_next {
                cover.takes.iter().for_each(|&(kind, number)| self.left[kind] -= number);
                let fits = |other: &&Cover| {
                    other.places & cover.places == 0
                        && other.takes.iter().all(|&(kind, number)| number <= self.left[kind])
                };
                let rest: Vec<&Cover> = fitting.iter().copied().filter(fits).collect();
                let below = self.below(free & !cover.places, &rest)?;
                cover.takes.iter().for_each(|&(kind, number)| self.left[kind] += number);
                let too_many = || VerifyError::new("the puzzle has too many fillings for this program");
                ways = ways.checked_add(below).ok_or_else(too_many)?;
            }
        }
        Ok(ways)
    }
}
