//! Rooms, and the passages between them.

use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::analysis::walk::Walk;

/// No passage.
pub(super) const ROOM: u16 = u16::MAX;

/// For each cell, the passage that it is part of, or [`ROOM`]; and the number of passages. A passage is one cell wide and
/// connects two rooms.
pub(super) fn passages(map: &Map) -> (Vec<u16>, usize) {
    let wall = map.wall();
    let is_narrow = |cell: Cell| {
        let [up, down, left, right] = map.next[cell as usize];
        up == wall && down == wall || left == wall && right == wall
    };
    let mut narrow = map.only_wall();
    (0..wall).for_each(|cell| narrow[cell as usize] = is_narrow(cell));
    let wide: Vec<bool> = (0..=wall).map(|cell| cell == wall || !narrow[cell as usize]).collect();
    let (mut walk, mut passage, mut count) = (Walk::new(map), vec![ROOM; map.next.len()], 0);
    walk.clear();
    for cell in 0..wall {
        if wide[cell as usize] || walk.has(cell) {
            continue;
        }
        walk.add(map, &wide, cell);
        let ends = walk.last().iter().flat_map(|&cell| map.next[cell as usize]);
        if ends.filter(|&next| next != wall && wide[next as usize]).count() > 1 {
            walk.last().iter().for_each(|&cell| passage[cell as usize] = count);
            count += 1;
        }
    }
    (passage, count as usize)
}
