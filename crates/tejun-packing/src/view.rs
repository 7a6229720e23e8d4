//! The drawing of a packing: the board, with the remaining pieces in a tray below it.

use tejun_search::tiling::cells_of;

use super::rules::{Placed, Position, Rules};
use super::shape::{Shape, pentomino_letters};
use super::words::STAYS_EMPTY;
use tejun_core::{Cell, Glyph, Mark, Piece, Reason, Role, Scene, Wrap};

/// Maximum width of a tray in columns: about five of the twelve pentominoes side by side, and still within a
/// terminal.
const WIDTH: usize = 20;

/// What a piece looks like: a pentomino has its look in every set. For boxes there are sets in which those letters are other
/// pieces, beside pieces without such a letter.
fn look(rules: &Rules, kind: usize) -> usize {
    let letter = |name: &str| pentomino_letters().position(|letter| name.chars().eq([letter]));
    let solids = rules.lattice.is_solid() && rules.pieces.iter().any(|piece| letter(&piece.name).is_none());
    if solids { kind } else { letter(&rules.pieces[kind].name).unwrap_or(kind) }
}

/// The scene of a position: first the pieces on the board in the order they were placed, then those left.
pub(super) fn scene(rules: &Rules, position: &Position) -> Scene {
    let lattice = &rules.lattice;
    let mut scene = Scene { rows: rules.rows, columns: rules.columns, ..Scene::default() };
    scene.layer_rows = lattice.is_solid().then(|| lattice.drawn([1, 0, 0]).0);
    scene.wrap = match (lattice.wraps(1), lattice.wraps(2)) {
        (true, _) => Some(Wrap::Both),
        (false, true) => Some(Wrap::Columns),
        (false, false) => None,
    };
    for (id, &(row, column)) in rules.cells.iter().enumerate() {
        scene.cells.push(Cell { row, column, label: Some(rules.cell_name(id)), mark: Mark::Plain });
    }
    for (index, &Placed { kind, mask }) in position.placed.iter().enumerate() {
        scene.pieces.push(Piece {
            kind: look(rules, kind),
            // Pieces can be placed in any order, so the line stays legal without any one of them.
            played: Some(index),
            ..Piece::new(&rules.pieces[kind].name, cells_of(mask).collect::<Vec<_>>())
        });
    }
    if let Some(labels) = &rules.labels {
        scene.texts = labels.cells.iter().cloned().enumerate().collect();
        for ((row, column), label) in &labels.empty {
            scene.texts.push((scene.cells.len(), label.clone()));
            let (row, column, label) = (*row, *column, Some(label.clone()));
            scene.cells.push(Cell { row, column, label, mark: Mark::Goal });
        }
    }
    tray(rules, position, &mut scene);
    if rules.optional != 0 {
        if rules.labels.is_none() {
            scene.texts = cells_of(rules.optional).map(|cell| (cell, "?".to_owned())).collect();
        }
        return scene.captioned(Reason::new(&STAYS_EMPTY));
    }
    scene
}

/// For each kind, the scene index of a piece that is left.
pub(super) fn in_tray(rules: &Rules, position: &Position) -> Vec<usize> {
    let mut next = position.placed.len();
    let index = |kind| {
        let own = next;
        next += rules.left(position, kind) as usize;
        own
    };
    (0..rules.pieces.len()).map(index).collect()
}

/// Lays out the pieces below the board, no wider than the board or [`WIDTH`]. A piece keeps its place in the
/// tray while it is on the board, so all scenes have the same cells.
fn tray(rules: &Rules, position: &Position, scene: &mut Scene) {
    // Layers begin at multiples of so many rows; a gap of one keeps the rows of a tray apart.
    let [_, deepest, _] = rules.lattice.size;
    let layer = if rules.lattice.is_solid() { deepest + 1 } else { 1 };
    let (mut top, mut start, mut deep) = (rules.rows + 1, 0, 0);
    for kind in 0..rules.pieces.len() {
        // The flattest form takes the least space. Its layers lie as far apart as on the board, where it is carried as it is.
        let piece = &rules.pieces[kind];
        let least = |form: &&Shape| (layer > 1 && form.size()[1] > deepest, form.size());
        let Some(form) = piece.forms.iter().min_by_key(least) else { continue };
        let [layers, rows, width] = form.size();
        let (height, _) = rules.lattice.drawn([layers - 1, rows, width]);
        let gone = piece.count as usize - rules.left(position, kind) as usize;
        for copy in 0..piece.count as usize {
            if start > 0 && start + width > WIDTH.max(rules.columns) {
                (top, start, deep) = ((top + deep).next_multiple_of(layer) + layer, 0, 0);
            }
            let first = scene.cells.len();
            for &cell in &form.0 {
                let (row, column) = rules.lattice.drawn(cell);
                let (row, column) = (top + row, start + column);
                scene.cells.push(Cell { row, column, label: None, mark: Mark::Tray });
                scene.rows = scene.rows.max(row + 1);
                scene.columns = scene.columns.max(column + 1);
            }
            let cells: Vec<_> = (first..scene.cells.len()).collect();
            if copy >= gone {
                let name = piece.name.clone();
                let (role, glyph) = (Role::Plain, Glyph::Flat);
                let kind = look(rules, kind);
                scene.pieces.push(Piece { kind, role, glyph, ..Piece::new(name, cells) });
            }
            start += width + 1;
            deep = deep.max(height);
        }
    }
}
