//! Lines as pushes.

use super::carry::Carry;
use super::map::{Cell, Map};
use super::tree::Move;
use super::walk::Walk;

/// The pushes of carries from a position on: from where, and to where.
pub(super) fn pushes(map: &Map, boxes: &[Cell], mut man: Cell, moves: &[Move]) -> Vec<(Cell, Cell)> {
    let (mut carry, mut walk) = (Carry::new(map), Walk::new(map));
    let mut taken = map.only_wall();
    boxes.iter().for_each(|&cell| taken[cell as usize] = true);
    let mut pushes = Vec::new();
    for &Move { from, to } in moves {
        walk.from(map, &taken, man);
        taken[from as usize] = false;
        carry.push(map, &mut taken, from, |cell| walk.has(cell));
        let at = carry.places.iter().position(|it| it.place == to).expect("a carry is found again");
        let way = carry.way(at);
        pushes.extend(way.windows(2).map(|two| (two[0], two[1])));
        taken[to.cell as usize] = true;
        man = map.next[to.cell as usize][to.side as usize];
    }
    pushes
}
