//! Tank Change as a space of packed states, for the searches.

use tejun_search::{Moves, Space};

use super::rules::{Position, Rules, Side, Tanks};
use tejun_core::bits::{Bits, Cells, Chunk, SYMMETRIES, each, turned};

/// The search space from a position on.
///
/// A state has one bit for each square that side A holds, then one for each that B holds, then one that is
/// set when it is B's turn. In sets, squares are counted from 1: bit 0 and the bit above the last square act
/// as the ends of all roads, so that a run always hits something.
pub(super) struct Model<B, S> {
    squares: u32,
    /// The straight roads from each square.
    roads: Vec<Vec<Road<B>>>,
    /// For each bit, the bits below it and those above it.
    below: Vec<B>,
    above: Vec<B>,
    start: S,
    goal: S,
    symmetries: Vec<Vec<Chunk<S>>>,
}

/// A straight road from a square.
struct Road<B> {
    squares: B,
    /// Whether it leads to higher numbers, so that its nearest square is its lowest.
    rises: bool,
}

/// A tank's move from square to square, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub from: u8,
    pub to: u8,
}

impl<B: Cells, S: Bits> Model<B, S> {
    /// The space from `start` on. `B` must have two bits more than there are squares, and `S` two more than
    /// twice as many.
    pub fn new(rules: &Rules, start: &Position) -> Self {
        let squares = rules.cells.len() as u32;
        let bit = |square: usize| B::FIRST << (square as u32 + 1);
        let road = |from: usize, run: &Vec<usize>| Road {
            squares: run.iter().fold(B::NONE, |set, &square| set | bit(square)),
            rises: run[0] > from,
        };
        let roads = (0..)
            .zip(&rules.runs)
            .map(|(from, runs)| {
                runs.iter().filter(|run| !run.is_empty()).map(|run| road(from, run)).collect()
            })
            .collect();
        let bits = squares + 2;
        let set = |range: std::ops::Range<u32>| range.fold(B::NONE, |set, bit| set | (B::FIRST << bit));
        Model {
            squares,
            roads,
            below: (0..bits).map(|bit| set(0..bit)).collect(),
            above: (0..bits).map(|bit| set(bit + 1..bits)).collect(),
            start: pack(&start.tanks, start.turn),
            goal: pack(&rules.goal, Side::A),
            symmetries: (1..SYMMETRIES).filter_map(|symmetry| chunks(rules, symmetry)).collect(),
        }
    }

    fn turn_bit(&self) -> u32 {
        2 * self.squares
    }

    /// Writes who holds each square, 1 for A and 2 for B, and returns whose turn it is.
    #[cfg(not(target_family = "wasm"))]
    pub fn unpack(&self, state: &S, tanks: &mut [u8]) -> u8 {
        tanks.fill(0);
        for (number, side) in [(1, Side::A), (2, Side::B)] {
            each(self.tanks(state, side)).for_each(|bit| tanks[bit as usize - 1] = number);
        }
        state.get(self.turn_bit(), 1) as u8 + 1
    }

    /// The squares that a side holds, as a set.
    #[inline(always)]
    fn tanks(&self, state: &S, side: Side) -> B {
        let shift = side as u32 * self.squares;
        if self.squares <= 64 {
            return B::from_low(state.get(shift, self.squares)) << 1;
        }
        let high = B::from_low(state.get(shift + 64, self.squares - 64));
        (B::from_low(state.get(shift, 64)) | ((high << 32) << 32)) << 1
    }

    /// The free squares along a road, up to the first tank.
    #[inline(always)]
    fn run(&self, road: &Road<B>, stops: B) -> B {
        let blocked = road.squares & stops;
        if road.rises {
            road.squares & self.below[(blocked | (B::FIRST << (self.squares + 1))).lowest() as usize]
        } else {
            road.squares & self.above[(blocked | B::FIRST).highest() as usize]
        }
    }

