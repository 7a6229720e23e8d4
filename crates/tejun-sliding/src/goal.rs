//! The goal of an instance file: what it asks for, and where it takes pieces out of the board.
//!
//! A goal may draw a piece, or a part of one, where the board has no floor, or beyond the frame of the board. The piece
//! leaves the board there: the cells become floor that only such pieces may enter.

use super::drawing::{self, MAX_CELLS, is_outside};
use super::faults::{
    FITS_NOWHERE, FITS_TWICE, GOAL_TOO_LARGE, NEVER_ARRIVES, NEVER_STANDS, NO_PIECE, NOT_ON_BOARD,
    OTHER_SHAPE, TOO_MANY, WALLED,
};
use super::rules::{Axis, Direction, Floor, Gate, GoalMatch, Rules, Shape, Target};
use tejun_core::{
    InputError, Reason, grid,
    input::{self, OTHER_SIZE},
};

/// Adds the goal that `drawing` shows to a puzzle that has none. If it is larger than the board, so is the floor then,
/// and the heads of the pieces move with it.
///
/// # Errors
/// If it does not fit the board, or asks for what can never be; the error says where, in the drawing.
pub(super) fn add(rules: &mut Rules, heads: &mut [usize], drawing: &str) -> Result<(), InputError> {
    let mut goal = read(drawing, &rules.floor)?;
    let (top, left) = place(&goal, &rules.floor)?;
    widen(rules, heads, (goal.len(), goal[0].len()), (top, left));
    let columns = rules.floor.columns;
    // Where the board has a gate, the goal may draw it too.
    for Gate { sign, cells, .. } in &rules.gates {
        for cell in cells {
            let c = &mut goal[cell / columns][cell % columns];
            *c = if Some(*c) == *sign { '.' } else { *c };
        }
    }
    let at = |cell: usize, reason: Reason| Err(InputError::at(cell / columns, cell % columns, reason));
    let walled = |&(cell, &c): &(usize, &char)| rules.floor.inside[cell] && is_outside(c);
    if let Some((cell, _)) = goal.iter().flatten().enumerate().find(walled) {
        return at(cell, Reason::new(&WALLED));
    }
    let drawn = drawing::drawn(&goal);
    if drawn.is_empty() {
        return Err(Reason::new(&NO_PIECE).into());
    }
    for (letter, cells) in &drawn {
        drawing::connected(*letter, cells, columns)?;
        let target = Target { pieces: wanted(rules, *letter, cells)?, head: cells[0] };
        let same = rules.targets.iter().filter(|other| other.pieces == target.pieces).count();
        if target.pieces.len() <= same {
            return at(
                cells[0],
                Reason::new(&TOO_MANY)
                    .with("n", same + 1)
                    .with("has", target.pieces.len())
                    .with("letter", letter),
            );
        }
        rules.targets.push(target);
    }
    let leaves = open_exits(rules, &drawn);
    for ((letter, cells), target) in drawn.iter().zip(&rules.targets) {
        if !target.pieces.iter().any(|&piece| rules.allows(piece, target.head)) {
            return at(cells[0], Reason::new(&NEVER_STANDS).with("letter", letter));
        }
    }
    let reached: Vec<Vec<bool>> = leaves.iter().map(|&piece| reached(rules, piece, heads[piece])).collect();
    let outside = |target: &&Target| target.pieces.iter().any(|piece| leaves.contains(piece));
    for target in rules.targets.iter().filter(outside) {
        let gets_there = |&piece: &usize| {
            let known = leaves.iter().position(|&other| other == piece);
            known.is_none_or(|known| reached[known][target.head])
        };
        if !target.pieces.iter().any(gets_there) {
            let letter = rules.pieces[target.pieces[0]].letter;
            return at(target.head, Reason::new(&NEVER_ARRIVES).with("letter", letter));
        }
    }
    Ok(())
}

/// Reads a drawing. Rows that differ in length are filled with blanks if that makes it larger than the board.
fn read(drawing: &str, board: &Floor) -> Result<Vec<Vec<char>>, InputError> {
    let larger = |rows: &Vec<Vec<char>>| rows.len() > board.rows || rows[0].len() > board.columns;
    let rows = input::rows(drawing);
    let goal = match input::ragged_rows(drawing) {
        Ok(ragged) if rows.is_err() && larger(&ragged) => ragged,
        _ => rows?,
    };
    let (rows, columns) = (goal.len(), goal[0].len());
    if rows < board.rows || columns < board.columns {
        return Err(input::other_size(&OTHER_SIZE, (rows, columns), (board.rows, board.columns)));
    }
    if rows * columns > MAX_CELLS {
        return Err(drawing::too_large(&GOAL_TOO_LARGE, rows, columns));
    }
    drawing::visible(&goal)?;
    Ok(goal)
}

