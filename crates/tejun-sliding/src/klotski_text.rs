//! Boards of Klotski as they are copied around: rows of letters or digits, a layout as one word, and the nine
//! hexadecimal digits that Chinese programs use. The 2x2 block has to get to the middle of the bottom.

use std::collections::BTreeMap;

use super::faults::{IN_PARTS, NO_SQUARE, TWO_SQUARES, WHICH_PIECES};
use super::klotski::{self, SIZE};
use super::rules::{Metric, Position, Rules, Target};
use tejun_core::kit::Pasted;
use tejun_core::{InputError, Reason};

/// Number of columns of the boards whose exit is known.
const COLUMNS: usize = SIZE.1;
/// Their numbers of rows.
const ROWS: std::ops::RangeInclusive<usize> = 4..=8;
/// What an empty cell is drawn as, besides a space.
const EMPTY: &str = "._-0";
/// Number of digits of a code.
const DIGITS: usize = 9;
/// The pieces of a code's pairs of bits, as a layout writes them.
const CODED: [char; 4] = ['.', 'h', 'v', '1'];
/// The shapes of pieces, high and wide, the 2x2 block first.
const SHAPES: [(usize, usize); 4] = [(2, 2), (2, 1), (1, 2), (1, 1)];

/// Pieces as sets of cells, each with its letter.
type Pieces = Vec<(char, Vec<usize>)>;

/// Takes the rows of a board, each piece with a letter of its own or with one for all of its shape.
pub(super) fn read_rows(text: &str) -> Option<Result<String, InputError>> {
    let pasted = Pasted::of(text)?;
    let (rows, ragged) = match pasted.word().map(|word| word.chars().collect::<Vec<char>>()) {
        Some(word) if word.len() == SIZE.0 * SIZE.1 => {
            (word.chunks(COLUMNS).map(<[char]>::to_vec).collect(), None)
        }
        _ => pasted.rectangle(EMPTY)?,
    };
    if rows[0].len() != COLUMNS || !ROWS.contains(&rows.len()) {
        return None;
    }
    let mut cells = rows.concat();
    let is_blank = |c: char| c == ' ' || EMPTY.contains(c) && c != '0';
    let has_other = cells.iter().any(|c| is_blank(*c));
    for c in &mut cells {
        if is_blank(*c) || *c == '0' && !has_other {
            *c = '.';
        }
    }
    let is_piece = |c: char| c.is_ascii_alphanumeric();
    if !cells.iter().all(|&c| c == '.' || is_piece(c)) || !cells.contains(&'.') {
        return None;
    }
    // What is a layout, each shape with its own letter, is none of pieces.
    if rows.len() == SIZE.0 && cells.iter().all(|c| "Bvh1.".contains(*c)) {
        let file = klotski::expand(&cells.iter().collect::<String>());
        if file.is_ok() {
            return Some(ragged.map_or(file, Err)).filter(|_| pasted.word().is_none());
        }
    }
    // Two cells of a piece side by side, as words hardly have.
    let beside = |cell: &usize| {
        cells[*cell] != '.'
            && (cell % COLUMNS + 1 < COLUMNS && cells[cell + 1] == cells[*cell]
                || cells.get(cell + COLUMNS) == Some(&cells[*cell]))
    };
    let mut letters = cells.iter().filter(|c| **c != '.');
    let first = letters.next();
    if (0..cells.len()).filter(beside).count() < 2 || letters.all(|letter| Some(letter) == first) {
        return None;
    }
    let read = pieces(&cells).map(|pieces| file(rows.len(), &pieces));
    // Rows of another number may be anything: only what makes a puzzle is one.
    (read.is_ok() || rows.len() == SIZE.0).then_some(ragged.map_or(read, Err))
}

/// Takes a layout without `klotski:` before it.
pub(super) fn read_layout(text: &str) -> Option<Result<String, InputError>> {
    let pasted = Pasted::of(text)?;
    let word = pasted.word()?;
    let is_layout = word.len() == SIZE.0 * SIZE.1 && word.chars().all(|c| "Bvh1.".contains(c));
    is_layout.then(|| klotski::expand(word))
}

