//! remedy: put `#[derive(Packed)]` on it

use tejun_search::{Search, graph};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Tower {
    disks: [u8; 3],
}

fn main() {
    let towers = graph([Tower { disks: [0; 3] }], |tower| [("up", *tower, 2_u32)]);
    let line = Search::new(&towers.goal(|tower| tower.disks == [1; 3])).threads(2).astar().unwrap();
    println!("{} {:?}", line.cost, line.moves);
}
