//! Rush Hour positions as letters, a cell each: what they mean, and how a position is written in them.

use super::faults::{OTHER_LIES_THERE, TWO_RED};
use super::klotski;
use super::rules::{Floor, Metric, Piece, Position, Rules, Target};
use tejun_core::{InputError, Reason};

/// Number of rows, and of columns.
pub(super) const SIDE: usize = 6;
/// The car that has to get to the right end of its row.
pub(super) const RED: char = 'A';
/// That car in the other usual lettering, where `A` is one of the others.
const OTHER_RED: char = 'X';
/// What other programs write for it, and is not read: beside `A` it may be any car.
const NOT_READ_RED: [char; 2] = ['R', 'r'];
/// Maximum number of rows, and of columns, of a board in rows.
const MAX_SIDE: usize = 16;
/// A wall.
pub(super) const WALL: char = 'x';
/// The row of the exit in the game, where the red car stands; counted from 0.
fn exit_row(rows: usize) -> usize {
    rows.saturating_sub(1) / 2
}

/// Whether so many rows and columns are read as a board: those of Klotski are not.
pub(super) fn is_size(rows: usize, columns: usize) -> bool {
    (3..=MAX_SIDE).contains(&rows) && (3..=MAX_SIDE).contains(&columns) && (rows, columns) != klotski::SIZE
}

pub(super) fn is_empty(c: char) -> bool {
    c == 'o' || c == '.'
}

/// Whether a car is two cells side by side, in the row of the exit: where it begins.
fn lies_at_exit(cells: &[char], columns: usize, letter: char) -> Option<usize> {
    let mut car = (0..cells.len()).filter(|&cell| cells[cell] == letter);
    let (first, second, third) = (car.next()?, car.next()?, car.next());
    let is_pair = third.is_none() && second == first + 1 && second % columns > 0;
    (is_pair && first / columns == exit_row(cells.len() / columns)).then_some(first)
}

/// The letter of the red car: `X` where it lies as the red car of the game does and `A` does not, else `A`.
///
/// # Errors
/// If both lie so.
fn red_letter(cells: &[char], columns: usize) -> Result<char, InputError> {
    let lies = |letter| lies_at_exit(cells, columns, letter);
    match (lies(RED), lies(OTHER_RED)) {
        (Some(_), Some(cell)) => Err(InputError::at(cell / columns, cell % columns, Reason::new(&TWO_RED))),
        (None, Some(_)) => Ok(OTHER_RED),
        (Some(_), None) => Ok(RED),
        (None, None) => match NOT_READ_RED.into_iter().find_map(lies) {
            Some(cell) if cells.contains(&RED) => {
                let reason = Reason::new(&OTHER_LIES_THERE).with("letter", cells[cell]);
                Err(InputError::at(cell / columns, cell % columns, reason))
            }
            _ => Ok(RED),
        },
    }
}

/// Expands 36 characters to the text of an instance file: `o` or `.` empty, `x` a wall, `A` or `X` the
/// [red car](red_letter), any other letter a car of two or three cells.
///
/// # Errors
/// If there are not 36 characters, one of them means nothing, a car is not two or three cells in a line, or the red
/// car is missing, upright or one of two. The error says where.
pub(super) fn expand(position: &str) -> Result<String, InputError> {
    let cells: Vec<char> = position.chars().collect();
    if cells.len() != SIDE * SIDE {
        return Err(InputError::new(format!(
            "a Rush Hour position has 36 characters, 6 rows of 6, and this has {}",
            cells.len()
        )));
    }
    file(&cells, SIDE)
}

