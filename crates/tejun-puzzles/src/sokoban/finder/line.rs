//! Lines as pushes.

use super::carry::Carry;
use super::tree::Move;
use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::analysis::walk::Walk;

/// From where a box is pushed, and the next cell.
pub(super) type Push = (Cell, Cell);

/// The pushes of carries from a position on.
pub(super) fn pushes(map: &Map, boxes: &[Cell], mut man: Cell, moves: &[Move]) -> Vec<Push> {
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

/// What a line costs, if it is one and solves the level.
pub(super) fn cost(map: &Map, boxes: &[Cell], mut man: Cell, line: &[Push]) -> Option<u32> {
    let mut taken = map.only_wall();
    boxes.iter().for_each(|&cell| taken[cell as usize] = true);
    let mut cost = 0;
    for &(from, to) in line {
        let direction = map.next[from as usize].iter().position(|&next| next == to)?;
        let behind = map.next[from as usize][crate::sokoban::analysis::map::back(direction)];
        let steps =
            steps(map, &taken, man, behind).filter(|_| taken[from as usize] && !taken[to as usize])?;
        cost += if map.counts_steps { steps + 1 } else { 1 };
        taken[from as usize] = false;
        taken[to as usize] = true;
        man = from;
    }
    (0..map.wall()).all(|cell| !taken[cell as usize] || map.is_goal[cell as usize]).then_some(cost)
}

/// The fewest steps of the man from a cell to another.
fn steps(map: &Map, taken: &[bool], man: Cell, to: Cell) -> Option<u32> {
    let mut steps = vec![u32::MAX; map.next.len()];
    steps[man as usize] = 0;
    let (mut queue, mut at) = (vec![man], 0);
    while let Some(&cell) = queue.get(at) {
        at += 1;
        if cell == to {
            return Some(steps[cell as usize]);
        }
        for next in map.next[cell as usize] {
            if !taken[next as usize] && steps[next as usize] == u32::MAX {
                steps[next as usize] = steps[cell as usize] + 1;
                queue.push(next);
            }
        }
    }
    None
}
