//! Reasons why a region cannot be filled that need no search.

use std::collections::BTreeSet;

use tejun_search::tiling::{Event, cells_of};

use super::lattice::Place;
use super::reasons;
use super::rules::{Position, Rules};
use super::shape::Shape;
use tejun_core::{Reason, bits::set_of, grid};

/// Returns why the free cells of a position cannot be filled, if that is known without a search.
pub(super) fn reason(rules: &Rules, position: &Position) -> Option<Reason> {
    let filled = position.filled();
    let free = rules.all() & !filled;
    let left = |kind: usize| rules.pieces[kind].count as usize - position.used(kind);
    let kinds: Vec<usize> = (0..rules.pieces.len()).filter(|&kind| left(kind) > 0).collect();
    let area: usize = kinds.iter().map(|&kind| left(kind) * rules.pieces[kind].size()).sum();
    let Some(empty) = rules.empty_in_the_end(position) else {
        let optional = (free & rules.optional).count_ones();
        let sentence = match optional {
            0 if rules.spare && area >= free.count_ones() as usize => &reasons::AREA_SHARE,
            0 => &reasons::AREA,
            _ => &reasons::AREA_BETWEEN,
        };
        let reason = Reason::new(sentence).with("pieces", area).with("region", free.count_ones());
        return Some(reason.with("optional", optional).with("size", rules.pieces[0].size()));
    };
    if rules.spare {
        // What the others need not be is known of all pieces together only.
        return part(rules, position);
    }
    let masks: Vec<Vec<u128>> = kinds
        .iter()
        .map(|&kind| rules.masks[kind].iter().copied().filter(|mask| mask & filled == 0).collect())
        .collect();
    if let Some(at) = masks.iter().position(Vec::is_empty) {
        return Some(Reason::new(&reasons::FITS_NOWHERE).with("piece", &rules.pieces[kinds[at]].name));
    }
    // In each colouring, the pieces' colour differences must add up to that of the region, if no cell stays empty.
    let stripes = |lines| Reason::new(&reasons::STRIPES).with("lines", lines);
    let colours = [
        ([0, 1, 2].as_slice(), Reason::new(&reasons::CHECKERBOARD)),
        (&[1], stripes("rows")),
        (&[2], stripes("columns")),
        (&[0], stripes("layers")),
    ];
    // Around a side of odd length, neighbours would have one colour.
    let is_odd = |axis: usize| rules.lattice.wraps(axis) && rules.lattice.size[axis] % 2 == 1;
    let colours =
        colours.into_iter().filter(|(axes, _)| empty == 0 && !axes.iter().any(|&axis| is_odd(axis)));
    for (colouring, reason) in colours {
        let dark = dark(rules, colouring);
        let excess = |mask: u128, size: isize| 2 * (mask & dark).count_ones() as isize - size;
        // The possible sums, offset by `area`.
        let mut sums = vec![false; 2 * area + 1];
        sums[area] = true;
        for (masks, &kind) in masks.iter().zip(&kinds) {
            let piece = &rules.pieces[kind];
            let size = piece.size() as isize;
            // Moving a form by one cell keeps its colours or swaps them, so these are its only differences.
            let form = |form: &Shape| {
                2 * form.0.iter().filter(|cell| is_dark(colouring, cell)).count() as isize - size
            };
            let most: BTreeSet<isize> = piece.forms.iter().map(form).flat_map(|more| [more, -more]).collect();
            let mut own = BTreeSet::new();
            for &mask in masks {
                own.insert(excess(mask, size));
                if own.len() == most.len() {
                    break;
                }
            }
            for _ in 0..left(kind) {
                let mut larger = vec![false; sums.len()];
                for sum in (0..sums.len()).filter(|&sum| sums[sum]) {
                    for &more in &own {
                        larger[sum.wrapping_add_signed(more)] = true;
                    }
                }
                sums = larger;
            }
        }
        let wanted = excess(free, area as isize);
        if !sums[area.wrapping_add_signed(wanted)] {
            return Some(reason.with("excess", wanted.abs()));
        }
    }
    part(rules, position)
}

/// A part of the empty board that no choice of pieces fills. The step search checks the parts before it places a piece.
fn part(rules: &Rules, position: &Position) -> Option<Reason> {
    if position.placed.is_empty()
        && is_in_parts(rules)
        && let Ok((tiling, _)) = rules.tiling(position)
        && let Some(Event::Pruned { area }) = tiling.steps(rules.neighbours()).next()
    {
        return Some(Reason::new(&reasons::PART).with("cells", area.count_ones()));
    }
    None
}

fn is_in_parts(rules: &Rules) -> bool {
    let neighbours = rules.neighbours();
    grid::reached(0, neighbours.len(), |cell| cells_of(neighbours[cell])).contains(&false)
}

/// Axes; cells with an odd sum of the numbers along them are dark.
type Colouring<'a> = &'a [usize];

fn is_dark(colouring: Colouring, cell: &Place) -> bool {
    colouring.iter().map(|&axis| cell[axis]).sum::<usize>() % 2 == 1
}

/// The dark cells.
fn dark(rules: &Rules, colouring: Colouring) -> u128 {
    set_of(cells_of(rules.all()).filter(|&cell| is_dark(colouring, &rules.places[cell])))
}
