//! The drawing of a sliding puzzle, as instance files have it.

use crate::error::VerifyError;
use crate::statement::{Statement, Value, rows};

/// A row and a column.
pub(super) type Place = (usize, usize);

/// A piece of the drawing.
pub(super) struct Piece {
    pub letter: char,
    pub cells: Vec<Place>,
    /// The row that it keeps to, or the column.
    pub row: Option<usize>,
    pub column: Option<usize>,
}

/// A drawing, read.
pub(super) struct Drawing {
    pub floor: Vec<Place>,
    pub pieces: Vec<Piece>,
    /// The cells of each gate, and the letters that pass it.
    pub gates: Vec<(Vec<Place>, Vec<char>)>,
    /// The pieces of the goal.
    pub goal: Vec<(char, Vec<Place>)>,
}

/// Whether a character is no cell.
fn is_outside(sign: char) -> bool {
    sign == '#' || sign == ' '
}

/// The pieces of a drawing, ordered by their first cells; each cell ascending.
fn pieces(drawing: &[Vec<char>]) -> Vec<(char, Vec<Place>)> {
    let mut pieces: Vec<(char, Vec<Place>)> = Vec::new();
    for (row, signs) in drawing.iter().enumerate() {
        for (column, &sign) in
            signs.iter().enumerate().filter(|(_, sign)| **sign != '.' && !is_outside(**sign))
        {
            match pieces.iter_mut().find(|piece| piece.0 == sign) {
                Some(piece) => piece.1.push((row, column)),
                None => pieces.push((sign, vec![(row, column)])),
            }
        }
    }
    pieces
}

/// Letters of pieces, as a text or as a list of texts.
fn letters(value: &Value) -> Result<Vec<char>, VerifyError> {
    let wrong = || VerifyError::new("letters of pieces are not written as a text or a list of texts");
    match value {
        Value::Text(text) => Ok(text.chars().collect()),
        Value::List(values) => {
            let letter = |value: &Value| match value {
                Value::Text(text) => {
                    text.chars().next().filter(|_| text.chars().count() == 1).ok_or_else(wrong)
                }
                _ => Err(wrong()),
            };
            values.iter().map(letter).collect()
        }
        _ => Err(wrong()),
    }
}

/// Reads board, axes, gates and goal.
pub(super) fn draw(statement: &Statement) -> Result<Drawing, VerifyError> {
    let mut board = rows(statement.text("board")?, false)?;
    let mut gates: Vec<(Vec<Place>, Vec<char>)> = Vec::new();
    let mut signs = Vec::new();
    if let Some(value) = statement.get("gates") {
        let Value::Table(table) = value else { return Err(VerifyError::new("gates are not a table")) };
        for (sign, value) in table {
            let sign = sign.chars().next().filter(|_| sign.chars().count() == 1);
            let sign = sign.ok_or_else(|| VerifyError::new("the sign of a gate is not one character"))?;
            let mut cells = Vec::new();
            for (row, signs) in board.iter_mut().enumerate() {
                for (column, at) in signs.iter_mut().enumerate().filter(|(_, at)| **at == sign) {
                    *at = '.';
                    cells.push((row, column));
                }
            }
            gates.push((cells, letters(value)?));
            signs.push(sign);
        }
    }
    let mut drawn = pieces(&board);
    let mut floor = Vec::new();
    for (row, signs) in board.iter().enumerate() {
        floor.extend(
            signs.iter().enumerate().filter(|(_, sign)| !is_outside(**sign)).map(|(column, _)| (row, column)),
        );
    }
    let mut goal = Vec::new();
    if let Some(text) = statement.optional_text("goal")? {
        let mut drawing = rows(text, true)?;
        let (down, across) = offset(&drawing, &board)?;
        let moved = |place: &mut Place| *place = (place.0 + down, place.1 + across);
        floor.iter_mut().for_each(moved);
        drawn.iter_mut().flat_map(|piece| &mut piece.1).for_each(moved);
        gates.iter_mut().flat_map(|gate| &mut gate.0).for_each(moved);
        for ((cells, _), sign) in gates.iter().zip(&signs) {
            for &(row, column) in cells {
                let at = &mut drawing[row][column];
                *at = if at == sign { '.' } else { *at };
            }
        }
        goal = pieces(&drawing);
        leave(statement, &mut floor, &mut gates, &drawn, &goal)?;
    }
    let long = statement.optional_text("axis").ok().flatten() == Some("long");
    let lined = statement.get("axis").map(letters).transpose()?.unwrap_or_default();
    let pieces = drawn.into_iter().map(|(letter, cells)| {
        let across = |cells: &[Place]| {
            let columns = cells.iter().map(|place| place.1);
            columns.clone().max().unwrap_or(0) - columns.min().unwrap_or(0)
        };
        let (high, wide) = (cells[cells.len() - 1].0 - cells[0].0, across(&cells));
        let lined = long || lined.contains(&letter);
        let row = (lined && wide > high).then_some(cells[0].0);
        let column = (lined && high > wide).then_some(cells[0].1);
        Piece { letter, cells, row, column }
    });
    Ok(Drawing { pieces: pieces.collect(), floor, gates, goal })
}

