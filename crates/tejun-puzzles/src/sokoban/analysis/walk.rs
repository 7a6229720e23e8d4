//! Where the man can walk.

use super::map::{Cell, Map};

/// The cells that walks have reached since the last [`Walk::clear`].
pub struct Walk {
    reached: Vec<u32>,
    round: u32,
    queue: Vec<Cell>,
}

impl Walk {
    pub fn new(map: &Map) -> Walk {
        Walk { reached: vec![0; map.next.len()], round: 0, queue: Vec::with_capacity(map.next.len()) }
    }

    pub fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.reached.fill(0);
            self.round = 1;
        }
    }

    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.reached[cell as usize] == self.round
    }

    /// Adds the cells that the man can walk to from one that is not reached, and returns the lowest of them.
    pub fn add(&mut self, map: &Map, taken: &[bool], man: Cell) -> Cell {
        let round = self.round;
        self.queue.clear();
        self.queue.push(man);
        self.reached[man as usize] = round;
        let (mut at, mut lowest) = (0, man);
        while let Some(&cell) = self.queue.get(at) {
            at += 1;
            lowest = lowest.min(cell);
            for next in map.next[cell as usize] {
                if !taken[next as usize] && self.reached[next as usize] != round {
                    self.reached[next as usize] = round;
                    self.queue.push(next);
                }
            }
        }
        lowest
    }

    /// The cells that the last walk added.
    pub fn last(&self) -> &[Cell] {
        &self.queue
    }

    /// The same for a walk that begins anew.
    pub fn from(&mut self, map: &Map, taken: &[bool], man: Cell) -> Cell {
        self.clear();
        self.add(map, taken, man)
    }
}