    /// Visits every run of a tank of `side` to a square that no enemy sees, and the state after it, with the
    /// turn passed on.
    ///
    /// No tank is in an enemy's sight before the run. So a tank that leaves opens no view: on each road, the
    /// tank nearest to an enemy is a friend of that enemy. What the enemies see is therefore the same for all
    /// runs and can be computed once, with the moving tank still in place.
    #[inline(always)]
    fn runs(&self, state: &S, side: Side, mut visit: impl FnMut(Run, S)) {
        let (own, enemies) = (self.tanks(state, side), self.tanks(state, side.other()));
        let stops = own | enemies;
        let mut seen = B::NONE;
        for square in squares(enemies) {
            for road in &self.roads[square] {
                seen = seen | self.run(road, stops);
            }
        }
        let shift = side as u32 * self.squares;
        for from in squares(own) {
            let mut left = *state;
            left.flip(shift + from as u32, 1);
            left.flip(self.turn_bit(), 1);
            for road in &self.roads[from] {
                for to in squares(self.run(road, stops) & !seen) {
                    let mut next = left;
                    next.flip(shift + to as u32, 1);
                    visit(Run { from: from as u8, to: to as u8 }, next);
                }
            }
        }
    }

    fn turn(&self, state: &S) -> Side {
        if state.get(self.turn_bit(), 1) == 1 { Side::B } else { Side::A }
    }
}

/// The squares of a set, ascending, counted from 0.
#[inline(always)]
fn squares<B: Cells>(set: B) -> impl Iterator<Item = usize> {
    each(set).map(|bit| bit as usize - 1)
}

fn pack<S: Bits>(tanks: &Tanks, turn: Side) -> S {
    let mut state = S::ZERO;
    let squares = tanks.len() as u32;
    for (square, side) in (0..).zip(tanks) {
        if let Some(side) = *side {
            state.flip(side as u32 * squares + square, 1);
        }
    }
    state.flip(2 * squares, turn as u64);
    state
}

/// A symmetry of the rectangle as chunks of a state; `None` if it does not preserve the squares and the goal.
/// Roads are always preserved.
fn chunks<S: Bits>(rules: &Rules, symmetry: usize) -> Option<Vec<Chunk<S>>> {
    let image = |&cell: &usize| {
        let image = turned(rules.rows, rules.columns, symmetry, cell)?;
        rules.cells.binary_search(&image).ok()
    };
    let images: Vec<usize> = rules.cells.iter().map(image).collect::<Option<_>>()?;
    if (0..images.len()).any(|square| rules.goal[square] != rules.goal[images[square]]) {
        return None;
    }
    let squares = images.len() as u32;
    let bit = |at: u32| {
        let mut state = S::ZERO;
        state.flip(at, 1);
        state
    };
    let image = |at: u32| match at {
        _ if at < squares => bit(images[at as usize] as u32),
        _ if at < 2 * squares => bit(squares + images[(at - squares) as usize] as u32),
        turn => bit(turn),
    };
    Some(Chunk::of_bits(0, 2 * squares + 1, image).collect())
}

impl<B: Cells, S: Bits> Space for Model<B, S> {
    type State = S;
    type Move = Run;
    type Cost = u32;
    const MOVES: Moves = Moves::Retractable;

    fn starts(&self, mut visit: impl FnMut(S)) {
        visit(self.start);
    }

    #[inline(always)]
    fn is_goal(&self, state: &S) -> bool {
        let difference = state.xor(&self.goal);
        let mut turned = difference;
        turned.flip(self.turn_bit(), 1);
        difference == S::ZERO || turned == S::ZERO
    }

    fn goals(&self) -> Option<Vec<S>> {
        let mut turned = self.goal;
        turned.flip(self.turn_bit(), 1);
        Some(vec![self.goal, turned])
    }

    fn has_symmetry(&self) -> bool {
        !self.symmetries.is_empty()
    }

    #[inline(always)]
    fn expand(&self, state: &S, visit: impl FnMut(Run, S)) {
        self.runs(state, self.turn(state), visit);
    }

    /// A run is undone by running back, because no enemy sees the tank before or after. So the predecessors
    /// of a state are the runs of the side that is not to move.
    fn retract(&self, state: &S, mut visit: impl FnMut(S)) {
        self.runs(state, self.turn(state).other(), |_, before| visit(before));
    }

    #[inline(always)]
    fn canonical(&self, state: &S) -> S {
        let mut least = *state;
        for chunks in &self.symmetries {
            least = least.min(chunks.iter().fold(S::ZERO, |image, chunk| image.xor(chunk.image(state))));
        }
        least
    }
}
