//! The walking distance (Ken'ichiro Takahashi): how many slides it takes at least until each row has as many tiles of each
//! row as it should, whichever they are, if tiles slide up and down only; and the same of columns. Each slide is counted in
//! one of both.

use std::collections::HashMap;
use std::sync::Arc;

use super::frame::Frame;
use super::state::{State, WALKS, set_word, word};

/// Maximum number of states of one direction. Those of 5x5 are 65 million.
const MOST: usize = 1 << 15;
/// A slide that cannot be.
const NONE: u16 = u16::MAX;

/// The distances of rows or of columns, called lines here.
#[derive(Clone)]
struct Direction {
    lines: usize,
    /// Bits of the number of tiles of a line on a line.
    bits: u32,
    /// How many tiles of each line are on each, and above that the line of the gap; numbered.
    numbers: HashMap<u64, u16>,
    distances: Vec<u8>,
    /// For each number and each line of a tile that slides, the numbers if it comes from the line before the gap's and
    /// from the line after.
    next: Vec<[u16; 2]>,
    /// The line of each cell.
    line: Vec<u8>,
}

impl Direction {
    fn new(line: Vec<u8>, home: usize) -> Option<Self> {
        let lines = usize::from(*line.iter().max()?) + 1;
        let bits = (line.len() / lines).ilog2() + 1;
        if (lines * lines) as u32 * bits + lines.ilog2() + 1 > u64::BITS {
            return None;
        }
        let direction =
            Direction { lines, bits, numbers: HashMap::new(), distances: vec![0], next: Vec::new(), line };
        let goal = direction
            .key((0..direction.line.len()).filter(|&cell| cell != home).map(|cell| (cell, cell)), home);
        direction.filled(goal)
    }

    /// How far to shift a number of tiles: of those of a line, on a line.
    fn shift(&self, of: usize, on: usize) -> u32 {
        (on * self.lines + of) as u32 * self.bits
    }

    /// What is known of tiles, by home and cell, and of the cell of the gap.
    fn key(&self, tiles: impl Iterator<Item = (usize, usize)>, gap: usize) -> u64 {
        let line = |cell: usize| usize::from(self.line[cell]);
        let tiles = tiles.map(|(home, cell)| 1 << self.shift(line(home), line(cell)));
        tiles.sum::<u64>() + ((line(gap) as u64) << self.shift(0, self.lines))
    }

    /// Finds the distances, breadth-first from the goal.
    fn filled(mut self, goal: u64) -> Option<Self> {
        self.numbers.insert(goal, 0);
        let mut states = vec![goal];
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            let gap = (state >> self.shift(0, self.lines)) as usize;
            for of in 0..self.lines {
                let numbers = [gap.checked_sub(1), Some(gap + 1)].map(|from| {
                    let Some(from) = from.filter(|&from| from < self.lines) else { return NONE };
                    if state >> self.shift(of, from) & ((1 << self.bits) - 1) == 0 {
                        return NONE;
                    }
                    let tiles = state - (1 << self.shift(of, from)) + (1 << self.shift(of, gap));
                    let mask = (1 << self.shift(0, self.lines)) - 1;
                    let next = tiles & mask | (from as u64) << self.shift(0, self.lines);
                    let new = states.len() as u16;
                    let number = *self.numbers.entry(next).or_insert(new);
                    if number == new {
                        states.push(next);
                        self.distances.push(self.distances[at].saturating_add(1));
                    }
                    number
                });
                self.next.push(numbers);
            }
            if states.len() > MOST {
                return None;
            }
            at += 1;
        }
        Some(self)
    }

    #[inline]
    fn slide(&self, number: u16, tile: u8, [from, to]: [u8; 2]) -> u16 {
        let [from, to] = [from, to].map(|cell| self.line[usize::from(cell)]);
        if from == to {
            return number;
        }
        let of = usize::from(self.line[usize::from(tile)]);
        self.next[usize::from(number) * self.lines + of][usize::from(from > to)]
    }
}

/// The walking distance of a frame.
#[derive(Clone)]
pub(super) struct Walking(Arc<[Direction; 2]>);

impl Walking {
    /// `None` if that has too many states, or if the board has a single row or column: there the tiles keep their order.
    pub fn of(frame: &Frame) -> Option<Self> {
        let (rows, columns) = frame.board.size();
        if rows < 2 || columns < 2 {
            return None;
        }
        let (row, column): (Vec<u8>, Vec<u8>) = frame
            .board
            .cells()
            .map(|cell| frame.board.place(cell))
            .map(|(row, column)| (row as u8, column as u8))
            .unzip();
        let is_alike = frame.board.size().0 == frame.board.size().1 && row[frame.gap] == column[frame.gap];
        let rows = Direction::new(row, frame.gap)?;
        let columns = match is_alike {
            true => Direction { line: column, ..rows.clone() },
            false => Direction::new(column, frame.gap)?,
        };
        Some(Walking(Arc::new([rows, columns])))
    }

    /// Notes what is known of a state.
    pub fn begin(&self, frame: &Frame, state: &mut State) {
        for (at, direction) in WALKS.into_iter().zip(&*self.0) {
            let tiles = frame.tiles.iter().map(|&home| (home, usize::from(state[home])));
            let key = direction.key(tiles, state[frame.gap].into());
            let number = direction.numbers.get(&key).expect("slides lead to all that may be on the board");
            set_word(state, at, *number);
        }
    }

    /// Notes what a slide changes.
    #[inline]
    pub fn slide(&self, state: &mut State, tile: u8, by: [u8; 2]) {
        for (at, direction) in WALKS.into_iter().zip(&*self.0) {
            set_word(state, at, direction.slide(word(state, at), tile, by));
        }
    }

    #[inline]
    pub fn distance(&self, state: &State) -> u16 {
        let far = |(at, direction): (usize, &Direction)| direction.distances[usize::from(word(state, at))];
        WALKS.into_iter().zip(&*self.0).map(|direction| u16::from(far(direction))).sum()
    }
}
