//! remedy: a bound returns a cost of the same type

use tejun_search::{Search, graph};

fn main() {
    let steps = graph([0_u64], |n| [n + 1, n * 2]).goal(|&n| n == 9).bound(|n| 9_u64.saturating_sub(*n).min(1));
    let line = Search::new(&steps).astar().unwrap();
    println!("{} {:?}", line.cost, line.states);
}
