//! The questions that are asked of a position, each with the search that settles it.

use tejun_search::StopReason;

use super::board::NamedBoard;
use super::state_table::{Halt, Look, SearchResult, StateTable, Visit};
use crate::vocabulary::cell::CellId;

/// A question about the plays from a position on. A piece is given by its index on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// Can it be solved?
    Solved,
    /// Can it be solved without the move to this position, made at once?
    Without(u32),
    /// Can it be solved while the piece stays?
    Stays(usize),
    /// While the cell is never empty?
    Filled(CellId),
    /// While the cell is always empty?
    Empty(CellId),
    /// While the piece keeps off the cell?
    Off(usize, CellId),
    /// If the second piece leaves its place not later than the first one?
    After(usize, usize),
    /// Can the piece leave its place, solved or not?
    Moves(usize),
    /// Can a piece come to the cell: the main one, if nothing else belongs there?
    Comes(CellId),
}

/// Numbers of positions that a search may visit before others have their turn.
pub(super) const CAPS: [u64; 4] = [1 << 12, 1 << 16, 1 << 20, u64::MAX];

/// Answers the questions about the position `start` that have no answer yet, the cheap ones first, by searches of no more
/// positions than the last of the caps. Returns the limit that was in the way of others.
pub(super) fn answer(
    table: &mut StateTable,
    board: &NamedBoard,
    start: u32,
    questions: &[Query],
    answers: &mut [Option<SearchResult>],
    caps: &[u64],
) -> Option<StopReason> {
    let mut stopped = None;
    let mut open: Vec<usize> = (0..questions.len()).filter(|&index| answers[index].is_none()).collect();
    for &cap in caps {
        open.retain(|&index| match settle(table, board, start, questions[index], cap) {
            Ok(ran) => {
                answers[index] = Some(ran);
                false
            }
            Err(Halt::Cap) => true,
            // With a larger cap it would meet the limit again.
            Err(Halt::Limit(reason)) => {
                stopped = Some(reason);
                false
            }
        });
    }
    stopped
}

/// What becomes of a position in a search for a solution among those that are allowed.
fn towards_goal(table: &StateTable, at: u32, allowed: impl Fn(Look) -> bool) -> Visit {
    if !allowed(table.look(at)) || table.is_hopeless(at) {
        Visit::Barred
    } else if table.is_goal(at) {
        Visit::Sought
    } else {
        Visit::Open
    }
}

fn settle(
    table: &mut StateTable,
    board: &NamedBoard,
    start: u32,
    question: Query,
    cap: u64,
) -> Result<SearchResult, Halt> {
    let seen = |piece: usize| &board.pieces[piece].seen;
    let mut solve = |leave, allowed: &dyn Fn(Look) -> bool| {
        let mut judge = |table: &StateTable, at| towards_goal(table, at, allowed);
        table.search(&[start], leave, (cap, true), &mut judge)
    };
    match question {
        Query::Solved => solve(None, &|_| true),
        Query::Without(to) => solve(Some((start, to)), &|_| true),
        Query::Stays(piece) => solve(None, &|look| look.has(seen(piece))),
        Query::Filled(cell) => solve(None, &|look| !look.is_empty(cell)),
        Query::Empty(cell) => solve(None, &|look| look.is_empty(cell)),
        Query::Off(piece, cell) => solve(None, &|look| !look.is_on(seen(piece).class, cell)),
        Query::After(first, second) => after(table, start, [seen(first), seen(second)], cap),
        Query::Moves(piece) => {
            let mut judge = |table: &StateTable, at| {
                if table.look(at).has(seen(piece)) { Visit::Open } else { Visit::Sought }
            };
            table.search(&[start], None, (cap, false), &mut judge)
        }
        Query::Comes(cell) => {
            let mut judge = |table: &StateTable, at| {
                let look = table.look(at);
                let is_there = board.belongs.map_or(!look.is_empty(cell), |class| look.is_on(class, cell));
                if is_there { Visit::Sought } else { Visit::Open }
            };
            table.search(&[start], None, (cap, false), &mut judge)
        }
    }
}

/// A solution in which the second piece leaves its place before the first one or with it: first come the positions where
/// both stay, then whatever follows the move of the second one.
fn after(
    table: &mut StateTable,
    start: u32,
    [first, second]: [&super::tracking::Tracked; 2],
    cap: u64,
) -> Result<SearchResult, Halt> {
    let mut left = Vec::new();
    let mut judge = |table: &StateTable, at: u32| {
        let look = table.look(at);
        if table.is_hopeless(at) {
            Visit::Barred
        } else if !look.has(second) {
            left.push(at);
            Visit::Leaf
        } else if look.has(first) {
            Visit::Open
        } else {
            Visit::Barred
        }
    };
    let both = table.search(&[start], None, (cap, false), &mut judge)?;
    let mut judge = |table: &StateTable, at: u32| {
        if table.is_alive(at) { Visit::Sought } else { towards_goal(table, at, |_| true) }
    };
    let then = table.search(&left, None, (cap, true), &mut judge)?;
    // Those where the second piece has just left are among both.
    let counted = both.positions + then.positions - (left.len() as u64).min(then.positions);
    Ok(SearchResult { depth: then.depth, positions: counted })
}
