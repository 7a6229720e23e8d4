//! The drawing of a sliding puzzle, as instance files have it.

use std::collections::HashMap;

use crate::error::VerifyError;
use crate::rules::grid::{Place, detached};
use crate::statement::{Statement, Value, rows};

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
    /// Rows and columns of the board, or of the goal, which may be larger.
    pub size: Place,
    pub floor: Vec<Place>,
    pub pieces: Vec<Piece>,
    /// The cells of each gate, and the letters that pass it.
    pub gates: Vec<(Vec<Place>, Vec<char>)>,
    /// The pieces of the goal.
    pub goal: Vec<(char, Vec<Place>)>,
    /// The letters that the goal may draw beyond the board.
    pub leaving: Vec<char>,
}

/// Most cells of a drawing, walls too.
const MOST_CELLS: usize = 512;

/// Refuses a drawing that is too large.
fn check_size(drawing: &[Vec<char>]) -> Result<(), VerifyError> {
    match drawing.len() * drawing[0].len() {
        0..=MOST_CELLS => Ok(()),
        _ => Err(VerifyError::new("the board is too large for this program")),
    }
}

/// Refuses pieces that are not in one part.
fn check_parts(pieces: &[(char, Vec<Place>)]) -> Result<(), VerifyError> {
    let apart = pieces.iter().find_map(|(letter, cells)| Some((letter, detached(cells)?)));
    apart.map_or(Ok(()), |(letter, place)| {
        Err(VerifyError::at(place, format!("piece {letter} is in two parts")))
    })
}

/// Whether a character is no cell.
fn is_outside(sign: char) -> bool {
    sign == '#' || sign == ' '
}

/// Whether a character is a cell of a piece.
fn is_piece(sign: char) -> bool {
    sign != '.' && !is_outside(sign)
}

/// The pieces of a drawing, ordered by their first cells; each cell ascending.
fn pieces(drawing: &[Vec<char>]) -> Vec<(char, Vec<Place>)> {
    let mut pieces: Vec<(char, Vec<Place>)> = Vec::new();
    let mut known: HashMap<char, usize> = HashMap::new();
    for (row, signs) in drawing.iter().enumerate() {
        for (column, &sign) in signs.iter().enumerate().filter(|(_, sign)| is_piece(**sign)) {
            let piece = *known.entry(sign).or_insert_with(|| {
                pieces.push((sign, Vec::new()));
                pieces.len() - 1
            });
            pieces[piece].1.push((row, column));
        }
    }
    pieces
}

/// Letters of pieces, at least one, as a text or as a list of texts.
fn letters(value: &Value) -> Result<Vec<char>, VerifyError> {
    let wrong = || VerifyError::new("letters of pieces are not written as a text or a list of texts");
    let mut letters: Vec<char> = match value {
        Value::Text(text) => text.chars().collect(),
        Value::List(values) => {
            let letter = |value: &Value| match value {
                Value::Text(text) => {
                    text.chars().next().filter(|_| text.chars().count() == 1).ok_or_else(wrong)
                }
                _ => Err(wrong()),
            };
            values.iter().map(letter).collect::<Result<_, _>>()?
        }
        _ => return Err(wrong()),
    };
    if letters.is_empty() {
        return Err(VerifyError::new("axis or gates name no piece"));
    }
    letters.sort_unstable();
    letters.dedup();
    Ok(letters)
}

