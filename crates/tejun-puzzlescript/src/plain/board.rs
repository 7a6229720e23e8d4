//! A board in the middle of a turn.

use crate::game::Game;
use crate::object_set::ObjectSet;

/// Cells, column by column, with what moves in them.
#[derive(Clone)]
pub struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) layers: usize,
    pub(super) cells: Vec<ObjectSet>,
    /// Of each cell and layer, bits of movements.
    pub(super) movements: Vec<u8>,
    /// Of each cell and layer, the number of the rigid group that moves it.
    pub(super) rigid_groups: Vec<u8>,
    /// Of each cell and layer, whether a rigid group moves it.
    pub(super) rigid: Vec<bool>,
    /// All objects that have been on the board since the turn began, and of each layer all movements: a rule that
    /// needs another one matches nowhere.
    pub(super) seen: ObjectSet,
    pub(super) seen_movements: Vec<u8>,
    /// Room for the movements of a cell while they change.
    pub(super) scratch: Vec<u8>,
}

impl Board {
    pub(super) fn new(cells: Vec<ObjectSet>, width: usize, height: usize, layers: usize) -> Self {
        let count = cells.len() * layers;
        Self {
            width,
            height,
            layers,
            movements: vec![0; count],
            rigid_groups: vec![0; count],
            rigid: vec![false; count],
            seen: cells.iter().fold(ObjectSet::EMPTY, |all, cell| all.union(cell)),
            seen_movements: vec![0; layers],
            cells,
            scratch: Vec::new(),
        }
    }

    /// Moves the players; gives back the cells that they are in.
    pub(super) fn start_movement(&mut self, game: &Game, movement: u8) -> Vec<usize> {
        let players: Vec<usize> =
            (0..self.cells.len()).filter(|&cell| game.player.selects(&self.cells[cell])).collect();
        let Some(objects) = game.player.objects() else { return players };
        for &cell in &players {
            for object in self.cells[cell].intersection(objects).iter() {
                let layer = game.objects[object].layer;
                self.movements[cell * self.layers + layer] |= movement;
                self.seen_movements[layer] |= movement;
            }
        }
        players
    }
}
