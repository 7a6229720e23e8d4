//! Symmetries of a tiling.

use std::cmp::Ordering;

/// A permutation of the cells that maps placements onto placements.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// For each cell, the cell that moves there.
    pub(super) source: Vec<usize>,
    /// For each placement, its image.
    pub(super) image: Vec<u32>,
}

impl Symmetry {
    /// Returns the symmetry that moves cell *i* to `cells[i]`, if it is the composition of two of `known`.
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

    /// Compares a filling (`owner`: the placement on each cell) with its image; `Less` if the filling comes
    /// first.
    fn compare(&self, owner: &[u32]) -> Ordering {
        let image = self.source.iter().map(|&cell| self.image[owner[cell] as usize]);
        owner.iter().copied().cmp(image)
    }

    /// The image of a placement.
    pub(super) fn image(&self, placement: u32) -> u32 {
        self.image[placement as usize]
    }
}

/// If a filling comes first among its images under `group` (without the identity), returns how many
/// symmetries of `group` leave it unchanged; `None` if an image comes before it.
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
