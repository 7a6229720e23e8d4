//! Corrals: parts of the floor that boxes cut off from the man.

use super::map::{Cell, Map, back};
use super::walk::Walk;

/// A part of the floor that the man cannot get to, and the boxes around it.
pub struct Corral {
    pub boxes: Vec<Cell>,
    pub cells: Vec<Cell>,
}

/// The corrals of a position. `walk` has the cells that the man can get to, and `other` is for use.
pub fn corrals(map: &Map, taken: &[bool], walk: &Walk, other: &mut Walk) -> Vec<Corral> {
    let mut corrals = Vec::new();
    other.clear();
    for cell in 0..map.wall() {
        if !taken[cell as usize] && !walk.has(cell) && !other.has(cell) {
            other.add(map, taken, cell);
            let cells = other.last().to_vec();
            let mut boxes: Vec<Cell> = Vec::new();
            for &cell in &cells {
                let around = map.next[cell as usize].into_iter();
                boxes.extend(around.filter(|&next| next != map.wall() && taken[next as usize]));
            }
            boxes.sort_unstable();
            boxes.dedup();
            corrals.push(Corral { boxes, cells });
        }
    }
    corrals
}

/// Whether some box must be pushed into the corral before any of its boxes can move otherwise, and the man can do each
/// such push now, so that nothing is lost if he begins with one of them. Boxes that stand in the way of one of the corral
/// become part of it, if that helps.
pub fn comes_first(map: &Map, taken: &[bool], walk: &Walk, corral: &mut Corral) -> bool {
    let mut inside = vec![false; map.next.len()];
    corral.cells.iter().for_each(|&cell| inside[cell as usize] = true);
    let mut is_part = vec![false; map.next.len()];
    corral.boxes.iter().for_each(|&cell| is_part[cell as usize] = true);
    let (mut at, mut has_push) = (0, false);
    while at < corral.boxes.len() {
        let beside = map.next[corral.boxes[at] as usize];
        for side in 0..4 {
            let (man, to) = (beside[side], beside[back(side)]);
            let is_blocked = man == map.wall() || map.dead[to as usize];
            if is_blocked || inside[man as usize] || is_part[man as usize] || is_part[to as usize] {
                continue;
            }
            if inside[to as usize] && walk.has(man) {
                has_push = true;
                continue;
            }
            // A box beside it may become part of the corral and block it.
            let Some(other) = [man, to].into_iter().find(|&cell| taken[cell as usize]) else { return false };
            is_part[other as usize] = true;
            corral.boxes.push(other);
        }
        at += 1;
    }
    let open = corral.boxes.iter().any(|&cell| !map.is_goal[cell as usize]);
    has_push && open
}

/// These boxes, and those that stand beside one of them.
pub fn with_obstacles(map: &Map, taken: &[bool], boxes: &[Cell]) -> Vec<Cell> {
    let mut all = boxes.to_vec();
    for &cell in boxes {
        for next in map.next[cell as usize] {
            if next != map.wall() && taken[next as usize] && !all.contains(&next) {
                all.push(next);
            }
        }
    }
    all
}
