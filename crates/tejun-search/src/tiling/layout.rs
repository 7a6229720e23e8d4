//! How a tiling lies along its line: which positions are alike, and what begins at each.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::problem::{MAX_BEGINNING, Tiling, cells_of};
use super::run::Run;
use super::word::Word;
use crate::StopReason;
use crate::collections::hash::Mix;
use crate::runtime::cancel::CancelCheck;

/// The most positions on a line.
pub(super) const MAX_POSITIONS: usize = 1 << 16;

/// A line with its positions in classes. Places of one class share their shapes.
pub(super) struct Layout {
    /// The position of each cell.
    pub(super) positions: Vec<usize>,
    pub(super) is_cell: Vec<bool>,
    /// The greatest distance from the first to the last position of a placement.
    pub(super) reach: usize,
    /// Every kind with every shape that it takes somewhere, relative to the first position; sorted.
    pub(super) shapes: Vec<(u32, u128)>,
    /// For each position, the shapes that may begin there, as indices, each with its placement.
    pub(super) beginning: Vec<Vec<(usize, u32)>>,
    /// The shapes of each class, as ascending indices.
    pub(super) classes: Vec<Vec<usize>>,
    pub(super) class: Vec<u32>,
}

impl Layout {
    /// # Errors
    /// If memory runs out or the watch stops the search.
    pub(super) fn new(tiling: &Tiling, run: &mut Run) -> Result<Self, StopReason> {
        let positions = positions(tiling);
        let length = positions.iter().max().expect("a tiling has at least one cell") + 1;
        run.budget.fits(Self::most_bytes(tiling, length))?;
        let mut is_cell = vec![false; length];
        for &position in &positions {
            is_cell[position] = true;
        }
        let mut numbers: HashMap<(u32, u128), usize, BuildHasherDefault<Mix>> = HashMap::default();
        let mut shapes = Vec::new();
        let crowd = 2 * tiling.placements.len() / tiling.cells;
        let mut beginning: Vec<Vec<(usize, u32)>> =
            is_cell.iter().map(|&is_cell| Vec::with_capacity(if is_cell { crowd } else { 0 })).collect();
        let mut covered = Vec::new();
        for (id, placement) in tiling.placements.iter().enumerate() {
            run.work(32)?;
            covered.clear();
            covered.extend(cells_of(placement.mask).map(|cell| positions[cell]));
            let &first = covered.iter().min().expect("masks are not empty");
            let shape = covered.iter().fold(0_u128, |shape, position| shape | 1 << (position - first));
            let shape = (placement.kind, shape);
            let number = *numbers.entry(shape).or_insert_with(|| {
                shapes.push(shape);
                shapes.len() - 1
            });
            beginning[first].push((number, id as u32));
        }
        let mut order: Vec<usize> = (0..shapes.len()).collect();
        order.sort_unstable_by_key(|&number| shapes[number]);
        let mut ranks = vec![0; shapes.len()];
        for (rank, &number) in order.iter().enumerate() {
            ranks[number] = rank;
        }
        for (shape, _) in beginning.iter_mut().flatten() {
            *shape = ranks[*shape];
        }
        let shapes: Vec<(u32, u128)> = order.into_iter().map(|number| shapes[number]).collect();
        let farthest = |shape: &(u32, u128)| shape.1.ilog2() as usize;
        let reach = shapes.iter().map(farthest).max().unwrap_or(0);
        let mut layout = Layout {
            positions,
            is_cell,
            reach,
            shapes,
            beginning,
            classes: Vec::new(),
            class: vec![0; length],
        };
        layout.classify(run)?;
        run.budget.take(layout.bytes())?;
        Ok(layout)
    }

    /// An upper bound on the bytes that building it takes.
    fn most_bytes(tiling: &Tiling, length: usize) -> u64 {
        // The table of shapes, their lists and ranks; the lists of positions; the sets of the classes.
        let shapes = 256 * tiling.placements.len();
        (shapes + 64 * length + tiling.cells * (64 + tiling.placements.len())) as u64
    }

