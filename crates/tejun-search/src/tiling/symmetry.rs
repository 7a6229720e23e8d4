//! Symmetries of a tiling, and how one piece is pinned so that images are not found again.

use std::cmp::Ordering;

use super::problem::{Tiling, cells_of};

/// A permutation of the cells that maps placements onto placements.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// The cell that goes to each cell.
    source: Vec<usize>,
    /// The placement that each placement goes to.
    image: Vec<u32>,
}

impl Symmetry {
    /// The symmetry of `tiling` that moves cell *i* to `cells[i]`; none for the identity and where
    /// some kind's placements are not mapped onto those of one kind with as many pieces.
    pub(super) fn new(tiling: &Tiling, cells: &[usize]) -> Option<Symmetry> {
        let mut source = vec![usize::MAX; tiling.cells];
        for (from, &to) in cells.iter().enumerate() {
            *source.get_mut(to)? = from;
        }
        if cells.len() != tiling.cells
            || source.contains(&usize::MAX)
            || cells.iter().copied().eq(0..tiling.cells)
        {
            return None;
        }
        let moved = |mask: u128| cells_of(mask).fold(0, |image, cell| image | 1 << cells[cell]);
        let mut image = vec![0; tiling.placements.len()];
        // Kinds with the same placements are matched in their order.
        let mut taken = vec![false; tiling.counts.len()];
        for kind in 0..tiling.counts.len() {
            let own = tiling.of_kind(kind);
            let images: Vec<u128> =
                tiling.placements[own.clone()].iter().map(|placement| moved(placement.mask)).collect();
            // As many different masks: if each image is one of the other kind's, all of those are images.
            let mut matches = |&other: &usize| {
                let begin = tiling.of_kind(other).start;
                let to = &tiling.placements[tiling.of_kind(other)];
                tiling.counts[other] == tiling.counts[kind]
                    && !taken[other]
                    && to.len() == images.len()
                    && images.iter().zip(own.clone()).all(|(image_mask, id)| {
                        let found = to.binary_search_by_key(image_mask, |placement| placement.mask);
                        found.map(|at| image[id] = (begin + at) as u32).is_ok()
                    })
            };
            let target = (0..tiling.counts.len()).find(&mut matches)?;
            taken[target] = true;
        }
        Some(Symmetry { source, image })
    }

    /// The symmetry that moves cell *i* to `cells[i]`, where it is one of `known` after another.
    pub(super) fn composed(known: &[Symmetry], cells: &[usize]) -> Option<Symmetry> {
        if cells.iter().copied().eq(0..cells.len()) {
            return None;
        }
        let pairs = known.iter().flat_map(|last| known.iter().map(move |first| (last, first)));
        let is_it = |(last, first): &(&Symmetry, &Symmetry)| {
            cells.len() == last.source.len()
                && cells
                    .iter()
                    .enumerate()
                    .all(|(from, &to)| last.source.get(to).is_some_and(|&cell| first.source[cell] == from))
        };
        let (last, first) = pairs.into_iter().find(is_it)?;
        Some(Symmetry {
            source: last.source.iter().map(|&cell| first.source[cell]).collect(),
            image: first.image.iter().map(|&id| last.image[id as usize]).collect(),
        })
    }

    /// A filling (`owner`: the placement on each cell) against its image: `Less` if it comes first.
    fn compare(&self, owner: &[u32]) -> Ordering {
        let image = self.source.iter().map(|&cell| self.image[owner[cell] as usize]);
        owner.iter().copied().cmp(image)
    }

    /// Where a placement goes.
    pub(super) fn image(&self, placement: u32) -> u32 {
        self.image[placement as usize]
    }
}

/// Whether a filling comes first among its images under `group` (without the identity), and under how
/// many of them it stays what it is. None if an image comes before it.
pub(super) fn first_of_images(group: &[&Symmetry], owner: &[u32]) -> Option<usize> {
    let mut fixed = 0;
    for symmetry in group {
        match symmetry.compare(owner) {
            Ordering::Less => {}
            Ordering::Equal => fixed += 1,
            Ordering::Greater => return None,
        }
    }
    Some(fixed)
}

/// One way to begin: a placement of the pinned piece that stands for its images, and the symmetries
/// that leave it where it is.
#[derive(Clone, Debug)]
pub(super) struct Pin<'a> {
    pub(super) placement: u32,
    pub(super) stabiliser: Vec<&'a Symmetry>,
}

/// What pins are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To begin a search with: of the images of a placement the one that the line meets first stands
    /// for all, so that the search soon meets it.
    Roots,
    /// To count instead of counting everything: only a piece serves that every symmetry moves
    /// wherever it lies, and the image that stands for all is chosen by its form first, because a
    /// form allowed everywhere keeps all places alike.
    Classes,
}

/// Chooses a piece to pin: every filling has exactly one placement of it, and one of each set of
/// images is enough. None where no kind can be pinned (several of each, or pieces to spare).
///
/// The piece with the fewest placements is taken, so that there are few ways to begin.
pub(super) fn pins(tiling: &Tiling, purpose: Purpose) -> Option<Vec<Pin<'_>>> {
    if !tiling.is_exact() {
        return None;
    }
    let rank = |id: usize| {
        let places = || cells_of(tiling.placements[id].mask).map(|cell| tiling.line[cell]);
        let first = places().min().expect("no mask is empty");
        let mut form: Vec<usize> = Vec::new();
        if purpose == Purpose::Classes {
            form.extend(places().map(|place| place - first));
            form.sort_unstable();
        }
        (form, first, id)
    };
    let of_kind = |kind: usize| {
        let mut pins = Vec::new();
        for id in tiling.of_kind(kind) {
            let images = || tiling.symmetries.iter().map(|symmetry| symmetry.image(id as u32) as usize);
            let elsewhere = |image: usize| tiling.placements[image].kind as usize != kind;
            if images().any(|image| elsewhere(image) || (purpose == Purpose::Classes && image == id)) {
                return None;
            }
            let own = rank(id);
            if images().all(|image| rank(image) >= own) {
                let stays = |symmetry: &&Symmetry| symmetry.image(id as u32) as usize == id;
                let stabiliser = tiling.symmetries.iter().filter(stays).collect();
                pins.push(Pin { placement: id as u32, stabiliser });
            }
        }
        Some(pins)
    };
    let mut kinds: Vec<usize> = (0..tiling.counts.len()).filter(|&kind| tiling.counts[kind] == 1).collect();
    kinds.sort_by_key(|&kind| tiling.of_kind(kind).len());
    kinds.into_iter().find_map(of_kind).filter(|pins| !pins.is_empty())
}
