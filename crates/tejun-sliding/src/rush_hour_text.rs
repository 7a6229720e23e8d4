//! Boards of Rush Hour as they are copied around: one word, a row of a database, rows in a frame or without.

use super::klotski;
use super::rush_hour::{self, SIDE};
use tejun_core::kit::Pasted;
use tejun_core::{InputError, input};

/// How far a word of a file may be from a position's length and still be meant as one.
const NEAR: usize = SIDE;
/// The sides of other square boards that are written as one word.
const OTHER_SIDES: [usize; 4] = [4, 5, 7, 8];

/// Takes a position as one word, alone or in a row of a database: between numbers.
pub(super) fn read_word(text: &str) -> Option<Result<String, InputError>> {
    let text = input::without_mark(text).trim();
    let is_position = |word: &str| {
        word.len().abs_diff(SIDE * SIDE) <= NEAR && word.chars().all(|c| c.is_ascii_alphabetic() || c == '.')
    };
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let positions = text.split_whitespace().filter(|word| !is_number(word));
    let several = positions.clone().count();
    if several > 0
        && positions.clone().all(is_position)
        && (several > 1 || text == positions.clone().next()?)
    {
        let first = positions.clone().next()?;
        return Some(match several {
            1 => rush_hour::expand(first),
            _ => Err(InputError::new(format!(
                "the text has {several} Rush Hour positions: keep one, or solve each of them with solve --each"
            ))),
        });
    }
    if text.contains('\n') {
        return None;
    }
    let is_letters = |word: &&str| !word.is_empty() && word.parse::<f64>().is_err();
    let fields = || text.split(|c: char| c.is_whitespace() || ",;\"".contains(c));
    let mut letters = fields().filter(is_letters);
    let (word, None) = (letters.next()?, letters.next()) else { return None };
    let among_numbers = fields().any(|field| field.parse::<f64>().is_ok());
    let cells: Vec<char> = word.chars().map(emptied).collect();
    if among_numbers && is_position(word) {
        return Some(rush_hour::expand(word));
    }
    let side = [SIDE].into_iter().chain(OTHER_SIDES).find(|side| side * side == cells.len())?;
    // A word of other lengths may be anything: only what makes a puzzle is one.
    rush_hour::file(&cells, side).ok().map(Ok)
}

/// What an empty cell is drawn as, besides a space.
const EMPTY: &str = ".o0_-";

/// Any of the signs for an empty cell as the ones of files.
fn emptied(c: char) -> char {
    if c == ' ' || c != 'o' && EMPTY.contains(c) { '.' } else { c }
}

/// Takes the rows of a board.
pub(super) fn read_rows(text: &str) -> Option<Result<String, InputError>> {
    let pasted = Pasted::of(text)?;
    let (rows, ragged) = pasted.rectangle(EMPTY)?;
    let (height, columns) = (rows.len(), rows[0].len());
    if !rush_hour::is_size(height, columns) {
        return None;
    }
    let drawn = rows.concat();
    let cells: Vec<char> = drawn.iter().copied().map(emptied).collect();
    if !cells.iter().all(|&c| c.is_ascii_alphabetic() || c == '.') {
        return None;
    }
    let parts = Parts::of(&cells, columns);
    if !parts.look_like_cars(columns) {
        return None;
    }
    if let Some(fault) = ragged.or_else(|| doubt(&cells, columns, &parts)) {
        return Some(Err(fault));
    }
    let read = rush_hour::file(&cells, columns);
    Some(read.and_then(|file| exits_there(&pasted, &file).map(|()| file)))
}

/// Whether the red car stands in the row whose end is marked as the exit.
fn exits_there(pasted: &Pasted, file: &str) -> Result<(), InputError> {
    let Some(exit) = pasted.exit() else { return Ok(()) };
    let goal = file.split("goal = '''\n").nth(1).unwrap_or_default();
    match goal.lines().position(|row| row.contains(|c: char| c.is_ascii_alphabetic())) {
        Some(red) if red != exit => Err(InputError::new(format!(
            "the exit is marked in row {}, and the red car is in row {}: draw both in one row",
            exit + 1,
            red + 1
        ))),
        _ => Ok(()),
    }
}

/// What a small letter means that stands for no car in one usual lettering, and for one in another.
fn doubt(cells: &[char], columns: usize, parts: &Parts) -> Option<InputError> {
    let has_dots = cells.contains(&'.');
    let is_small =
        |letter: &&(char, Vec<usize>)| letter.0.is_ascii_lowercase() && !['o', 'x'].contains(&letter.0);
    let small = parts.0.iter().filter(is_small).count();
    let (_, o) = parts.0.iter().find(|(letter, _)| *letter == 'o')?;
    (has_dots && small > 0 && is_car(o, columns)).then(|| {
        InputError::at(
            o[0] / columns,
            o[0] % columns,
            "o may be a car here, or empty as '.' is: give the car another letter, or write one of the two",
        )
    })
}

/// The cells of each letter, in the order of the letters.
struct Parts(Vec<(char, Vec<usize>)>);

impl Parts {
    fn of(cells: &[char], columns: usize) -> Parts {
        debug_assert_eq!(cells.len() % columns, 0);
        let mut parts: Vec<(char, Vec<usize>)> = Vec::new();
        for (cell, &letter) in cells.iter().enumerate().filter(|(_, c)| **c != '.') {
            match parts.iter_mut().find(|part| part.0 == letter) {
                Some((_, part)) => part.push(cell),
                None => parts.push((letter, vec![cell])),
            }
        }
        Parts(parts)
    }

    /// Whether most letters are cars, and no 2x2 block makes this a board of Klotski.
    fn look_like_cars(&self, columns: usize) -> bool {
        let letters = || self.0.iter().filter(|(letter, _)| !['o', 'x'].contains(letter));
        let cars = letters().filter(|(_, cells)| is_car(cells, columns)).count();
        let has_square = self.0.iter().any(|(_, cells)| klotski::is_square(cells, columns));
        cars > 0 && 2 * cars >= letters().count() && !(has_square && columns == klotski::SIZE.1)
    }
}

/// Whether cells are two or three in a line.
fn is_car(cells: &[usize], columns: usize) -> bool {
    let apart = |by: usize| cells.windows(2).all(|pair| pair[1] - pair[0] == by);
    let in_a_row = cells.iter().all(|cell| cell / columns == cells[0] / columns);
    (2..=3).contains(&cells.len()) && (apart(1) && in_a_row || apart(columns))
}
