//! Moving what is to be moved.

use super::board::{FastBoard, Rigid};
use super::cells::{self, Cells};
use super::geometry::Size;
use super::layout::Layout;
use crate::engine::{TurnError, Work};
use crate::game::Direction;

const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// A layer in which something can move.
pub(super) struct MovingLayer<const W: usize> {
    pub layer: usize,
    /// Its sets of movements: up, down, left, right, action.
    pub movements: [Option<usize>; 5],
    /// The sets of its objects that can change.
    pub objects: Vec<usize>,
    /// Where an object of it always is.
    pub always: Cells<W>,
}

/// The layers in which something can move.
pub(super) struct Movement<const W: usize>(pub Vec<MovingLayer<W>>);

impl<const W: usize> Movement<W> {
    /// Moves all that can move, until nothing can; then forgets all movements. Returns false if something that moves
    /// rigidly could not: its group is banned.
    ///
    /// # Errors
    /// If that exceeds the bound on work.
    pub fn resolve(
        &self,
        layout: &Layout,
        board: &mut FastBoard<W>,
        rigid: Option<&mut Rigid>,
        banned: &mut [bool],
        work: &mut Work,
    ) -> Result<bool, TurnError> {
        let mut stuck: Vec<(usize, usize)> = Vec::new();
        for layer in &self.0 {
            let mut pending = cells::empty();
            for set in layer.movements.into_iter().flatten() {
                pending = cells::or(&pending, &board.sets[set]);
            }
            if cells::is_empty(&pending) {
                continue;
            }
            let pending = move_layer(layout.size, board, layer, pending, work)?;
            for set in layer.movements.into_iter().flatten() {
                board.sets[set] = cells::empty();
            }
            if rigid.is_some() {
                stuck.extend(cells::each(&pending).map(|cell| (cell, layer.layer)));
            }
        }
        let Some(rigid) = rigid else { return Ok(true) };
        let layers = layout.game.layers.len();
        stuck.retain(|&(cell, layer)| rigid.bound[cell * layers + layer]);
        // Of each cell, the first layer.
        stuck.sort_unstable();
        stuck.dedup_by_key(|(cell, _)| *cell);
        for &(cell, layer) in &stuck {
            let number = rigid.groups[cell * layers + layer];
            if let Some(group) = layout.game.rules.groups.iter().position(|group| group.rigid == Some(number))
            {
                banned[group] = true;
            }
        }
        rigid.groups.fill(0);
        rigid.bound.fill(false);
        Ok(stuck.is_empty())
    }
}

/// Moves a layer; gives back the cells whose movement came to nothing.
fn move_layer<const W: usize>(
    size: Size,
    board: &mut FastBoard<W>,
    layer: &MovingLayer<W>,
    mut pending: Cells<W>,
    work: &mut Work,
) -> Result<Cells<W>, TurnError> {
    let mut occupied = layer.always;
    for &set in &layer.objects {
        occupied = cells::or(&occupied, &board.sets[set]);
    }
    let mut moved = true;
    while moved {
        moved = false;
        work.spend(cells::count(&pending) * (8 + layer.objects.len()))?;
        for cell in cells::each(&pending) {
            let has = |index: usize| {
                layer.movements[index].is_some_and(|set| cells::contains(&board.sets[set], cell))
            };
            let bits: [bool; 5] = std::array::from_fn(has);
            let index = match bits {
                [true, false, false, false, false] => 0,
                [false, true, false, false, false] => 1,
                [false, false, true, false, false] => 2,
                [false, false, false, true, false] => 3,
                [false, false, false, false, true] => {
                    cells::remove(&mut pending, cell);
                    moved = true;
                    continue;
                }
                _ => continue,
            };
            let direction = Some(DIRECTIONS[index]);
            if size.room(direction, cell) < 2 {
                continue;
            }
            let target = (cell as isize + size.step(direction)) as usize;
            if cells::contains(&occupied, target) {
                continue;
            }
            for &set in &layer.objects {
                let set = &mut board.sets[set];
                if cells::contains(set, cell) {
                    cells::remove(set, cell);
                    cells::insert(set, target);
                    cells::remove(&mut occupied, cell);
                    cells::insert(&mut occupied, target);
                }
            }
            cells::remove(&mut pending, cell);
            moved = true;
        }
    }
    Ok(pending)
}
