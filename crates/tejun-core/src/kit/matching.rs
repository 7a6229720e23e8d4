//! Matchings of least cost.

/// More than any sum of costs.
const NEVER: i64 = 1 << 48;

/// The least cost of giving each row a column of its own (the Hungarian method, cubic); `None` if there is no way.
/// There must be at least as many columns as rows. A row lists what it costs to give it each column, `None` if it
/// cannot have that.
///
/// ```
/// use tejun_puzzles::kit::least_matching;
///
/// assert_eq!(least_matching(&[[Some(1), Some(2)], [Some(1), Some(5)]]), Some(3));
/// assert_eq!(least_matching(&[[Some(1), None], [Some(1), None]]), None);
/// ```
pub fn least_matching<R: AsRef<[Option<u32>]>>(costs: &[R]) -> Option<u32> {
    let columns = costs.first().map_or(0, |row| row.as_ref().len());
    // Potentials of rows and columns, and the row of each column; index 0 means none.
    let (mut u, mut v, mut row) = (vec![0; costs.len() + 1], vec![0; columns + 1], vec![0; columns + 1]);
    let (mut least, mut via, mut done) = (v.clone(), row.clone(), vec![false; columns + 1]);
    for next in 1..=costs.len() {
        least.fill(i64::MAX);
        done.fill(false);
        row[0] = next;
        let mut at = 0;
        while row[at] != 0 {
            done[at] = true;
            let (mut delta, mut nearest) = (i64::MAX, 0);
            for column in (1..=columns).filter(|&column| !done[column]) {
                let cost = costs[row[at] - 1].as_ref()[column - 1].map_or(NEVER, i64::from);
                let cost = cost - u[row[at]] - v[column];
                if cost < least[column] {
                    (least[column], via[column]) = (cost, at);
                }
                if least[column] < delta {
                    (delta, nearest) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if done[column] {
                    u[row[column]] += delta;
                    v[column] -= delta;
                } else {
                    least[column] -= delta;
                }
            }
            at = nearest;
        }
        while at != 0 {
            row[at] = row[via[at]];
            at = via[at];
        }
    }
    u32::try_from(-v[0]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost by trying every way.
    fn tried(costs: &[Vec<Option<u32>>], taken: u32) -> Option<u32> {
        let Some((row, rest)) = costs.split_first() else { return Some(0) };
        let with = |(column, cost): (usize, &Option<u32>)| {
            let is_free = taken >> column & 1 == 0;
            cost.filter(|_| is_free).and_then(|cost| Some(cost + tried(rest, taken | 1 << column)?))
        };
        row.iter().enumerate().filter_map(with).min()
    }

    #[test]
    fn no_matching_costs_less() {
        let mut random = 1_u64;
        for case in 0..2000 {
            let (rows, columns) = (case % 6, case % 6 + case % 2);
            let mut cost = || {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let cost = (random >> 40) as u32 % 12;
                (cost < 8).then_some(cost)
            };
            let costs: Vec<Vec<_>> = (0..rows).map(|_| (0..columns).map(|_| cost()).collect()).collect();
            assert_eq!(least_matching(&costs), tried(&costs, 0), "{costs:?}");
        }
    }
}
