//! Where a search for fillings starts: with nothing placed, or with one piece pinned.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::pin::{Pin, Purpose, pins};
use super::problem::Tiling;
use super::run::Run;
use super::scan::Scan;
use super::symmetry::Symmetry;
use super::word::{Fit, Word};
use crate::StopReason;
use crate::runtime::cancel::CancelCheck;

/// Where a search starts.
pub(super) struct Root<'a, W, const N: usize> {
    /// The pinned placement.
    pub(super) pinned: Option<u32>,
    /// The symmetries that the pin has not broken.
    pub(super) group: Vec<&'a Symmetry>,
    /// Number of images of a filling that no symmetry of `group` leaves unchanged.
    pub(super) images: usize,
    /// For each position, the window of the positions from it on that have no cell or are covered by the pinned
    /// piece.
    pub(super) fixed: Vec<W>,
    /// For each class of positions in turn, the usable shapes of each kind.
    pub(super) of_kind: Vec<Fit<N>>,
}

/// Returns the roots of the search for all fillings, in order. Their memory is taken from the run's budget.
///
/// # Errors
/// If memory runs out or the watch stops the search.
pub(super) fn roots<'a, W: Word, const N: usize>(
    tiling: &'a Tiling,
    scan: &Scan<W, N>,
    run: &mut Run,
) -> Result<Vec<Root<'a, W, N>>, StopReason> {
    let images = tiling.symmetries();
    let pins = if images > 1 { pins(tiling, Purpose::Roots, run)? } else { None };
    let root = size_of::<Root<W, N>>() + size_of_val(&scan.fixed[..]) + size_of_val(&scan.of_kind[..]);
    run.budget.take((root * pins.as_ref().map_or(1, Vec::len)) as u64)?;
    let Some(pins) = pins else {
        return Ok(vec![Root {
            pinned: None,
            group: tiling.symmetries.iter().collect(),
            images,
            fixed: scan.fixed.clone(),
            of_kind: scan.of_kind.clone(),
        }]);
    };
    pins.into_iter()
        .map(|pin| {
            run.work(scan.fixed.len() + tiling.placements.len())?;
            Ok(Root::new(tiling, scan, pin))
        })
        .collect()
}

impl<'a, W: Word, const N: usize> Root<'a, W, N> {
    fn new(tiling: &Tiling, scan: &Scan<W, N>, Pin { placement, stabiliser }: Pin<'a>) -> Self {
        let pinned = tiling.placements[placement as usize];
        let halves = if stabiliser.is_empty() {
            None
        } else {
            one_of_each_form(tiling, scan, pinned.kind as usize, &stabiliser)
        };
        Root {
            pinned: Some(placement),
            images: tiling.symmetries(),
            group: if halves.is_some() { Vec::new() } else { stabiliser },
            fixed: scan.fixed_with(pinned.mask),
            of_kind: halves.unwrap_or_else(|| scan.of_kind.clone()),
        }
    }

    /// Number of remaining pieces of each kind.
    pub(super) fn left(&self, tiling: &Tiling) -> Vec<u32> {
        let mut left = tiling.counts.clone();
        if let Some(pinned) = self.pinned {
            left[tiling.placements[pinned as usize].kind as usize] -= 1;
        }
        left
    }
}

/// Breaks the symmetries that leave the pinned piece in its place. If they change every form of some single
/// piece, that piece takes only one form of each orbit, so that just one of the images of a filling remains.
/// Returns the shapes allowed for each kind; `None` if there is no such piece.
fn one_of_each_form<W: Word, const N: usize>(
    tiling: &Tiling,
    scan: &Scan<W, N>,
    pinned: usize,
    stabiliser: &[&Symmetry],
) -> Option<Vec<Fit<N>>> {
    // For each form, the forms of its images, if these do not depend on the position.
    let images = |kind: usize| {
        let mut forms: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for id in tiling.of_kind(kind) {
            let image = |symmetry: &&Symmetry| {
                let image = symmetry.image(id as u32) as usize;
                tiling.of_kind(kind).contains(&image).then(|| scan.forms[image])
            };
            let form = scan.forms[id];
            let images = || stabiliser.iter().map(image);
            let own = match forms.entry(form) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(images().collect::<Option<_>>()?),
            };
            if own.contains(&form) || !images().eq(own.iter().map(|&form| Some(form))) {
                return None;
            }
        }
        Some(forms)
    };
    // Prefer the piece with the most placements: it is placed early.
    let mut kinds: Vec<usize> =
        (0..tiling.counts.len()).filter(|&kind| kind != pinned && tiling.counts[kind] == 1).collect();
    kinds.sort_by_key(|&kind| std::cmp::Reverse(tiling.of_kind(kind).len()));
    kinds.into_iter().find_map(|kind| {
        let forms = images(kind)?;
        Some(scan.of_kind_without(kind, |form| {
            // Forms without a placement can be dropped.
            forms.get(&form).is_some_and(|images| images.iter().all(|&image| form < image))
        }))
    })
}