/// The text of an instance file for these cells, in rows of so many columns. The letters are those of [`expand`].
///
/// # Errors
/// As for [`expand`].
pub(super) fn file(cells: &[char], columns: usize) -> Result<String, InputError> {
    let at = |cell: usize, message: String| Err(InputError::at(cell / columns, cell % columns, message));
    if let Some(cell) = cells.iter().position(|&c| !c.is_ascii_alphabetic() && c != '.') {
        let c = cells[cell];
        return at(
            cell,
            format!("{c:?} means nothing here: use letters for cars, 'o' or '.' empty, 'x' a wall"),
        );
    }
    let red_letter = red_letter(cells, columns)?;
    let mut red = None;
    for (head, &letter) in cells.iter().enumerate() {
        if is_empty(letter) || letter == WALL || cells[..head].contains(&letter) {
            continue;
        }
        let car: Vec<usize> = (head..cells.len()).filter(|&cell| cells[cell] == letter).collect();
        let apart = |by: usize| car.windows(2).all(|pair| pair[1] - pair[0] == by);
        let lies = apart(1) && car.iter().all(|cell| cell / columns == head / columns);
        if !(2..=3).contains(&car.len()) || !lies && !apart(columns) {
            return at(head, format!("car {letter} is not two or three cells in a line: draw it as one"));
        }
        if letter == red_letter {
            if !lies {
                return at(
                    head,
                    format!("the red car {red_letter} is upright: it leaves to the right, so lay it down"),
                );
            }
            red = Some((head / columns, car.len()));
        }
    }
    let Some((row, length)) = red else {
        return Err(InputError::new(format!("the red car {red_letter} is missing: draw it lying in a row")));
    };
    let board: Vec<char> = cells
        .iter()
        .map(|&c| match c {
            WALL => '#',
            c if is_empty(c) => '.',
            c => c,
        })
        .collect();
    let mut goal: Vec<char> = board.iter().map(|&c| if c == '#' { '#' } else { '.' }).collect();
    let end = (row + 1) * columns;
    goal[end - length..end].fill(red_letter);
    let draw = |cells: &[char]| {
        cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    if let Some(cell) = (end - length..end).find(|&cell| board[cell] == '#') {
        return at(
            cell,
            format!("the red car {red_letter} has to get here, and this is a wall: take it away"),
        );
    }
    Ok(format!(
        "puzzle = \"sliding\"\naxis = \"long\"\nboard = '''\n{}'''\ngoal = '''\n{}'''\n",
        draw(&board),
        draw(&goal)
    ))
}

/// Writes a position in 36 characters. Cars keep their letters if the notation has them.
///
/// # Errors
/// If the puzzle is not one of Rush Hour; the error says what is different.
pub(super) fn write(rules: &Rules, position: &Position) -> Result<String, InputError> {
    let Floor { rows, columns, .. } = rules.floor;
    if (rows, columns) != (SIDE, SIDE) {
        return differs(format!("the board has {rows} rows of {columns}, not {SIDE} of {SIDE}"));
    }
    Ok(lettered(rules, position)?.into_iter().collect())
}

/// Writes a position as rows of letters. Cars keep their letters if the notation has them.
///
/// # Errors
/// If the puzzle is not one of Rush Hour; the error says what is different.
pub(super) fn write_rows(rules: &Rules, position: &Position) -> Result<String, InputError> {
    let Floor { rows, columns, .. } = rules.floor;
    if !is_size(rows, columns) {
        return differs(format!("{rows} rows of {columns} are not read as a board of it"));
    }
    let cells: Vec<char> =
        lettered(rules, position)?.into_iter().map(|c| if is_empty(c) { '.' } else { c }).collect();
    Ok(cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n"))
}

fn differs<T>(what: String) -> Result<T, InputError> {
    Err(InputError::new(format!("this is no Rush Hour position: {what}")))
}

/// The cells of a position.
///
/// # Errors
/// If the puzzle is not one of Rush Hour; the error says what is different.
fn lettered(rules: &Rules, position: &Position) -> Result<Vec<char>, InputError> {
    let Floor { columns, ref inside, .. } = rules.floor;
    if rules.metric != Metric::Moves {
        return differs(format!(
            "it counts {}, which the notation cannot say: choose --metric moves",
            rules.metric.name()
        ));
    }
    if !rules.gates.is_empty() {
        return differs("it has gates".to_owned());
    }
    for Piece { letter, shape, axis } in &rules.pieces {
        let (high, wide) = shape.size();
        if !(2..=3).contains(&shape.0.len()) || high.min(wide) != 1 {
            return differs(format!("piece {letter} is not two or three cells in a line"));
        }
        match axis {
            None => {
                return differs(format!("piece {letter} moves in all directions: add axis = \"long\""));
            }
            Some(axis) if !axis.is_along(shape) => {
                return differs(format!("piece {letter} moves across its length"));
            }
            Some(_) => {}
        }
    }
    let end = |piece: usize, head: usize| {
        let cells = rules.cells(piece, head);
        cells.windows(2).all(|pair| pair[1] - pair[0] == 1) && cells[cells.len() - 1] % columns == columns - 1
    };
    let red = match &rules.targets[..] {
        [Target { pieces, head }] if pieces.len() == 1 && end(pieces[0], *head) => pieces[0],
        _ => return differs("its goal is not just one car at the right end of its row".to_owned()),
    };
    let draw = |letter: &mut dyn FnMut(usize) -> char| {
        let mut cells: Vec<char> = inside.iter().map(|&inside| if inside { 'o' } else { WALL }).collect();
        for piece in 0..rules.pieces.len() {
            let letter = letter(piece);
            rules.cells(piece, position.heads[piece]).into_iter().for_each(|cell| cells[cell] = letter);
        }
        cells
    };
    let own = |piece: usize| rules.pieces[piece].letter;
    let is_known = |letter: char| letter.is_ascii_alphabetic() && !is_empty(letter) && letter != WALL;
    let mut cells = draw(&mut { own });
    let are_known = (0..rules.pieces.len()).all(|piece| is_known(own(piece)));
    if !are_known || red_letter(&cells, columns) != Ok(own(red)) {
        let is_plain = |letter: &char| {
            !is_empty(*letter) && ![WALL, OTHER_RED].contains(letter) && !NOT_READ_RED.contains(letter)
        };
        let mut others = ('B'..='Z').chain('b'..='z').filter(is_plain);
        if others.clone().count() + 1 < rules.pieces.len() {
            return differs("it has more cars than letters".to_owned());
        }
        cells = draw(&mut |piece| if piece == red { RED } else { others.next().unwrap_or(RED) });
    }
    Ok(cells)
}
