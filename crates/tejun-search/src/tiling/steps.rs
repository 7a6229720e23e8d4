//! The search step by step, as people do it: one event at a time.

use super::problem::{Placement, Tiling, cells_of};

/// A step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Considers a piece of this kind for the first free cell.
    Try {
        /// The kind.
        kind: usize,
        /// The cell.
        cell: usize,
    },
    /// No placement of this kind fits on the cell.
    Misfit {
        /// The kind.
        kind: usize,
        /// The cell.
        cell: usize,
    },
    /// Places the piece.
    Placed(Placement),
    /// Pieces enclose this free area, and no sum of sizes of the remaining pieces equals its size.
    Pruned {
        /// The cells of the area.
        area: u128,
    },
    /// Every cell is covered; [`StepSearch::placed`] is a solution.
    Solution,
    /// Takes back the last piece.
    TakenBack(Placement),
    /// Everything has been tried.
    Exhausted,
}

/// The plain search as an iterator of events. It advances only when the next event is requested, so it can be
/// paused and stepped. It ends only after everything has been tried.
///
/// It always covers the first free cell (by number) next, with the kinds in order and the masks of each kind
/// in ascending order of the cells they cover. One rule prunes branches, the one that players know: the size
/// of an enclosed free area must be a sum of sizes of remaining pieces.
#[derive(Clone, Debug)]
pub struct StepSearch {
    tiling: Tiling,
    neighbours: Vec<u128>,
    /// Whether every mask is connected, so that each piece lies within one area.
    areas: bool,
    /// For each cell, the placements whose first cell it is: by kind, then by cells.
    beginning: Vec<Vec<Placement>>,
    left: Vec<u32>,
    filled: u128,
    placed: Vec<Placement>,
    frames: Vec<Frame>,
    next: Next,
}

/// The choices for one cell.
#[derive(Clone, Debug)]
struct Frame {
    cell: usize,
    /// The next placement to try.
    cursor: usize,
    /// The kind in hand, and whether it has fitted.
    kind: Option<u32>,
    fitted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Examine the board after the last placement.
    Look,
    /// Continue with the choices of the last frame.
    Choose,
    /// Take back the last piece.
    Back,
    /// The end.
    End,
}

impl Tiling {
    /// Returns the plain search for fillings, step by step. `neighbours` holds for each cell the set of cells
    /// next to it. Symmetries are ignored.
    ///
    /// ```
    /// use tejun_search::tiling::{Event, Kind, Tiling};
    /// // A square of four cells, 0 1 above 2 3, and two dominoes.
    /// let dominoes = Kind { count: 2, masks: vec![0b0011, 0b1100, 0b0101, 0b1010] };
    /// let tiling = Tiling::new(4, &[dominoes]).unwrap();
    /// let steps = tiling.steps(vec![0b0110, 0b1001, 0b1001, 0b0110]);
    /// assert_eq!(steps.filter(|event| *event == Event::Solution).count(), 2);
    /// ```
    pub fn steps(&self, neighbours: Vec<u128>) -> StepSearch {
        let mut beginning = vec![Vec::new(); self.cells];
        for &placement in &self.placements {
            beginning[placement.mask.trailing_zeros() as usize].push(placement);
        }
        for placements in &mut beginning {
            // Compare by the first cell in which two masks differ: the one that covers it comes first.
            placements.sort_by_key(|p: &Placement| (p.kind, std::cmp::Reverse(p.mask.reverse_bits())));
        }
        let whole = |p: &Placement| area(&neighbours, p.mask, p.mask.trailing_zeros() as usize) == p.mask;
        StepSearch {
            areas: self.placements.iter().all(whole),
            neighbours,
            beginning,
            left: self.counts.clone(),
            filled: 0,
            placed: Vec::new(),
            frames: Vec::new(),
            next: Next::Look,
            tiling: self.clone(),
        }
    }
}

impl StepSearch {
    /// The pieces on the board, in the order in which they were placed.
    pub fn placed(&self) -> &[Placement] {
        &self.placed
    }

