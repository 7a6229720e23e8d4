//! Rush Hour positions as 36 characters: a short form, and the text of a file.

use crate::input::{self, InputError};

/// Number of rows, and of columns.
pub(super) const SIDE: usize = 6;
/// The car that has to get to the right end of its row.
pub(super) const RED: char = 'A';
/// How far a word of a file may be from a position's length and still be meant as one.
const NEAR: usize = SIDE;

fn is_empty(c: char) -> bool {
    c == 'o' || c == '.'
}

/// Expands 36 characters to the text of an instance file: `o` or `.` empty, `x` a wall, `A` the red car, any other
/// letter a car of two or three cells.
///
/// # Errors
/// If there are not 36 characters, one of them means nothing, a car is not two or three cells in a line, or the red
/// car is missing or upright. The error says where.
pub(super) fn expand(position: &str) -> Result<String, InputError> {
    let cells: Vec<char> = position.chars().collect();
    if cells.len() != SIDE * SIDE {
        return Err(InputError::new(format!(
            "a Rush Hour position has 36 characters, 6 rows of 6, and this has {}",
            cells.len()
        )));
    }
    let at = |cell: usize, message: String| Err(InputError::at(cell / SIDE, cell % SIDE, message));
    if let Some(cell) = cells.iter().position(|&c| !c.is_ascii_alphabetic() && c != '.') {
        let c = cells[cell];
        return at(
            cell,
            format!("{c:?} means nothing here: use letters for cars, 'o' or '.' empty, 'x' a wall"),
        );
    }
    let mut red = None;
    for (head, &letter) in cells.iter().enumerate() {
        if is_empty(letter) || letter == 'x' || cells[..head].contains(&letter) {
            continue;
        }
        let car: Vec<usize> = (head..cells.len()).filter(|&cell| cells[cell] == letter).collect();
        let apart = |by: usize| car.windows(2).all(|pair| pair[1] - pair[0] == by);
        let lies = apart(1) && car.iter().all(|cell| cell / SIDE == head / SIDE);
        if !(2..=3).contains(&car.len()) || !lies && !apart(SIDE) {
            return at(head, format!("car {letter} is not two or three cells in a line: draw it as one"));
        }
        if letter == RED {
            if !lies {
                return at(
                    head,
                    format!("the red car {RED} is upright: it leaves to the right, so lay it down"),
                );
            }
            red = Some((head / SIDE, car.len()));
        }
    }
    let Some((row, length)) = red else {
        return Err(InputError::new(format!("the red car {RED} is missing: draw it lying in a row")));
    };
    let board: Vec<char> = cells
        .iter()
        .map(|&c| match c {
            'x' => '#',
            c if is_empty(c) => '.',
            c => c,
        })
        .collect();
    let mut goal: Vec<char> = board.iter().map(|&c| if c == '#' { '#' } else { '.' }).collect();
    let end = (row + 1) * SIDE;
    goal[end - length..end].fill(RED);
    let draw = |cells: &[char]| {
        cells.chunks(SIDE).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    if let Some(cell) = (end - length..end).find(|&cell| board[cell] == '#') {
        return at(cell, format!("the red car {RED} has to get here, and this is a wall: take it away"));
    }
    Ok(format!(
        "puzzle = \"sliding\"\naxis = \"long\"\nboard = '''\n{}'''\ngoal = '''\n{}'''\n",
        draw(&board),
        draw(&goal)
    ))
}

/// Takes the text of a file that is a position and nothing else; `None` if it is something else.
pub(super) fn import(text: &str) -> Option<Result<String, InputError>> {
    let is_position = |word: &str| {
        word.len().abs_diff(SIDE * SIDE) <= NEAR && word.chars().all(|c| c.is_ascii_alphabetic() || c == '.')
    };
    let mut words = input::without_mark(text).split_whitespace();
    let first = words.next().filter(|word| is_position(word))?;
    if words.clone().any(|word| !is_position(word)) {
        return None;
    }
    Some(match words.count() {
        0 => expand(first),
        more => Err(InputError::new(format!(
            "the text has {} Rush Hour positions: keep one, or solve each of them with solve --each",
            more + 1
        ))),
    })
}