/// Where the board lies in a goal that is at least as large: the row and the column of its first cell. A larger goal
/// has all of its floor, and each row and each column that the board has not draws a piece.
fn place(goal: &[Vec<char>], board: &Floor) -> Result<(usize, usize), InputError> {
    let (down, across) = (goal.len() - board.rows, goal[0].len() - board.columns);
    if down + across == 0 {
        return Ok((0, 0));
    }
    let is_piece = |c: char| c != '.' && !is_outside(c);
    let row_draws: Vec<bool> = goal.iter().map(|row| row.iter().any(|&c| is_piece(c))).collect();
    let column_draws: Vec<bool> =
        (0..goal[0].len()).map(|column| goal.iter().any(|row| is_piece(row[column]))).collect();
    let beyond = |draws: &[bool], first: usize, size: usize| {
        draws[..first].iter().chain(&draws[first + size..]).all(|&draws| draws)
    };
    let fits = |&(top, left): &(usize, usize)| {
        let on_floor = |(cell, &inside): (usize, &bool)| {
            !inside || !is_outside(goal[top + cell / board.columns][left + cell % board.columns])
        };
        beyond(&row_draws, top, board.rows)
            && beyond(&column_draws, left, board.columns)
            && board.inside.iter().enumerate().all(on_floor)
    };
    let places = (0..=down).flat_map(|top| (0..=across).map(move |left| (top, left)));
    let mut fitting = places.filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(place), None) => Ok(place),
        (first, _) => {
            let sentence = if first.is_some() { &FITS_TWICE } else { &FITS_NOWHERE };
            Err(input::other_size(sentence, (goal.len(), goal[0].len()), (board.rows, board.columns)))
        }
    }
}

/// Puts the board of a puzzle without targets into a rectangle of this size, its first cell at `top` and `left`.
fn widen(
    rules: &mut Rules,
    heads: &mut [usize],
    (height, columns): (usize, usize),
    (top, left): (usize, usize),
) {
    let before = rules.floor.columns;
    let moved = |cell: usize| (cell / before + top) * columns + cell % before + left;
    let mut inside = vec![false; height * columns];
    for (cell, &was) in rules.floor.inside.iter().enumerate() {
        inside[moved(cell)] = was;
    }
    rules.floor = Floor { rows: height, columns, inside };
    rules.gates.iter_mut().flat_map(|gate| &mut gate.cells).for_each(|cell| *cell = moved(*cell));
    for axis in rules.pieces.iter_mut().filter_map(|piece| piece.axis.as_mut()) {
        match axis {
            Axis::Row(row) => *row += top,
            Axis::Column(column) => *column += left,
        }
    }
    heads.iter_mut().for_each(|head| *head = moved(*head));
}

/// The pieces that a letter of the goal may stand for.
fn wanted(rules: &Rules, letter: char, cells: &[usize]) -> Result<Vec<usize>, InputError> {
    let columns = rules.floor.columns;
    let refused = |sentence| {
        let reason = Reason::new(sentence).with("letter", letter);
        Err(InputError::at(cells[0] / columns, cells[0] % columns, reason))
    };
    let shape = Shape::of(cells, columns);
    if rules.goal_match == GoalMatch::Shape {
        return Ok((0..rules.pieces.len()).filter(|&piece| rules.pieces[piece].shape == shape).collect());
    }
    let Some(piece) = rules.pieces.iter().position(|piece| piece.letter == letter) else {
        return refused(&NOT_ON_BOARD);
    };
    if rules.pieces[piece].shape != shape {
        return refused(&OTHER_SHAPE);
    }
    Ok(vec![piece])
}

/// Makes floor of the cells that the goal draws outside the board, for just the pieces that it may be drawing there.
/// Returns those pieces.
fn open_exits(rules: &mut Rules, drawn: &[(char, Vec<usize>)]) -> Vec<usize> {
    let Rules { floor, gates, targets, .. } = rules;
    let mut exit = Gate { sign: None, cells: Vec::new(), pieces: Vec::new() };
    for ((_, cells), target) in drawn.iter().zip(targets) {
        let outside = cells.iter().copied().filter(|&cell| !floor.inside[cell]);
        let known = exit.cells.len();
        exit.cells.extend(outside);
        if exit.cells.len() > known {
            exit.pieces.extend(&target.pieces);
        }
    }
    if exit.cells.is_empty() {
        return Vec::new();
    }
    exit.cells.sort_unstable();
    exit.cells.iter().for_each(|&cell| floor.inside[cell] = true);
    exit.pieces.sort_unstable();
    exit.pieces.dedup();
    let leaves = exit.pieces.clone();
    gates.push(exit);
    leaves
}

/// The heads that a piece reaches on a board without other pieces.
fn reached(rules: &Rules, piece: usize, head: usize) -> Vec<bool> {
    grid::reached(head, rules.floor.inside.len(), |head| {
        let next = Direction::ALL.into_iter().filter_map(move |way| rules.floor.neighbour(head, way));
        next.filter(|&head| rules.allows(piece, head))
    })
}
