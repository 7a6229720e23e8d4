//! Carrying one piece over several moves.

use std::collections::BTreeSet;

use crate::framework::instance::Position;
use crate::vocabulary::answer::Status;
use crate::vocabulary::cell::CellId;
use crate::vocabulary::scene::{Gesture, Scene};

/// Positions looked at: enough for a box in a warehouse of 120 cells, pushed from four sides.
const POSITIONS: usize = 1000;

/// Cells in order.
fn sorted(cells: &[CellId]) -> Vec<CellId> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// What tells two positions apart: the name and the cells of each piece, as text.
fn pieces(scene: &Scene) -> String {
    let mut pieces: Vec<String> =
        scene.pieces.iter().map(|piece| format!("{} {:?}", piece.name, sorted(&piece.cells))).collect();
    pieces.sort_unstable();
    pieces.join(";")
}

/// Finds the fewest moves that take a piece to some cells, all of them moves of that piece alone: a box pushed over
/// several cells, for instance. Breadth-first through at most 1000 positions, for as long as `in_time` holds.
///
/// Returns `None` if there are none, or none were found in time.
pub fn carry(
    position: &dyn Position,
    piece: usize,
    to: &[CellId],
    mut in_time: impl FnMut() -> bool,
) -> Option<Vec<String>> {
    let to = sorted(to);
    let scene = position.scene();
    let from = sorted(&scene.pieces.get(piece)?.cells);
    let mut seen = BTreeSet::from([pieces(&scene)]);
    let mut queue = vec![(position.boxed_clone(), from, Vec::new())];
    let mut first = 0;
    while let Some((position, at, line)) = queue.get(first) {
        first += 1;
        let (position, at, line) = (position.boxed_clone(), at.clone(), line.clone());
        // A piece has another index in another position, but it is where it was carried.
        let scene = position.scene();
        let piece = scene.pieces.iter().position(|piece| sorted(&piece.cells) == at)?;
        for choice in position.choices() {
            let Gesture::Carry { piece: carried, to: cells } = choice.gesture else { continue };
            if carried != piece {
                continue;
            }
            let at = sorted(&cells);
            let line = [&line[..], &[choice.text]].concat();
            if at == to {
                return Some(line);
            }
            let mut next = position.boxed_clone();
            if seen.len() == POSITIONS || !in_time() || next.play(line.last()?).is_err() {
                return None;
            }
            if next.status() == Status::Open && seen.insert(pieces(&next.scene())) {
                queue.push((next, at, line));
            }
        }
    }
    None
}
