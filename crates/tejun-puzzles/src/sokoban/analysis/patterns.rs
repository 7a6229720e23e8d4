//! What was found out about boxes, wherever the others stand.

use super::map::{Cell, Map};

/// Boxes that no line brings to goals from anywhere that the man can walk among them, whatever stands elsewhere.
struct Pattern {
    boxes: Box<[Cell]>,
    man: Box<[bool]>,
}

/// Patterns found so far, by each of their boxes.
pub struct Patterns {
    by_box: Vec<Vec<u32>>,
    all: Vec<Pattern>,
}

impl Patterns {
    /// The most that are kept.
    const MOST: usize = 20_000;

    pub fn new(map: &Map) -> Patterns {
        Patterns { by_box: vec![Vec::new(); map.next.len()], all: Vec::new() }
    }

    /// Keeps a pattern, with the cells on which the man may be.
    pub fn add(&mut self, boxes: &[Cell], man: Box<[bool]>) {
        if self.all.len() < Self::MOST {
            boxes.iter().for_each(|&cell| self.by_box[cell as usize].push(self.all.len() as u32));
            self.all.push(Pattern { boxes: boxes.into(), man });
        }
    }

    /// Whether there is one with the box on `cell`.
    pub fn has(&self, taken: &[bool], cell: Cell, man: Cell) -> bool {
        self.by_box[cell as usize].iter().any(|&at| {
            let pattern = &self.all[at as usize];
            pattern.man[man as usize] && pattern.boxes.iter().all(|&cell| taken[cell as usize])
        })
    }
}
