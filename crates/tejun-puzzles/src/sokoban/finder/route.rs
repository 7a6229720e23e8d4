//! What stands in the way of the next box that is to be packed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::packing::Plan;
use crate::sokoban::analysis::map::{Cell, Map, back};
use crate::sokoban::analysis::walk::Walk;

/// How many pushes a box in the way counts for.
const OBSTACLE: u32 = 12;

pub(super) struct Route {
    cost: Vec<u32>,
    /// The direction of the push from each cell.
    push: Vec<u8>,
    queue: BinaryHeap<Reverse<(u32, Cell)>>,
    /// The cells of the way of the box, the man, and so on: no place for another box.
    pub on_way: Vec<bool>,
    /// The boxes in the way, and the box that goes it.
    pub obstacles: Vec<Cell>,
    pub chosen: Cell,
}

impl Route {
    pub fn new(map: &Map) -> Route {
        let cells = map.next.len();
        Route {
            cost: vec![0; cells],
            push: vec![0; cells],
            queue: BinaryHeap::new(),
            on_way: vec![false; cells],
            obstacles: Vec::new(),
            chosen: map.wall(),
        }
    }

    /// Finds the way of a box to the next goal in the order of the plan with the fewest obstacles. `walk` has the cells that
    /// the man can get to.
    pub fn find(&mut self, map: &Map, plan: &Plan, taken: &[bool], boxes: &[Cell], walk: &Walk, man: Cell) {
        self.obstacles.clear();
        self.on_way.fill(false);
        self.chosen = map.wall();
        let packed = plan.packed(taken);
        let Some(&goal) = plan.order.get(packed) else { return };
        let is_packed = |cell: Cell| plan.place[cell as usize] < packed as u16;
        let obstacle = |cell: Cell| if taken[cell as usize] { OBSTACLE } else { 0 };
        self.cost.fill(u32::MAX);
        self.queue.clear();
        self.cost[goal as usize] = 0;
        self.queue.push(Reverse((0, goal)));
        while let Some(Reverse((cost, cell))) = self.queue.pop() {
            if cost > self.cost[cell as usize] {
                continue;
            }
            let cost = cost + obstacle(cell);
            for side in 0..4 {
                let from = map.next[cell as usize][side];
                let man = map.next[from as usize][side];
                if man == map.wall() || is_packed(from) || is_packed(man) {
                    continue;
                }
                let cost = cost + 1 + obstacle(man);
                if cost < self.cost[from as usize] {
                    self.cost[from as usize] = cost;
                    self.push[from as usize] = back(side) as u8;
                    self.queue.push(Reverse((cost, from)));
                }
            }
        }
        let free =
            boxes.iter().copied().filter(|&cell| !is_packed(cell) && self.cost[cell as usize] != u32::MAX);
        let Some(chosen) = free.min_by_key(|&cell| self.cost[cell as usize]) else { return };
        self.chosen = chosen;
        let mut at = chosen;
        let mut first = None;
        while at != goal {
            let push = self.push[at as usize] as usize;
            let behind = map.next[at as usize][back(push)];
            first = first.or(Some(behind));
            self.note(taken, behind);
            at = map.next[at as usize][push];
            self.note(taken, at);
        }
        if let Some(behind) = first.filter(|&behind| !walk.has(behind)) {
            self.man(map, taken, man, behind);
        }
        self.obstacles.retain(|&cell| cell != chosen);
    }

    fn note(&mut self, taken: &[bool], cell: Cell) {
        if taken[cell as usize] && !self.on_way[cell as usize] {
            self.obstacles.push(cell);
        }
        self.on_way[cell as usize] = true;
    }

    /// The same for the way of the man behind the box.
    fn man(&mut self, map: &Map, taken: &[bool], man: Cell, to: Cell) {
        self.cost.fill(u32::MAX);
        self.queue.clear();
        self.cost[to as usize] = 0;
        self.queue.push(Reverse((0, to)));
        while let Some(Reverse((cost, cell))) = self.queue.pop() {
            if cell == man {
                break;
            }
            if cost > self.cost[cell as usize] {
                continue;
            }
            for direction in 0..4 {
                let next = map.next[cell as usize][direction];
                let cost = cost + if taken[next as usize] { OBSTACLE } else { 1 };
                if next != map.wall() && cost < self.cost[next as usize] {
                    self.cost[next as usize] = cost;
                    self.push[next as usize] = back(direction) as u8;
                    self.queue.push(Reverse((cost, next)));
                }
            }
        }
        if self.cost[man as usize] == u32::MAX {
            return;
        }
        let mut at = man;
        while at != to {
            at = map.next[at as usize][self.push[at as usize] as usize];
            self.note(taken, at);
        }
    }
}
