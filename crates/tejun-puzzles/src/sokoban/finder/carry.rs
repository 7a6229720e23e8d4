//! Where one box can be pushed, or pulled, while the others stand still.

use crate::sokoban::analysis::map::{Cell, Map, back};
use crate::sokoban::analysis::walk::Walk;

/// No side: there is a wall or a box.
const BLOCKED: u8 = 4;

/// A box on a cell, with the man on one of its sides or wherever he can walk to from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub cell: Cell,
    pub side: u8,
}

/// A place that a box can be carried to.
#[derive(Clone, Copy)]
pub(super) struct Carried {
    pub place: Place,
    /// The place before that, as an index; its own for a beginning.
    before: u16,
    pub steps: u16,
}

/// The places of one box, in the order of their distance.
pub(super) struct Carry {
    walk: Walk,
    /// For each cell, the round in which its sides were found out, and for each side the first one that the man
    /// can get to from it.
    sides: Vec<(u32, [u8; 4])>,
    /// The round in which a place was reached, by cell and side.
    reached: Vec<[u32; 4]>,
    round: u32,
    pub places: Vec<Carried>,
}

impl Carry {
    pub fn new(map: &Map) -> Carry {
        let cells = map.next.len();
        let walk = Walk::new(map);
        Carry {
            walk,
            sides: vec![(0, [0; 4]); cells],
            reached: vec![[0; 4]; cells],
            round: 0,
            places: Vec::new(),
        }
    }

    /// Finds where the box on `from` can be pushed. `taken` has no box there.
    pub fn push(&mut self, map: &Map, taken: &mut [bool], from: Cell, reached: impl Fn(Cell) -> bool) {
        self.carry(map, taken, from, reached, |map, taken, Place { cell, side }| {
            let to = map.next[cell as usize][back(side as usize)];
            (!taken[to as usize] && !map.dead[to as usize]).then_some((to, side))
        });
    }

    /// Finds where the box on `from` can be pulled. `taken` has no box there.
    pub fn pull(&mut self, map: &Map, taken: &mut [bool], from: Cell, reached: impl Fn(Cell) -> bool) {
        self.carry(map, taken, from, reached, |map, taken, Place { cell, side }| {
            let to = map.next[cell as usize][side as usize];
            (!taken[map.next[to as usize][side as usize] as usize]).then_some((to, side))
        });
    }

    fn carry(
        &mut self,
        map: &Map,
        taken: &mut [bool],
        from: Cell,
        reached: impl Fn(Cell) -> bool,
        step: impl Fn(&Map, &[bool], Place) -> Option<(Cell, u8)>,
    ) {
        self.round += 1;
        self.places.clear();
        for side in 0..4 {
            let beside = map.next[from as usize][side];
            if !taken[beside as usize] && reached(beside) {
                self.reach(map, taken, (from, side as u8), 0, u16::MAX);
            }
        }
        let mut at = 0;
        while at < self.places.len() {
            let Carried { place: Place { cell, side: first }, steps, .. } = self.places[at];
            let (_, sides) = self.sides[cell as usize];
            for side in (0..4).filter(|&side| sides[side as usize] == first) {
                if let Some((to, side)) = step(map, taken, Place { cell, side }) {
                    self.reach(map, taken, (to, side), steps + 1, at as u16);
                }
            }
            at += 1;
        }
    }

    fn reach(&mut self, map: &Map, taken: &mut [bool], (cell, side): (Cell, u8), steps: u16, before: u16) {
        if self.sides[cell as usize].0 != self.round {
            self.sides[cell as usize] = (self.round, self.sides_of(map, taken, cell));
        }
        let first = self.sides[cell as usize].1[side as usize];
        let reached = &mut self.reached[cell as usize][first as usize];
        if *reached != self.round {
            *reached = self.round;
            let before = if before == u16::MAX { self.places.len() as u16 } else { before };
            self.places.push(Carried { place: Place { cell, side: first }, before, steps });
        }
    }

    /// For each side of a box, the first one that the man can get to from it.
    fn sides_of(&mut self, map: &Map, taken: &mut [bool], cell: Cell) -> [u8; 4] {
        let next = &map.next;
        let beside = next[cell as usize];
        let is_free = |cell: Cell| !taken[cell as usize];
        let mut first = [BLOCKED; 4];
        for side in 0..4 {
            if is_free(beside[side]) {
                first[side] = side as u8;
            }
        }
        // Around the corners.
        for side in 0..2 {
            for across in 2..4 {
                let corner = next[beside[side] as usize][across];
                if first[side] != BLOCKED && first[across] != BLOCKED && is_free(corner) {
                    let (one, other) = (first[side].min(first[across]), first[side].max(first[across]));
                    first.iter_mut().filter(|first| **first == other).for_each(|first| *first = one);
                }
            }
        }
        let mut joined = (0..4).filter(|&side| first[side] == side as u8);
        let Some(one) = joined.next() else { return first };
        if joined.next().is_none() {
            return first;
        }
        // A longer way round.
        taken[cell as usize] = true;
        self.walk.clear();
        for side in one..4 {
            if first[side] != side as u8 {
                continue;
            }
            self.walk.add(map, taken, beside[side]);
            for other in side + 1..4 {
                if first[other] == other as u8 && self.walk.has(beside[other]) {
                    first
                        .iter_mut()
                        .filter(|first| **first == other as u8)
                        .for_each(|first| *first = side as u8);
                }
            }
        }
        taken[cell as usize] = false;
        first
    }

    /// The cells that the box passes on the way to a place, the first being that where it stands.
    pub fn way(&self, mut at: usize) -> Vec<Cell> {
        let mut way = vec![self.places[at].place.cell];
        while self.places[at].before as usize != at {
            at = self.places[at].before as usize;
            way.push(self.places[at].place.cell);
        }
        way.reverse();
        way
    }
}
