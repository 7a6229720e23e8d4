//! Packings: pieces that fill a region, each cell covered once.

use std::collections::BTreeSet;

use crate::error::VerifyError;
use crate::rules::grid::{detached, image};
use crate::statement::{Statement, Value, rows};

/// A set of places of the board, as bits.
pub type Places = u128;

/// Most cells of a region, and most pieces of a puzzle.
const MOST: usize = 128;

/// Most characters of a name.
const LONGEST: usize = 32;

/// The pentominoes, as they lie where they must not turn.
const PENTOMINOES: [(char, &str); 12] = [
    ('F', ".oo/oo./.o."),
    ('I', "ooooo"),
    ('L', "o./o./o./oo"),
    ('N', ".o/.o/oo/o."),
    ('P', "oo/oo/o."),
    ('T', "ooo/.o./.o."),
    ('U', "o.o/ooo"),
    ('V', "o../o../ooo"),
    ('W', "o../oo./.oo"),
    ('X', ".o./ooo/.o."),
    ('Y', ".o/oo/.o/.o"),
    ('Z', "oo./.o./.oo"),
];

const TETROMINOES: [(char, &str); 5] =
    [('I', "oooo"), ('L', "o./o./oo"), ('O', "oo/oo"), ('S', ".oo/oo."), ('T', "ooo/.o.")];

/// Cells as rows and columns, ascending; the least row and the least column are 0.
type Shape = Vec<(i32, i32)>;

/// A region and the pieces that are to fill it.
pub struct Packing {
    /// The places to fill. They are numbered along the shorter side of the board.
    pub region: Places,
    /// What the numbers of places in neighbouring lines differ by, if places beside one another in a line have numbers that
    /// follow one another, and no others do.
    pub stride: Option<u32>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The symmetries but the identity.
    pub symmetries: Vec<Symmetry>,
}

/// A kind of piece.
pub struct Kind {
    /// How many there are.
    pub count: u32,
    /// Cells of a piece.
    pub size: u32,
    /// What a piece may cover, ascending.
    pub covers: Vec<Places>,
}

/// A symmetry of the region that takes what each kind may cover to what another may, of which there are as many.
pub struct Symmetry {
    /// Where it takes each place.
    places: Vec<usize>,
    /// Which kind it makes of each.
    pub kinds: Vec<usize>,
}

impl Symmetry {
    /// The image of a set of places.
    pub fn image(&self, of: Places) -> Places {
        places(of).fold(0, |image, place| image | 1 << self.places[place])
    }
}

/// The places of a set, ascending.
pub fn places(mut set: Places) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}

/// A kind of piece as the instance gives it.
struct Given {
    name: String,
    count: u32,
    shape: Shape,
    flip: bool,
    rotate: bool,
}

impl Packing {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// If it is none, or beyond this program.
    pub fn read(statement: &Statement) -> Result<Packing, VerifyError> {
        statement.only(&["board", "flip", "piece", "pieces", "rotate", "rule"])?;
        let lies = match statement.optional_text("rule")?.unwrap_or("free") {
            "free" => false,
            "katamino" => true,
            other => return Err(VerifyError::new(format!("the rule {other:?} is not known"))),
        };
        let mut region = Vec::new();
        let board = rows(statement.text("board")?, false)?;
        for (row, signs) in board.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate() {
                match sign {
                    'o' => region.push((row as i32, column as i32)),
                    '#' | ' ' => (),
                    _ => return Err(VerifyError::new(format!("the board has {sign:?}, which is no cell"))),
                }
            }
        }
        if region.is_empty() || region.len() > MOST {
            return Err(VerifyError::new(format!("the board does not have 1 to {MOST} cells")));
        }
        let given = pieces(statement)?;
        // No more pieces than cells: what follows takes time for each.
        if given.iter().map(|given| given.count as usize).sum::<usize>() > MOST {
            return Err(VerifyError::new(format!("the puzzle has more than {MOST} pieces")));
        }
        let straight = forms(&drawn("ooooo"), true, true);
        let turned = |given: &Given| match lies && straight.contains(&given.shape) {
            true => BTreeSet::from([drawn("ooooo")]),
            false => forms(&given.shape, given.flip, given.rotate),
        };
        let numbers = Numbers::of(region);
        let kind = |given: &Given| {
            let mut covers: Vec<Places> =
                turned(given).iter().flat_map(|form| numbers.everywhere(form)).collect();
            covers.sort_unstable();
            Kind { count: given.count, size: given.shape.len() as u32, covers }
        };
        let kinds: Vec<Kind> = given.iter().map(kind).collect();
        let symmetries = numbers.symmetries(&kinds);
        let region = numbers.numbers.iter().fold(0, |region, place| region | 1 << place);
        Ok(Packing { region, stride: numbers.stride, kinds, symmetries })
    }
}

/// The cells of a region and their numbers.
struct Numbers {
    /// The cells, ascending.
    cells: Shape,
    /// The number of each.
    numbers: Vec<usize>,
    stride: Option<u32>,
}