/// Reads board, axes, gates and goal.
pub(super) fn draw(statement: &Statement) -> Result<Drawing, VerifyError> {
    let mut board = rows(statement.text("board")?, false)?;
    check_size(&board)?;
    let mut gates: Vec<(Vec<Place>, Vec<char>)> = Vec::new();
    let mut signs = Vec::new();
    let mut drawn = pieces(&board);
    if let Some(value) = statement.get("gates") {
        let Value::Table(table) = value else { return Err(VerifyError::new("gates are not a table")) };
        for (sign, value) in table {
            let gate = drawn.iter().position(|(letter, _)| sign.chars().eq([*letter]));
            let gate = gate.ok_or_else(|| VerifyError::new("a gate is not on the board"))?;
            let (sign, cells) = drawn.remove(gate);
            cells.iter().for_each(|&(row, column)| board[row][column] = '.');
            gates.push((cells, letters(value)?));
            signs.push(sign);
        }
    }
    check_parts(&drawn)?;
    let known = |letter: &char| drawn.iter().any(|piece| piece.0 == *letter);
    let (all, named) = match statement.get("axis") {
        Some(Value::Text(text)) if text == "long" => (true, Vec::new()),
        value => (false, value.map(letters).transpose()?.unwrap_or_default()),
    };
    if !gates.iter().flat_map(|gate| &gate.1).chain(&named).all(known) {
        return Err(VerifyError::new("axis or gates name a piece that is not on the board"));
    }
    let mut floor = Vec::new();
    for (row, signs) in board.iter().enumerate() {
        floor.extend(
            signs.iter().enumerate().filter(|(_, sign)| !is_outside(**sign)).map(|(column, _)| (row, column)),
        );
    }
    let (mut goal, mut leaving) = (Vec::new(), Vec::new());
    let mut size = (board.len(), board[0].len());
    if let Some(text) = statement.optional_text("goal")? {
        // Rows that differ in length are filled where that makes the goal larger.
        let filled = rows(text, true).map_err(VerifyError::in_goal)?;
        let is_larger = filled.len() > board.len() || filled[0].len() > board[0].len();
        let mut drawing = rows(text, is_larger).map_err(VerifyError::in_goal)?;
        check_size(&drawing).map_err(VerifyError::in_goal)?;
        let (down, across) = offset(&drawing, &board)?;
        size = (drawing.len(), drawing[0].len());
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
        if goal.is_empty() {
            return Err(VerifyError::new("the goal has no piece"));
        }
        check_parts(&goal).map_err(VerifyError::in_goal)?;
        leaving = leave(statement, &mut floor, &mut gates, &drawn, &goal)?;
    }
    let piece = |(letter, cells): (char, Vec<Place>)| {
        let across = |cells: &[Place]| {
            let columns = cells.iter().map(|place| place.1);
            columns.clone().max().unwrap_or(0) - columns.min().unwrap_or(0)
        };
        let (high, wide) = (cells[cells.len() - 1].0 - cells[0].0, across(&cells));
        if named.contains(&letter) && high == wide {
            return Err(VerifyError::new(format!("piece {letter} is as wide as it is high: it has no axis")));
        }
        let lined = all || named.contains(&letter);
        let row = (lined && wide > high).then_some(cells[0].0);
        let column = (lined && high > wide).then_some(cells[0].1);
        Ok(Piece { letter, cells, row, column })
    };
    let pieces = drawn.into_iter().map(piece).collect::<Result<_, _>>()?;
    Ok(Drawing { size, pieces, floor, gates, goal, leaving })
}

/// Where the board lies in the drawing of its goal, which may be larger: the only place where the goal has all of the floor,
/// and each row and column beyond the board has a piece.
fn offset(goal: &[Vec<char>], board: &[Vec<char>]) -> Result<Place, VerifyError> {
    let wrong = || VerifyError::new("the board does not lie in its goal in one way");
    let (high, wide) = (board.len(), board[0].len());
    let down = goal.len().checked_sub(high).ok_or_else(wrong)?;
    let across = goal[0].len().checked_sub(wide).ok_or_else(wrong)?;
    let cells = || (0..high).flat_map(|row| (0..wide).map(move |column| (row, column)));
    let mut floor = cells().filter(|&(row, column)| !is_outside(board[row][column]));
    if (down, across) == (0, 0) {
        return match floor.find(|&(row, column)| is_outside(goal[row][column])) {
            Some(place) => Err(VerifyError::at(place, "the goal has a wall here, the board has none")),
            None => Ok((0, 0)),
        };
    }
    let floor: Vec<Place> = floor.collect();
    let row_draws = |row: usize| goal[row].iter().copied().any(is_piece);
    let column_draws = |column: usize| goal.iter().any(|row| is_piece(row[column]));
    let fits = |&(top, left): &Place| {
        (0..top).chain(top + high..goal.len()).all(row_draws)
            && (0..left).chain(left + wide..goal[0].len()).all(column_draws)
            && floor.iter().all(|&(row, column)| !is_outside(goal[row + top][column + left]))
    };
    let places = (0..=down).flat_map(|top| (0..=across).map(move |left| (top, left)));
    let mut fitting = places.filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(place), None) => Ok(place),
        _ => Err(wrong()),
    }
}

/// Makes floor of what the goal draws beyond the floor, for the pieces that may be drawn there alone. Their letters.
fn leave(
    statement: &Statement,
    floor: &mut Vec<Place>,
    gates: &mut Vec<(Vec<Place>, Vec<char>)>,
    drawn: &[(char, Vec<Place>)],
    goal: &[(char, Vec<Place>)],
) -> Result<Vec<char>, VerifyError> {
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
        leaving.sort_unstable();
        leaving.dedup();
    }
    floor.extend(&exit);
    floor.sort_unstable();
    floor.dedup();
    if !exit.is_empty() {
        gates.push((exit, leaving.clone()));
    }
    Ok(leaving)
}
