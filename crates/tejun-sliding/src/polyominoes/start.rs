//! Starts that were found, as boards and files.

use super::board::{Board, CellSet, cells};
use super::goal::{ANY, Diagonal, Goal};
use super::summary;
use crate::rules::{GoalMatch, Piece, Rules, Shape, Target};
use crate::write;
use tejun_core::Start;

/// Writes a start on the board of `rules`. The piece that has to reach the goal has the letter A.
pub fn start(rules: &Rules, board: &Board, goal: &Goal, (lane, placement, head): summary::Start) -> Start {
    let columns = board.columns as usize;
    let pieces: Vec<CellSet> = board.pieces(placement).collect();
    let shape = |piece: CellSet| Shape::of(&places(piece), columns);
    let wanted = if 1 << head == ANY { None } else { pieces.iter().position(|piece| piece >> head & 1 == 1) };
    let mut letters = 'b'..='z';
    let named = pieces.iter().enumerate().map(|(at, &piece)| Piece {
        letter: if wanted == Some(at) {
            'A'
        } else {
            letters.next().expect("a board has fewer cells than there are letters")
        },
        shape: shape(piece),
        axis: None,
    });
    let named: Vec<Piece> = named.collect();
    let target =
        |cells: CellSet, pieces: Vec<usize>| Target { pieces, head: cells.trailing_zeros() as usize };
    let targets = match (goal, wanted) {
        (Goal::Corners(diagonals), Some(at)) => {
            vec![target(opposite(board, pieces[at], diagonals[lane]), vec![at])]
        }
        (Goal::Piece(cells), Some(at)) => vec![target(*cells, vec![at])],
        (Goal::Shapes(targets), _) => {
            let alike = |wanted: Shape| (0..named.len()).filter(|&at| named[at].shape == wanted).collect();
            targets.iter().map(|&cells| target(cells, alike(shape(cells)))).collect()
        }
        (Goal::Corners(_) | Goal::Piece(_), None) => Vec::new(),
    };
    let rules = Rules {
        floor: rules.floor.clone(),
        pieces: named,
        gates: Vec::new(),
        targets,
        goal_match: if wanted.is_some() { GoalMatch::Named } else { GoalMatch::Shape },
        metric: rules.metric,
    };
    let position = rules.position(pieces.iter().map(|piece| piece.trailing_zeros() as usize).collect());
    Start { board: write::board(&rules, &position), instance: write::instance(&rules, &position) }
}

/// The cells of a piece in the corner to which a diagonal leads.
fn opposite(board: &Board, piece: CellSet, diagonal: Diagonal) -> CellSet {
    let places = || cells(piece).map(|cell| (cell / board.columns, cell % board.columns));
    let (top, bottom) = bounds(places().map(|(row, _)| row));
    let (left, right) = bounds(places().map(|(_, column)| column));
    let up = diagonal.to < board.columns;
    let leftwards = diagonal.to.is_multiple_of(board.columns);
    let place = |(row, column): (u32, u32)| {
        let row = if up { row - top } else { row + board.rows - 1 - bottom };
        let column = if leftwards { column - left } else { column + board.columns - 1 - right };
        row * board.columns + column
    };
    places().fold(0, |set, at| set | 1 << place(at))
}

/// The least and the greatest of some numbers; zeros if there are none.
fn bounds(numbers: impl Iterator<Item = u32> + Clone) -> (u32, u32) {
    (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
}

/// The cells of a piece, ascending.
fn places(piece: CellSet) -> Vec<usize> {
    cells(piece).map(|cell| cell as usize).collect()
}