impl Numbers {
    fn of(cells: Shape) -> Numbers {
        let cells = normal(&cells);
        let (height, width) = sides(&cells);
        let (longer, shorter) = (height.max(width), height.min(width));
        let at = |&(row, column): &(i32, i32)| if height <= width { (column, row) } else { (row, column) };
        // A place that is no cell after each line keeps the ends of lines apart.
        if i64::from(longer) * i64::from(shorter + 1) <= i64::from(Places::BITS) {
            let number = |cell: &(i32, i32)| (at(cell).0 * (shorter + 1) + at(cell).1) as usize;
            let numbers = cells.iter().map(number).collect();
            return Numbers { cells, numbers, stride: Some(shorter as u32 + 1) };
        }
        let mut order: Vec<(i32, i32)> = cells.iter().map(at).collect();
        order.sort_unstable();
        let number = |cell: &(i32, i32)| order.binary_search(&at(cell)).expect("it is one of them");
        let numbers = cells.iter().map(number).collect();
        Numbers { cells, numbers, stride: None }
    }

    fn number(&self, cell: (i32, i32)) -> Option<usize> {
        self.cells.binary_search(&cell).ok().map(|at| self.numbers[at])
    }

    /// What a form covers wherever it lies in the region.
    fn everywhere(&self, form: &Shape) -> Vec<Places> {
        let first = form[0];
        let lies = |&(row, column): &(i32, i32)| {
            let (down, across) = (row - first.0, column - first.1);
            let number = |&(row, column): &(i32, i32)| self.number((row + down, column + across));
            form.iter().try_fold(0, |covered: Places, cell| Some(covered | 1 << number(cell)?))
        };
        self.cells.iter().filter_map(lies).collect()
    }

    /// The symmetries of the region that the pieces share. Of kinds that may cover the same, the first becomes the first.
    fn symmetries(&self, kinds: &[Kind]) -> Vec<Symmetry> {
        let (height, width) = sides(&self.cells);
        let size = (height as usize, width as usize);
        let symmetry = |turn: usize| -> Option<Symmetry> {
            let mut places = vec![0; Places::BITS as usize];
            for (&(row, column), &number) in self.cells.iter().zip(&self.numbers) {
                let (row, column) = image(turn, size, (row as usize, column as usize))?;
                places[number] = self.number((row as i32, column as i32))?;
            }
            let mut symmetry = Symmetry { places, kinds: Vec::new() };
            for kind in kinds {
                let mut images: Vec<Places> = kind.covers.iter().map(|&of| symmetry.image(of)).collect();
                images.sort_unstable();
                let becomes = (0..kinds.len()).find(|other| {
                    let like = &kinds[*other];
                    like.count == kind.count && like.covers == images && !symmetry.kinds.contains(other)
                });
                symmetry.kinds.push(becomes?);
            }
            Some(symmetry)
        };
        (1..8).filter_map(symmetry).collect()
    }
}

