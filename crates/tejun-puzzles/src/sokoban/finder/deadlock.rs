//! Positions that no line solves, seen at once. All of this is sound.

use super::map::{Cell, Map};

/// Finds boxes that block each other for good.
pub(super) struct Freeze {
    frozen: Vec<bool>,
    group: Vec<Cell>,
}

impl Freeze {
    pub fn new(map: &Map) -> Freeze {
        Freeze { frozen: map.only_wall(), group: Vec::new() }
    }

    /// Whether the box that was pushed to `cell` can never move again, and it or one that it blocks is on no goal.
    pub fn is_dead(&mut self, map: &Map, taken: &[bool], cell: Cell) -> bool {
        let pairs = |cell: Cell| {
            let [up, down, left, right] = map.next[cell as usize];
            [(up, down), (left, right)]
        };
        let is_dead = |cell: Cell| map.dead[cell as usize];
        let moves = |taken: &[bool], cell: Cell| {
            let is_free = |(one, other)| {
                !taken[one as usize] && !taken[other as usize] && !(is_dead(one) && is_dead(other))
            };
            pairs(cell).into_iter().any(is_free)
        };
        if moves(taken, cell) {
            return false;
        }
        // The boxes that touch it, and those that touch them.
        self.group.clear();
        self.group.push(cell);
        self.frozen[cell as usize] = true;
        let mut at = 0;
        while at < self.group.len() {
            for next in map.next[self.group[at] as usize] {
                if taken[next as usize] && !self.frozen[next as usize] {
                    self.frozen[next as usize] = true;
                    self.group.push(next);
                }
            }
            at += 1;
        }
        // Those that can move are taken away, until none can.
        while let Some(&free) =
            self.group.iter().find(|&&cell| self.frozen[cell as usize] && moves(&self.frozen, cell))
        {
            self.frozen[free as usize] = false;
            if free == cell {
                break;
            }
        }
        let is_frozen = self.frozen[cell as usize];
        let off_goal = |cell: &&Cell| self.frozen[**cell as usize] && !map.is_goal[**cell as usize];
        let dead = is_frozen && self.group.iter().any(|cell| off_goal(&cell));
        self.group.iter().for_each(|&cell| self.frozen[cell as usize] = false);
        dead
    }
}

/// Gives each box a goal of its own.
pub(super) struct Matching {
    owner: Vec<Option<Cell>>,
    seen: Vec<bool>,
}

impl Matching {
    pub fn new(map: &Map) -> Matching {
        Matching { owner: vec![None; map.goals.len()], seen: vec![false; map.goals.len()] }
    }

    /// Whether each box, as if it were alone, gets to a goal of its own.
    pub fn exists(&mut self, map: &Map, boxes: &[Cell]) -> bool {
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

/// Boxes that no line brings to goals from anywhere that the man can walk among them, whatever stands elsewhere.
struct Pattern {
    boxes: Box<[Cell]>,
    man: Box<[bool]>,
}

/// Patterns found so far, by each of their boxes.
pub(super) struct Patterns {
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
