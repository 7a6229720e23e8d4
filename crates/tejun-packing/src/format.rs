//! Instance files and short forms of packings.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::faults::{
    BAD_LABEL, BAD_NAME, CELLS, COUNT, FLAT, LABEL_TWICE, LABELS, LAYERS, LONG_NAME, MOST_PIECES, NO_LABEL,
    NO_LABELS, NO_LETTER, NO_PIECE, PIECE_SIZE, SPARE_CELLS, SPARE_SIZES, STRANGE, STRANGE_SHAPE, TWICE,
    TWO_PARTS, WRAP_LAYERS,
};
use super::lattice::{EVERY_LATTICE, Lattice, Place};
use super::rules::{Labels, Piece, Rules};
use super::shape::{SETS, Shape, named_set, pentomino, pentomino_letters};
#[cfg(not(target_family = "wasm"))]
use tejun_core::NormalForm;
use tejun_core::{
    InputError, Reason,
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
    /// Layers are not flipped: no piece of wood becomes its image in a mirror.
    flip: Option<bool>,
    #[serde(default = "yes")]
    rotate: bool,
    #[serde(default)]
    rule: Rule,
    board: String,
    wrap: Option<Wrap>,
    labels: Option<String>,
    empty: Option<String>,
    /// Whether pieces may be left over.
    #[serde(default)]
    spare: bool,
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

/// Which sides of a board are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wrap {
    /// Left and right: a cylinder.
    Columns,
    /// Top and bottom, too: a torus.
    Both,
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
        let (lattice, board) = self.lattice()?;
        let mut drawn = Vec::new();
        for (row, line) in board.iter().enumerate() {
            for (column, &c) in line.iter().enumerate() {
                match c {
                    'o' | '?' => drawn.push((lattice.place((row, column)), c == '?')),
                    '#' | ' ' => {}
                    _ => {
                        let strange = Reason::new(&STRANGE).with("c", format!("{c:?}"));
                        return Err(InputError::at(row, column, strange));
                    }
                }
            }
        }
        let labels = self.labels(&mut drawn, &lattice)?;
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
        let flip = self.flip.unwrap_or(!lattice.is_solid());
        let mut raw = self.listed(flip)?;
        for drawn in &self.piece {
            let shape = drawn.shape()?;
            raw.push(Raw {
                name: drawn.name.clone(),
                shape,
                count: drawn.count,
                flip: drawn.flip.unwrap_or(flip),
                rotate: drawn.rotate.unwrap_or(self.rotate),
            });
        }
        if raw.is_empty() {
            return Err(Reason::new(&NO_PIECE).into());
        }
        let pieces = self.pieces(raw, lattice.is_solid())?;
        if self.spare && optional != 0 {
            return Err(Reason::new(&SPARE_CELLS).into());
        }
        let other = pieces.iter().find(|piece| piece.size() != pieces[0].size());
        if let Some(other) = other.filter(|_| self.spare) {
            let sizes = Reason::new(&SPARE_SIZES).with("first", &pieces[0].name).with("n", pieces[0].size());
            return Err(sizes.with("other", &other.name).with("m", other.size()).into());
        }
        let mut rules = Rules::new(lattice, (cells, optional), pieces);
        (rules.labels, rules.spare) = (labels, self.spare);
        Ok(rules)
    }

    /// Where the cells lie, and the rows of the board. Those between layers have no cells.
    fn lattice(&self) -> Result<(Lattice, Vec<Vec<char>>), InputError> {
        if !EVERY_LATTICE {
            if self.wrap.is_some() || self.board.trim().contains("\n\n") {
                return Err(InputError::new(
                    "boxes, cylinders and tori are for the program: this page has no room for them",
                ));
            }
            let board = rows(&self.board)?;
            return Ok((Lattice::new([1, board.len(), board[0].len()], [false; 3]), board));
        }
        let text = self.board.trim_start_matches(['\r', '\n']);
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            // It says whether there is too much of that.
            rows(&self.board)?;
        }
        let width = text.lines().next().map_or(0, |row| row.chars().count());
        // A mistake is found at its place in the drawing: what is too large without them is refused so.
        let fits = text.lines().count().saturating_mul(width) <= input::MAX_CELLS;
        let gap = if fits { "#".repeat(width) } else { String::new() };
        let lines: Vec<&str> = text.lines().map(|row| if row.is_empty() { &gap } else { row }).collect();
        let board = rows(&lines.join("\n"))?;
        let layers: Vec<usize> = text
            .lines()
            .map(str::len)
            .collect::<Vec<_>>()
            .split(|&row| row == 0)
            .map(<[usize]>::len)
            .collect();
        if let Some(at) = layers.iter().position(|&rows| rows != layers[0]) {
            let fault =
                Reason::new(&LAYERS).with("n", at + 1).with("rows", layers[at]).with("first", layers[0]);
            return Err(fault.into());
        }
        let lattice = Lattice::new(
            [layers.len(), layers[0], board[0].len()],
            [false, self.wrap == Some(Wrap::Both), self.wrap.is_some()],
        );
        match lattice.is_solid() && self.wrap.is_some() {
            true => Err(Reason::new(&WRAP_LAYERS).into()),
            false => Ok((lattice, board)),
        }
    }

    /// What is written on the cells of the board, of which those that are left empty are taken out.
    fn labels(
        &self,
        cells: &mut Vec<(Place, bool)>,
        lattice: &Lattice,
    ) -> Result<Option<Labels>, InputError> {
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
                false => labels.empty.push((lattice.drawn(cell), word.to_owned())),
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
    fn listed(&self, flip: bool) -> Result<Vec<Raw>, InputError> {
        let Some(text) = &self.pieces else { return Ok(Vec::new()) };
        if let Some(set) = named_set(text) {
            let raw = |(letter, shape, one_sided): (char, Shape, bool)| Raw {
                name: letter.to_string(),
                shape,
                count: 1,
                flip: flip && !one_sided,
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
                    pieces.push(Raw { name, shape, count: 1, flip, rotate: self.rotate });
                }
            }
        }
        Ok(pieces)
    }

    /// Makes the forms of the pieces and chooses a letter for each.
    fn pieces(&self, raw: Vec<Raw>, solid: bool) -> Result<Vec<Piece>, InputError> {
        let straight = pentomino('I').expect("I is a pentomino").forms(true, true, solid);
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
            if !solid && piece.shape.size()[0] > 1 {
                return Err(Reason::new(&FLAT).with("name", piece.name).into());
            }
            let letter = single(&piece.name).or_else(|| free.next()).unwrap_or('*');
            let mut forms: Vec<Shape> =
                piece.shape.forms(piece.flip, piece.rotate, solid).into_iter().collect();
            if self.rule == Rule::Katamino && straight.contains(&piece.shape) {
                forms = straight.iter().filter(|form| form.size()[..2] == [1, 1]).cloned().collect();
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
        // An empty row ends a layer.
        let (mut layer, mut top) = (0, 0);
        for (row, line) in self.shape.trim_matches('\n').lines().enumerate() {
            if line.is_empty() {
                (layer, top) = (layer + 1, row + 1);
            }
            for (column, c) in line.chars().enumerate() {
                match c {
                    'o' => cells.push([layer, (row - top) as i32, column as i32]),
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
        if !shape.is_connected() {
            return Err(Reason::new(&TWO_PARTS).with("name", name).into());
        }
        Ok(shape)
    }
}

/// The puzzle in normal form: each piece is drawn in the first of its forms, with no more ways to lie than make forms.
#[cfg(not(target_family = "wasm"))]
pub(super) fn normal_form(rules: &Rules) -> String {
    let solid = rules.lattice.is_solid();
    let drawn = |size: Place, cells: &[Place], signs: &dyn Fn(Option<usize>) -> char| {
        let sign = |cell: Place| signs(cells.binary_search(&cell).ok());
        let row = |layer, row| (0..size[2]).map(|column| sign([layer, row, column])).collect::<String>();
        let layer =
            |layer| (0..size[1]).map(|at| row(layer, at)).chain([String::new()]).collect::<Vec<String>>();
        let mut rows: Vec<String> = (0..size[0]).flat_map(layer).collect();
        rows.pop();
        rows
    };
    let board = drawn(rules.lattice.size, &rules.places, &|cell| match cell {
        Some(cell) if rules.optional >> cell & 1 == 1 => '?',
        Some(_) => 'o',
        None => '#',
    });
    let mut puzzle = NormalForm::of("packing").rows("board", &board);
    puzzle = match (rules.lattice.wraps(1), rules.lattice.wraps(2)) {
        (true, _) => puzzle.word("wrap", "both"),
        (false, true) => puzzle.word("wrap", "columns"),
        (false, false) => puzzle,
    };
    if rules.spare {
        puzzle = puzzle.value("spare", true);
    }
    for Piece { name, count, forms, .. } in &rules.pieces {
        let shape = &forms[0];
        let is_all = |&(flip, rotate): &(bool, bool)| shape.forms(flip, rotate, solid).iter().eq(forms);
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
    Reason::new(&NO_LETTER)
        .with("sets", SETS)
        .with("letters", letters)
        .with("letter", format!("{letter:?}"))
        .into()
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

/// The sets that fill a box, by their number of cells.
#[cfg(not(target_family = "wasm"))]
const BOXES: [(usize, &str); 4] = [(27, "soma"), (32, "tetracubes"), (60, "pentominoes"), (64, "bedlam")];

/// Expands `box:LxRxC`.
#[cfg(not(target_family = "wasm"))]
pub(super) fn in_a_box(text: &str) -> Result<String, InputError> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=MAX_CELLS).contains(n));
    let sides: Option<Vec<usize>> = text.split('x').map(number).collect();
    let [layers, rows, columns] = sides.unwrap_or_default()[..] else {
        let text = input::quoted(text);
        return Err(InputError::new(format!(
            "{text} is not the size of a box: write layers, rows and columns, as in box:3x4x5"
        )));
    };
    let cells = layers * rows * columns;
    let Some((_, pieces)) = BOXES.iter().find(|set| set.0 == cells) else {
        return Err(InputError::new(format!(
            "no set fills {cells} cells: Soma has 27, the tetracubes 32, the pentominoes 60, the Bedlam cube 64; for others write a file"
        )));
    };
    if layers == 1 {
        return Err(InputError::new("a box has at least two layers, as in box:3x4x5"));
    }
    Ok(file(pieces, Rule::Free, &vec![rectangle(rows, columns); layers].join("\n\n")))
}

/// Expands `cylinder:RxC` and `torus:RxC`.
#[cfg(not(target_family = "wasm"))]
pub(super) fn wrapped(wrap: &str, text: &str) -> Result<String, InputError> {
    Ok(format!("{}wrap = {wrap:?}\n", pentominoes(text)?))
}
