//! Packings: pieces that fill a region, each cell covered once.

use std::collections::BTreeSet;

use crate::error::VerifyError;
use crate::rules::lattice::{Cube, Lattice, detached};
use crate::statement::{Keys, Statement};

/// A set of places of the board, as bits.
pub type Places = u128;

/// Most cells of a region, and most pieces of a puzzle.
const MOST: usize = 128;

/// Most characters of a name.
const LONGEST: usize = 32;

/// The cells of a piece, ascending; the least layer, row and column are 0.
type Shape = Vec<Cube>;

/// A region and the pieces that are to fill it.
pub struct Packing {
    /// The places to fill. They are numbered along the shorter side of the board.
    pub region: Places,
    /// What the numbers of places in neighbouring lines differ by, if places beside one another in a line have numbers that
    /// follow one another, and no others do.
    pub stride: Option<u32>,
    /// Whether the places are a layer whose sides are not joined.
    pub is_plain: bool,
    /// Whether pieces may be left over, which are all of one size then.
    pub spare: bool,
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

/// Whether a piece may be flipped, and turned.
const WAYS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// A kind of piece as the statement gives it: its forms, and how many there are.
struct Given {
    name: String,
    count: u32,
    forms: BTreeSet<Shape>,
}

impl Packing {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// If it is none, or beyond this program.
    pub fn read(statement: &Statement) -> Result<Packing, VerifyError> {
        let mut keys = statement.keys();
        let board = keys.layers("board", "o?#")?;
        let around: &[(&str, [bool; 3])] =
            &[("columns", [false, false, true]), ("both", [false, true, true])];
        let joined = if keys.has("wrap") { keys.choice("wrap", around)? } else { [false; 3] };
        if joined[2] && board.len() > 1 {
            return Err(VerifyError::new("the sides of a board in layers cannot be joined"));
        }
        let spare = keys.has("spare");
        if spare && !keys.flag("spare")? {
            return Err(VerifyError::new("spare = false is not written in normal form"));
        }
        let region = Lattice::new(&board, '#', joined).trimmed();
        // With one layer, pieces stay in it, though cells be left in one layer of several.
        let solid = board.len() > 1;
        if region.places.is_empty() || region.places.len() > MOST {
            return Err(VerifyError::new(format!("the board does not have 1 to {MOST} cells")));
        }
        let mut given: Vec<Given> = Vec::new();
        while keys.takes("[[piece]]\n") {
            let piece = piece(&mut keys, solid)?;
            if given.iter().any(|other| other.name == piece.name) {
                return Err(VerifyError::new(format!("two pieces have the name {}", piece.name)));
            }
            given.push(piece);
            // What follows takes time for each.
            if given.iter().map(|given| given.count as usize).sum::<usize>() > MOST {
                return Err(VerifyError::new(format!("the puzzle has more than {MOST} pieces")));
            }
        }
        keys.end()?;
        if given.is_empty() {
            return Err(VerifyError::new("the puzzle has no piece"));
        }
        let optional: Vec<bool> =
            board.iter().flatten().flatten().filter(|sign| **sign != '#').map(|sign| *sign == '?').collect();
        let is_plain = !solid && joined == [false; 3];
        let numbers = Numbers::of(region, is_plain);
        let optional = numbers.numbers.iter().zip(optional).filter(|(_, optional)| *optional);
        let optional = optional.fold(0, |places: Places, (number, _)| places | 1 << number);
        let kind = |given: &Given| {
            let mut covers: Vec<Places> =
                given.forms.iter().flat_map(|form| numbers.everywhere(form)).collect();
            covers.sort_unstable();
            covers.dedup();
            let size = given.forms.first().map_or(0, Vec::len) as u32;
            Kind { count: given.count, size, covers }
        };
        let mut kinds: Vec<Kind> = given.iter().map(kind).collect();
        if spare && (optional != 0 || kinds.iter().any(|kind| kind.size != kinds[0].size)) {
            return Err(VerifyError::new(
                "pieces to spare are not of one size, or there are cells that may stay empty",
            ));
        }
        let region = numbers.numbers.iter().fold(0, |region: Places, place| region | 1 << place);
        // What stays empty is covered by as many pieces of one cell.
        let cells: u32 = kinds.iter().map(|kind| kind.count * kind.size).sum();
        if let Some(count) =
            region.count_ones().checked_sub(cells).filter(|count| (1..=optional.count_ones()).contains(count))
        {
            kinds.push(Kind { count, size: 1, covers: places(optional).map(|place| 1 << place).collect() });
        }
        let symmetries = numbers.symmetries(&kinds, optional);
        Ok(Packing { region, stride: numbers.stride, is_plain, spare, kinds, symmetries })
    }
}

/// The cells of a region and their numbers.
struct Numbers {
    cells: Lattice,
    /// The number of each.
    numbers: Vec<usize>,
    stride: Option<u32>,
}

impl Numbers {
    fn of(cells: Lattice, is_plain: bool) -> Numbers {
        if !is_plain {
            let numbers = (0..cells.places.len()).collect();
            return Numbers { cells, numbers, stride: None };
        }
        let [_, height, width] = cells.size;
        let (longer, shorter) = (height.max(width), height.min(width));
        let at = |&[_, row, column]: &Cube| if height <= width { (column, row) } else { (row, column) };
        // A place that is no cell after each line keeps the ends of lines apart.
        if longer * (shorter + 1) <= Places::BITS as usize {
            let number = |cell: &Cube| at(cell).0 * (shorter + 1) + at(cell).1;
            let numbers = cells.places.iter().map(number).collect();
            return Numbers { cells, numbers, stride: Some(shorter as u32 + 1) };
        }
        let mut order: Vec<(usize, usize)> = cells.places.iter().map(at).collect();
        order.sort_unstable();
        let number = |cell: &Cube| order.binary_search(&at(cell)).expect("it is one of them");
        let numbers = cells.places.iter().map(number).collect();
        Numbers { cells, numbers, stride: None }
    }

