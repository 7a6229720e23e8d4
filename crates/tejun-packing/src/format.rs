//! Instance files and short forms of packings.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::faults::{
    BAD_LABEL, BAD_NAME, CELLS, COUNT, LABEL_TWICE, LABELS, LONG_NAME, MOST_PIECES, NO_LABEL, NO_LABELS,
    NO_LETTER, NO_PIECE, PIECE_SIZE, STRANGE, STRANGE_SHAPE, TWICE, TWO_PARTS,
};
use super::rules::{Labels, Piece, Rules};
use super::shape::{Shape, named_set, pentomino, pentomino_letters};
#[cfg(not(target_family = "wasm"))]
use tejun_core::NormalForm;
use tejun_core::{
    InputError, Reason, grid,
    input::{self, rows},
};

/// Maximum number of cells of a region.
pub(super) const MAX_CELLS: usize = 128;
/// Maximum number of pieces of a puzzle: single cells would fill the largest region.
const MAX_PIECES: usize = MAX_CELLS;
/// Maximum length of a piece's name, in characters.
const MAX_LETTERS: usize = 32;
/// Maximum length of a label, in characters: it is written on a cell.
const MAX_LABEL: usize = 8;

/// The keys of an instance file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pieces: Option<String>,
    #[serde(default)]
    piece: Vec<Drawn>,
    #[serde(default = "yes")]
    flip: bool,
    #[serde(default = "yes")]
    rotate: bool,
    #[serde(default)]
    rule: Rule,
    board: String,
    labels: Option<String>,
    empty: Option<String>,
}

/// A piece drawn by the user.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    name: String,
    shape: String,
    #[serde(default = "one")]
    count: u32,
    flip: Option<bool>,
    rotate: Option<bool>,
}

/// How pieces may lie, beyond their `flip` and `rotate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Rule {
    /// Any way.
    #[default]
    Free,
    /// The pentomino I lies along a row.
    Katamino,
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

/// A piece whose forms are not made yet.
struct Raw {
    name: String,
    shape: Shape,
    count: u32,
    flip: bool,
    rotate: bool,
}

impl File {
    /// Builds the puzzle that the keys describe.
    ///
    /// # Errors
    /// If the keys do not describe a puzzle; the error says where and how to fix it.
    pub fn rules(&self) -> Result<Rules, InputError> {
        let board = rows(&self.board)?;
        let mut drawn = Vec::new();
        for (row, line) in board.iter().enumerate() {
            for (column, &c) in line.iter().enumerate() {
                match c {
                    'o' | '?' => drawn.push(((row, column), c == '?')),
                    '#' | ' ' => {}
                    _ => {
                        let strange = Reason::new(&STRANGE).with("c", format!("{c:?}"));
                        return Err(InputError::at(row, column, strange));
                    }
                }
            }
        }
        let labels = self.labels(&mut drawn)?;
        if drawn.is_empty() || drawn.len() > MAX_CELLS {
            return Err(Reason::new(&CELLS).with("n", drawn.len()).with("most", MAX_CELLS).into());
        }
        let cells = drawn.iter().map(|(cell, _)| *cell).collect();
        let optional = (0..drawn.len()).filter(|&cell| drawn[cell].1).fold(0, |set, cell| set | 1 << cell);
        // Checked before the pieces are built.
        let drawn = self.piece.iter().map(|drawn| drawn.count as usize);
        let number = drawn.fold(self.listed_number(), usize::saturating_add);
        if number > MAX_PIECES {
            return Err(Reason::new(&MOST_PIECES).with("n", number).with("most", MAX_PIECES).into());
        }
        let mut raw = self.listed()?;
        for drawn in &self.piece {
            let shape = drawn.shape()?;
            raw.push(Raw {
                name: drawn.name.clone(),
                shape,
                count: drawn.count,
                flip: drawn.flip.unwrap_or(self.flip),
                rotate: drawn.rotate.unwrap_or(self.rotate),
            });
        }
        if raw.is_empty() {
            return Err(Reason::new(&NO_PIECE).into());
        }
        let pieces = self.pieces(raw)?;
        let mut rules = Rules::new(board.len(), board[0].len(), (cells, optional), pieces);
        rules.labels = labels;
        Ok(rules)
    }

