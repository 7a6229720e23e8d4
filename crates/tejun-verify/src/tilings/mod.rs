//! Packings: how many there are, counted again.
//!
//! There is no evidence. What shows that a partial filling leads nowhere takes longer to read than to find: each is looked at
//! once, by what may cover its first free place (`walk.rs`), and that is all.
//!
//! Solutions that are images of one another are counted once. Let the symmetries be `g`. If a piece, the only one of its kind and not to spare,
//! is moved by every symmetry wherever it lies, then no solution is its own image, and one of each `g` solutions has that piece
//! where it lies last. Otherwise Burnside's lemma counts: the mean, over all symmetries, of the number of
//! solutions that each leaves as they are.
//!
//! In boxes, and around joined sides, no order of places keeps the open ones together: there the place, or the piece, that the fewest
//! ways are left for comes first (`choose.rs`), and the solutions with a piece in one place of each orbit are counted apart, as the
//! mean over the symmetries that leave it there.

mod choose;
mod covers;
mod walk;

use crate::certificate::{Certificate, Claim};
use crate::error::VerifyError;
use crate::limits::Limits;
use crate::rules::packing::{Kind, Packing, Places, Symmetry};
use covers::{Cover, Stock};
use walk::Work;

/// How many solutions there are.
#[derive(Debug, PartialEq, Eq)]
struct Count {
    /// Images under the symmetries counted once.
    different: u64,
    all: u64,
}

/// Whether [`check`] can count the solutions of a packing, if they do not take too long.
///
/// # Errors
/// If the puzzle has too many kinds of pieces.
pub fn is_countable(packing: &Packing) -> Result<(), VerifyError> {
    if adds_up(packing) && packing.is_plain { Stock::of(packing).map(drop) } else { Ok(()) }
}

/// Whether the pieces have as many cells as the region; those to spare, of one size, enough.
fn adds_up(packing: &Packing) -> bool {
    let cells: u32 = packing.kinds.iter().map(|kind| kind.count * kind.size).sum();
    match packing.spare {
        true => cells >= packing.region.count_ones(),
        false => cells == packing.region.count_ones(),
    }
}

/// Checks a certificate of a packing, and returns how many partial fillings were looked at.
///
/// # Errors
/// If it does not prove what it claims, or the puzzle is too large. If the check is to stop.
pub fn check(packing: &Packing, certificate: &Certificate, limits: &Limits) -> Result<u64, VerifyError> {
    if !certificate.line.is_empty() || !certificate.evidence.is_empty() {
        return Err(VerifyError::new("there is a line, or evidence, for what needs none"));
    }
    let mut work = Work::new(limits);
    let count = count(packing, &mut work)?;
    let is_so = match certificate.claim {
        Claim::Unsolvable => count.all == 0,
        Claim::Solutions { different, all } => count == Count { different, all },
        _ => return Err(VerifyError::new(format!("no count proves the claim {}", certificate.claim))),
    };
    let Count { different, all } = count;
    match is_so {
        true => Ok(work.nodes),
        false => Err(VerifyError::new(format!("there are {different} solutions, {all} with all images"))),
    }
}

fn count(packing: &Packing, work: &mut Work) -> Result<Count, VerifyError> {
    if !adds_up(packing) {
        return Ok(Count { different: 0, all: 0 });
    }
    let too_many = || VerifyError::new("the puzzle has too many solutions for this program");
    let order = packing.symmetries.len() as u64 + 1;
    let covers: Vec<Cover> = (0..packing.kinds.len()).flat_map(|kind| anywhere(packing, kind)).collect();
    if let Some(kind) = pinned(packing).filter(|_| packing.is_plain || packing.symmetries.is_empty()) {
        let represents = |cover: &Cover| cover.takes[0].0 != kind || lies_last(packing, cover.places);
        let covers: Vec<Cover> = covers.into_iter().filter(represents).collect();
        let different = fillings(packing, &covers, work)?;
        return Ok(Count { different, all: different.checked_mul(order).ok_or_else(too_many)? });
    }
    if let Some(kind) = single(packing).filter(|_| !packing.is_plain) {
        let mut count = Count { different: 0, all: 0 };
        let own = packing.kinds[kind].covers.iter().copied();
        for at in own.filter(|&at| lies_last(packing, at)) {
            let staying = || packing.symmetries.iter().filter(|symmetry| symmetry.image(at) == at);
            let there = |cover: &Cover| cover.places == at || cover.takes.iter().all(|take| take.0 != kind);
            let of = mean(packing, &covers, staying, there, work)?;
            count.different = count.different.checked_add(of.different).ok_or_else(too_many)?;
            let images = of.all.checked_mul(order / (staying().count() as u64 + 1)).ok_or_else(too_many)?;
            count.all = count.all.checked_add(images).ok_or_else(too_many)?;
        }
        return Ok(count);
    }
    mean(packing, &covers, || packing.symmetries.iter(), |_| true, work)
}

