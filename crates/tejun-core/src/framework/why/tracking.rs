//! What the searches see of a position: the pieces on the board.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::vocabulary::cell::CellId;
use crate::vocabulary::scene::Scene;

/// The space whose positions are searched, and what is on the board in a state of it.
pub struct Tracking<'s, S, C, K, L> {
    /// The puzzle's own graph, or the same in other states.
    pub space: &'s S,
    /// The state of a position.
    pub state: C,
    /// Tells states apart. States that are the same up to pieces of one class may have one key.
    pub key: K,
    /// The pieces on the board.
    pub look: L,
    /// Whether no move takes a piece from its place and puts another of its class there. If one may, only of a piece that
    /// is alone in its class can it be said whether it stays.
    pub one_at_a_time: bool,
}

/// Sees the pieces of a scene, those of one name and shape in one class. For puzzles whose states say where each piece is.
pub fn tracked_by_name() -> impl Fn(&Scene) -> Vec<Tracked> {
    let classes = RefCell::new(HashMap::new());
    move |scene| {
        let seen = scene.pieces.iter().map(|piece| {
            let cells = sorted(&piece.cells);
            let mut classes = classes.borrow_mut();
            let next = classes.len() as u32;
            let class = *classes.entry((piece.name.clone(), shape(scene, &cells))).or_insert(next);
            Tracked { class, cells, is_hidden: false }
        });
        seen.collect()
    }
}

/// Where cells lie, seen from the first of them.
pub(super) fn shape(scene: &Scene, cells: &[CellId]) -> Vec<(isize, isize)> {
    let place = |&cell: &CellId| (scene.cells[cell].row as isize, scene.cells[cell].column as isize);
    let mut places: Vec<_> = cells.iter().map(place).collect();
    places.sort_unstable();
    let first = places.first().copied().unwrap_or_default();
    places.iter().map(|place| (place.0 - first.0, place.1 - first.1)).collect()
}

pub(super) fn sorted(cells: &[CellId]) -> Vec<CellId> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// A piece on the board, as far as it can be told from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracked {
    /// Pieces of one class cannot be told apart, and have one shape. It may stand for several things that look different,
    /// if positions do not say which is which.
    pub class: u32,
    /// The cells that it covers.
    pub cells: Vec<CellId>,
    /// Whether something else is drawn in its place, so that people do not see it.
    pub is_hidden: bool,
}
