//! Gestures: the move that carries a piece to some cells, or why there is none.

use std::cmp::Ordering;

use super::reasons;
use super::rules::{Direction, Metric, Position, Rules, Shape};
use super::view;
use tejun_core::{CellId, Reason};

/// The move that takes a piece to these cells of the scene.
///
/// # Errors
/// Returns why there is no such move in this metric.
pub(super) fn carried(
    rules: &Rules,
    position: &Position,
    piece: usize,
    to: &[CellId],
) -> Result<String, Reason> {
    let Some(letter) = rules.pieces.get(piece).map(|piece| piece.letter) else {
        return Err(Reason::new(&reasons::NO_PIECE).with("piece", piece));
    };
    let inside = (0..rules.floor.inside.len()).filter(|&cell| rules.floor.inside[cell]);
    let places: Vec<usize> = inside.collect();
    // `None` if a cell does not exist.
    let there: Option<Vec<usize>> = to.iter().map(|&id| places.get(id).copied()).collect();
    let mut cells = there.unwrap_or_default();
    cells.sort_unstable();
    cells.dedup();
    if cells.is_empty() || Shape::of(&cells, rules.floor.columns) != rules.pieces[piece].shape {
        return Err(Reason::new(&reasons::NO_PLACE).with("piece", letter));
    }
    let head = cells[0];
    if head == position.heads[piece] {
        return Err(Reason::new(&reasons::GOES_NOWHERE).with("piece", letter));
    }
    if let Some((_, path)) = rules.reach(position, piece).into_iter().find(|&(there, _)| there == head) {
        return Ok(rules.text(piece, &path));
    }
    let axis = rules.pieces[piece].axis;
    if let Some(axis) = axis.filter(|axis| !axis.holds(head, rules.floor.columns)) {
        return Err(axis.error(letter));
    }
    if let Some(gate) = cells.iter().find_map(|&cell| rules.barrier(piece, cell)) {
        let ids = view::cell_ids(rules);
        return Err(gate.error(letter).on(gate.cells.iter().map(|&cell| ids[cell])));
    }
    let blocker = (0..rules.pieces.len())
        .filter(|&other| other != piece)
        .map(|other| (other, rules.cells(other, position.heads[other])))
        .find(|(_, covered)| covered.iter().any(|cell| cells.contains(cell)));
    if let Some((other, covered)) = blocker {
        let ids = view::cell_ids(rules);
        return Err(Reason::new(&reasons::IN_THE_WAY)
            .with("piece", letter)
            .with("other", rules.pieces[other].letter)
            .on(covered.into_iter().map(|cell| ids[cell])));
    }
    let freely = Rules { metric: Metric::Moves, ..rules.clone() };
    if axis.is_some() {
        // There is one way only: say what blocks it.
        freely
            .play(&mut position.clone(), &rules.text(piece, &straight(rules, position.heads[piece], head)))?;
    }
    let reachable = freely.reach(position, piece).iter().any(|&(there, _)| there == head);
    let sentence = if reachable { &reasons::TOO_FAR } else { &reasons::NO_WAY };
    Err(Reason::new(sentence).with("piece", letter).with("metric", rules.metric.name()))
}

/// The steps from one cell to another of the same row or column.
fn straight(rules: &Rules, from: usize, to: usize) -> Vec<Direction> {
    let columns = rules.floor.columns;
    let (direction, steps) = match (to.cmp(&from), from / columns == to / columns) {
        (Ordering::Less, true) => (Direction::Left, from - to),
        (Ordering::Less, false) => (Direction::Up, (from - to) / columns),
        (_, true) => (Direction::Right, to - from),
        (_, false) => (Direction::Down, (to - from) / columns),
    };
    vec![direction; steps]
}