/// Takes a code: the cell of the 2x2 block, and two bits for each other piece or free cell in reading order. Zeros at
/// its end may be left out.
pub(super) fn read_code(text: &str) -> Option<Result<String, InputError>> {
    let pasted = Pasted::of(text)?;
    let word = pasted.word()?;
    let digits: Vec<u32> = word.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    // A shorter number may be anything.
    let is_number = digits.iter().all(|&digit| digit < 10);
    let is_word = digits.iter().all(|&digit| digit > 9);
    if !(6..=DIGITS).contains(&digits.len()) || digits.len() < DIGITS && (is_number || is_word) {
        return None;
    }
    // So may be a word: only what makes a puzzle is a code. Shorter ones fill the board but for two cells, as few words do.
    let layout = decoded(&digits)?;
    let is_sure = digits.len() == DIGITS || layout.matches('.').count() == 2;
    is_sure.then(|| klotski::expand(&layout))
}

fn decoded(digits: &[u32]) -> Option<String> {
    let digit = |at: usize| digits.get(at).copied().unwrap_or(0) as usize;
    let mut pairs = (1..DIGITS).flat_map(|at| [digit(at) / 4, digit(at) % 4]);
    let mut cells = [None; SIZE.0 * SIZE.1];
    place(&mut cells, digit(0), 'B', (2, 2))?;
    while let Some(cell) = cells.iter().position(Option::is_none) {
        let sign = CODED[pairs.next()?];
        place(&mut cells, cell, sign, shape_of(sign))?;
    }
    let free = cells.iter().filter(|cell| **cell == Some('.')).count();
    (free > 1 && pairs.all(|pair| pair == 0)).then(|| cells.into_iter().flatten().collect())
}

fn shape_of(sign: char) -> (usize, usize) {
    match sign {
        'B' => SHAPES[0],
        'v' => SHAPES[1],
        'h' => SHAPES[2],
        _ => SHAPES[3],
    }
}

/// Puts a piece with its upper left corner on a cell; `None` if it does not fit.
fn place(cells: &mut [Option<char>], head: usize, sign: char, shape: (usize, usize)) -> Option<()> {
    for cell in covered(head, shape, cells.len())? {
        match &mut cells[cell] {
            free @ None => *free = Some(sign),
            Some(_) => return None,
        }
    }
    Some(())
}

/// The cells of a shape whose upper left corner is a cell; `None` if it does not fit on the board.
fn covered(head: usize, (high, wide): (usize, usize), cells: usize) -> Option<Vec<usize>> {
    let fits = head % COLUMNS + wide <= COLUMNS && head / COLUMNS + high <= cells / COLUMNS;
    let rows = (0..high).flat_map(|down| (0..wide).map(move |right| head + down * COLUMNS + right));
    fits.then(|| rows.collect())
}

/// The pieces of a board.
///
/// # Errors
/// If a letter stands neither for a piece nor for several of a shape, or that can be taken in two ways, or there is not
/// just one 2x2 block.
fn pieces(cells: &[char]) -> Result<Pieces, InputError> {
    let mut letters: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (cell, &letter) in cells.iter().enumerate().filter(|(_, c)| **c != '.') {
        letters.entry(letter).or_default().push(cell);
    }
    let letters: Pieces = letters.into_iter().collect();
    let in_parts = letters.iter().find(|(_, cells)| !is_connected(cells));
    let of_a_kind = kinds(&letters, cells.len());
    match in_parts {
        None => {
            let squares = letters.iter().filter(|(_, cells)| klotski::is_square(cells, COLUMNS)).count();
            let are_letters = letters.iter().all(|(letter, _)| letter.is_ascii_alphabetic());
            let differ = of_a_kind.iter().any(|kinds| kinds.len() != letters.len());
            match squares {
                1 if !are_letters && differ => Err(Reason::new(&WHICH_PIECES).into()),
                1 => Ok(letters),
                0 => Err(Reason::new(&NO_SQUARE).into()),
                _ => Err(Reason::new(&TWO_SQUARES).into()),
            }
        }
        Some(&(letter, ref part)) => match &of_a_kind[..] {
            [only] => Ok(only.clone()),
            [] => {
                let reason = Reason::new(&IN_PARTS).with("letter", letter);
                Err(InputError::at(part[0] / COLUMNS, part[0] % COLUMNS, reason))
            }
            _ => Err(Reason::new(&WHICH_PIECES).into()),
        },
    }
}

