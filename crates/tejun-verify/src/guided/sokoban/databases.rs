//! What one, two and three boxes need, as if there were no others.

use std::cmp::Reverse;

use super::room::Room;
use crate::assignment::{FAR, min_cost};
use crate::error::VerifyError;
use crate::guided::bits;
use crate::limits::Limits;

/// Most cells.
const CELLS: usize = u128::BITS as usize;
/// The need of boxes that are lost.
const NEVER: u16 = u16::MAX;

/// A pattern database, if there is room and time for it.
type Built = Result<Vec<u16>, VerifyError>;

/// Pattern databases of one, two and three boxes, and of one box for each goal.
pub(super) struct Databases<'a> {
    pub room: &'a Room<'a>,
    /// For each cell the numbers of sets of one, two and three live cells before it: their sum is the number of a set.
    before: Vec<[usize; 3]>,
    /// For each size of a group, set and cell of the man the pushes that the boxes need, and the prices of the goals that they end on.
    needs: Vec<Vec<u16>>,
    /// For each goal, cell of a box and of the man the pushes to this goal.
    to_goals: Vec<Vec<u16>>,
    /// All prices.
    prices: u64,
}

/// The sets of so many cells of a set.
fn sets(of: u128, size: usize) -> Vec<u128> {
    let with_higher = |set: u128| {
        let lower = u128::MAX.checked_shr(set.leading_zeros()).unwrap_or(0);
        bits(of & !lower).map(move |cell| set | 1 << cell)
    };
    (0..size).fold(vec![0], |sets, _| sets.into_iter().flat_map(with_higher).collect())
}

impl Databases<'_> {
    /// Builds the databases, with a price for each cell with a goal.
    ///
    /// # Errors
    /// If they take too much memory, or the check is to stop.
    pub fn new<'a>(room: &'a Room, prices: &[usize], limits: &Limits) -> Result<Databases<'a>, VerifyError> {
        let before = |cell: usize| {
            let live = (room.live & ((1 << cell) - 1)).count_ones() as usize;
            let pairs = live * live.saturating_sub(1) / 2;
            [live, pairs, pairs * live.saturating_sub(2) / 3]
        };
        let before = (0..CELLS).map(before).collect();
        let all = prices.iter().map(|&price| price as u64).sum();
        let mut databases = Databases { room, before, needs: Vec::new(), to_goals: Vec::new(), prices: all };
        for size in 1..=3 {
            let needs = databases.build(sets(room.goals, size), size, prices, limits)?;
            databases.needs.push(needs);
        }
        for goal in bits(room.goals) {
            let to_goal = databases.build(vec![1 << goal], 1, &vec![0; prices.len()], limits)?;
            databases.to_goals.push(to_goal);
        }
        Ok(databases)
    }

    /// The needs of groups of a size, found by pulls from where they end.
    fn build(&self, ends: Vec<u128>, size: usize, prices: &[usize], limits: &Limits) -> Built {
        let entries = sets(self.room.live, size).len() * CELLS;
        // With what is made besides.
        limits.hold(8 * entries as u64)?;
        let mut needs = vec![NEVER; entries];
        let mut levels: Vec<Vec<(u128, usize)>> = Vec::new();
        let put = |levels: &mut Vec<Vec<_>>, need: usize, at| {
            levels.resize_with(levels.len().max(need + 1), Vec::new);
            levels[need].push(at);
        };
        for set in ends {
            let price = bits(set).map(|goal| prices[goal]).sum();
            self.room.parts(set).into_iter().for_each(|man| put(&mut levels, price, (set, man)));
        }
        let (mut need, mut count) = (0, 0);
        while need < levels.len() {
            for (set, man) in std::mem::take(&mut levels[need]) {
                count += 1;
                limits.check_every(1 << 12, count)?;
                let at = self.number(set) * CELLS;
                if needs[at + man] != NEVER {
                    continue;
                }
                let value = u16::try_from(need).ok().filter(|&value| value != NEVER);
                let value = value.ok_or_else(|| VerifyError::new("the boxes need too many pushes"))?;
                let reach = self.room.rules.reach(set, man);
                bits(reach).for_each(|man| needs[at + man] = value);
                for from in bits(set) {
                    for (to, man) in
                        self.room.ahead(from).filter(|(to, man)| reach >> to & reach >> man & 1 == 1)
                    {
                        put(&mut levels, need + 1, (set ^ 1 << from ^ 1 << to, man));
                    }
                }
            }
            need += 1;
        }
        Ok(needs)
    }

    fn number(&self, set: u128) -> usize {
        bits(set).zip(0..).map(|(cell, nth)| self.before[cell][nth]).sum()
    }

    /// The need of a set in one of the databases.
    fn need(&self, database: &[u16], set: u128, man: usize) -> Option<u64> {
        let need = database[self.number(set) * CELLS + man];
        (need != NEVER).then_some(need.into())
    }

    /// What boxes on live cells need at least: each alone, and disjoint groups more than that, less all prices. `None` if they are lost.
    pub fn least(&self, boxes: u128, man: usize) -> Option<u64> {
        let need = |size: usize, set: u128| self.need(&self.needs[size - 1], set, man);
        let (mut least, mut groups, mut alone) = (0, Vec::new(), [0; CELLS]);
        for high in bits(boxes) {
            alone[high] = need(1, 1 << high)?;
            least += alone[high];
            for middle in bits(boxes & ((1 << high) - 1)) {
                let (two, sum) = (1 << middle | 1 << high, alone[middle] + alone[high]);
                groups.push((need(2, two)?.saturating_sub(sum), Reverse((2, two))));
                for low in bits(boxes & ((1 << middle) - 1)) {
                    let more = need(3, two | 1 << low)?.saturating_sub(sum + alone[low]);
                    groups.push((more, Reverse((3, two | 1 << low))));
                }
            }
        }
        groups.retain(|group| group.0 > 0);
        groups.sort_unstable_by(|one, other| other.cmp(one));
        let mut used = 0;
        for (more, Reverse((_, group))) in groups {
            if used & group == 0 {
                (used, least) = (used | group, least + more);
            }
        }
        Some(least.saturating_sub(self.prices))
    }

    /// The pushes of the best assignment of goals to boxes on live cells; `None` if there is none.
    pub fn assigned(&self, boxes: u128, man: usize) -> Option<u64> {
        let pushes =
            |to: &Vec<u16>, cell: usize| self.need(to, 1 << cell, man).map_or(FAR, |pushes| pushes as i64);
        let row = |cell: usize| self.to_goals.iter().map(|to| pushes(to, cell)).collect();
        let rows: Vec<Vec<i64>> = bits(boxes).map(row).collect();
        min_cost(&rows).and_then(|pushes| u64::try_from(pushes).ok())
    }
}
