//! Which box gets which goal.

/// No way.
pub const NEVER: i32 = 1 << 20;

/// What prices are kept above, far from where numbers end.
const LOWEST: i32 = -(1 << 24);

/// No box.
const FREE: u32 = u32::MAX;

/// The cheapest assignment of goals to boxes: the Hungarian method. From one position to the next, few boxes change, so that
/// it goes on from the assignment that it has.
#[derive(Default)]
pub struct Assignment {
    /// What each box was, so that it is known whether it has changed.
    rows: Vec<u32>,
    /// What it costs to bring each box to each goal, box by box.
    costs: Vec<i32>,
    worth: Vec<i32>,
    /// The price of each goal; at most 0.
    price: Vec<i32>,
    owner: Vec<u32>,
    goal: Vec<u32>,
    least: Vec<i32>,
    via: Vec<u32>,
    done: Vec<bool>,
}

impl Assignment {
    /// The prices of the goals in the last assignment. Less its price, no goal is cheaper for a box than the one it has.
    pub fn prices(&self) -> &[i32] {
        &self.price
    }

    /// The least cost of bringing these boxes to goals of their own; `None` if there is no way.
    pub fn update(&mut self, rows: &[u32], goals: usize, cost: impl Fn(u32, usize) -> i32) -> Option<i32> {
        // Goals that are left over have no price, which only an assignment from the beginning sees to.
        if self.rows.len() != rows.len() || rows.len() != goals {
            self.rows.clear();
            self.rows.resize(rows.len(), u32::MAX);
            self.costs.resize(rows.len() * goals, 0);
            self.worth.resize(rows.len(), 0);
            self.price.clear();
            self.price.resize(goals, 0);
            self.owner.clear();
            self.owner.resize(goals, FREE);
            self.goal.clear();
            self.goal.resize(rows.len(), FREE);
        }
        self.level_prices();
        for (at, &row) in rows.iter().enumerate() {
            if self.rows[at] == row {
                continue;
            }
            self.rows[at] = row;
            if self.goal[at] != FREE {
                self.owner[self.goal[at] as usize] = FREE;
                self.goal[at] = FREE;
            }
            let mut worth = i32::MAX;
            for goal in 0..goals {
                let cost = cost(row, goal);
                self.costs[at * goals + goal] = cost;
                worth = worth.min(cost - self.price[goal]);
            }
            self.worth[at] = worth;
        }
        for at in 0..rows.len() {
            if self.goal[at] == FREE && !self.augment(at, goals) {
                self.rows[at] = u32::MAX;
                return None;
            }
        }
        Some(self.worth.iter().sum::<i32>() + self.price.iter().sum::<i32>())
    }

    /// Raises all prices before they have fallen too far: what counts is only how they differ, as all goals are taken.
    fn level_prices(&mut self) {
        if self.price.iter().any(|&price| price < LOWEST) {
            let top = self.price.iter().copied().max().unwrap_or(0);
            self.price.iter_mut().for_each(|price| *price -= top);
            self.worth.iter_mut().for_each(|worth| *worth += top);
        }
    }

    /// Gives a box a goal. Returns whether there is a way.
    fn augment(&mut self, from: usize, goals: usize) -> bool {
        let Self { costs, worth, price, owner, goal, least, via, done, .. } = self;
        least.clear();
        least.resize(goals, i32::MAX);
        via.clear();
        via.resize(goals, FREE);
        done.clear();
        done.resize(goals, false);
        let (mut row, mut far, mut last) = (from, 0, usize::MAX);
        let end = loop {
            let (mut nearest, mut next) = (i32::MAX, 0);
            let line = &costs[row * goals..(row + 1) * goals];
            let base = far - worth[row];
            for at in 0..goals {
                if done[at] {
                    continue;
                }
                let cost = base + line[at] - price[at];
                if cost < least[at] {
                    (least[at], via[at]) = (cost, last as u32);
                }
                if least[at] < nearest {
                    (nearest, next) = (least[at], at);
                }
            }
            if nearest >= NEVER / 2 {
                return false;
            }
            far = nearest;
            done[next] = true;
            last = next;
            if owner[next] == FREE {
                break next;
            }
            row = owner[next] as usize;
        };
        // The prices of what was passed change by what the way is longer.
        for at in 0..goals {
            if done[at] && at != end {
                let change = far - least[at];
                price[at] -= change;
                worth[owner[at] as usize] += change;
            }
        }
        worth[from] += far;
        let mut at = end;
        loop {
            let before = via[at];
            let row = if before == FREE { from } else { owner[before as usize] as usize };
            owner[at] = row as u32;
            goal[row] = at as u32;
            if before == FREE {
                return true;
            }
            at = before as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tejun_core::Random;
    use tejun_core::kit::least_matching;

    /// It goes on from one assignment to the next as if each were the first, however often.
    #[test]
    fn many_assignments_in_turn_are_the_cheapest() {
        let random = &mut Random::new(5);
        let mut assignment = Assignment::default();
        let table: Vec<Vec<Option<u32>>> = (0..20)
            .map(|_| (0..4).map(|_| (random.below(5) > 0).then(|| random.below(30) as u32)).collect())
            .collect();
        let cost = |row: u32, goal: usize| table[row as usize][goal].map_or(NEVER, |cost| cost as i32);
        for _ in 0..5000 {
            let rows: Vec<u32> = (0..4 - random.below(2)).map(|_| random.below(20) as u32).collect();
            let costs: Vec<_> = rows.iter().map(|&row| &table[row as usize]).collect();
            let least = least_matching(&costs).map(|least| least as i32);
            assert_eq!(assignment.update(&rows, 4, cost), least, "{rows:?}");
        }
    }

    #[test]
    fn prices_do_not_fall_for_ever() {
        let mut assignment = Assignment::default();
        let costs = [[9000, 0], [8000, 0], [0, 9000], [0, 8000]];
        let cost = |row: u32, goal: usize| costs[row as usize][goal];
        for _ in 0..20_000 {
            assert_eq!(assignment.update(&[0, 1], 2, cost), Some(8000));
            assert_eq!(assignment.update(&[2, 3], 2, cost), Some(8000));
            assert!(assignment.prices().iter().all(|&price| price > 2 * LOWEST));
        }
    }
}
