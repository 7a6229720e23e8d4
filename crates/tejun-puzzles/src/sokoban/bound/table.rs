//! How many pushes a few boxes need, as if there were no others.

use std::ops::ControlFlow;

use tejun_search::StopReason;

use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::analysis::walk::Walk;

/// Says now and then whether to go on.
pub type Check<'c> = &'c mut dyn FnMut() -> ControlFlow<StopReason>;

/// The floor has one part.
const WHOLE: u32 = u32::MAX;
/// There is no way.
const NEVER: u16 = u16::MAX;
/// Sets of boxes between two checks.
const RUN: usize = 1 << 8;

/// The cells from which a box gets to a goal, numbered.
pub struct Live {
    pub cells: Vec<Cell>,
    /// The number of each cell, if it has one.
    number: Vec<Option<u16>>,
}

impl Live {
    pub fn new(map: &Map) -> Live {
        let cells: Vec<Cell> = (0..map.wall()).filter(|&cell| !map.dead[cell as usize]).collect();
        let mut number = vec![None; map.next.len()];
        cells.iter().enumerate().for_each(|(at, &cell)| number[cell as usize] = Some(at as u16));
        Live { cells, number }
    }

    #[inline]
    pub fn number(&self, cell: usize) -> Option<u16> {
        self.number[cell]
    }

    fn cells_of<const K: usize>(&self, boxes: [u16; K]) -> [Cell; K] {
        boxes.map(|number| self.cells[number as usize])
    }
}

/// A pattern database of `K` boxes: for each set of live cells, and each part of the floor that the boxes there leave to the man,
/// the fewest pushes that take them to goals of their own, less the prices of these goals.
pub struct Table<const K: usize> {
    /// What is added to each value.
    least: i32,
    /// For each set, the index of the value of its first part, and at last the number of values.
    first: Vec<u32>,
    /// For each set, where its cells begin in `part`, or [`WHOLE`].
    begin: Vec<u32>,
    /// The part that each cell belongs to.
    part: Vec<u8>,
    value: Vec<u16>,
}

/// The rank of a set of live cells, in ascending order, among all of that size.
#[inline]
pub fn rank<const K: usize>(boxes: [u16; K]) -> usize {
    let choose = |number: usize, of: usize| match of {
        0 => number,
        1 => number * number.saturating_sub(1) / 2,
        _ => number * number.saturating_sub(1) * number.saturating_sub(2) / 6,
    };
    boxes.iter().enumerate().map(|(of, &number)| choose(number.into(), of)).sum()
}

/// Visits all sets of `left` cells with numbers below `end`, in the order of their ranks.
fn each_set<const K: usize>(end: u16, left: usize, set: &mut [u16; K], visit: &mut impl FnMut([u16; K])) {
    let Some(at) = left.checked_sub(1) else { return visit(*set) };
    for number in at as u16..end {
        set[at] = number;
        each_set(number, at, set, visit);
    }
}

fn all_sets<const K: usize>(live: &Live) -> Vec<[u16; K]> {
    let mut sets = Vec::new();
    each_set(live.cells.len() as u16, K, &mut [0; K], &mut |set| sets.push(set));
    sets
}

impl<const K: usize> Table<K> {
    /// Number of sets of so many live cells.
    pub fn sets(live: &Live) -> u64 {
        let live = live.cells.len() as u64;
        (0..K as u64).fold(1, |sets, at| sets * live.saturating_sub(at) / (at + 1))
    }

    /// Finds all values, by pulls from the goals that have a price.
    ///
    /// # Errors
    /// The reason of the check to stop.
    pub fn new(
        map: &Map,
        live: &Live,
        price: impl Fn(Cell) -> Option<i32>,
        check: Check,
    ) -> Result<Table<K>, StopReason> {
        let sets = all_sets::<K>(live);
        let (begin, first) = (Vec::with_capacity(sets.len()), Vec::with_capacity(sets.len() + 1));
        let mut table = Table { least: 0, first, begin, part: Vec::new(), value: Vec::new() };
        let (mut taken, mut walk) = (map.only_wall(), Walk::new(map));
        for (at, set) in sets.iter().enumerate() {
            if at % RUN == 0
                && let ControlFlow::Break(reason) = check()
            {
                return Err(reason);
            }
            let cells = live.cells_of(*set);
            cells.iter().for_each(|&cell| taken[cell as usize] = true);
            table.divide(map, &taken, &mut walk);
            cells.iter().for_each(|&cell| taken[cell as usize] = false);
        }
        table.first.push(table.value.len() as u32);
        table.find(map, live, &sets, price, check)?;
        Ok(table)
    }

