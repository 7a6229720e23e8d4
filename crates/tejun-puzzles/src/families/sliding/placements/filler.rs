//! Interchangeable pieces of one cell that may be anywhere.
//!
//! However the other pieces stand (the frame), they leave as many cells free, and any of these may hold such a piece. So
//! the ways to fill a frame are numbered in closed form, and the graph of decisions knows nothing of them. Of the pieces
//! and the holes between them, the fewer are numbered, as combinations in colexicographic order: with `p` free cells
//! before it, the `i`-th of them adds `p` choose `i`. That of a neighbour is the sum of three stretches of such numbers,
//! each with its `i` shifted by one at most, and sums over stretches are differences of sums from the first on.

use crate::bits::{Cells, each};
use crate::families::sliding::model::Class;
use crate::families::sliding::rules::Floor;

/// The class that fills what the others leave.
pub(in crate::families::sliding) struct Filler {
    pub class: usize,
    /// Number of ways to fill a frame.
    pub ways: u128,
    /// Whether the holes are numbered.
    holes: bool,
    /// How many pieces or holes are numbered, and of how many free cells.
    chosen: usize,
    free: usize,
    /// For each `i` the numbers of combinations of `i` of so many cells.
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
        let mut row = vec![1_u128; free + 1];
        let mut binomials = Vec::with_capacity((chosen + 2) * (free + 1));
        let mut ways = 1;
        for number in 0..chosen + 2 {
            if number == chosen {
                ways = row[free];
            }
            // What is too large for a word is not asked for: there would be too many placements.
            binomials.extend(row.iter().map(|&ways| ways as u64));
            let mut sum = 0;
            for entry in &mut row {
                sum += std::mem::replace(entry, sum);
            }
        }
        let cells = floor.inside.len() as isize;
        let before = |class: &Class| {
            let offsets = class.shape.0.iter().map(|&(down, right)| (down * floor.columns) as isize + right);
            let offsets: Vec<isize> = offsets.collect();
            let covered = |by: isize| offsets.iter().filter(|&&offset| offset < by).count() as u8;
            (-cells..cells).map(covered).collect()
        };
        let before = classes.iter().map(before).collect();
        Some(Filler { class, ways, holes, chosen, free, binomials, before })
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        let before: usize = self.before.iter().map(Vec::capacity).sum();
        (self.binomials.capacity() * size_of::<u64>() + before) as u64
    }

    #[inline(always)]
    fn binomial(&self, free_before: usize, number: usize) -> u64 {
        self.binomials[number * (self.free + 1) + free_before]
    }
}

/// How a frame is filled.
pub(super) struct Filling<B> {
    /// The free cells, also in order.
    free: B,
    cells: Vec<u8>,
    /// For each cell, the number of free cells before it.
    free_before: Vec<u8>,
    /// For each free cell, the number of those chosen before it.
    chosen_before: Vec<u8>,
    chosen: B,
    /// For each number of chosen ones, what they add to the rank, if the places of all were one less, as they are,
    /// or one more.
    sums: Vec<[u64; 3]>,
}

impl<B: Cells> Filling<B> {
    pub fn new(cells: usize) -> Self {
        Filling {
            free: B::NONE,
            cells: Vec::with_capacity(cells),
            free_before: vec![0; cells],
            chosen_before: vec![0; cells],
            chosen: B::NONE,
            sums: vec![[0; 3]; cells + 2],
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
    pub fn fill(&mut self, filler: &Filler, mut rank: u64) -> B {
        self.chosen = B::NONE;
        let mut number = filler.chosen;
        for (place, &cell) in self.cells.iter().enumerate().rev() {
            if number > 0 {
                let first = filler.binomial(place, number);
                if first <= rank {
                    rank -= first;
                    self.chosen = self.chosen | (B::FIRST << u32::from(cell));
                    self.sums[number] =
                        [filler.binomial(place, number - 1), first, filler.binomial(place, number + 1)];
                    number -= 1;
                }
            }
            self.chosen_before[usize::from(cell)] = number as u8;
        }
        let mut sum = [0_u64; 3];
        for sums in &mut self.sums[1..=filler.chosen] {
            sum = std::array::from_fn(|by| sum[by].wrapping_add(sums[by]));
            *sums = sum;
        }
        if filler.holes { self.free & !self.chosen } else { self.chosen }
    }

    /// The number of the way after a piece has moved.
    #[inline(always)]
    pub fn moved(&self, filler: &Filler, from: u32, to: u32) -> u64 {
        let (from, to) = if filler.holes { (to, from) } else { (from, to) };
        let old = usize::from(self.chosen_before[from as usize]);
        let new = usize::from(self.chosen_before[to as usize]);
        let place = usize::from(self.free_before[to as usize]);
        let all = self.sums[filler.chosen][1];
        // What stays, what is passed and so moves down or up by one place, and the one that moves.
        let (stays, passed, added) = if from < to {
            let passed = self.sums[new][0].wrapping_sub(self.sums[old + 1][0]);
            (self.sums[old][1].wrapping_sub(self.sums[new][1]), passed, filler.binomial(place, new))
        } else {
            let passed = self.sums[old][2].wrapping_sub(self.sums[new][2]);
            (self.sums[new][1].wrapping_sub(self.sums[old + 1][1]), passed, filler.binomial(place, new + 1))
        };
        all.wrapping_add(stays).wrapping_add(passed).wrapping_add(added)
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