fn is_connected(cells: &[usize]) -> bool {
    let mut found = vec![cells[0]];
    let mut at = 0;
    while at < found.len() {
        let beside = |&&cell: &&usize| {
            let (one, other) = (found[at], cell);
            let apart = (one / COLUMNS).abs_diff(other / COLUMNS) + (one % COLUMNS).abs_diff(other % COLUMNS);
            apart == 1 && !found.contains(&other)
        };
        let more: Vec<usize> = cells.iter().filter(beside).copied().collect();
        found.extend(more);
        at += 1;
    }
    found.len() == cells.len()
}

/// The pieces if each letter stands for a shape of its own, in every way in which that can be. One letter is the 2x2 block.
fn kinds(letters: &Pieces, size: usize) -> Vec<Pieces> {
    if letters.len() > SHAPES.len() {
        return Vec::new();
    }
    let mut ways: Vec<(Vec<usize>, Pieces)> = vec![(Vec::new(), Vec::new())];
    for (_, cells) in letters {
        let mut next = Vec::new();
        for (taken, pieces) in &ways {
            for shape in (0..SHAPES.len()).filter(|shape| !taken.contains(shape)) {
                let Some(parts) = cut(cells, SHAPES[shape], size) else { continue };
                if shape > 0 || parts.len() == 1 {
                    let parts = parts.into_iter().map(|part| (' ', part));
                    let pieces = pieces.iter().cloned().chain(parts).collect();
                    next.push((taken.iter().copied().chain([shape]).collect(), pieces));
                }
            }
        }
        ways = next;
    }
    let with_square = ways.into_iter().filter(|(taken, _)| taken.contains(&0)).map(|(_, pieces)| pieces);
    let named = |mut pieces: Pieces| {
        pieces.sort_by_key(|(_, cells)| cells[0]);
        let letters = ('a'..='z').chain('A'..='Z');
        pieces.into_iter().zip(letters).map(|((_, cells), letter)| (letter, cells)).collect()
    };
    with_square.map(named).collect()
}

/// Cuts cells into pieces of one shape.
fn cut(cells: &[usize], shape: (usize, usize), size: usize) -> Option<Vec<Vec<usize>>> {
    let mut rest = cells.to_vec();
    let mut parts = Vec::new();
    while let Some(&head) = rest.first() {
        let part = covered(head, shape, size)?;
        if !part.iter().all(|cell| rest.contains(cell)) {
            return None;
        }
        rest.retain(|cell| !part.contains(cell));
        parts.push(part);
    }
    Some(parts)
}

