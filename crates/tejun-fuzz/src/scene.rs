//! What every drawing must satisfy.

use std::collections::BTreeSet;

use tejun_puzzles::{Cell, Gesture, Glyph, Lang, Mark, Reason, Scene};

/// Asserts that a front end can draw this scene of a position after `played` moves.
pub(crate) fn check(scene: &Scene, played: usize) {
    let place = |cell: &Cell| (cell.row, cell.column);
    let (tray, board): (Vec<&Cell>, Vec<&Cell>) =
        scene.cells.iter().partition(|cell| cell.mark == Mark::Tray);
    assert!(board.is_sorted_by(|a, b| place(a) < place(b)), "the board's cells must be in reading order");
    let places: BTreeSet<_> = scene.cells.iter().map(place).collect();
    assert_eq!(places.len(), board.len() + tray.len(), "a cell occurs twice");
    assert!(places.iter().all(|&(row, column)| row < scene.rows && column < scene.columns));
    let exists = |&cell: &usize| cell < scene.cells.len();
    for road in &scene.roads {
        assert!(road.iter().all(exists) && road[0] != road[1], "a road must join two cells: {road:?}");
    }
    let mut covered = BTreeSet::new();
    for piece in &scene.pieces {
        assert!(
            !piece.name.is_empty() && !piece.cells.is_empty() && piece.cells.iter().all(exists),
            "{piece:?}"
        );
        assert!(piece.played.is_none_or(|at| at < played), "{piece:?} after {played} moves");
        // Ghosts may share a cell; blocks may not.
        let apart = piece.cells.iter().all(|&cell| covered.insert(cell));
        assert!(apart || piece.glyph != Glyph::Block, "{piece:?} overlaps another piece or itself");
    }
    let keys: BTreeSet<char> = scene.keys.iter().map(|key| key.key).collect();
    assert_eq!(keys.len(), scene.keys.len(), "a key occurs twice");
    scene.caption.iter().for_each(|caption| reason(caption, scene));
}

/// Asserts that a reason has a text in each language and marks existing cells.
pub(crate) fn reason(reason: &Reason, scene: &Scene) {
    assert!([Lang::En, Lang::Ja, Lang::Zh].iter().all(|&lang| !reason.text(lang).is_empty()), "{reason:?}");
    assert!(reason.cells().iter().all(|&cell| cell < scene.cells.len()), "{reason:?}");
}

/// Asserts that a gesture is possible on a scene.
pub(crate) fn gesture(gesture: &Gesture, scene: &Scene) {
    match gesture {
        Gesture::Carry { piece, to } => {
            assert!(*piece < scene.pieces.len() && !to.is_empty(), "{gesture:?}");
            assert!(to.iter().all(|&cell| cell < scene.cells.len()), "{gesture:?}");
        }
        Gesture::Key(key) => assert!(scene.keys.iter().any(|known| known.key == *key), "{gesture:?}"),
    }
}