    /// What is written on the cells of the board, of which those that are left empty are taken out.
    fn labels(&self, cells: &mut Vec<((usize, usize), bool)>) -> Result<Option<Labels>, InputError> {
        let Some(text) = &self.labels else {
            return match self.empty {
                None => Ok(None),
                Some(_) => Err(Reason::new(&NO_LABELS).into()),
            };
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != cells.len() {
            return Err(Reason::new(&LABELS).with("n", words.len()).with("cells", cells.len()).into());
        }
        let mut known = BTreeSet::new();
        for &word in &words {
            if word.chars().count() > MAX_LABEL
                || word.contains(|c: char| !input::is_visible(c) || ",:".contains(c))
            {
                let word = input::quoted(word);
                return Err(Reason::new(&BAD_LABEL).with("label", word).with("most", MAX_LABEL).into());
            }
            if !known.insert(word) {
                return Err(Reason::new(&LABEL_TWICE).with("label", word).into());
            }
        }
        let mut empty = BTreeSet::new();
        for word in self.empty.iter().flat_map(|empty| empty.split_whitespace()) {
            if !known.contains(word) {
                return Err(Reason::new(&NO_LABEL).with("label", input::quoted(word)).into());
            }
            empty.insert(word);
        }
        let mut labels = Labels::default();
        let mut word = words.into_iter();
        cells.retain(|&(cell, _)| {
            let word = word.next().expect("there is one for each cell");
            let stays = !empty.contains(word);
            match stays {
                true => labels.cells.push(word.to_owned()),
                false => labels.empty.push((cell, word.to_owned())),
            }
            stays
        });
        Ok(Some(labels))
    }

    /// Number of pieces listed in the key `pieces`.
    fn listed_number(&self) -> usize {
        let Some(text) = &self.pieces else { return 0 };
        named_set(text).map_or_else(|| text.chars().count(), |set| set.len())
    }

    /// The pieces of the key `pieces`.
    fn listed(&self) -> Result<Vec<Raw>, InputError> {
        let Some(text) = &self.pieces else { return Ok(Vec::new()) };
        if let Some(set) = named_set(text) {
            let raw = |(letter, shape, one_sided): (char, Shape, bool)| Raw {
                name: letter.to_string(),
                shape,
                count: 1,
                flip: self.flip && !one_sided,
                rotate: self.rotate,
            };
            return Ok(set.into_iter().map(raw).collect());
        }
        let mut pieces: Vec<Raw> = Vec::new();
        for letter in text.chars() {
            let shape = pentomino(letter).ok_or_else(|| no_letter(letter))?;
            match pieces.iter_mut().find(|piece| piece.name == letter.to_string()) {
                Some(piece) => piece.count += 1,
                None => {
                    let name = letter.to_string();
                    pieces.push(Raw { name, shape, count: 1, flip: self.flip, rotate: self.rotate });
                }
            }
        }
        Ok(pieces)
    }

    /// Makes the forms of the pieces and chooses a letter for each.
    fn pieces(&self, raw: Vec<Raw>) -> Result<Vec<Piece>, InputError> {
        let straight = pentomino('I').expect("I is a pentomino").forms(true, true);
        let mut pieces: Vec<Piece> = Vec::new();
        let single = |name: &str| Some(name.chars().next()?).filter(|first| name.len() == first.len_utf8());
        let taken: BTreeSet<char> = raw.iter().filter_map(|piece| single(&piece.name)).collect();
        let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let mut free = letters.filter(|letter| !taken.contains(letter));
        let mut names = BTreeSet::new();
        for piece in raw {
            if !names.insert(piece.name.clone()) {
                return Err(Reason::new(&TWICE).with("name", piece.name).into());
            }
            let letter = single(&piece.name).or_else(|| free.next()).unwrap_or('*');
            let mut forms: Vec<Shape> = piece.shape.forms(piece.flip, piece.rotate).into_iter().collect();
            if self.rule == Rule::Katamino && straight.contains(&piece.shape) {
                forms =
                    straight.iter().filter(|form| form.0.iter().all(|cell| cell.0 == 0)).cloned().collect();
            }
            pieces.push(Piece { name: piece.name, letter, count: piece.count, forms });
        }
        Ok(pieces)
    }
}

impl Drawn {
    /// Validates the drawing and returns its shape.
    fn shape(&self) -> Result<Shape, InputError> {
        let name = &self.name;
        if name.chars().nth(MAX_LETTERS).is_some() {
            return Err(Reason::new(&LONG_NAME).with("most", MAX_LETTERS).into());
        }
        if name.is_empty() || name.contains(|c: char| !input::is_visible(c) || c == ':') {
            return Err(Reason::new(&BAD_NAME).with("name", format!("{name:?}")).into());
        }
        if self.count == 0 || self.count > MAX_CELLS as u32 {
            let count = Reason::new(&COUNT).with("n", self.count).with("most", MAX_CELLS);
            return Err(count.with("name", name).into());
        }
        let mut cells = Vec::new();
        for (row, line) in self.shape.trim_matches('\n').lines().enumerate() {
            for (column, c) in line.chars().enumerate() {
                match c {
                    'o' => cells.push((row as i32, column as i32)),
                    '.' | ' ' | '#' => {}
                    _ => {
                        let strange = Reason::new(&STRANGE_SHAPE).with("c", format!("{c:?}"));
                        return Err(InputError::at(row, column, strange.with("name", name)));
                    }
                }
            }
        }
        if cells.is_empty() || cells.len() > MAX_CELLS {
            let size = Reason::new(&PIECE_SIZE).with("n", cells.len()).with("most", MAX_CELLS);
            return Err(size.with("name", name).into());
        }
        let shape = Shape::of(cells);
        if grid::detached(&shape.0).is_some() {
            return Err(Reason::new(&TWO_PARTS).with("name", name).into());
        }
        Ok(shape)
    }
}

/// The puzzle in normal form: each piece is drawn in the first of its forms, with no more ways to lie than make forms.
#[cfg(not(target_family = "wasm"))]
pub(super) fn normal_form(rules: &Rules) -> String {
    let drawn =
        |(rows, columns): (usize, usize), cells: &[(usize, usize)], signs: &dyn Fn(Option<usize>) -> char| {
            let sign = |cell| signs(cells.binary_search(&cell).ok());
            let row = |row| (0..columns).map(|column| sign((row, column))).collect();
            (0..rows).map(row).collect::<Vec<String>>()
        };
    let board = drawn((rules.rows, rules.columns), &rules.cells, &|cell| match cell {
        Some(cell) if rules.optional >> cell & 1 == 1 => '?',
        Some(_) => 'o',
        None => '#',
    });
    let mut puzzle = NormalForm::of("packing").rows("board", &board);
    for Piece { name, count, forms, .. } in &rules.pieces {
        let shape = &forms[0];
        let is_all = |&(flip, rotate): &(bool, bool)| shape.forms(flip, rotate).iter().eq(forms);
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        let (flip, rotate) = ways.into_iter().find(is_all).expect("they are the forms of a piece");
        puzzle = puzzle.table("piece").word("name", name).value("count", count);
        let shape = drawn(shape.size(), &shape.0, &|cell| if cell.is_some() { 'o' } else { '.' });
        puzzle = puzzle.value("flip", flip).value("rotate", rotate).rows("shape", &shape);
    }
    puzzle.finish()
}

fn no_letter(letter: char) -> InputError {
    let letters: String = pentomino_letters().collect();
    Reason::new(&NO_LETTER).with("letters", letters).with("letter", format!("{letter:?}")).into()
}

/// A board of `rows` by `columns` cells, as instance files write it.
pub(super) fn rectangle(rows: usize, columns: usize) -> String {
    vec!["o".repeat(columns); rows].join("\n")
}

/// The text of an instance file.
pub(super) fn file(pieces: &str, rule: Rule, board: &str) -> String {
    let rule = match rule {
        Rule::Free => "free",
        Rule::Katamino => "katamino",
    };
    format!("puzzle = \"packing\"\npieces = {pieces:?}\nrule = {rule:?}\nboard = '''\n{board}'''\n")
}

/// Expands `katamino:PIECES`.
pub(super) fn katamino(pieces: &str) -> Result<String, InputError> {
    for (at, letter) in pieces.char_indices() {
        pentomino(letter).ok_or_else(|| no_letter(letter))?;
        if pieces[..at].contains(letter) {
            return Err(InputError::new(format!("piece {letter} comes twice: KATAMINO has one of each")));
        }
    }
    if !(3..=12).contains(&pieces.len()) {
        let n = pieces.len();
        return Err(InputError::new(format!("katamino: takes 3 to 12 letters, not {n}, as in katamino:FPU")));
    }
    Ok(file(pieces, Rule::Free, &rectangle(5, pieces.len())))
}

/// Reads a size such as `6x10` as rows and columns.
pub(super) fn size(text: &str) -> Result<(usize, usize), InputError> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=MAX_CELLS).contains(n));
    let size = text.split_once('x').and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    size.filter(|(rows, columns)| rows * columns <= MAX_CELLS).ok_or_else(|| {
        InputError::new(format!(
            "{} is not a size: write rows, x and columns, as in 6x10, {MAX_CELLS} cells at most",
            input::quoted(text)
        ))
    })
}

/// Expands `pentominoes:RxC`.
pub(super) fn pentominoes(text: &str) -> Result<String, InputError> {
    let (rows, columns) = size(text)?;
    Ok(file("pentominoes", Rule::Free, &rectangle(rows, columns)))
}
