//! The questions that are asked of a position, each with the search that settles it.

use tejun_search::StopReason;

use super::board::Board;
use super::listing::{Halt, Judged, Listing, Look, Ran};
use crate::vocabulary::cell::CellId;

/// A question about the plays from a position on. A piece is given by its index on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
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
const CAPS: [u64; 4] = [1 << 12, 1 << 16, 1 << 20, u64::MAX];

/// Answers questions about the position `start`, the cheap ones first. `None` where a limit was in the way.
pub(super) fn answers(
    listing: &mut Listing,
    board: &Board,
    start: u32,
    questions: &[Asked],
) -> (Vec<Option<Ran>>, Option<StopReason>) {
    let mut answers = vec![None; questions.len()];
    let mut stopped = None;
    let mut open: Vec<usize> = (0..questions.len()).collect();
    for cap in CAPS {
        open.retain(|&index| match settle(listing, board, start, questions[index], cap) {
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
    (answers, stopped)
}

/// What becomes of a position in a search for a solution among those that are allowed.
fn towards_goal(listing: &Listing, at: u32, allowed: impl Fn(Look) -> bool) -> Judged {
    if !allowed(listing.look(at)) || listing.is_hopeless(at) {
        Judged::Barred
    } else if listing.is_goal(at) {
        Judged::Sought
    } else {
        Judged::Open
    }
}

fn settle(listing: &mut Listing, board: &Board, start: u32, question: Asked, cap: u64) -> Result<Ran, Halt> {
    let seen = |piece: usize| &board.pieces[piece].seen;
    let mut solve = |leave, allowed: &dyn Fn(Look) -> bool| {
        let mut judge = |listing: &Listing, at| towards_goal(listing, at, allowed);
        listing.search(&[start], leave, (cap, true), &mut judge)
    };
    match question {
        Asked::Solved => solve(None, &|_| true),
        Asked::Without(to) => solve(Some((start, to)), &|_| true),
        Asked::Stays(piece) => solve(None, &|look| look.has(seen(piece))),
        Asked::Filled(cell) => solve(None, &|look| !look.is_empty(cell)),
        Asked::Empty(cell) => solve(None, &|look| look.is_empty(cell)),
        Asked::Off(piece, cell) => solve(None, &|look| !look.is_on(seen(piece).class, cell)),
        Asked::After(first, second) => after(listing, start, [seen(first), seen(second)], cap),
        Asked::Moves(piece) => {
            let mut judge = |listing: &Listing, at| {
                if listing.look(at).has(seen(piece)) { Judged::Open } else { Judged::Sought }
            };
            listing.search(&[start], None, (cap, false), &mut judge)
        }
        Asked::Comes(cell) => {
            let mut judge = |listing: &Listing, at| {
                let look = listing.look(at);
                let is_there = board.belongs.map_or(!look.is_empty(cell), |class| look.is_on(class, cell));
                if is_there { Judged::Sought } else { Judged::Open }
            };
            listing.search(&[start], None, (cap, false), &mut judge)
        }
    }
}

/// A solution in which the second piece leaves its place before the first one or with it: first come the positions where
/// both stay, then whatever follows the move of the second one.
fn after(
    listing: &mut Listing,
    start: u32,
    [first, second]: [&super::seeing::Seen; 2],
    cap: u64,
) -> Result<Ran, Halt> {
    let mut left = Vec::new();
    let mut judge = |listing: &Listing, at: u32| {
        let look = listing.look(at);
        if listing.is_hopeless(at) {
            Judged::Barred
        } else if !look.has(second) {
            left.push(at);
            Judged::Leaf
        } else if look.has(first) {
            Judged::Open
        } else {
            Judged::Barred
        }
    };
    let both = listing.search(&[start], None, (cap, false), &mut judge)?;
    let mut judge = |listing: &Listing, at: u32| {
        if listing.is_alive(at) { Judged::Sought } else { towards_goal(listing, at, |_| true) }
    };
    let then = listing.search(&left, None, (cap, true), &mut judge)?;
    // Those where the second piece has just left are among both.
    let counted = both.positions + then.positions - (left.len() as u64).min(then.positions);
    Ok(Ran { depth: then.depth, positions: counted })
}
