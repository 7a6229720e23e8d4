//! What the searches find, as the answers of a puzzle.

use tejun_search::{Outcome, SearchError, SearchErrorKind, Solution as Found};

use crate::framework::move_writer::MoveWriter;
use crate::framework::puzzle::{Puzzle, moves};
use crate::vocabulary::answer::{Solution, Value};

/// Writes the moves of searches from `start` on.
pub(super) fn writer<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
) -> MoveWriter<P::State, impl Fn(&mut P::State, P::Move) -> String> {
    MoveWriter::new(start.clone(), |state: &mut P::State, by: P::Move| {
        let text = puzzle.write(state, by);
        let next = moves(puzzle, state).into_iter().find(|(other, _)| *other == by);
        *state = next.expect("a search makes moves of the space").1;
        text
    })
}

/// The answer of a search by cost, of the puzzle's own graph or of one with the same moves.
pub(super) fn costed<P: Puzzle, S>(
    puzzle: &P,
    start: &P::State,
    found: Costed<Found<S, P::Move>>,
) -> Solution {
    let writer = writer(puzzle, start);
    match found {
        Ok(line) => Solution::optimal(writer.line(&line.moves), line.cost.into(), line.stats),
        Err(error) => {
            let cost = error.best().map(|line| line.cost.into());
            let unsolved = unsolved(error, |line| Some(writer.line(&line.moves)));
            Solution { value: Value { cost, score: None }, ..unsolved }
        }
    }
}

/// What a search by cost returns.
pub(super) type Costed<L> = Result<L, SearchError<L>>;

/// The answer of a search that has no proved solution; `line` writes the best that it found, if it is to be reported.
pub(super) fn unsolved<T>(error: SearchError<T>, line: impl FnOnce(T) -> Option<Vec<String>>) -> Solution {
    let (kind, bound, stats) = (error.kind(), error.bound(), error.stats());
    let best = error.into_best().and_then(line);
    let outcome = match kind {
        SearchErrorKind::Stopped(reason) => Outcome::Stopped(reason, best),
        _ => Outcome::Unsolvable,
    };
    Solution { bound: Value { cost: bound, score: None }, ..Solution::without_line(outcome, stats) }
}
