//! In which order to fill the goals: found backwards, from the solved position, by pulling one box after the other away.

use super::carry::{Carry, Place};
use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::analysis::walk::Walk;

/// An order of the goals.
pub(super) struct Plan {
    pub order: Vec<Cell>,
    /// The place of each cell in that order; [`NEVER`] if it is no goal.
    pub place: Vec<u16>,
    /// For each cell, how many goals may be filled before a box there can no longer get to one: the place in the
    /// order of the last goal that it can get to, and one more.
    pub until: Vec<u16>,
}

/// No place.
pub(super) const NEVER: u16 = u16::MAX;

impl Plan {
    pub fn new(map: &Map, boxes: &[Cell], rank: impl Fn(u16) -> i32) -> Plan {
        let order = order(map, boxes, rank);
        let mut taken = map.only_wall();
        let mut carry = Carry::new(map);
        let mut place = vec![NEVER; map.next.len()];
        let mut until = vec![0; map.next.len()];
        for (at, &goal) in order.iter().enumerate() {
            carry.pull(map, &mut taken, goal, |_| true);
            for carried in &carry.places {
                until[carried.place.cell as usize] = at as u16 + 1;
            }
            place[goal as usize] = at as u16;
            taken[goal as usize] = true;
        }
        Plan { order, place, until }
    }

    /// How many goals are filled in order.
    pub fn packed(&self, taken: &[bool]) -> usize {
        self.order.iter().take_while(|&&goal| taken[goal as usize]).count()
    }
}

fn order(map: &Map, boxes: &[Cell], rank: impl Fn(u16) -> i32) -> Vec<Cell> {
    let mut taken = map.only_wall();
    map.goals.iter().for_each(|&goal| taken[goal as usize] = true);
    let mut is_start = vec![false; map.next.len()];
    boxes.iter().for_each(|&cell| is_start[cell as usize] = true);
    let (mut carry, mut walk) = (Carry::new(map), Walk::new(map));
    let mut left = map.goals.clone();
    let mut order = Vec::new();
    let mut man = None;
    while !left.is_empty() {
        let mut best: Option<(i32, usize, Place)> = None;
        for strict in [true, false] {
            for (at, &goal) in left.iter().enumerate() {
                taken[goal as usize] = false;
                if let Some(man) = man.filter(|_| strict) {
                    taken[goal as usize] = true;
                    walk.from(map, &taken, man);
                    taken[goal as usize] = false;
                }
                let anywhere = man.is_none() || !strict;
                carry.pull(map, &mut taken, goal, |cell| anywhere || walk.has(cell));
                taken[goal as usize] = true;
                let starts = || carry.places.iter().filter(|it| is_start[it.place.cell as usize]);
                let Some(nearest) = starts().map(|it| (it.steps, it.place)).min_by_key(|it| it.0) else {
                    continue;
                };
                let rank = rank(nearest.0);
                if best.is_none_or(|(least, ..)| rank < least) {
                    best = Some((rank, at, nearest.1));
                }
            }
            if best.is_some() {
                break;
            }
        }
        let at = match best {
            Some((_, at, place)) => {
                man = Some(map.next[place.cell as usize][place.side as usize]);
                at
            }
            None => 0,
        };
        let goal = left.remove(at);
        taken[goal as usize] = false;
        order.push(goal);
    }
    order.reverse();
    order
}
