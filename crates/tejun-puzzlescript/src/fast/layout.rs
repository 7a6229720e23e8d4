//! How the boards of a level are laid out.

use std::sync::Arc;

use super::cells;
use super::flow::Flow;
use super::geometry::Size;
use crate::game::Game;

/// A game, the size of a level, and its sets of cells.
pub(super) struct Layout {
    pub game: Arc<Game>,
    pub size: Size,
    pub sets: Sets,
}

/// The sets of cells that make up a board: of objects, and of movements.
pub(super) struct Sets {
    /// Of each object, the number of its set, if it can change.
    pub of_object: Vec<Option<usize>>,
    /// The objects that have a set, in the order of the sets.
    pub objects: Vec<usize>,
    /// Of each layer and movement, the number of its set, if there can be such a movement.
    pub of_movement: Vec<[Option<usize>; 5]>,
    /// How many sets there are.
    pub count: usize,
}

impl Sets {
    pub fn new<const W: usize>(flow: &Flow<W>) -> Self {
        let mut sets = Sets { of_object: Vec::new(), objects: Vec::new(), of_movement: Vec::new(), count: 0 };
        for (object, (possible, always)) in flow.possible.iter().zip(&flow.always).enumerate() {
            let changes = possible != always;
            sets.of_object.push(changes.then_some(sets.count));
            if changes {
                sets.objects.push(object);
                sets.count += 1;
            }
        }
        for moving in &flow.moving {
            sets.of_movement.push(std::array::from_fn(|index| {
                (!cells::is_empty(&moving[index])).then(|| {
                    sets.count += 1;
                    sets.count - 1
                })
            }));
        }
        sets
    }
}
