//! The puzzle in states that hold what is known of how far they are.

use std::sync::Arc;

use tejun_search::{Moves, Space};

use super::super::numbers::CELLS;
use super::frame::Frame;
use super::guide::Guide;
use super::state::{BEFORE, BOUND, BYTES, NO_CELL, State, word};

/// The puzzle from a state on.
pub(super) struct Model<'a> {
    frame: Frame<'a>,
    start: [u8; CELLS],
    pub(super) guide: Arc<Guide>,
    /// Whether the gap does not go back at once: for searches that meet states again and again anyway.
    forward: bool,
}

impl<'a> Model<'a> {
    pub fn new(frame: Frame<'a>, start: [u8; CELLS], guide: impl Into<Arc<Guide>>) -> Self {
        Model { frame, start, guide: guide.into(), forward: false }
    }

    /// The same, for a depth-first search: without going back at once.
    pub fn forward(frame: Frame<'a>, start: [u8; CELLS], guide: impl Into<Arc<Guide>>) -> Self {
        Model { forward: true, ..Model::new(frame, start, guide) }
    }
}

impl Space for Model<'_> {
    type State = State;
    /// The cell that the gap goes to.
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(State)) {
        let mut start = [0; BYTES];
        start[..CELLS].copy_from_slice(&self.start);
        start[BEFORE] = NO_CELL;
        self.guide.begin(&self.frame, &mut start);
        visit(start);
    }

    fn is_goal(&self, state: &State) -> bool {
        word(state, BOUND) == 0 && self.frame.board.cells().all(|home| usize::from(state[home]) == home)
    }

    #[inline]
    fn expand(&self, state: &State, mut visit: impl FnMut(u8, State)) {
        let gap = state[self.frame.gap];
        for &from in &self.frame.beside[usize::from(gap)] {
            if from == state[BEFORE] {
                continue;
            }
            // Without a branch for each of them.
            let mut tile = 0;
            for (home, &cell) in state[..CELLS].iter().enumerate() {
                tile = if cell == from { home } else { tile };
            }
            let mut next = *state;
            next[tile] = gap;
            next[self.frame.gap] = from;
            if self.forward {
                next[BEFORE] = gap;
            }
            self.guide.slide(&self.frame, &mut next, tile as u8, [from, gap]);
            visit(from, next);
        }
    }

    fn bound(&self, state: &State) -> Option<u32> {
        Some(word(state, BOUND).into())
    }
}
