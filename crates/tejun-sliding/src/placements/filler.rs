//! Interchangeable pieces of one cell that may be anywhere.
//!
//! However the other pieces stand (the frame), they leave as many cells free, and any of these may hold such a piece. So
//! the ways to fill a frame are numbered in closed form, and the graph of decisions knows nothing of them. Of the pieces
//! and the holes between them, the fewer are numbered, as combinations in colexicographic order: with `p` free cells
//! before it, the `i`-th of them adds `p` choose `i`. That of a neighbour is the sum of three stretches of such numbers,
//! each with its `i` shifted by one at most, and sums over stretches are differences of sums from the first on. So it is a
//! number of the cell that is left and one of the cell that is taken.

use crate::model::Class;
use crate::rules::Floor;
use tejun_core::bits::{Cells, each};

/// The class that fills what the others leave.
pub(crate) struct Filler {
    pub class: usize,
    /// Number of ways to fill a frame.
    pub ways: u128,
    /// Whether the holes are numbered.
    holes: bool,
    /// How many pieces or holes are numbered.
    chosen: usize,
    /// For each number of cells, those of its combinations of 0, 1, ... cells.
    binomials: Vec<u64>,
    /// For each class, how many cells a piece covers before any cell, by the distance of that cell from the head, from
    /// minus the number of cells on.
    before: Vec<Vec<u8>>,
}

impl Filler {
    /// The class to fill with, if there is one.
    pub fn of(floor: &Floor, classes: &[Class]) -> Option<Filler> {
        let inside = floor.inside.iter().filter(|&&inside| inside).count();
        let fills = |class: &Class| {
            class.shape.0.len() == 1 && class.heads.len() == inside && class.goals.is_empty() && !class.shared
        };
        let class = classes.iter().position(fills)?;
        let area = |class: &Class| class.pieces.len() * class.shape.0.len();
        let pieces = classes[class].pieces.len();
        let free = inside.checked_sub(classes.iter().map(area).sum::<usize>())? + pieces;
        let holes = free - pieces < pieces;
        let chosen = if holes { free - pieces } else { pieces };
        // A row of Pascal's triangle after the other, as far as it is asked for.
        let mut row = vec![0_u128; chosen + 3];
        row[0] = 1;
        let mut binomials = Vec::with_capacity(row.len() * (free + 1));
        for place in 0..=free {
            if place > 0 {
                (1..row.len()).rev().for_each(|number| row[number] += row[number - 1]);
            }
            // What is too large for a word is not asked for: there would be too many placements.
            binomials.extend(row.iter().map(|&ways| ways as u64));
        }
        let ways = row[chosen];
        let cells = floor.inside.len() as isize;
        let before = |class: &Class| {
            let offsets = class.shape.0.iter().map(|&(down, right)| (down * floor.columns) as isize + right);
            let offsets: Vec<isize> = offsets.collect();
            let covered = |by: isize| offsets.iter().filter(|&&offset| offset < by).count() as u8;
            (-cells..cells).map(covered).collect()
        };
        let before = classes.iter().map(before).collect();
        Some(Filler { class, ways, holes, chosen, binomials, before })
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        let before: usize = self.before.iter().map(Vec::capacity).sum();
        (self.binomials.capacity() * size_of::<u64>() + before) as u64
    }

    #[inline(always)]
    fn binomial(&self, free_before: usize, number: usize) -> u64 {
        self.binomials[free_before * (self.chosen + 3) + number]
    }
}

/// How a frame is filled.
pub(super) struct Filling<B> {
    /// The free cells, also in order.
    free: B,
    cells: Vec<u8>,
    /// For each cell, the number of free cells before it.
    free_before: Vec<u8>,
    chosen: B,
    /// For each free cell, what it adds to the number of a neighbour if it is left by one that goes back or ahead, or taken
    /// by such a one.
    shares: Vec<[u64; 2]>,
}

impl<B: Cells> Filling<B> {
    pub fn new(cells: usize) -> Self {
        Filling {
            free: B::NONE,
            cells: Vec::with_capacity(cells),
            free_before: vec![0; cells],
            chosen: B::NONE,
            shares: vec![[0; 2]; cells],
        }
    }

    /// Takes the cells that another frame leaves free.
    pub fn frame(&mut self, free: B) {
        self.free = free;
        self.cells.clear();
        self.cells.extend(each(free).map(|cell| cell as u8));
        let (mut begin, mut end) = (0, 0);
        for (number, &cell) in (0..).zip(&self.cells) {
            end = usize::from(cell) + 1;
            self.free_before[begin..end].fill(number);
            begin = end;
        }
        let number = self.cells.len() as u8;
        self.free_before[end..].fill(number);
    }

    /// Fills it in the way of this number. Returns the heads of the pieces.
    pub fn fill(&mut self, filler: &Filler, rank: u64) -> B {
        self.chosen = B::NONE;
        let (mut number, mut left) = (filler.chosen, rank);
        for (place, &cell) in self.cells.iter().enumerate().rev() {
            let first = filler.binomial(place, number);
            if number > 0 && first <= left {
                left -= first;
                self.chosen = self.chosen | (B::FIRST << u32::from(cell));
                number -= 1;
            }
        }
        // What those chosen so far add if their places are one less, as they are, and one more.
        let (mut less, mut same, mut more) = (0_u64, 0_u64, 0_u64);
        for (place, &cell) in self.cells.iter().enumerate() {
            let begin = place * (filler.chosen + 3) + number;
            let [here, next, after] = [0, 1, 2].map(|by| filler.binomials[begin + by]);
            let is_chosen = self.chosen & (B::FIRST << u32::from(cell)) != B::NONE;
            self.shares[usize::from(cell)] = if is_chosen {
                number += 1;
                let (stay, shift) = (same, more);
                (less, same, more) =
                    (less.wrapping_add(here), same.wrapping_add(next), more.wrapping_add(after));
                [shift.wrapping_sub(same).wrapping_add(rank), stay.wrapping_sub(less).wrapping_add(rank)]
            } else {
                let back = same.wrapping_sub(more).wrapping_add(next);
                [back, less.wrapping_sub(same).wrapping_add(here)]
            };
        }
        if filler.holes { self.free & !self.chosen } else { self.chosen }
    }

    /// The number of the way after a piece has moved.
    #[inline(always)]
    pub fn moved(&self, filler: &Filler, from: u32, to: u32) -> u64 {
        let ahead = usize::from((from < to) != filler.holes);
        self.shares[from as usize][ahead].wrapping_add(self.shares[to as usize][ahead])
    }

    /// The number of the way after a piece of the frame, of this class, has moved. It covers `lifted` before, `placed`
    /// then.
    #[inline(always)]
    pub fn around(
        &self,
        filler: &Filler,
        class: usize,
        [from, to]: [u32; 2],
        [lifted, placed]: [B; 2],
    ) -> u64 {
        let chosen = if filler.holes { (self.chosen | lifted) & !placed } else { self.chosen };
        let before = &filler.before[class];
        let origin = before.len() / 2;
        let mut rank = 0_u64;
        for (number, cell) in (1..).zip(each(chosen)) {
            let covered = |head: u32| usize::from(before[origin + cell as usize - head as usize]);
            let place = usize::from(self.free_before[cell as usize]) + covered(from) - covered(to);
            rank = rank.wrapping_add(filler.binomial(place, number));
        }
        rank
    }
}
