//! The cheapest way to give each of some rows a column of its own: the Hungarian method.

/// The cost where there is no way.
pub const FAR: i64 = 1 << 32;

/// The least cost for rows of costs from 0 to [`FAR`]; `None` if there is no way. Cost: that of the table, times the rows.
pub fn min_cost(rows: &[Vec<i64>]) -> Option<i64> {
    let columns = rows.first().map_or(0, Vec::len);
    // The column 0 is that of the row that looks for one.
    let (mut owners, mut prices) = (vec![None; columns + 1], vec![0; columns + 1]);
    let mut worths = vec![0; rows.len()];
    for row in 0..rows.len() {
        owners[0] = Some(row);
        let mut nearest = vec![i64::MAX / 2; columns + 1];
        let (mut via, mut done) = (vec![0; columns + 1], vec![false; columns + 1]);
        let mut at = 0;
        while let Some(owner) = owners[at] {
            done[at] = true;
            for column in (1..=columns).filter(|&column| !done[column]) {
                let beyond = rows[owner][column - 1] - worths[owner] - prices[column];
                if beyond < nearest[column] {
                    (nearest[column], via[column]) = (beyond, at);
                }
            }
            let next = (1..=columns).filter(|&column| !done[column]).min_by_key(|&column| nearest[column])?;
            let step = nearest[next];
            for column in 0..=columns {
                match owners[column].filter(|_| done[column]) {
                    Some(owner) => {
                        (worths[owner], prices[column]) = (worths[owner] + step, prices[column] - step)
                    }
                    None => nearest[column] -= step,
                }
            }
            at = next;
        }
        while at != 0 {
            (owners[at], at) = (owners[via[at]], via[at]);
        }
    }
    Some(-prices[0]).filter(|&cost| cost < FAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least of all ways, tried one after the other.
    fn plain(rows: &[Vec<i64>], taken: u32) -> i64 {
        let Some((row, rest)) = rows.split_first() else { return 0 };
        let free = (0..row.len()).filter(|column| taken >> column & 1 == 0);
        free.map(|column| row[column] + plain(rest, taken | 1 << column)).min().unwrap_or(FAR)
    }

    #[test]
    fn it_is_the_least_of_all_ways() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let mut found = 0;
        for _ in 0..3000 {
            let (rows, columns) = (random(6), random(6));
            let mut cost = || if random(3) == 0 { FAR } else { random(30) as i64 };
            let rows: Vec<Vec<i64>> = (0..rows).map(|_| (0..columns).map(|_| cost()).collect()).collect();
            let plain = Some(plain(&rows, 0)).filter(|&cost| cost < FAR);
            assert_eq!(min_cost(&rows), plain, "{rows:?}");
            found += usize::from(plain.is_some_and(|cost| cost > 0));
        }
        assert!(found > 500, "{found}");
    }
}
