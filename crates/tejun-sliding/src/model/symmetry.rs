//! The symmetries of board, pieces and goal.

use super::class::Class;
use crate::rules::{Rules, Shape};
use tejun_core::bits::{SYMMETRIES, turned};

/// A symmetry: its action on the classes, and on the heads of each class.
pub(crate) struct Symmetry {
    /// How it turns the rectangle.
    pub turn: usize,
    /// The image of each class.
    pub classes: Vec<usize>,
    /// For each class and each cell, the image of the head on that cell; `usize::MAX` if no head can be
    /// there.
    pub heads: Vec<Vec<usize>>,
}

/// All symmetries but the identity: rotations and reflections of the rectangle that map the floor to itself
/// and each class of pieces to one with as many pieces, its heads to the heads of the other (which maps axes to
/// axes), and its goals to the goals of the other.
pub(crate) fn symmetries(rules: &Rules, classes: &[Class]) -> Vec<Symmetry> {
    (1..SYMMETRIES).filter_map(|turn| symmetry(rules, classes, turn)).collect()
}

fn symmetry(rules: &Rules, classes: &[Class], turn: usize) -> Option<Symmetry> {
    let floor = &rules.floor;
    let images: Option<Vec<usize>> =
        (0..floor.inside.len()).map(|cell| turned(floor.rows, floor.columns, turn, cell)).collect();
    let images = images?;
    if images.iter().zip(&floor.inside).any(|(&image, &inside)| floor.inside[image] != inside) {
        return None;
    }
    let cover = |class: &Class, head: usize| -> Vec<usize> {
        let cells = floor.cover(&class.shape, head).expect("a head of the class");
        let mut cells: Vec<usize> = cells.into_iter().map(|cell| images[cell]).collect();
        cells.sort_unstable();
        cells
    };
    let mut symmetry = Symmetry { turn, classes: Vec::new(), heads: Vec::new() };
    for class in classes {
        let mut heads = vec![usize::MAX; floor.inside.len()];
        for &head in &class.heads {
            heads[head] = cover(class, head)[0];
        }
        // A piece that fits nowhere leaves no placement for symmetries to act on.
        let &head = class.heads.first()?;
        let shape = Shape::of(&cover(class, head), floor.columns);
        let mut goals: Vec<usize> = class.goals.iter().map(|&goal| heads[goal]).collect();
        goals.sort_unstable();
        let mut allowed: Vec<usize> = class.heads.iter().map(|&head| heads[head]).collect();
        allowed.sort_unstable();
        let becomes = classes.iter().position(|other| {
            other.shape == shape
                && other.pieces.len() == class.pieces.len()
                && other.goals == goals
                && other.heads == allowed
        })?;
        symmetry.classes.push(becomes);
        symmetry.heads.push(heads);
    }
    Some(symmetry)
}
