//! Moving what is to be moved.

use super::board::Board;
use crate::engine::{TurnError, Work};
use crate::game::Game;
use crate::movement;

/// Moves all that can move, until nothing can; then forgets all movements. Returns false if something that moves
/// rigidly could not: its group is banned, and the turn must be played again without it.
///
/// # Errors
/// If that exceeds the bound on work.
pub(super) fn resolve(
    game: &Game,
    board: &mut Board,
    banned: &mut [bool],
    work: &mut Work,
) -> Result<bool, TurnError> {
    let mut moved = true;
    while moved {
        moved = false;
        work.spend(board.movements.len())?;
        for cell in 0..board.cells.len() {
            for layer in 0..board.layers {
                let movement = board.movements[cell * board.layers + layer];
                if movement != 0 && step(game, board, cell, layer, movement) {
                    board.movements[cell * board.layers + layer] &= !movement;
                    moved = true;
                }
            }
        }
    }
    let mut succeeded = true;
    for cell in 0..board.cells.len() {
        let slots = cell * board.layers..(cell + 1) * board.layers;
        if let Some(slot) = slots.clone().find(|&slot| board.movements[slot] != 0 && board.rigid[slot]) {
            let number = board.rigid_groups[slot];
            if let Some(group) = game.rules.groups.iter().position(|group| group.rigid == Some(number)) {
                banned[group] = true;
            }
            succeeded = false;
        }
    }
    board.movements.fill(0);
    board.rigid_groups.fill(0);
    board.rigid.fill(false);
    Ok(succeeded)
}

/// Moves what is on a layer of a cell, if there is room. Movements without an object move, too, if there is room.
fn step(game: &Game, board: &mut Board, cell: usize, layer: usize, movement: u8) -> bool {
    let (x, y) = (cell / board.height, cell % board.height);
    let target = match movement {
        movement::ACTION => return true,
        movement::UP if y > 0 => cell - 1,
        movement::DOWN if y + 1 < board.height => cell + 1,
        movement::LEFT if x > 0 => cell - board.height,
        movement::RIGHT if x + 1 < board.width => cell + board.height,
        _ => return false,
    };
    let objects = game.layers[layer];
    if board.cells[target].intersects(&objects) {
        return false;
    }
    let movers = board.cells[cell].intersection(&objects);
    board.cells[cell] = board.cells[cell].difference(&objects);
    board.cells[target] = board.cells[target].union(&movers);
    true
}
