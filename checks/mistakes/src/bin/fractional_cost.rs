//! remedy: a cost is a u32, u64 or u128

use tejun_search::{Search, graph};

fn main() {
    let steps = graph([0_u64], |n| [(n + 1, 1.5), (n + 2, 2.5)]).goal(|&n| n == 9);
    let line = Search::new(&steps).dijkstra().unwrap();
    println!("{} {:?}", line.cost, line.states);
}
