//! Boxes that block each other for good.

use super::map::{Cell, Map};

/// Finds boxes that block each other for good.
pub struct Freeze {
    frozen: Vec<bool>,
    group: Vec<Cell>,
}

impl Freeze {
    pub fn new(map: &Map) -> Freeze {
        Freeze { frozen: map.only_wall(), group: Vec::new() }
    }

    /// Whether the box that was pushed to `cell` can never move again, and it or one that it blocks is on no goal.
    pub fn is_dead(&mut self, map: &Map, taken: &[bool], cell: Cell) -> bool {
        let pairs = |cell: Cell| {
            let [up, down, left, right] = map.next[cell as usize];
            [(up, down), (left, right)]
        };
        let is_dead = |cell: Cell| map.dead[cell as usize];
        let moves = |taken: &[bool], cell: Cell| {
            let is_free = |(one, other): (Cell, Cell)| {
                let is_taken = taken[one as usize] || taken[other as usize];
                let are_dead = is_dead(one) && is_dead(other);
                !is_taken && !are_dead
            };
            pairs(cell).into_iter().any(is_free)
        };
        if moves(taken, cell) {
            return false;
        }
        // The boxes that touch it, and those that touch them.
        self.group.clear();
        self.group.push(cell);
        self.frozen[cell as usize] = true;
        let mut at = 0;
        while at < self.group.len() {
            for next in map.next[self.group[at] as usize] {
                if taken[next as usize] && !self.frozen[next as usize] {
                    self.frozen[next as usize] = true;
                    self.group.push(next);
                }
            }
            at += 1;
        }
        // Those that can move are taken away, until none can.
        while let Some(&free) =
            self.group.iter().find(|&&cell| self.frozen[cell as usize] && moves(&self.frozen, cell))
        {
            self.frozen[free as usize] = false;
            if free == cell {
                break;
            }
        }
        let is_frozen = self.frozen[cell as usize];
        let off_goal = |cell: &&Cell| self.frozen[**cell as usize] && !map.is_goal[**cell as usize];
        let dead = is_frozen && self.group.iter().any(|cell| off_goal(&cell));
        self.group.iter().for_each(|&cell| self.frozen[cell as usize] = false);
        dead
    }
}
