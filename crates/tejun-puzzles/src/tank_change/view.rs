//! The drawing of a Tank Change position.

use super::rules::{Position, Rules, Side};
use super::words;
use tejun_core::{Cell, Colour, Glyph, Mark, Piece, Reason, Role, Scene};

/// The floor where each side has to go.
const FLOORS: [Colour; 2] = [Colour(0xbf, 0x3b, 0x27), Colour(0x2d, 0x5b, 0x94)];

/// The scene of a position.
pub(super) fn scene(rules: &Rules, position: &Position) -> Scene {
    let cell = |(square, cell): (usize, &usize)| Cell {
        row: cell / rules.columns,
        column: cell % rules.columns,
        label: Some((square + 1).to_string()),
        mark: Mark::Plain,
    };
    let neighbours = |from: usize| rules.runs[from].iter().filter_map(|run| run.first().copied());
    let tank = |(square, side): (usize, &Option<Side>)| {
        side.map(|side| Piece {
            kind: side as usize,
            role: if side == Side::A { Role::Hero } else { Role::Foe },
            glyph: Glyph::Tank,
            ..Piece::new(side.letter(), [square])
        })
    };
    Scene {
        rows: rules.rows,
        columns: rules.columns,
        cells: rules.cells.iter().enumerate().map(cell).collect(),
        roads: (0..rules.cells.len())
            .flat_map(|from| neighbours(from).filter(move |&to| from < to).map(move |to| [from, to]))
            .collect(),
        floors: (rules.goal.iter().enumerate())
            .filter_map(|(square, side)| side.map(|side| (square, FLOORS[side as usize])))
            .collect(),
        pieces: position.tanks.iter().enumerate().filter_map(tank).collect(),
        // Nobody is to move where the armies have changed places.
        caption: if rules.is_solved(position) {
            Vec::new()
        } else {
            vec![Reason::new(&words::TURN).with("side", position.turn.letter())]
        },
        ..Scene::default()
    }
}
