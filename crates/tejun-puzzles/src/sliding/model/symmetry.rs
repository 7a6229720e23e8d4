//! The symmetries of a board, its pieces and its goal.

use super::class::Class;
use crate::sliding::rules::{Floor, Rules, Shape};

/// A symmetry: what it does to classes, and to the heads of each class.
pub(super) struct Symmetry {
    /// The class that each class becomes.
    pub classes: Vec<usize>,
    /// For each class and each cell its head's image; `usize::MAX` where no head can be.
    pub heads: Vec<Vec<usize>>,
}

/// Every symmetry but the identity: mirrorings and turns of the rectangle that leave the floor as it
/// is and take each class of pieces to one of as many pieces, with the goals of the one to the goals
/// of the other.
pub(super) fn symmetries(rules: &Rules, classes: &[Class]) -> Vec<Symmetry> {
    (1..8).filter_map(|turn| symmetry(rules, classes, turn)).collect()
}

/// Where a cell goes under one of the eight symmetries of a rectangle, of which the last four are
/// for squares only.
fn image(floor: &Floor, turn: usize, cell: usize) -> usize {
    let (mut row, mut column) = (cell / floor.columns, cell % floor.columns);
    if turn & 1 != 0 {
        column = floor.columns - 1 - column;
    }
    if turn & 2 != 0 {
        row = floor.rows - 1 - row;
    }
    if turn & 4 != 0 {
        (row, column) = (column, row);
    }
    row * floor.columns + column
}

fn symmetry(rules: &Rules, classes: &[Class], turn: usize) -> Option<Symmetry> {
    let floor = &rules.floor;
    if turn & 4 != 0 && floor.rows != floor.columns {
        return None;
    }
    let keeps_floor = |cell: usize| floor.inside[cell] == floor.inside[image(floor, turn, cell)];
    if !(0..floor.inside.len()).all(keeps_floor) {
        return None;
    }
    let cover = |class: &Class, head: usize| -> Vec<usize> {
        let cells = floor.cover(&class.shape, head).expect("a head of the class");
        let mut cells: Vec<usize> = cells.into_iter().map(|cell| image(floor, turn, cell)).collect();
        cells.sort_unstable();
        cells
    };
    let mut symmetry = Symmetry { classes: Vec::new(), heads: Vec::new() };
    for class in classes {
        let mut heads = vec![usize::MAX; floor.inside.len()];
        for &head in &class.heads {
            heads[head] = cover(class, head)[0];
        }
        let shape = Shape::of(&cover(class, class.heads[0]), floor.columns);
        let mut goals: Vec<usize> = class.goals.iter().map(|&goal| heads[goal]).collect();
        goals.sort_unstable();
        let becomes = classes.iter().position(|other| {
            other.shape == shape && other.pieces.len() == class.pieces.len() && other.goals == goals
        })?;
        symmetry.classes.push(becomes);
        symmetry.heads.push(heads);
    }
    Some(symmetry)
}
