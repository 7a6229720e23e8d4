//! Classes of interchangeable pieces.

use crate::sliding::rules::{Rules, Shape};

/// Pieces of one shape that the goal does not tell apart.
pub(super) struct Class {
    pub shape: Shape,
    /// The pieces.
    pub pieces: Vec<usize>,
    /// All cells that the head of such a piece can occupy, ascending.
    pub heads: Vec<usize>,
    /// The cells where the goal wants heads of this class, ascending.
    pub goals: Vec<usize>,
}

/// Divides the pieces of a puzzle into classes. A piece that the goal names has a class of its own.
pub(super) fn classes(rules: &Rules) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (index, piece) in rules.pieces.iter().enumerate() {
        let wanted = rules.targets.iter().filter(|target| target.pieces.contains(&index));
        let mut goals: Vec<usize> = wanted.map(|target| target.head).collect();
        goals.sort_unstable();
        match classes.iter_mut().find(|class| class.shape == piece.shape && class.goals == goals) {
            Some(class) => class.pieces.push(index),
            None => {
                let all = 0..rules.floor.inside.len();
                let heads = all.filter(|&head| rules.floor.cover(&piece.shape, head).is_some()).collect();
                classes.push(Class { shape: piece.shape.clone(), pieces: vec![index], heads, goals });
            }
        }
    }
    classes
}