/// Where the board lies in the drawing of its goal, which may be larger: the only place where the goal has all of the floor,
/// and each row and column beyond the board has a piece.
fn offset(goal: &[Vec<char>], board: &[Vec<char>]) -> Result<Place, VerifyError> {
    let wrong = || VerifyError::new("the board does not lie in its goal in one way");
    let down = goal.len().checked_sub(board.len()).ok_or_else(wrong)?;
    let across = goal[0].len().checked_sub(board[0].len()).ok_or_else(wrong)?;
    let drawn: Vec<Place> = pieces(goal).into_iter().flat_map(|piece| piece.1).collect();
    let places = (0..=down).flat_map(|top| (0..=across).map(move |left| (top, left)));
    let mut fitting = places.filter(|&(top, left)| {
        let on_floor = |(row, signs): (usize, &Vec<char>)| {
            signs
                .iter()
                .enumerate()
                .all(|(column, &sign)| is_outside(sign) || !is_outside(goal[row + top][column + left]))
        };
        let beyond_rows = (0..goal.len()).filter(|row| !(top..top + board.len()).contains(row));
        let beyond_columns =
            (0..goal[0].len()).filter(|column| !(left..left + board[0].len()).contains(column));
        (down + across == 0)
            || board.iter().enumerate().all(on_floor)
                && beyond_rows.into_iter().all(|row| drawn.iter().any(|place| place.0 == row))
                && beyond_columns.into_iter().all(|column| drawn.iter().any(|place| place.1 == column))
    });
    match (fitting.next(), fitting.next()) {
        (Some(place), None) => Ok(place),
        _ => Err(wrong()),
    }
}

/// Makes floor of what the goal draws beyond the floor, for the pieces that may be drawn there alone.
fn leave(
    statement: &Statement,
    floor: &mut Vec<Place>,
    gates: &mut Vec<(Vec<Place>, Vec<char>)>,
    drawn: &[(char, Vec<Place>)],
    goal: &[(char, Vec<Place>)],
) -> Result<(), VerifyError> {
    let by_shape = statement.optional_text("goal_match")? == Some("shape");
    let shape = |cells: &[Place]| -> Vec<(usize, isize)> {
        cells.iter().map(|at| (at.0 - cells[0].0, at.1 as isize - cells[0].1 as isize)).collect()
    };
    let (mut exit, mut leaving) = (Vec::new(), Vec::new());
    for (letter, cells) in goal {
        let outside: Vec<Place> =
            cells.iter().filter(|place| floor.binary_search(place).is_err()).copied().collect();
        if outside.is_empty() {
            continue;
        }
        exit.extend(outside);
        let may_leave = drawn.iter().filter(|(other, at)| match by_shape {
            true => shape(at) == shape(cells),
            false => other == letter,
        });
        leaving.extend(may_leave.map(|piece| piece.0));
    }
    floor.extend(&exit);
    floor.sort_unstable();
    floor.dedup();
    if !exit.is_empty() {
        gates.push((exit, leaving));
    }
    Ok(())
}