    /// What a form covers wherever it lies in the region.
    fn everywhere(&self, form: &Shape) -> Vec<Places> {
        let from_first = |cell: &Cube| [0, 1, 2].map(|axis| cell[axis] as isize - form[0][axis] as isize);
        let lies = |first: usize| {
            form.iter().try_fold(0, |covered: Places, cell| {
                let place = 1 << self.numbers[self.cells.beside(first, from_first(cell))?];
                // Around joined sides, a piece may come upon itself.
                (covered & place == 0).then_some(covered | place)
            })
        };
        (0..self.cells.places.len()).filter_map(lies).collect()
    }

    /// The symmetries of the region that the pieces share, and the places that may stay empty. Of kinds that may cover the same,
    /// the first becomes the first.
    fn symmetries(&self, kinds: &[Kind], optional: Places) -> Vec<Symmetry> {
        let symmetry = |images: Vec<usize>| -> Option<Symmetry> {
            let mut places = vec![0; Places::BITS as usize];
            for (&number, image) in self.numbers.iter().zip(images) {
                places[number] = self.numbers[image];
            }
            let mut symmetry = Symmetry { places, kinds: Vec::new() };
            if symmetry.image(optional) != optional {
                return None;
            }
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
        self.cells.symmetries().into_iter().filter_map(symmetry).collect()
    }
}

/// Reads a piece: drawn in the least of its forms, without a row or column that is empty at an edge, and with no more ways to lie
/// than make forms.
fn piece(keys: &mut Keys, solid: bool) -> Result<Given, VerifyError> {
    let name = keys.word("name")?;
    let is_seen = |sign: char| !sign.is_whitespace() && !sign.is_control() && sign != ':';
    if !(1..=LONGEST).contains(&name.chars().count()) || !name.chars().all(is_seen) {
        return Err(VerifyError::new("a piece has no name, or an invalid one"));
    }
    let count = keys.number("count")?;
    let (flip, rotate) = (keys.flag("flip")?, keys.flag("rotate")?);
    let drawn = Lattice::new(&keys.layers("shape", "o.")?, '.', [false; 3]);
    let (shape, size) = (drawn.places.clone(), drawn.size);
    if !(1..=MOST as u64).contains(&count) || !(1..=MOST).contains(&shape.len()) {
        return Err(VerifyError::new(format!("of piece {name} there are not 1 to {MOST}, of as many cells")));
    }
    if let Some([layer, row, column]) = detached(&shape) {
        let place = (layer * (size[1] + 1) + row, column);
        return Err(VerifyError::at(place, format!("piece {name} is in two parts")));
    }
    if !solid && size[0] > 1 {
        return Err(VerifyError::new(format!("piece {name} has layers, the board has one")));
    }
    let forms = forms(&shape, (flip, rotate), solid);
    let way = WAYS.into_iter().find(|&way| self::forms(&shape, way, solid) == forms);
    if forms.first() != Some(&shape) || way != Some((flip, rotate)) || drawn.trimmed().size != size {
        return Err(VerifyError::new(format!("piece {name} is not in normal form")));
    }
    Ok(Given { name, count: count as u32, forms })
}

/// The ways in which a piece may lie: what quarter turns make of it, those of its layer and, in a box, those that raise it, and a
/// reflection that exchanges left and right.
fn forms(shape: &Shape, (flip, rotate): (bool, bool), solid: bool) -> BTreeSet<Shape> {
    type Step = fn([isize; 3]) -> [isize; 3];
    let steps: [(bool, Step); 3] = [
        (rotate, |[layer, row, column]| [layer, column, -row]),
        (rotate && solid, |[layer, row, column]| [row, -layer, column]),
        (flip, |[layer, row, column]| [layer, row, -column]),
    ];
    let mut forms = BTreeSet::from([shape.clone()]);
    let mut waiting = vec![shape.clone()];
    while let Some(form) = waiting.pop() {
        for (_, step) in steps.iter().filter(|step| step.0) {
            let moved: Vec<[isize; 3]> = form.iter().map(|cell| step(cell.map(|at| at as isize))).collect();
            let least = [0, 1, 2].map(|axis| moved.iter().map(|cell| cell[axis]).min().unwrap_or(0));
            let at = |cell: &[isize; 3]| [0, 1, 2].map(|axis| (cell[axis] - least[axis]) as usize);
            let mut moved: Shape = moved.iter().map(at).collect();
            moved.sort_unstable();
            if forms.insert(moved.clone()) {
                waiting.push(moved);
            }
        }
    }
    forms
}
