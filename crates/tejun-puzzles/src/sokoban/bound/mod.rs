//! A lower bound on the pushes: what each box needs at least, and what few of them need more because of each other.

mod assignment;
mod table;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use tejun_search::StopReason;

use self::assignment::{Assignment, NEVER};
use self::table::{Check, Live, Table, rank};
use super::analysis::map::{Cell, Map};

/// The share of the memory that tables may take: a quarter.
const SHARE: u64 = 4;
/// The most bytes of tables.
const MOST_BYTES: u64 = 1 << 28;
/// The most sets of three boxes that a table is made for.
const MOST_SETS: u64 = 1 << 19;
/// Bytes for a set of boxes, besides one for each cell: more than are needed but for the oddest floors.
const SET_BYTES: u64 = 32;
/// The most boxes. Groups of them are bits of a word.
const BOXES: usize = 64;

/// What a few boxes need. Each goal has a price, from the best assignment at the start, so that boxes need not be told which goal is
/// theirs: the pushes of all of them are at least what they need beyond the prices of their goals, and all prices.
pub struct Tables {
    live: Live,
    /// The pushes of one box to each goal.
    to_goal: Vec<Table<1>>,
    one: Table<1>,
    two: Table<2>,
    three: Option<Triples>,
    /// The sum of all prices.
    prices: i32,
}

struct Triples {
    table: Table<3>,
    /// For each two cells, the lower ones with which three boxes need more than any two of them tell, as bits.
    third: Vec<u64>,
    /// Words of bits for two cells.
    words: usize,
}

/// Space for the computation.
pub struct Scratch {
    assignment: Assignment,
    rows: Vec<u32>,
    boxes: Vec<u16>,
    /// What each box needs alone.
    alone: Vec<i32>,
    /// What two boxes need more.
    more: Box<[[i32; BOXES]; BOXES]>,
    /// What groups of boxes need more.
    groups: Vec<(i32, u64)>,
    /// The live cells with a box so far, as bits, and which of the boxes it is.
    set: Vec<u64>,
    place: Vec<u16>,
}

/// 0 and 1 for the cells, as on a chessboard.
fn colours(map: &Map) -> Vec<i32> {
    let mut colour = vec![None; map.next.len()];
    let mut queue = vec![(0, 0)];
    while let Some((cell, of)) = queue.pop() {
        if cell != map.wall() && colour[cell as usize].is_none() {
            colour[cell as usize] = Some(of);
            queue.extend(map.next[cell as usize].map(|next| (next, 1 - of)));
        }
    }
    colour.into_iter().map(Option::unwrap_or_default).collect()
}

/// The price of each goal for boxes at these cells, at most 0, so that goals that stay free take nothing away. With a box for each
/// goal, all lines have as many pushes as the best one or an even number more, so that the assignment is made in halves, and
/// excesses are even as well.
fn prices(map: &Map, live: &Live, to_goal: &[Table<1>], boxes: &[Cell], man: Cell) -> Vec<i32> {
    let colour = colours(map);
    let of = |cell: Cell| colour[cell as usize];
    let mut assignment = Assignment::default();
    let rows: Vec<u32> = (0..boxes.len() as u32).collect();
    let pushes = |cell: Cell, goal: usize| {
        let number = live.number(cell.into())?;
        to_goal[goal].value([number], man)
    };
    let cost = |row: u32, goal: usize| {
        let cell = boxes[row as usize];
        pushes(cell, goal).map_or(NEVER, |pushes| (pushes + of(cell) + of(map.goals[goal])) / 2)
    };
    assignment.update(&rows, map.goals.len(), cost);
    let prices = map.goals.iter().zip(assignment.prices());
    prices.map(|(&goal, &price)| 2 * price - of(goal)).collect()
}

/// What a box pays for each goal in the best assignment, at least 0.
pub fn goal_prices(map: &Map, boxes: &[Cell], man: Cell) -> Vec<u32> {
    let live = Live::new(map);
    let to_goal = to_goals(map, &live, &mut || ControlFlow::Continue(())).unwrap_or_default();
    prices(map, &live, &to_goal, boxes, man).into_iter().map(|price| price.min(0).unsigned_abs()).collect()
}

/// The pushes of one box to each goal.
///
/// # Errors
/// The reason of the check to stop.
fn to_goals(map: &Map, live: &Live, check: Check) -> Result<Vec<Table<1>>, StopReason> {
    let only = |goal: Cell| move |cell: Cell| (cell == goal).then_some(0);
    map.goals.iter().map(|&goal| Table::new(map, live, only(goal), check)).collect()
}

