//! The floor as tables of small numbers.

use crate::sokoban::rules::Floor;

/// A cell, or the wall, which is the number after the last cell.
pub type Cell = u16;

/// The direction back: directions go up, down, left, right.
pub const fn back(direction: usize) -> usize {
    direction ^ 1
}

/// What stays the same in all positions.
pub struct Map {
    /// The neighbours of each cell. Those of the wall are the wall.
    pub next: Vec<[Cell; 4]>,
    pub goals: Vec<Cell>,
    pub is_goal: Vec<bool>,
    /// Whether a box on the cell gets to no goal. The wall is dead.
    pub dead: Vec<bool>,
    /// For each cell, which goals a box gets to, as bits in words.
    pub reaches: Vec<Vec<u64>>,
    /// For each cell, how many goals these are.
    pub choices: Vec<u16>,
    /// Random bits for a box on each cell, and for the man.
    pub box_key: Vec<u64>,
    pub man_key: Vec<u64>,
    /// Whether every step of the man counts.
    pub counts_steps: bool,
}

impl Map {
    pub fn new(floor: &Floor) -> Map {
        let cells = floor.beside.len();
        let wall = cells as Cell;
        let number = |cell: Option<usize>| cell.map_or(wall, |cell| cell as Cell);
        let mut next: Vec<[Cell; 4]> = floor.beside.iter().map(|beside| beside.map(number)).collect();
        next.push([wall; 4]);
        let goals: Vec<Cell> = floor.goals.iter().map(|&goal| goal as Cell).collect();
        let mut reaches: Vec<Vec<u64>> = vec![vec![0; goals.len().div_ceil(64)]; cells + 1];
        for (at, &goal) in goals.iter().enumerate() {
            let (word, bit) = (at / 64, 1 << (at % 64));
            reaches[goal as usize][word] |= bit;
            let mut queue = vec![goal];
            // Pulls, away from the goal.
            while let Some(cell) = queue.pop() {
                for (direction, from) in next[cell as usize].into_iter().enumerate() {
                    let is_new = reaches[from as usize][word] & bit == 0;
                    if is_new && from != wall && next[from as usize][direction] != wall {
                        reaches[from as usize][word] |= bit;
                        queue.push(from);
                    }
                }
            }
        }
        let dead = reaches.iter().map(|goals| goals.iter().all(|&word| word == 0)).collect();
        let choices =
            reaches.iter().map(|goals| goals.iter().map(|word| word.count_ones() as u16).sum()).collect();
        let mut is_goal = vec![false; cells + 1];
        goals.iter().for_each(|&goal| is_goal[goal as usize] = true);
        let keys = |salt: u64| (0..=cells as u64).map(|cell| mixed(cell << 1 | salt)).collect();
        let (box_key, man_key) = (keys(0), keys(1));
        Map {
            next,
            goals,
            is_goal,
            dead,
            reaches,
            choices,
            box_key,
            man_key,
            counts_steps: floor.counts_steps,
        }
    }

    /// The number of the wall, and of cells.
    pub fn wall(&self) -> Cell {
        (self.next.len() - 1) as Cell
    }

    /// No cell but the wall, marked as `true`.
    pub fn only_wall(&self) -> Vec<bool> {
        let mut marked = vec![false; self.next.len()];
        marked[self.wall() as usize] = true;
        marked
    }
}

/// Well mixed bits of a number (the finaliser of SplitMix64).
pub fn mixed(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
