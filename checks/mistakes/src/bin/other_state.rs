//! remedy: a successor is a state of the type of the starts

use tejun_search::{Search, graph};

fn main() {
    let steps = graph([0_u64], |&n| [n as u32 + 1, n as u32 * 2]).goal(|&n| n == 9).bound(|&n| u32::from(n < 9));
    let line = Search::new(&steps).astar().unwrap();
    println!("{} {:?}", line.cost, line.states);
}
