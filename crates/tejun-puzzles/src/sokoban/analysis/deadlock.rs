//! Positions that no line solves. All that is said here is proved.

use super::corral::{self, with_obstacles};
use super::freeze::Freeze;
use super::map::{Cell, Map};
use super::matching::Matching;
use super::patterns::Patterns;
use super::subset::{Refuted, Subset};
use super::walk::Walk;

pub struct Deadlocks {
    freeze: Freeze,
    matching: Matching,
    patterns: Patterns,
    subset: Subset,
    walk: Walk,
    other: Walk,
}

impl Deadlocks {
    /// For each group of boxes, at most so many positions are looked at.
    pub fn new(map: &Map, most: usize) -> Deadlocks {
        Deadlocks {
            freeze: Freeze::new(map),
            matching: Matching::new(map),
            patterns: Patterns::new(map),
            subset: Subset::new(map, most),
            walk: Walk::new(map),
            other: Walk::new(map),
        }
    }

    /// Whether a position has no solution, as is seen at once. A box was pushed to `pushed` at last, to a cell that is not
    /// dead; the man is on `man`, or can walk there.
    pub fn is_seen(&mut self, map: &Map, taken: &[bool], pushed: Cell, man: Cell) -> bool {
        self.freeze.is_dead(map, taken, pushed) || self.patterns.has(taken, pushed, man)
    }

    /// The same, as is found out in a few hundred pushes: some of the boxes are looked at as if there were no others, those
    /// around each part of the floor that the man cannot get to, and those around the one that was pushed.
    pub fn is_found(
        &mut self,
        map: &Map,
        taken: &[bool],
        boxes: &[Cell],
        pushed: Option<Cell>,
        man: Cell,
    ) -> bool {
        if !self.matching.exists(map, boxes) {
            return true;
        }
        self.walk.from(map, taken, man);
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        for corral in corral::corrals(map, taken, &self.walk, &mut self.other) {
            if corral.boxes.iter().any(|&cell| !map.is_goal[cell as usize]) {
                let wider = with_obstacles(map, taken, &corral.boxes);
                let is_wider = wider.len() > corral.boxes.len();
                groups.push(corral.boxes);
                groups.extend(is_wider.then_some(wider));
            }
        }
        if let Some(pushed) = pushed {
            let near = with_obstacles(map, taken, &[pushed]);
            groups.push(with_obstacles(map, taken, &near));
        }
        let refuted = groups.iter().find_map(|group| self.subset.refute(map, group, man));
        let Some(Refuted { boxes, man }) = refuted else { return false };
        self.patterns.add(&boxes, man);
        true
    }
}