/// The text of an instance file.
fn file(rows: usize, pieces: &Pieces) -> String {
    let mut board = vec!['.'; rows * COLUMNS];
    let mut goal = board.clone();
    for (letter, cells) in pieces {
        cells.iter().for_each(|&cell| board[cell] = *letter);
        if klotski::is_square(cells, COLUMNS) {
            klotski::exit(rows).into_iter().for_each(|cell| goal[cell] = *letter);
        }
    }
    let draw = |cells: &[char]| {
        cells.chunks(COLUMNS).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    format!("puzzle = \"sliding\"\nboard = '''\n{}'''\ngoal = '''\n{}'''\n", draw(&board), draw(&goal))
}

/// Writes a position as rows of letters. Pieces keep their letters if all of them are plain.
///
/// # Errors
/// If the puzzle is not one of Klotski; the error says what is different.
pub(super) fn write_rows(rules: &Rules, position: &Position) -> Result<String, InputError> {
    check(rules)?;
    if rules.pieces.len() > 52 {
        return differs("it has more pieces than letters");
    }
    let is_plain = rules.pieces.iter().all(|piece| piece.letter.is_ascii_alphabetic())
        && !rules.pieces.iter().all(|piece| "Bvh".contains(piece.letter));
    let mut cells = vec!['.'; rules.floor.inside.len()];
    for (index, letter) in (0..rules.pieces.len()).zip(('a'..='z').chain('A'..='Z')) {
        let letter = if is_plain { rules.pieces[index].letter } else { letter };
        rules.cells(index, position.heads[index]).into_iter().for_each(|cell| cells[cell] = letter);
    }
    let text = cells.chunks(COLUMNS).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n");
    match read_rows(&text) {
        Some(Ok(_)) => Ok(text),
        _ => differs("its rows have too few pieces to be known as one"),
    }
}

/// Writes a position as a layout: one character a cell.
///
/// # Errors
/// If the puzzle is not one of Klotski, or has other pieces; the error says what is different.
pub(super) fn write_layout(rules: &Rules, position: &Position) -> Result<String, InputError> {
    check(rules)?;
    if rules.floor.rows != SIZE.0 {
        return differs("it has not five rows");
    }
    let mut cells = ['.'; SIZE.0 * SIZE.1];
    for (index, piece) in rules.pieces.iter().enumerate() {
        let (shape, covered) = (piece.shape.size(), rules.cells(index, position.heads[index]));
        let sign = match SHAPES.into_iter().position(|known| known == shape) {
            Some(kind) if covered.len() == shape.0 * shape.1 => ['B', 'v', 'h', '1'][kind],
            _ => return differs("it has pieces larger than 2x2, or not rectangular"),
        };
        covered.into_iter().for_each(|cell| cells[cell] = sign);
    }
    Ok(cells.into_iter().collect())
}

/// Writes a position as a code.
///
/// # Errors
/// As for [`write_layout`], and if fewer than two cells are free.
pub(super) fn write_code(rules: &Rules, position: &Position) -> Result<String, InputError> {
    let layout: Vec<char> = write_layout(rules, position)?.chars().collect();
    if layout.iter().filter(|&&sign| sign == '.').count() < 2 {
        return differs("a code has two free cells at least");
    }
    let mut done = vec![false; layout.len()];
    let (mut head, mut pairs) = (0, Vec::new());
    for cell in 0..layout.len() {
        if done[cell] {
            continue;
        }
        let sign = layout[cell];
        for part in covered(cell, shape_of(sign), layout.len()).into_iter().flatten() {
            done[part] = true;
        }
        match CODED.into_iter().position(|coded| coded == sign) {
            None => head = cell,
            Some(pair) => pairs.push(pair),
        }
    }
    pairs.resize(2 * (DIGITS - 1), 0);
    let digits = [head].into_iter().chain(pairs.chunks(2).map(|pair| 4 * pair[0] + pair[1]));
    Ok(digits.map(|digit| format!("{digit:X}")).collect())
}

fn differs<T>(what: &str) -> Result<T, InputError> {
    Err(InputError::new(format!("this is no Klotski position: {what}")))
}

/// Whether a puzzle is one of Klotski.
///
/// # Errors
/// If not; the error says what is different.
fn check(rules: &Rules) -> Result<(), InputError> {
    let floor = &rules.floor;
    if floor.columns != COLUMNS || !ROWS.contains(&floor.rows) || floor.inside.contains(&false) {
        return differs("its board is not four columns wide, or has not 4 to 8 rows");
    }
    if rules.metric != Metric::Moves {
        return differs("it counts other things than moves: choose --metric moves");
    }
    if !rules.gates.is_empty() || rules.pieces.iter().any(|piece| piece.axis.is_some()) {
        return differs("it has gates, or pieces that move along one axis only");
    }
    let is_square = |piece: usize| {
        let shape = &rules.pieces[piece].shape;
        shape.size() == (2, 2) && shape.0.len() == 4
    };
    let squares = (0..rules.pieces.len()).filter(|&piece| is_square(piece)).count();
    let leaves = |target: &Target| {
        target.pieces.len() == 1 && is_square(target.pieces[0]) && target.head == klotski::exit(floor.rows)[0]
    };
    match &rules.targets[..] {
        [target] if squares == 1 && leaves(target) => Ok(()),
        _ => differs("its goal is not just its one 2x2 block at the middle of the bottom"),
    }
}