    /// Bytes it takes.
    fn bytes(&self) -> u64 {
        let own: usize = self.beginning.iter().map(|own| size_of_val(own) + size_of_val(&own[..])).sum();
        let classes: usize = self.classes.iter().map(|class| size_of_val(&class[..])).sum();
        let positions =
            self.is_cell.len() * (size_of::<bool>() + size_of::<u32>()) + size_of_val(&self.positions[..]);
        (own + classes + positions + size_of_val(&self.shapes[..])) as u64
    }

    /// Puts positions into one class if one set of shapes serves them all: any shape that a position lacks would
    /// cover a position without a cell from there.
    fn classify(&mut self, run: &mut Run) -> Result<(), StopReason> {
        let fixed = fixed::<u128>(&self.is_cell);
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut shared: Vec<Vec<bool>> = Vec::new();
        for position in (0..self.is_cell.len()).filter(|&position| self.is_cell[position]) {
            run.work(1 << 10)?;
            let mut own = vec![false; self.shapes.len()];
            for &(shape, _) in &self.beginning[position] {
                own[shape] = true;
            }
            let covers = |shape: usize, at: usize| self.shapes[shape].1 & fixed[at] != 0;
            let fresh = |class: usize| {
                let known: &Vec<bool> = &shared[class];
                self.beginning[position].iter().map(|own| own.0).filter(|&shape| !known[shape])
            };
            let serves = |&class: &usize| {
                let known: &Vec<usize> = &self.classes[class];
                known.len() + fresh(class).count() <= MAX_BEGINNING
                    && known.iter().all(|&shape| own[shape] || covers(shape, position))
                    && fresh(class).all(|shape| members[class].iter().all(|&other| covers(shape, other)))
            };
            let class = (0..self.classes.len()).find(serves).unwrap_or_else(|| {
                self.classes.push(Vec::new());
                members.push(Vec::new());
                shared.push(vec![false; self.shapes.len()]);
                members.len() - 1
            });
            members[class].push(position);
            self.class[position] = class as u32;
            for &(shape, _) in &self.beginning[position] {
                if !std::mem::replace(&mut shared[class][shape], true) {
                    self.classes[class].push(shape);
                }
            }
        }
        for class in &mut self.classes {
            class.sort_unstable();
        }
        Ok(())
    }

    /// Whether a window fits into 64 positions, and how many words a set of shapes needs.
    pub(super) fn widths(&self) -> (bool, usize) {
        let crowd = self.classes.iter().map(Vec::len).max().unwrap_or(0);
        (self.reach < u64::BITS as usize, crowd.div_ceil(64).max(1))
    }
}

/// For each position, the window of the positions from it on that have no cell.
pub(super) fn fixed<W: Word>(is_cell: &[bool]) -> Vec<W> {
    let mut ahead = W::FULL;
    let mut fixed = vec![W::FULL; is_cell.len()];
    for position in (0..is_cell.len()).rev() {
        ahead = ahead << 1 | if is_cell[position] { W::EMPTY } else { W::bit(0) };
        fixed[position] = ahead;
    }
    fixed
}

/// The positions of the tiling's cells: those of its own line, or their ranks on it if the line or a window is
/// too long.
fn positions(tiling: &Tiling) -> Vec<usize> {
    let &last = tiling.line.iter().max().expect("a tiling has at least one cell");
    if last < MAX_POSITIONS && reach(tiling, &tiling.line) < u64::BITS as usize {
        return tiling.line.clone();
    }
    let mut order: Vec<usize> = (0..tiling.cells).collect();
    order.sort_by_key(|&cell| tiling.line[cell]);
    let mut ranks = vec![0; tiling.cells];
    for (rank, &cell) in order.iter().enumerate() {
        ranks[cell] = rank;
    }
    ranks
}

fn reach(tiling: &Tiling, positions: &[usize]) -> usize {
    let span = |mask| {
        let (low, high) = cells_of(mask)
            .fold((usize::MAX, 0), |(low, high), cell| (low.min(positions[cell]), high.max(positions[cell])));
        high - low
    };
    tiling.placements.iter().map(|p| span(p.mask)).max().unwrap_or(0)
}
