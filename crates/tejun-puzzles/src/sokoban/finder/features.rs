//! What positions are judged by.

use super::packing::Plan;
use super::rooms::{self, ROOM};
use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::analysis::walk::Walk;

/// A few numbers of a position. Positions that have the same stand in one queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Features {
    /// Goals filled in the order of the plan.
    pub packed: u8,
    /// Parts of the floor between which the man cannot walk.
    pub regions: u8,
    /// Passages between rooms with a box in them.
    pub blocked: u8,
    /// Boxes that get to no goal any more if the goals are filled in the order of the plan before it is their turn.
    pub late: u8,
}

/// A position, as it is seen.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub features: Features,
    /// The lowest cell that the man can walk to, by which equal positions are known.
    pub man: Cell,
    /// The number of cells that he can walk to.
    pub room: u16,
}

/// Finds out the features.
pub(super) struct Judge {
    passage: Vec<u16>,
    blocked: Vec<bool>,
    late: Vec<u16>,
    walk: Walk,
}

impl Judge {
    pub fn new(map: &Map) -> Judge {
        let (passage, passages) = rooms::passages(map);
        let late = vec![0; map.goals.len() + 1];
        Judge { passage, blocked: vec![false; passages], late, walk: Walk::new(map) }
    }

    pub fn view(&mut self, map: &Map, plan: &Plan, taken: &[bool], boxes: &[Cell], man: Cell) -> View {
        let lowest = self.walk.from(map, taken, man);
        let room = self.walk.last().len() as u16;
        let mut regions = 1;
        for cell in 0..map.wall() {
            if !taken[cell as usize] && !self.walk.has(cell) {
                self.walk.add(map, taken, cell);
                regions += 1;
            }
        }
        let packed = plan.packed(taken);
        let features = Features {
            packed: packed as u8,
            regions: u8::try_from(regions).unwrap_or(u8::MAX),
            blocked: self.blocked(boxes),
            late: self.late(plan, packed, boxes),
        };
        View { features, man: lowest, room }
    }

    fn blocked(&mut self, boxes: &[Cell]) -> u8 {
        let passages =
            boxes.iter().map(|&cell| self.passage[cell as usize]).filter(|&passage| passage != ROOM);
        let mut blocked = 0;
        for passage in passages.clone() {
            if !std::mem::replace(&mut self.blocked[passage as usize], true) {
                blocked += 1;
            }
        }
        passages.for_each(|passage| self.blocked[passage as usize] = false);
        blocked
    }

    fn late(&mut self, plan: &Plan, packed: usize, boxes: &[Cell]) -> u8 {
        self.late.fill(0);
        let is_packed = |cell: &&Cell| plan.place[**cell as usize] < packed as u16;
        for &cell in boxes.iter().filter(|cell| !is_packed(cell)) {
            self.late[plan.until[cell as usize] as usize] += 1;
        }
        // The boxes that are due first are packed first.
        let (mut turn, mut late) = (packed, 0);
        for (until, &boxes) in self.late.iter().enumerate() {
            for _ in 0..boxes {
                if until > turn {
                    turn += 1;
                } else {
                    late += 1;
                }
            }
        }
        late
    }
}
