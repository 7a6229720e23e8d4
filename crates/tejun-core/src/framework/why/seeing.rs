//! What the searches see of a position: the pieces on the board.

use crate::vocabulary::cell::CellId;
use crate::vocabulary::scene::Scene;

/// The space whose positions are searched, and what is on the board in a state of it.
pub struct Seeing<'s, S, C, K, L> {
    /// The puzzle's own graph, or the same in other states.
    pub space: &'s S,
    /// The state of a position.
    pub state: C,
    /// Tells states apart. States that are the same up to pieces of one class may have one key.
    pub key: K,
    /// The pieces on the board.
    pub look: L,
}

/// The pieces of a scene, those of one name in one class. For puzzles whose states say where each piece is.
pub fn seen_by_name(scene: &Scene) -> Vec<Seen> {
    let class = |name: &str| {
        // FNV-1a: the same in each run.
        name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    };
    scene.pieces.iter().map(|piece| Seen { class: class(&piece.name), cells: piece.cells.clone() }).collect()
}

/// A piece on the board, as far as it can be told from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Pieces of one class cannot be told apart. It may stand for several things that look different, if positions do not
    /// say which is which.
    pub class: u32,
    /// The cells that it covers, always in the same order.
    pub cells: Vec<CellId>,
}