/// The number of solutions with covers that are `allowed`, and the mean, over these symmetries and the identity, of the number that
/// each leaves as they are.
fn mean<'a, I: Iterator<Item = &'a Symmetry>>(
    packing: &Packing,
    covers: &[Cover],
    symmetries: impl Fn() -> I,
    allowed: impl Fn(&Cover) -> bool,
    work: &mut Work,
) -> Result<Count, VerifyError> {
    let too_many = || VerifyError::new("the puzzle has too many solutions for this program");
    let only =
        |covers: Vec<Cover>| -> Vec<Cover> { covers.into_iter().filter(|cover| allowed(cover)).collect() };
    let all = fillings(packing, &only(covers.to_vec()), work)?;
    let mut images = all;
    for symmetry in symmetries().filter(|_| all > 0) {
        let fixed = fillings(packing, &only(fixed(packing, symmetry)), work)?;
        images = images.checked_add(fixed).ok_or_else(too_many)?;
    }
    Ok(Count { different: images / (symmetries().count() as u64 + 1), all })
}

/// The number of ways to fill the region with all pieces, or with some if there are spare ones, where they may be put as `covers` says.
fn fillings(packing: &Packing, covers: &[Cover], work: &mut Work) -> Result<u64, VerifyError> {
    match packing.is_plain {
        true => walk::fillings(packing, covers, work),
        false => choose::fillings(packing, covers, work),
    }
}

/// A kind with one piece, in every solution, that symmetries take to itself: that with the most places for each in which one of
/// them leaves it.
fn single(packing: &Packing) -> Option<usize> {
    let may_be = |kind: &usize| {
        !packing.spare
            && packing.kinds[*kind].count == 1
            && packing.symmetries.iter().all(|symmetry| symmetry.kinds[*kind] == *kind)
    };
    let places = |kind: &usize| {
        let covers = &packing.kinds[*kind].covers;
        let orbits = covers.iter().filter(|&&at| lies_last(packing, at)).count();
        (covers.len() * 1000).checked_div(orbits).unwrap_or(0)
    };
    (0..packing.kinds.len()).filter(may_be).max_by_key(places)
}

/// The ways to put a piece of a kind.
fn anywhere(packing: &Packing, kind: usize) -> impl Iterator<Item = Cover> {
    packing.kinds[kind].covers.iter().map(move |&places| Cover { places, takes: vec![(kind, 1)] })
}

/// A kind with one piece, in every solution, that every symmetry moves, wherever it lies: the one with most places, after which
/// least is left to try.
fn pinned(packing: &Packing) -> Option<usize> {
    let moved = |symmetry: &Symmetry, index: usize, kind: &Kind| {
        symmetry.kinds[index] == index && kind.covers.iter().all(|&at| symmetry.image(at) != at)
    };
    let may_be = |(index, kind): &(usize, &Kind)| {
        !packing.spare
            && kind.count == 1
            && packing.symmetries.iter().all(|symmetry| moved(symmetry, *index, kind))
    };
    let kinds = packing.kinds.iter().enumerate().filter(may_be);
    kinds.max_by_key(|(_, kind)| kind.covers.len()).map(|(index, _)| index)
}

/// Whether of the images of places none lies after them, so that most of a filling is settled before.
fn lies_last(packing: &Packing, places: Places) -> bool {
    let order = |places: Places| places.reverse_bits();
    packing.symmetries.iter().all(|symmetry| order(symmetry.image(places)) >= order(places))
}

/// What pieces cover together with their images under a symmetry: of this, the solutions are made that it leaves as they are.
fn fixed(packing: &Packing, symmetry: &Symmetry) -> Vec<Cover> {
    let mut covers = Vec::new();
    for (kind, of) in packing.kinds.iter().enumerate() {
        'places: for &first in &of.covers {
            let (mut places, mut takes, mut now) = (0, Vec::<(usize, u32)>::new(), (kind, first));
            loop {
                // Each orbit comes up once, from its least member.
                if places & now.1 != 0 || now < (kind, first) {
                    continue 'places;
                }
                places |= now.1;
                match takes.iter_mut().find(|take| take.0 == now.0) {
                    Some(take) => take.1 += 1,
                    None => takes.push((now.0, 1)),
                }
                now = (symmetry.kinds[now.0], symmetry.image(now.1));
                if now == (kind, first) {
                    break;
                }
            }
            takes.sort_unstable();
            if takes.iter().all(|&(kind, number)| number <= packing.kinds[kind].count) {
                covers.push(Cover { places, takes });
            }
        }
    }
    covers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::Statement;

    #[test]
    fn what_is_looked_at_in_parts_adds_up() {
        let text = include_str!("../../tests/all/seven.toml");
        let packing = Packing::read(&Statement::read(text).unwrap()).unwrap();
        let mut nodes = Vec::new();
        for most_held in [1, 20, 500, usize::MAX] {
            let mut work = Work { most_held, nodes: 0, limits: Limits::threads(1) };
            assert_eq!(count(&packing, &mut work), Ok(Count { different: 51, all: 204 }));
            nodes.push(work.nodes);
        }
        assert!(nodes.is_sorted_by(|more, fewer| more > fewer), "{nodes:?}");
    }
}