    /// Number of remaining pieces of each kind.
    pub fn left(&self) -> &[u32] {
        &self.left
    }

    /// The same search without its pruning.
    #[must_use]
    pub fn unpruned(self) -> Self {
        StepSearch { areas: false, ..self }
    }

    /// Returns the smallest free area whose size is no sum of sizes of remaining pieces.
    fn hopeless_area(&self) -> Option<u128> {
        if !self.areas {
            return None;
        }
        // Bit i is set if some of the remaining pieces have i + 1 cells together.
        let mut sums = 0_u128;
        for (&left, &size) in self.left.iter().zip(&self.tiling.sizes).filter(|&(_, &size)| size > 0) {
            for _ in 0..left {
                let more = sums | sums.checked_shl(size).unwrap_or(0) | 1 << (size - 1);
                if more == sums {
                    break;
                }
                sums = more;
            }
        }
        let (mut free, mut least) = (self.free(), None);
        while free != 0 {
            let area = area(&self.neighbours, free, free.trailing_zeros() as usize);
            let size = area.count_ones();
            if sums >> (size - 1) & 1 == 0 && least.is_none_or(|least: u128| size < least.count_ones()) {
                least = Some(area);
            }
            free &= !area;
        }
        least
    }

    fn free(&self) -> u128 {
        !self.filled & u128::MAX >> (128 - self.tiling.cells)
    }

    /// Takes the next choice of the last frame; `None` if there is none.
    fn choose(&mut self) -> Option<Event> {
        let frame = self.frames.last_mut()?;
        loop {
            let next = self.beginning[frame.cell].get(frame.cursor).copied();
            if let Some(kind) = frame.kind
                && !frame.fitted
                && next.is_none_or(|p| p.kind != kind)
            {
                frame.kind = None;
                return Some(Event::Misfit { kind: kind as usize, cell: frame.cell });
            }
            let placement = next?;
            let kind = placement.kind as usize;
            if self.left[kind] > 0 && frame.kind != Some(placement.kind) {
                frame.kind = Some(placement.kind);
                frame.fitted = false;
                return Some(Event::Try { kind, cell: frame.cell });
            }
            frame.cursor += 1;
            if self.left[kind] > 0 && placement.mask & self.filled == 0 {
                frame.fitted = true;
                self.left[kind] -= 1;
                self.filled |= placement.mask;
                self.placed.push(placement);
                return Some(Event::Placed(placement));
            }
        }
    }
}

impl Iterator for StepSearch {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            match self.next {
                Next::Look => {
                    self.next = Next::Back;
                    if self.free() == 0 {
                        return Some(Event::Solution);
                    }
                    if let Some(area) = self.hopeless_area() {
                        return Some(Event::Pruned { area });
                    }
                    let cell = self.free().trailing_zeros() as usize;
                    self.frames.push(Frame { cell, cursor: 0, kind: None, fitted: false });
                    self.next = Next::Choose;
                }
                Next::Choose => match self.choose() {
                    Some(event) => {
                        if matches!(event, Event::Placed(_)) {
                            self.next = Next::Look;
                        }
                        return Some(event);
                    }
                    None => {
                        self.frames.pop();
                        self.next = Next::Back;
                    }
                },
                Next::Back => {
                    let Some(placement) = self.placed.pop() else {
                        self.next = Next::End;
                        return Some(Event::Exhausted);
                    };
                    self.left[placement.kind as usize] += 1;
                    self.filled &= !placement.mask;
                    self.next = Next::Choose;
                    return Some(Event::TakenBack(placement));
                }
                Next::End => return None,
            }
        }
    }
}

/// The cells of `among` that are connected to `cell`.
fn area(neighbours: &[u128], among: u128, cell: usize) -> u128 {
    let mut area = 0;
    let mut edge = 1_u128 << cell;
    while edge != 0 {
        area |= edge;
        edge = cells_of(edge).fold(0, |next, cell| next | neighbours[cell]) & among & !area;
    }
    area
}
