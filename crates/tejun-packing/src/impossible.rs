//! Reasons why a region cannot be filled that need no search.

use std::collections::BTreeSet;

use tejun_search::tiling::{Event, cells_of};

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
        let sentence = if optional == 0 { &reasons::AREA } else { &reasons::AREA_BETWEEN };
        let reason = Reason::new(sentence).with("pieces", area).with("region", free.count_ones());
        return Some(reason.with("optional", optional));
    };
    let masks: Vec<Vec<u128>> = kinds
        .iter()
        .map(|&kind| rules.masks[kind].iter().copied().filter(|mask| mask & filled == 0).collect())
        .collect();
    if let Some(at) = masks.iter().position(Vec::is_empty) {
        return Some(Reason::new(&reasons::FITS_NOWHERE).with("piece", &rules.pieces[kinds[at]].name));
    }
    // In each colouring, the pieces' colour differences must add up to that of the region, if no cell stays empty.
    let colours: [(Colouring, Reason); 3] = [
        (|row, column| row + column, Reason::new(&reasons::CHECKERBOARD)),
        (|row, _| row, Reason::new(&reasons::STRIPES).with("lines", "rows")),
        (|_, column| column, Reason::new(&reasons::STRIPES).with("lines", "columns")),
    ];
    for (colouring, reason) in colours.into_iter().filter(|_| empty == 0) {
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
                2 * form.0.iter().filter(|cell| is_dark(colouring, **cell)).count() as isize - size
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
    // The step search checks the parts of the region before it places a piece.
    if position.placed.is_empty()
        && grid::detached(&rules.cells).is_some()
        && let Ok((tiling, _)) = rules.tiling(position)
        && let Some(Event::Pruned { area }) = tiling.steps(rules.neighbours()).next()
    {
        return Some(Reason::new(&reasons::PART).with("cells", area.count_ones()));
    }
    None
}

/// A number for each row and column; cells with an odd number are dark.
type Colouring = fn(usize, usize) -> usize;

fn is_dark(colouring: Colouring, (row, column): (usize, usize)) -> bool {
    colouring(row, column) % 2 == 1
}

/// The dark cells.
fn dark(rules: &Rules, colouring: Colouring) -> u128 {
    let is_dark = |cell: &usize| is_dark(colouring, rules.cells[*cell]);
    set_of(cells_of(rules.all()).filter(is_dark))
}
