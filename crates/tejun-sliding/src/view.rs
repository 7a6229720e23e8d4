//! The drawing of a sliding puzzle.

use std::collections::BTreeSet;

use super::rules::{Axis, Gate, Position, Rules};
use super::{faces, words};
use tejun_core::{Cell, CellId, Glyph, Mark, Piece, Reason, Role, Scene};

/// The scene of a position. Pieces that the goal names are heroes; pieces of one shape that move alike look
/// the same.
pub(super) fn scene(rules: &Rules, position: &Position) -> Scene {
    let ids = cell_ids(rules);
    let mut scene = Scene {
        rows: rules.floor.rows,
        columns: rules.floor.columns,
        faces: faces::faces(rules),
        ..Scene::default()
    };
    for cell in (0..rules.floor.inside.len()).filter(|&cell| rules.floor.inside[cell]) {
        let (row, column) = (cell / rules.floor.columns, cell % rules.floor.columns);
        scene.cells.push(Cell { row, column, label: None, mark: Mark::Plain });
    }
    for gate in &rules.gates {
        gate.cells.iter().for_each(|&cell| scene.cells[ids[cell]].mark = Mark::Gate);
    }
    for target in &rules.targets {
        for cell in rules.cells(target.pieces[0], target.head) {
            scene.cells[ids[cell]].mark = Mark::Goal;
        }
    }
    let mut kinds = Vec::new();
    for (index, piece) in rules.pieces.iter().enumerate() {
        let enters: Vec<bool> = rules.gates.iter().map(|gate| gate.pieces.contains(&index)).collect();
        let axis = piece.axis.map(|axis| std::mem::discriminant(&axis));
        let looks = (&piece.shape, axis, enters);
        let kind = kinds.iter().position(|known| *known == looks).unwrap_or_else(|| {
            kinds.push(looks);
            kinds.len() - 1
        });
        // If the goal names every piece, none of them is a hero.
        let named = rules.targets.iter().any(|target| target.pieces == [index]);
        let hero = named && rules.targets.len() < rules.pieces.len();
        scene.pieces.push(Piece {
            kind,
            role: if hero { Role::Hero } else { Role::Plain },
            // A car shows by its length how it moves.
            glyph: if piece.axis.is_some_and(|axis| axis.is_along(&piece.shape)) {
                Glyph::Car
            } else {
                Glyph::Wood
            },
            ..Piece::new(piece.letter, cells(rules, index, position.heads[index], &ids))
        });
    }
    // People look pieces up by letter.
    let letters = |pieces: &mut dyn Iterator<Item = usize>| -> String {
        pieces.map(|piece| rules.pieces[piece].letter).collect::<BTreeSet<char>>().into_iter().collect()
    };
    let line = |piece: usize| {
        let axis = rules.pieces[piece].axis?;
        Some(match axis {
            _ if axis.is_along(&rules.pieces[piece].shape) => "along",
            Axis::Row(_) => "sideways",
            Axis::Column(_) => "upright",
        })
    };
    for sentence in [&words::ALONG, &words::SIDEWAYS, &words::UPRIGHT] {
        let lined = letters(&mut (0..rules.pieces.len()).filter(|&piece| line(piece) == Some(sentence.code)));
        if !lined.is_empty() {
            scene.caption.push(Reason::new(sentence).with("pieces", lined));
        }
    }
    for Gate { sign, pieces, .. } in &rules.gates {
        let enter = letters(&mut pieces.iter().copied());
        let said = match sign {
            Some(sign) => Reason::new(&words::ENTERS).with("gate", sign),
            None => Reason::new(&words::LEAVES),
        };
        scene.caption.push(said.with("pieces", enter));
    }
    scene
}

/// The cells of a piece with its head at `head`, as scene cells.
pub(super) fn cells(rules: &Rules, piece: usize, head: usize, ids: &[CellId]) -> Vec<CellId> {
    rules.cells(piece, head).into_iter().map(|cell| ids[cell]).collect()
}

/// For each cell of the rectangle, its index in a scene. A cell outside has the index of the next cell
/// inside.
pub(super) fn cell_ids(rules: &Rules) -> Vec<CellId> {
    let counted = rules.floor.inside.iter().scan(0, |next, &inside| {
        let id = *next;
        *next += usize::from(inside);
        Some(id)
    });
    counted.collect()
}
