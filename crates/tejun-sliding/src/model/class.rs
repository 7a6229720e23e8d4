//! Classes of interchangeable pieces.

use crate::rules::{Position, Rules, Shape};

/// Pieces of one shape that can go to the same places and that the goal does not tell apart.
///
/// Where a piece may go is all that tells a piece with an axis from one without. Its heads are the cells of one
/// row or column, so that it takes few bits of a state, and moves are generated as for any piece.
pub(crate) struct Class {
    pub shape: Shape,
    /// The pieces.
    pub pieces: Vec<usize>,
    /// All cells that the head of such a piece can occupy, ascending.
    pub heads: Vec<usize>,
    /// The cells where the goal wants a head that may be of this class, ascending.
    pub goals: Vec<usize>,
    /// Whether pieces of other classes, too, may be what the goal wants there.
    pub shared: bool,
}

/// Divides the pieces of a puzzle into classes. A piece that the goal names has a class of its own.
pub(crate) fn classes(rules: &Rules) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (index, piece) in rules.pieces.iter().enumerate() {
        let all = 0..rules.floor.inside.len();
        let heads: Vec<usize> = all.filter(|&head| rules.allows(index, head)).collect();
        let wanted = rules.targets.iter().filter(|target| target.pieces.contains(&index));
        // A goal by shape may lie where an axis, a gate or a wall keeps some of these pieces away. It is no goal of
        // theirs: a symmetry need not take it to one.
        let wanted = wanted.map(|target| target.head).filter(|head| heads.binary_search(head).is_ok());
        let mut goals: Vec<usize> = wanted.collect();
        goals.sort_unstable();
        let alike =
            |class: &&mut Class| class.shape == piece.shape && class.goals == goals && class.heads == heads;
        match classes.iter_mut().find(alike) {
            Some(class) => class.pieces.push(index),
            None => {
                let (shape, pieces) = (piece.shape.clone(), vec![index]);
                classes.push(Class { shape, pieces, heads, goals, shared: false });
            }
        }
    }
    for class in &mut classes {
        let wanted =
            |pieces: &[usize]| pieces.contains(&class.pieces[0]) && pieces.len() > class.pieces.len();
        class.shared = rules.targets.iter().any(|target| wanted(&target.pieces));
    }
    classes
}

/// Tells positions apart, up to pieces of a class: two bytes for each piece.
pub(crate) fn key(classes: &[Class], position: &Position) -> Box<[u8]> {
    let mut key = Vec::with_capacity(2 * position.heads.len());
    for class in classes {
        let mut heads: Vec<u16> = class.pieces.iter().map(|&piece| position.heads[piece] as u16).collect();
        heads.sort_unstable();
        key.extend(heads.into_iter().flat_map(u16::to_le_bytes));
    }
    key.into()
}
