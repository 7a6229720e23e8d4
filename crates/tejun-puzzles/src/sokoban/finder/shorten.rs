//! Makes a line shorter: the best line among the positions around it.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tejun_core::bits::{Cells, each, set_of};
use tejun_search::StopReason;

use super::line::Push;
use crate::sokoban::analysis::freeze::Freeze;
use crate::sokoban::analysis::map::{Cell, Map, back};

/// How often a search looks whether it is to stop, in positions.
const ROUND: usize = 64;

/// A position around the line. If pushes count, the man is on the lowest cell that he can walk to.
struct Spot<B> {
    boxes: B,
    man: Cell,
}

pub(super) struct Shorten<'m, B> {
    map: &'m Map,
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    freeze: Freeze,
    spots: Vec<Spot<B>>,
    index: HashMap<u64, u32>,
    /// The steps of the man to each cell.
    steps: Vec<u16>,
    queue: Vec<Cell>,
    /// The pushes of the position that is loaded, with the cost of each, the man's cell after it and the key of the position
    /// after it.
    pushes: Vec<(Push, u32, Cell, u64)>,
}

impl<'m, B: Cells> Shorten<'m, B> {
    pub fn new(map: &'m Map) -> Self {
        Shorten {
            map,
            taken: map.only_wall(),
            boxes: Vec::new(),
            freeze: Freeze::new(map),
            spots: Vec::new(),
            index: HashMap::new(),
            steps: vec![0; map.next.len()],
            queue: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// The most bytes per position.
    pub const BYTES: u64 =
        2 * size_of::<Spot<B>>() as u64 + 40 + 2 * size_of::<(u32, u32, Push)>() as u64 + 8;

    /// The number of positions of the last search.
    pub fn stored(&self) -> u64 {
        self.spots.len() as u64
    }

    /// Finds a line that costs less than `cost`, among this many positions near a line. `None` if there is none.
    pub fn near(
        &mut self,
        boxes: &[Cell],
        man: Cell,
        (line, cost): (&[Push], u32),
        room: usize,
        mut tick: impl FnMut(usize) -> ControlFlow<StopReason>,
    ) -> Result<Option<Vec<Push>>, StopReason> {
        let map = self.map;
        self.spots.clear();
        self.index.clear();
        let mut state: B = set_of(boxes.iter().map(|&cell| cell as usize));
        self.put_line_spot(state, man);
        for &(from, to) in line {
            state = (state & !B::only(from.into())) | B::only(to.into());
            self.put_line_spot(state, from);
        }
        let mut at = 0;
        while at < self.spots.len() && self.spots.len() < room {
            if at % ROUND == 0
                && let ControlFlow::Break(reason) = tick(self.spots.len())
            {
                return Err(reason);
            }
            let Spot { boxes, man } = self.spots[at];
            self.load(boxes, man);
            for push in 0..self.pushes.len() {
                let ((from, to), _, man, key) = self.pushes[push];
                if self.index.contains_key(&key) {
                    continue;
                }
                self.taken[from as usize] = false;
                self.taken[to as usize] = true;
                if !self.freeze.is_dead(map, &self.taken, to) {
                    let boxes = (boxes & !B::only(from.into())) | B::only(to.into());
                    self.index.insert(key, self.spots.len() as u32);
                    self.spots.push(Spot { boxes, man });
                }
                self.taken[to as usize] = false;
                self.taken[from as usize] = true;
            }
            at += 1;
        }
        self.cheapest(cost, tick)
    }

    /// The cheapest line among the positions, from the first one, if it costs less than this.
    fn cheapest(
        &mut self,
        most: u32,
        mut tick: impl FnMut(usize) -> ControlFlow<StopReason>,
    ) -> Result<Option<Vec<Push>>, StopReason> {
        const NONE: (u32, u32, Push) = (u32::MAX, 0, (0, 0));
        let mut best = vec![NONE; self.spots.len()];
        best[0].0 = 0;
        // The positions by cost.
        let mut open: Vec<Vec<u32>> = vec![Vec::new(); most as usize];
        open.first_mut().into_iter().for_each(|first| first.push(0));
        let mut count = 0;
        for cost in 0..most {
            while let Some(at) = open[cost as usize].pop() {
                if best[at as usize].0 < cost {
                    continue;
                }
                count += 1;
                if count % ROUND == 0
                    && let ControlFlow::Break(reason) = tick(self.spots.len())
                {
                    return Err(reason);
                }
                let Spot { boxes, man } = self.spots[at as usize];
                self.load(boxes, man);
                if self.boxes.iter().all(|&cell| self.map.is_goal[cell as usize]) {
                    let mut line = Vec::new();
                    let mut at = at;
                    while at != 0 {
                        let (_, before, push) = best[at as usize];
                        line.push(push);
                        at = before;
                    }
                    line.reverse();
                    return Ok(Some(line));
                }
                for &(push, more, _, key) in &self.pushes {
                    let Some(&next) = self.index.get(&key) else { continue };
                    let cost = cost + more;
                    if cost < most && cost < best[next as usize].0 {
                        best[next as usize] = (cost, at, push);
                        open[cost as usize].push(next);
                    }
                }
            }
        }
        Ok(None)
    }

    fn put_line_spot(&mut self, boxes: B, man: Cell) {
        self.take(boxes);
        let man = if self.map.counts_steps { man } else { self.walk(man) };
        let key = each(boxes)
            .fold(self.map.man_key[man as usize], |key, cell| key ^ self.map.box_key[cell as usize]);
        if !self.index.contains_key(&key) {
            self.index.insert(key, self.spots.len() as u32);
            self.spots.push(Spot { boxes, man });
        }
    }

    fn take(&mut self, boxes: B) {
        self.boxes.iter().for_each(|&cell| self.taken[cell as usize] = false);
        self.boxes.clear();
        self.boxes.extend(each(boxes).map(|cell| cell as Cell));
        self.boxes.iter().for_each(|&cell| self.taken[cell as usize] = true);
    }

    /// Fills in the steps of the man, and returns the lowest cell that he can walk to.
    fn walk(&mut self, man: Cell) -> Cell {
        self.steps.fill(u16::MAX);
        self.steps[man as usize] = 0;
        self.queue.clear();
        self.queue.push(man);
        let (mut at, mut lowest) = (0, man);
        while let Some(&cell) = self.queue.get(at) {
            at += 1;
            lowest = lowest.min(cell);
            for next in self.map.next[cell as usize] {
                if !self.taken[next as usize] && self.steps[next as usize] == u16::MAX {
                    self.steps[next as usize] = self.steps[cell as usize] + 1;
                    self.queue.push(next);
                }
            }
        }
        lowest
    }

    /// Loads a position and its pushes.
    fn load(&mut self, boxes: B, man: Cell) {
        let map = self.map;
        self.take(boxes);
        self.walk(man);
        self.pushes.clear();
        let all = self.boxes.iter().fold(0, |key, &cell| key ^ map.box_key[cell as usize]);
        for &from in &self.boxes {
            for side in 0..4 {
                let (behind, to) = (map.next[from as usize][side], map.next[from as usize][back(side)]);
                let steps = self.steps[behind as usize];
                if steps == u16::MAX || self.taken[to as usize] || map.dead[to as usize] {
                    continue;
                }
                let key = all ^ map.box_key[from as usize] ^ map.box_key[to as usize];
                let cost = if map.counts_steps { u32::from(steps) + 1 } else { 1 };
                self.pushes.push(((from, to), cost, from, key));
            }
        }
        for at in 0..self.pushes.len() {
            let ((from, to), ..) = self.pushes[at];
            let mut man = from;
            if !map.counts_steps {
                self.taken[from as usize] = false;
                self.taken[to as usize] = true;
                man = self.walk(man);
                self.taken[to as usize] = false;
                self.taken[from as usize] = true;
            }
            self.pushes[at].2 = man;
            self.pushes[at].3 ^= map.man_key[man as usize];
        }
    }
}