impl Tables {
    /// The tables, in a part of so many bytes; `None` if they have no room.
    ///
    /// # Errors
    /// The reason of the check to stop.
    pub fn new(
        map: &Map,
        (boxes, man): (&[Cell], Cell),
        bytes: u64,
        check: Check,
    ) -> Result<Option<Tables>, StopReason> {
        let live = Live::new(map);
        let bytes = (bytes / SHARE).min(MOST_BYTES);
        let fits = |sets: u64| sets.saturating_mul(u64::from(map.wall()) + SET_BYTES) <= bytes / 2;
        if boxes.len() > BOXES || !fits(Table::<2>::sets(&live)) {
            return Ok(None);
        }
        let to_goal = to_goals(map, &live, check)?;
        let prices = prices(map, &live, &to_goal, boxes, man);
        let price = |cell: Cell| map.goals.iter().position(|&goal| goal == cell).map(|at| prices[at]);
        let one = Table::new(map, &live, price, check)?;
        let two = Table::new(map, &live, price, check)?;
        let sets = Table::<3>::sets(&live);
        let three = if sets <= MOST_SETS && fits(sets) {
            let table = Table::new(map, &live, price, check)?;
            Some(Triples::new(map, &live, (&one, &two), table, check)?)
        } else {
            None
        };
        Ok(Some(Tables { live, to_goal, one, two, three, prices: prices.iter().sum() }))
    }

    /// Their bytes, without those of single boxes, for which there is room in what the others leave.
    pub fn bytes(&self) -> u64 {
        let three = self.three.as_ref().map_or(0, |three| three.table.bytes() + 8 * three.third.len() as u64);
        self.two.bytes() + three
    }

    pub fn scratch(&self) -> Scratch {
        let live = self.live.cells.len();
        Scratch {
            assignment: Assignment::default(),
            rows: Vec::new(),
            boxes: Vec::new(),
            alone: Vec::new(),
            more: Box::new([[0; BOXES]; BOXES]),
            groups: Vec::new(),
            set: vec![0; live.div_ceil(64)],
            place: vec![0; live],
        }
    }

    /// The fewest pushes that boxes on these cells need with the man on another one; `None` if it is plain that nothing
    /// solves that.
    pub fn least(&self, cells: impl Iterator<Item = usize>, man: Cell, scratch: &mut Scratch) -> Option<u32> {
        let sum = self.by_groups(cells, man, scratch)?;
        let Scratch { rows, boxes, assignment, .. } = scratch;
        rows.clear();
        rows.extend(boxes.iter().map(|&number| self.one.index(number.into(), man) as u32));
        let cost = |row: u32, goal: usize| self.to_goal[goal].at(row as usize).unwrap_or(NEVER);
        let matched = assignment.update(rows, self.to_goal.len(), cost)?;
        u32::try_from(matched.max(sum)).ok()
    }

    /// What each box needs, and disjoint groups of two and three need more.
    fn by_groups(&self, cells: impl Iterator<Item = usize>, man: Cell, scratch: &mut Scratch) -> Option<i32> {
        let Scratch { boxes, alone, more, groups, set, place, .. } = scratch;
        boxes.clear();
        alone.clear();
        groups.clear();
        set.fill(0);
        let mut sum = self.prices;
        for cell in cells {
            let (number, last) = (self.live.number(cell)?, boxes.len());
            let need = self.one.value([number], man)?;
            sum += need;
            for (at, &other) in boxes.iter().enumerate() {
                let excess = self.two.value([other, number], man)? - need - alone[at];
                more[at][last] = excess;
                if excess > 0 {
                    groups.push((excess, 1 << at | 1 << last));
                }
                let Some(Triples { table, third, words }) = &self.three else { continue };
                let begin = rank([other, number]) * words;
                for (word, (&third, &set)) in third[begin..begin + words].iter().zip(&*set).enumerate() {
                    let mut left = third & set;
                    while left != 0 {
                        let third = word * 64 + left.trailing_zeros() as usize;
                        left &= left - 1;
                        let nth = place[third] as usize;
                        let excess =
                            table.value([third as u16, other, number], man)? - need - alone[at] - alone[nth];
                        if excess > more[at][last].max(more[nth][last]).max(more[nth][at]) {
                            groups.push((excess, 1 << at | 1 << last | 1 << nth));
                        }
                    }
                }
            }
            set[usize::from(number / 64)] |= 1 << (number % 64);
            place[number as usize] = last as u16;
            boxes.push(number);
            alone.push(need);
        }
        // Disjoint groups, the largest excess first.
        groups.sort_unstable_by(|one, other| other.cmp(one));
        let mut used = 0;
        for &(excess, group) in &*groups {
            if used & group == 0 {
                used |= group;
                sum += excess;
            }
        }
        Some(sum)
    }
}

impl Triples {
    fn new(
        map: &Map,
        live: &Live,
        (one, two): (&Table<1>, &Table<2>),
        table: Table<3>,
        check: Check,
    ) -> Result<Triples, StopReason> {
        let words = live.cells.len().div_ceil(64);
        let mut third = vec![0; Table::<2>::sets(live) as usize * words];
        table.each(map, live, check, |[low, middle, high], man, value| {
            let pair = |boxes: [u16; 2]| {
                Some(two.value(boxes, man)? - one.value([boxes[0]], man)? - one.value([boxes[1]], man)?)
            };
            let known = || Some(pair([low, middle])?.max(pair([low, high])?).max(pair([middle, high])?));
            let alone =
                || [low, middle, high].iter().map(|&number| one.value([number], man)).sum::<Option<i32>>();
            // What is lost already because of two boxes needs no third.
            let Some((known, alone)) = known().zip(alone()) else { return };
            if value.is_none_or(|value| value - alone > known) {
                third[rank([middle, high]) * words + usize::from(low / 64)] |= 1 << (low % 64);
            }
        })?;
        Ok(Triples { table, third, words })
    }
}
