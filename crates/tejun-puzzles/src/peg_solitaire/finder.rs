//! Finds a line on large boards by beams of positions whose pegs are close together, and close to the goal.

use tejun_core::kit::{Board, cells_of};
use tejun_core::{Means, Observer, Puzzle, Solution, Value};
use tejun_search::{Outcome, Search, SpaceAdapter, Stats, StopReason};

/// Positions a level at first. That is enough for most boards.
const FIRST_WIDTH: usize = 1 << 10;
/// How many times as many there are next if these lead nowhere.
const WIDER: usize = 8;
/// What each hole between a peg and the goal counts.
const SCALE: u32 = 16;

/// The puzzle from a position on, with a bound that says how scattered the pegs are instead: for a beam, which
/// compares positions of as many pegs.
struct Scattered<'a, P> {
    puzzle: &'a P,
    board: &'a Board,
    start: u64,
    /// How far each hole is from the goal's pegs, if there is one goal.
    far: Vec<u32>,
}

impl<P: Puzzle<State = u64, Cost = u32>> SpaceAdapter for Scattered<'_, P> {
    type Inner = P;

    fn inner(&self) -> &P {
        self.puzzle
    }

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(self.start);
    }

    fn bound(&self, pegs: &u64) -> Option<u32> {
        self.puzzle.bound(pegs)?;
        let count = pegs.count_ones();
        let place = |peg| {
            let (row, column) = self.board.place(peg);
            [row as u32, column as u32]
        };
        let mut sums = [0; 2];
        cells_of(*pegs).for_each(|peg| sums.iter_mut().zip(place(peg)).for_each(|(sum, at)| *sum += at));
        let from_middle = |peg| {
            let from = |(at, sum): (u32, u32)| (at * count).abs_diff(sum);
            place(peg).into_iter().zip(sums).map(from).sum::<u32>()
        };
        let scattered: u32 = cells_of(*pegs).map(from_middle).sum();
        let far: u32 = cells_of(*pegs).filter_map(|peg| self.far.get(peg)).sum();
        Some(2 * SCALE * scattered / count.max(1) + SCALE * far)
    }
}

/// Finds a line, by wider and wider beams.
pub(super) fn find<P: Puzzle<State = u64, Cost = u32>>(
    (puzzle, board, goals): (&P, &Board, &[u64]),
    start: &u64,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let far = match goals {
        [goal] => board.cells().map(|hole| far(board, hole, *goal)).collect(),
        _ => Vec::new(),
    };
    let space = Scattered { puzzle, board, start: *start, far };
    let mut stats = Stats::default();
    let mut width = FIRST_WIDTH;
    loop {
        let found = Search::new(&space).with(means.request(observer)).beam(width);
        let spent = found.as_ref().map_or_else(|error| error.stats(), |line| line.stats);
        stats.expanded += spent.expanded;
        stats.stored += spent.stored;
        stats.peak_bytes = stats.peak_bytes.max(spent.peak_bytes);
        let outcome = match found {
            Ok(line) => {
                let line: Vec<String> = line.moves.iter().map(|&jump| puzzle.write(start, jump)).collect();
                let value = Value::cost(line.len() as i64);
                return Solution { value, ..Solution::without_line(Outcome::Solved(line), stats) };
            }
            Err(error) => match error.stopped() {
                Some(StopReason::Width) if stats.stored < means.limits.states => {
                    width = width.saturating_mul(WIDER);
                    continue;
                }
                Some(reason) => Outcome::Stopped(reason, None),
                None => Outcome::Unsolvable,
            },
        };
        return Solution::without_line(outcome, stats);
    }
}

/// How far a hole is from the nearest peg of the goal.
fn far(board: &Board, hole: usize, goal: u64) -> u32 {
    let (row, column) = board.place(hole);
    let from = |peg| {
        let (down, right) = board.place(peg);
        (row.abs_diff(down) + column.abs_diff(right)) as u32
    };
    cells_of(goal).map(from).min().unwrap_or(0)
}
