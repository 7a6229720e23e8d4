//! The room of a level. Sets of cells are bits.

use crate::guided::bits;
use crate::rules::sokoban::Sokoban;

pub(super) struct Room<'a> {
    pub rules: &'a Sokoban,
    pub goals: u128,
    /// The cells from which a box alone gets to a goal.
    pub live: u128,
}

impl Room<'_> {
    pub fn new(rules: &Sokoban) -> Room<'_> {
        let set = |is_in: &dyn Fn(usize) -> bool| {
            (0..rules.goals.len()).map(|cell| u128::from(is_in(cell)) << cell).sum()
        };
        let is_live = |cell: usize| rules.far.iter().any(|far| far[cell].is_some());
        Room { rules, goals: set(&|cell| rules.goals[cell]), live: set(&is_live) }
    }

    /// A cell of each part of the floor that boxes leave to the man.
    pub fn parts(&self, boxes: u128) -> Vec<usize> {
        let (mut floor, mut parts) = (!boxes & u128::MAX >> (128 - self.rules.goals.len()), Vec::new());
        while floor != 0 {
            let man = floor.trailing_zeros() as usize;
            floor &= !self.rules.reach(boxes, man);
            parts.push(man);
        }
        parts
    }

    /// The pairs of cells on opposite sides of a cell, each pair both ways.
    pub fn sides(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let beside = &self.rules.beside[cell];
        (0..beside.len()).filter_map(|way| beside[way].zip(beside[way ^ 1]))
    }

    /// The two next cells, each way.
    pub fn ahead(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let beside = &self.rules.beside;
        (0..4).filter_map(move |way| beside[cell][way].and_then(|next| Some((next, beside[next][way]?))))
    }

    /// Whether boxes that block each other for good are not all on goals: taken away are, as long as there are any, those that could
    /// be pushed if the others stood still.
    pub fn is_frozen(&self, boxes: u128) -> bool {
        let mut stuck = boxes;
        loop {
            let is_free = |sides: (usize, usize)| {
                let both = 1 << sides.0 | 1 << sides.1;
                stuck & both == 0 && self.live & both != 0
            };
            let Some(free) = bits(stuck).find(|&cell| self.sides(cell).any(is_free)) else {
                return stuck & !self.goals != 0;
            };
            stuck ^= 1 << free;
        }
    }
}
