//! Carrying one piece over several moves.

use std::collections::{BTreeSet, HashSet, VecDeque};

use crate::framework::session::Session;
use crate::vocabulary::answer::Status;
use crate::vocabulary::cell::CellId;
use crate::vocabulary::scene::{Gesture, Scene};

/// Positions looked at: enough for a box in a warehouse of 120 cells, pushed from four sides.
const POSITIONS: usize = 1000;

/// What tells two positions apart: the name and the cells of each piece.
type Pieces = BTreeSet<(String, BTreeSet<CellId>)>;

fn pieces(scene: &Scene) -> Pieces {
    scene.pieces.iter().map(|piece| (piece.name.clone(), piece.cells.iter().copied().collect())).collect()
}

/// Finds the fewest moves that take a piece to some cells, all of them moves of that piece alone: a box pushed over
/// several cells, for instance. Breadth-first through at most 1000 positions, for as long as `in_time` holds.
///
/// Returns `None` if there are none, or none were found in time.
pub fn carry(
    position: &dyn Session,
    piece: usize,
    to: &[CellId],
    mut in_time: impl FnMut() -> bool,
) -> Option<Vec<String>> {
    let to: BTreeSet<CellId> = to.iter().copied().collect();
    let scene = position.scene();
    let from: BTreeSet<CellId> = scene.pieces.get(piece)?.cells.iter().copied().collect();
    let mut seen = HashSet::from([pieces(&scene)]);
    let mut queue = VecDeque::from([(position.boxed_clone(), from, Vec::new())]);
    while let Some((position, at, line)) = queue.pop_front() {
        // A piece has another index in another position, but it is where it was carried.
        let scene = position.scene();
        let lies = |cells: &[CellId]| cells.len() == at.len() && cells.iter().all(|cell| at.contains(cell));
        let piece = scene.pieces.iter().position(|piece| lies(&piece.cells))?;
        for choice in position.choices() {
            let Gesture::Carry { piece: carried, to: cells } = choice.gesture else { continue };
            if carried != piece {
                continue;
            }
            let at: BTreeSet<CellId> = cells.into_iter().collect();
            let line = [&line[..], &[choice.text]].concat();
            if at == to {
                return Some(line);
            }
            let mut next = position.boxed_clone();
            if seen.len() == POSITIONS || !in_time() || next.play(line.last()?).is_err() {
                return None;
            }
            if next.status() == Status::Open && seen.insert(pieces(&next.scene())) {
                queue.push_back((next, at, line));
            }
        }
    }
    None
}
