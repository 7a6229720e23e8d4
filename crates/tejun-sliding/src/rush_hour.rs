//! Rush Hour positions as 36 characters: a short form, the text of a file, and what is written back.

use super::faults::TWO_RED;
use super::rules::{Floor, Metric, Piece, Position, Rules, Target};
use tejun_core::{InputError, Reason, input};

/// Number of rows, and of columns.
pub(super) const SIDE: usize = 6;
/// The car that has to get to the right end of its row.
pub(super) const RED: char = 'A';
/// That car in the other usual lettering, where `A` is one of the others.
const OTHER_RED: char = 'X';
/// The row of the exit in the game, where the red car stands; counted from 0.
const EXIT_ROW: usize = 2;
/// A wall.
pub(super) const WALL: char = 'x';
/// How far a word of a file may be from a position's length and still be meant as one.
const NEAR: usize = SIDE;

fn is_empty(c: char) -> bool {
    c == 'o' || c == '.'
}

/// The letter of the red car: `X` where it lies as the red car of the game does and `A` does not, else `A`.
///
/// # Errors
/// If both lie so.
fn red_letter(cells: &[char]) -> Result<char, InputError> {
    let lies_at_exit = |letter: char| {
        let mut car = (0..cells.len()).filter(|&cell| cells[cell] == letter);
        let (first, second, third) = (car.next(), car.next(), car.next());
        let pair = first.zip(second).filter(|_| third.is_none());
        pair.filter(|&(first, second)| second == first + 1 && second % SIDE > 0 && first / SIDE == EXIT_ROW)
    };
    match (lies_at_exit(RED), lies_at_exit(OTHER_RED)) {
        (Some(_), Some((cell, _))) => Err(InputError::at(cell / SIDE, cell % SIDE, Reason::new(&TWO_RED))),
        (None, Some(_)) => Ok(OTHER_RED),
        (_, None) => Ok(RED),
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
    let at = |cell: usize, message: String| Err(InputError::at(cell / SIDE, cell % SIDE, message));
    if let Some(cell) = cells.iter().position(|&c| !c.is_ascii_alphabetic() && c != '.') {
        let c = cells[cell];
        return at(
            cell,
            format!("{c:?} means nothing here: use letters for cars, 'o' or '.' empty, 'x' a wall"),
        );
    }
    let red_letter = red_letter(&cells)?;
    let mut red = None;
    for (head, &letter) in cells.iter().enumerate() {
        if is_empty(letter) || letter == WALL || cells[..head].contains(&letter) {
            continue;
        }
        let car: Vec<usize> = (head..cells.len()).filter(|&cell| cells[cell] == letter).collect();
        let apart = |by: usize| car.windows(2).all(|pair| pair[1] - pair[0] == by);
        let lies = apart(1) && car.iter().all(|cell| cell / SIDE == head / SIDE);
        if !(2..=3).contains(&car.len()) || !lies && !apart(SIDE) {
            return at(head, format!("car {letter} is not two or three cells in a line: draw it as one"));
        }
        if letter == red_letter {
            if !lies {
                return at(
                    head,
                    format!("the red car {red_letter} is upright: it leaves to the right, so lay it down"),
                );
            }
            red = Some((head / SIDE, car.len()));
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
    let end = (row + 1) * SIDE;
    goal[end - length..end].fill(red_letter);
    let draw = |cells: &[char]| {
        cells.chunks(SIDE).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
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
    let differs = |what: String| Err(InputError::new(format!("this is no Rush Hour position: {what}")));
    let Floor { rows, columns, ref inside } = rules.floor;
    if (rows, columns) != (SIDE, SIDE) {
        return differs(format!("the board has {rows} rows of {columns}, not {SIDE} of {SIDE}"));
    }
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
        cells.windows(2).all(|pair| pair[1] - pair[0] == 1) && cells[cells.len() - 1] % SIDE == SIDE - 1
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
    if !are_known || red_letter(&cells) != Ok(own(red)) {
        let mut others = 'B'..='Z';
        let mut other = || others.next().expect("36 cells have room for 18 cars");
        cells = draw(&mut |piece| if piece == red { RED } else { other() });
    }
    Ok(cells.into_iter().collect())
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
