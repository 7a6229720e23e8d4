//! Whether some of the boxes, as if the others were not there, can get to goals or out of each other's way.

use std::collections::HashSet;

use super::freeze::Freeze;
use super::map::{Cell, Map, back};
use super::matching::Matching;
use super::walk::Walk;

/// The most questions whose answers are remembered.
const REMEMBERED: usize = 1 << 20;
/// The most boxes.
const BOXES: usize = 14;
/// A box so many steps away from where any stood is out of the way.
const AWAY: u8 = 3;

pub struct Subset {
    /// The most positions that are looked at for one answer.
    most: usize,
    taken: Vec<bool>,
    walk: Walk,
    freeze: Freeze,
    matching: Matching,
    /// The steps from the boxes, up to [`AWAY`].
    steps: Vec<u8>,
    known: HashSet<Box<[Cell]>>,
    open: Vec<Box<[Cell]>>,
    /// What was asked before without being refuted.
    asked: HashSet<u64>,
}

/// Boxes that no line brings to goals from wherever the man can walk among them, whatever else stands elsewhere.
pub struct Refuted {
    pub boxes: Vec<Cell>,
    pub man: Box<[bool]>,
}

impl Subset {
    pub fn new(map: &Map, most: usize) -> Subset {
        Subset {
            most,
            taken: map.only_wall(),
            walk: Walk::new(map),
            freeze: Freeze::new(map),
            matching: Matching::new(map),
            steps: Vec::new(),
            known: HashSet::new(),
            open: Vec::new(),
            asked: HashSet::new(),
        }
    }

    /// Shows that no line brings these boxes to goals, or as few of them as are enough. `None` if there may be one.
    pub fn refute(&mut self, map: &Map, boxes: &[Cell], man: Cell) -> Option<Refuted> {
        if boxes.len() > BOXES || !self.is_dead(map, boxes, man) {
            return None;
        }
        let mut boxes = boxes.to_vec();
        let mut at = 0;
        while at < boxes.len() {
            let without = boxes.remove(at);
            if !self.is_dead(map, &boxes, man) {
                boxes.insert(at, without);
                at += 1;
            }
        }
        self.set(&boxes, true);
        self.walk.from(map, &self.taken, man);
        let mut region = vec![false; map.next.len()];
        self.walk.last().iter().for_each(|&cell| region[cell as usize] = true);
        self.set(&boxes, false);
        Some(Refuted { boxes, man: region.into() })
    }

    fn set(&mut self, boxes: &[Cell], taken: bool) {
        boxes.iter().for_each(|&cell| self.taken[cell as usize] = taken);
    }

    fn is_dead(&mut self, map: &Map, boxes: &[Cell], man: Cell) -> bool {
        self.set(boxes, true);
        let lowest = self.walk.from(map, &self.taken, man);
        self.set(boxes, false);
        let key =
            boxes.iter().fold(map.man_key[lowest as usize], |key, &cell| key ^ map.box_key[cell as usize]);
        if self.asked.contains(&key) {
            return false;
        }
        self.steps.clear();
        self.steps.resize(map.next.len(), AWAY);
        let mut queue = boxes.to_vec();
        boxes.iter().for_each(|&cell| self.steps[cell as usize] = 0);
        let mut at = 0;
        while let Some(&cell) = queue.get(at) {
            at += 1;
            let steps = self.steps[cell as usize] + 1;
            for next in map.next[cell as usize] {
                if next != map.wall() && steps < self.steps[next as usize] {
                    self.steps[next as usize] = steps;
                    queue.push(next);
                }
            }
        }
        self.known.clear();
        self.open.clear();
        self.put(boxes.to_vec(), lowest);
        while let Some(state) = self.open.pop() {
            if self.known.len() > self.most || self.goes_on(map, &state) {
                if self.asked.len() >= REMEMBERED {
                    self.asked.clear();
                }
                self.asked.insert(key);
                return false;
            }
        }
        true
    }

    fn put(&mut self, mut boxes: Vec<Cell>, man: Cell) {
        boxes.sort_unstable();
        boxes.push(man);
        let state = boxes.into_boxed_slice();
        if self.known.insert(state.clone()) {
            self.open.push(state);
        }
    }

    /// Makes the pushes of a state. Returns whether it may be solved.
    fn goes_on(&mut self, map: &Map, state: &[Cell]) -> bool {
        let (&man, boxes) = state.split_last().expect("the man comes last");
        if boxes.iter().all(|&cell| map.is_goal[cell as usize]) {
            return true;
        }
        self.set(boxes, true);
        self.walk.from(map, &self.taken, man);
        let mut pushed = Vec::new();
        'boxes: for (at, &cell) in boxes.iter().enumerate() {
            for side in 0..4 {
                let to = map.next[cell as usize][back(side)];
                let man = map.next[cell as usize][side];
                if self.taken[to as usize] || map.dead[to as usize] || !self.walk.has(man) {
                    continue;
                }
                self.taken[cell as usize] = false;
                self.taken[to as usize] = true;
                let is_away = self.steps[to as usize] == AWAY;
                if is_away || !self.freeze.is_dead(map, &self.taken, to) {
                    pushed.push((at, to, cell));
                }
                self.taken[to as usize] = false;
                self.taken[cell as usize] = true;
                if is_away {
                    // Without the box, whatever could be done before can still be done.
                    pushed.drain(..pushed.len() - 1);
                    break 'boxes;
                }
            }
        }
        for (at, to, man) in pushed {
            let mut next = boxes.to_vec();
            self.taken[next[at] as usize] = false;
            let is_away = self.steps[to as usize] == AWAY;
            self.taken[to as usize] = !is_away;
            let lowest = self.walk.from(map, &self.taken, man);
            self.taken[to as usize] = false;
            self.taken[next[at] as usize] = true;
            if is_away {
                next.remove(at);
            } else {
                next[at] = to;
            }
            if is_away || self.matching.exists(map, &next) {
                self.put(next, lowest);
            }
        }
        self.set(boxes, false);
        false
    }
}
