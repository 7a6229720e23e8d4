//! Reasons that need no search why a region cannot be filled.

use std::collections::BTreeSet;

use tejun_search::tiling::{Event, cells_of};

use super::reasons;
use super::rules::{Position, Rules};
use crate::reason::Reason;

/// The reason why the free cells of a position cannot be filled, where one is known without search.
pub(super) fn reason(rules: &Rules, position: &Position) -> Option<Reason> {
    let filled = position.filled();
    let free = rules.all() & !filled;
    let left = |kind: usize| {
        let used = position.placed.iter().filter(|placed| placed.kind == kind).count();
        rules.pieces[kind].count as usize - used
    };
    let kinds: Vec<usize> = (0..rules.pieces.len()).filter(|&kind| left(kind) > 0).collect();
    let area: usize = kinds.iter().map(|&kind| left(kind) * rules.pieces[kind].size()).sum();
    if area != free.count_ones() as usize {
        return Some(Reason::new(&reasons::AREA).with("pieces", area).with("region", free.count_ones()));
    }
    let masks: Vec<Vec<u128>> = kinds
        .iter()
        .map(|&kind| rules.masks[kind].iter().copied().filter(|mask| mask & filled == 0).collect())
        .collect();
    if let Some(at) = masks.iter().position(Vec::is_empty) {
        return Some(Reason::new(&reasons::FITS_NOWHERE).with("piece", &rules.pieces[kinds[at]].name));
    }
    // In each colouring, what the pieces add to the difference of the colours has to come to that of
    // the region.
    let colours: [(u128, Reason); 3] = [
        (colour(rules, |row, column| row + column), Reason::new(&reasons::CHECKERBOARD)),
        (colour(rules, |row, _| row), Reason::new(&reasons::STRIPES).with("lines", "rows")),
        (colour(rules, |_, column| column), Reason::new(&reasons::STRIPES).with("lines", "columns")),
    ];
    for (dark, reason) in colours {
        let excess = |mask: u128, size: i32| 2 * (mask & dark).count_ones() as i32 - size;
        let mut sums = BTreeSet::from([0]);
        for (masks, &kind) in masks.iter().zip(&kinds) {
            let size = rules.pieces[kind].size() as i32;
            let mut own: Vec<i32> = Vec::new();
            for &mask in masks {
                let more = excess(mask, size);
                if !own.contains(&more) {
                    own.push(more);
                }
            }
            for _ in 0..left(kind) {
                sums = sums.iter().flat_map(|sum| own.iter().map(move |more| sum + more)).collect();
            }
        }
        let wanted = excess(free, free.count_ones() as i32);
        if !sums.contains(&wanted) {
            return Some(reason.with("excess", wanted.abs()));
        }
    }
    // The step search looks at the parts of the region before it places a piece.
    if position.placed.is_empty()
        && is_in_parts(rules)
        && let Ok((tiling, _)) = rules.tiling(position)
        && let Some(Event::Pruned { area }) = tiling.steps(rules.neighbours()).next()
    {
        return Some(Reason::new(&reasons::PART).with("cells", area.count_ones()));
    }
    None
}

/// Whether the region does not hang together.
fn is_in_parts(rules: &Rules) -> bool {
    let neighbours = rules.neighbours();
    let (mut reached, mut edge) = (0_u128, 1_u128);
    while edge != 0 {
        reached |= edge;
        edge = cells_of(edge).fold(0, |next, cell| next | neighbours[cell]) & !reached;
    }
    reached != rules.all()
}

/// The cells for which `number` is odd.
fn colour(rules: &Rules, number: impl Fn(usize, usize) -> usize) -> u128 {
    let odd = |cell: &usize| number(rules.cells[*cell].0, rules.cells[*cell].1) % 2 == 1;
    cells_of(rules.all()).filter(odd).fold(0, |mask, cell| mask | 1 << cell)
}
