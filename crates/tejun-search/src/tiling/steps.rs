//! The search step by step, as people do it: one event at a time.

use super::problem::{Placement, Tiling, cells_of};

/// What the step search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It takes a piece of this kind for the first free cell.
    Try {
        /// The kind.
        kind: usize,
        /// The cell.
        cell: usize,
    },
    /// That kind fits onto the cell in no way.
    Misfit {
        /// The kind.
        kind: usize,
        /// The cell.
        cell: usize,
    },
    /// It puts the piece down, one way.
    Placed(Placement),
    /// Pieces enclose this area, and the sizes of the pieces left do not add up to its size.
    Pruned {
        /// The cells of the area.
        area: u128,
    },
    /// Every cell is filled; [`StepSearch::placed`] is a solution.
    Solution,
    /// It takes the last piece up again.
    TakenBack(Placement),
    /// Everything was tried.
    Exhausted,
}

/// The plain search as an iterator of events. It goes on only when it is asked for the next one, so
/// it can be paused, stepped and resumed, and it never ends before everything was tried.
///
/// The first free cell (in the order of the cells' numbers) is filled next, with the kinds in their
/// order and each kind's masks in ascending order of the cells they cover. One rule cuts branches
/// off, the one that players know: an enclosed free area has to be a sum of sizes of pieces left.
#[derive(Clone, Debug)]
pub struct StepSearch {
    tiling: Tiling,
    neighbours: Vec<u128>,
    /// Whether every mask hangs together, so that a piece lies in one area.
    areas: bool,
    /// The placements whose first cell is each cell: by kind, then by cells.
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
    /// The next placement that begins there.
    cursor: usize,
    /// The kind in hand, and whether it fitted in some way.
    kind: Option<u32>,
    fitted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Look at what the last placement has made of the board.
    Look,
    /// Go on with the choices of the last frame.
    Choose,
    /// Take the last piece back.
    Back,
    /// Nothing more.
    End,
}

impl Tiling {
    /// The plain search for fillings, step by step. `neighbours` says for each cell which cells it
    /// adjoins; symmetries are not taken into account.
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
            // The first cell in which two masks differ decides, and the one that covers it comes first.
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

    /// How many pieces of each kind are left.
    pub fn left(&self) -> &[u32] {
        &self.left
    }

    /// A free area that the pieces left cannot fill, whatever their forms.
    fn hopeless_area(&self) -> Option<u128> {
        if !self.areas {
            return None;
        }
        // Bit i: some pieces left have i + 1 cells together.
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
        let mut free = self.free();
        while free != 0 {
            let area = area(&self.neighbours, free, free.trailing_zeros() as usize);
            if sums >> (area.count_ones() - 1) & 1 == 0 {
                return Some(area);
            }
            free &= !area;
        }
        None
    }

    fn free(&self) -> u128 {
        !self.filled & u128::MAX >> (128 - self.tiling.cells)
    }

    /// Takes the next choice of the last frame; `None` if it has no more.
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

/// The cells of `among` that hang together with `cell`.
fn area(neighbours: &[u128], among: u128, cell: usize) -> u128 {
    let mut area = 0;
    let mut edge = 1_u128 << cell;
    while edge != 0 {
        area |= edge;
        edge = cells_of(edge).fold(0, |next, cell| next | neighbours[cell]) & among & !area;
    }
    area
}