    /// Adds the parts of the floor that the next set of boxes leaves.
    fn divide(&mut self, map: &Map, taken: &[bool], walk: &mut Walk) {
        let (begin, first) = (self.part.len(), self.value.len());
        self.part.resize(begin + map.wall() as usize, 0);
        walk.clear();
        let mut parts = 0;
        for cell in 0..map.wall() {
            if !taken[cell as usize] && !walk.has(cell) {
                walk.add(map, taken, cell);
                walk.last().iter().for_each(|&cell| self.part[begin + cell as usize] = parts);
                parts += 1;
            }
        }
        self.first.push(first as u32);
        self.begin.push(if parts > 1 { begin as u32 } else { WHOLE });
        if parts <= 1 {
            self.part.truncate(begin);
        }
        self.value.resize(first + usize::from(parts), NEVER);
    }

    fn find(
        &mut self,
        map: &Map,
        live: &Live,
        sets: &[[u16; K]],
        price: impl Fn(Cell) -> Option<i32>,
        check: Check,
    ) -> Result<(), StopReason> {
        let end = |set: [u16; K]| live.cells_of(set).iter().map(|&cell| price(cell)).sum::<Option<i32>>();
        let ends: Vec<(usize, i32)> =
            sets.iter().enumerate().filter_map(|(at, &set)| Some((at, -end(set)?))).collect();
        self.least = ends.iter().map(|end| end.1).min().unwrap_or(0);
        // The sets and parts with each value, as far as they are known.
        let mut levels: Vec<Vec<(u32, u32)>> = Vec::new();
        let put = |levels: &mut Vec<Vec<(u32, u32)>>, value: usize, set: usize, index: u32| {
            if levels.len() <= value {
                levels.resize_with(value + 1, Vec::new);
            }
            levels[value].push((set as u32, index));
        };
        for (set, value) in ends {
            for index in self.first[set]..self.first[set + 1] {
                put(&mut levels, (value - self.least) as usize, set, index);
            }
        }
        let mut taken = map.only_wall();
        let mut value = 0;
        while value < levels.len().min(NEVER as usize - 1) {
            for (nth, (set, index)) in std::mem::take(&mut levels[value]).into_iter().enumerate() {
                if nth % RUN == 0
                    && let ControlFlow::Break(reason) = check()
                {
                    return Err(reason);
                }
                if usize::from(self.value[index as usize]) <= value {
                    continue;
                }
                self.value[index as usize] = value as u16;
                let boxes = sets[set as usize];
                let cells = live.cells_of(boxes);
                cells.iter().for_each(|&cell| taken[cell as usize] = true);
                for (nth, side) in (0..K).flat_map(|nth| (0..4).map(move |side| (nth, side))) {
                    let man = map.next[cells[nth] as usize][side];
                    let behind = map.next[man as usize][side];
                    let is_blocked = taken[man as usize] || taken[behind as usize];
                    if is_blocked || self.index(set as usize, man) != index as usize {
                        continue;
                    }
                    // A box that is pulled from a live cell stands on one.
                    let Some(number) = live.number(man.into()) else { continue };
                    let mut before = boxes;
                    before[nth] = number;
                    before.sort_unstable();
                    let before = rank(before);
                    let index = self.index(before, behind);
                    if usize::from(self.value[index]) > value + 1 {
                        put(&mut levels, value + 1, before, index as u32);
                    }
                }
                cells.iter().for_each(|&cell| taken[cell as usize] = false);
            }
            value += 1;
        }
        Ok(())
    }

    /// The index of the value of a set, with the man on a cell that has no box.
    #[inline]
    pub fn index(&self, set: usize, man: Cell) -> usize {
        let part = match self.begin[set] {
            WHOLE => 0,
            begin => self.part[begin as usize + man as usize],
        };
        self.first[set] as usize + usize::from(part)
    }

    /// The value of an index. `None` if there is no way.
    #[inline]
    pub fn at(&self, index: usize) -> Option<i32> {
        let value = self.value[index];
        (value != NEVER).then(|| i32::from(value) + self.least)
    }

    /// The value for boxes on these live cells, in ascending order, and the man on another cell.
    #[inline]
    pub fn value(&self, boxes: [u16; K], man: Cell) -> Option<i32> {
        self.at(self.index(rank(boxes), man))
    }

    /// Visits each set with a cell of each part of the floor, and the value.
    ///
    /// # Errors
    /// The reason of the check to stop.
    pub fn each(
        &self,
        map: &Map,
        live: &Live,
        check: Check,
        mut visit: impl FnMut([u16; K], Cell, Option<i32>),
    ) -> Result<(), StopReason> {
        for (set, boxes) in all_sets::<K>(live).into_iter().enumerate() {
            if set % RUN == 0
                && let ControlFlow::Break(reason) = check()
            {
                return Err(reason);
            }
            let cells = live.cells_of(boxes);
            let (mut next, end) = (self.first[set] as usize, self.first[set + 1] as usize);
            // Parts are numbered in the order of their first cells.
            for man in (0..map.wall()).filter(|man| !cells.contains(man)) {
                if next == end {
                    break;
                }
                if self.index(set, man) == next {
                    visit(boxes, man, self.at(next));
                    next += 1;
                }
            }
        }
        Ok(())
    }

    pub fn bytes(&self) -> u64 {
        (4 * (self.first.len() + self.begin.len()) + self.part.len() + 2 * self.value.len()) as u64
    }
}