/// The pieces of the keys `pieces` and `piece`.
fn pieces(statement: &Statement) -> Result<Vec<Given>, VerifyError> {
    let flag = |value: Option<&Value>, otherwise: bool| match value {
        None => Ok(otherwise),
        Some(Value::Flag(flag)) => Ok(*flag),
        Some(_) => Err(VerifyError::new("flip or rotate is neither true nor false")),
    };
    let flip = flag(statement.get("flip"), true)?;
    let rotate = flag(statement.get("rotate"), true)?;
    let mut given = Vec::new();
    let one = |(letter, shape): (char, Shape)| Given { name: letter.into(), count: 1, shape, flip, rotate };
    let of = |(letter, shape): (char, &str)| one((letter, drawn(shape)));
    match statement.optional_text("pieces")? {
        None => (),
        Some("pentominoes") => given.extend(PENTOMINOES.map(of)),
        Some("tetrominoes") => given.extend(TETROMINOES.map(of)),
        Some("hexominoes") => given.extend(('A'..='Z').chain('a'..='z').zip(polyominoes(6)).map(one)),
        Some("one-sided pentominoes") => {
            for (letter, shape) in PENTOMINOES {
                let shape = drawn(shape);
                let other =
                    Some(mirrored(&shape)).filter(|other| !forms(&shape, false, true).contains(other));
                let other = other.map(|other| (letter.to_ascii_lowercase(), other));
                let sides = [Some((letter, shape)), other].into_iter().flatten();
                given.extend(sides.map(|side| Given { flip: false, ..one(side) }));
            }
        }
        Some(letters) => {
            for (letter, shape) in PENTOMINOES {
                let count = letters.chars().filter(|other| *other == letter).count() as u32;
                given.extend((count > 0).then(|| Given { count, ..of((letter, shape)) }));
            }
            if let Some(other) = letters.chars().find(|&letter| PENTOMINOES.iter().all(|of| of.0 != letter)) {
                return Err(VerifyError::new(format!("no pentomino has the letter {other:?}")));
            }
        }
    }
    let tables = match statement.get("piece") {
        None => &[][..],
        // What follows takes time for each.
        Some(Value::List(tables)) if tables.len() <= MOST => tables,
        Some(_) => return Err(VerifyError::new(format!("piece is not a list of at most {MOST}"))),
    };
    for table in tables {
        let Value::Table(table) = table else { return Err(VerifyError::new("a piece is not a table")) };
        if table.keys().any(|key| !["count", "flip", "name", "rotate", "shape"].contains(&key.as_str())) {
            return Err(VerifyError::new("a piece has a key whose meaning is not known here"));
        }
        let is_seen = |sign: char| !sign.is_whitespace() && !sign.is_control() && sign != ':';
        let name = match table.get("name") {
            Some(Value::Text(name))
                if (1..=LONGEST).contains(&name.chars().count()) && name.chars().all(is_seen) =>
            {
                name.clone()
            }
            _ => return Err(VerifyError::new("a piece has no name, or an invalid one")),
        };
        let count = match table.get("count") {
            None => 1,
            Some(&Value::Number(count)) if (1..=MOST as i64).contains(&count) => count as u32,
            Some(_) => return Err(VerifyError::new(format!("there are not 1 to {MOST} of a piece"))),
        };
        let Some(Value::Text(drawing)) = table.get("shape") else {
            return Err(VerifyError::new("a piece has no shape"));
        };
        let shape = drawn(&drawing.trim_matches('\n').replace('\n', "/"));
        if shape.is_empty() || shape.len() > MOST || drawing.contains(|sign| !"o. #\n".contains(sign)) {
            return Err(VerifyError::new(format!("a shape is not drawn with 1 to {MOST} cells")));
        }
        let places: Vec<(usize, usize)> =
            shape.iter().map(|&(row, column)| (row as usize, column as usize)).collect();
        if let Some(place) = detached(&places) {
            return Err(VerifyError::at(place, format!("piece {name} is in two parts")));
        }
        let (flip, rotate) = (flag(table.get("flip"), flip)?, flag(table.get("rotate"), rotate)?);
        given.push(Given { name, count, shape, flip, rotate });
    }
    let mut names = BTreeSet::new();
    if let Some(twice) = given.iter().find(|given| !names.insert(&given.name)) {
        return Err(VerifyError::new(format!("two pieces have the name {}", twice.name)));
    }
    if given.is_empty() {
        return Err(VerifyError::new("the puzzle has no piece"));
    }
    Ok(given)
}

/// Reads a drawing, whose rows end with `/`.
fn drawn(drawing: &str) -> Shape {
    let rows = drawing.split('/').zip(0..);
    let signs =
        rows.flat_map(|(signs, row)| signs.chars().zip(0..).map(move |(sign, column)| (sign, row, column)));
    normal(&signs.filter(|sign| sign.0 == 'o').map(|(_, row, column)| (row, column)).collect::<Shape>())
}

fn normal(cells: &[(i32, i32)]) -> Shape {
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut shape: Shape = cells.iter().map(|&(row, column)| (row - top, column - left)).collect();
    shape.sort_unstable();
    shape
}

/// Height and width.
fn sides(shape: &Shape) -> (i32, i32) {
    let side = |of: fn(&(i32, i32)) -> i32| shape.iter().map(of).max().map_or(0, |last| last + 1);
    (side(|cell| cell.0), side(|cell| cell.1))
}

/// The mirror image, left and right exchanged.
fn mirrored(shape: &Shape) -> Shape {
    normal(&shape.iter().map(|&(row, column)| (row, -column)).collect::<Shape>())
}

/// The ways in which a piece may lie.
fn forms(shape: &Shape, flip: bool, rotate: bool) -> BTreeSet<Shape> {
    let mut forms = BTreeSet::new();
    for mut form in [Some(shape.clone()), flip.then(|| mirrored(shape))].into_iter().flatten() {
        for _ in 0..if rotate { 4 } else { 1 } {
            forms.insert(normal(&form));
            form = form.iter().map(|&(row, column)| (column, -row)).collect();
        }
    }
    forms
}

/// The polyominoes of a size, mirror images and turns counted once.
fn polyominoes(size: usize) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for (row, column) in shape {
                for cell in [(row + 1, *column), (row - 1, *column), (*row, column + 1), (*row, column - 1)] {
                    if !shape.contains(&cell) {
                        let grown = normal(&[&shape[..], &[cell]].concat());
                        larger.extend(forms(&grown, true, true).into_iter().next());
                    }
                }
            }
        }
        shapes = larger;
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of free polyominoes: OEIS A000105.
    #[test]
    fn the_named_sets_are_all_polyominoes_of_a_size() {
        let counts: Vec<usize> = (1..=7).map(|size| polyominoes(size).len()).collect();
        assert_eq!(counts, [1, 1, 2, 5, 12, 35, 108]);
        let free = |shape: &str| forms(&drawn(shape), true, true).into_iter().next().unwrap();
        assert_eq!(PENTOMINOES.iter().map(|(_, shape)| free(shape)).collect::<BTreeSet<_>>(), polyominoes(5));
        assert_eq!(TETROMINOES.iter().map(|(_, shape)| free(shape)).collect::<BTreeSet<_>>(), polyominoes(4));
    }
}
