//! Whether there is a goal for each box.

use super::map::{Cell, Map};

/// Gives each box a goal of its own.
pub struct Matching {
    owner: Vec<Option<Cell>>,
    seen: Vec<bool>,
}

impl Matching {
    pub fn new(map: &Map) -> Matching {
        Matching { owner: vec![None; map.goals.len()], seen: vec![false; map.goals.len()] }
    }

    /// Whether each box, as if it were alone, gets to a goal of its own.
    pub fn exists(&mut self, map: &Map, boxes: &[Cell]) -> bool {
        // If each gets to as many goals as there are boxes, none is left out.
        if boxes.iter().all(|&cell| usize::from(map.choices[cell as usize]) >= boxes.len()) {
            return true;
        }
        self.owner.fill(None);
        boxes.iter().all(|&cell| {
            self.seen.fill(false);
            self.place(map, cell)
        })
    }

    fn place(&mut self, map: &Map, cell: Cell) -> bool {
        for goal in 0..map.goals.len() {
            if map.reaches[cell as usize][goal / 64] >> (goal % 64) & 1 == 0 || self.seen[goal] {
                continue;
            }
            self.seen[goal] = true;
            if self.owner[goal].is_none_or(|other| self.place(map, other)) {
                self.owner[goal] = Some(cell);
                return true;
            }
        }
        false
    }
}
