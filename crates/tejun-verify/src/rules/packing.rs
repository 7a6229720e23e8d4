//! Packings: pieces that fill a region, each cell covered once.

use std::collections::BTreeSet;

use crate::error::VerifyError;
use crate::rules::grid::{Grid, Place, detached, image};
use crate::statement::{Keys, Statement};

/// A set of places of the board, as bits.
pub type Places = u128;

/// Most cells of a region, and most pieces of a puzzle.
const MOST: usize = 128;

/// Most characters of a name.
const LONGEST: usize = 32;

/// The cells of a piece, ascending; the least row and the least column are 0.
type Shape = Vec<Place>;

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
        let board = keys.rows("board", "o?#")?;
        let region = Grid::new(&board, Some('#')).trimmed();
        if region.len() == 0 || region.len() > MOST {
            return Err(VerifyError::new(format!("the board does not have 1 to {MOST} cells")));
        }
        let mut given: Vec<Given> = Vec::new();
        while keys.takes("[[piece]]\n") {
            let piece = piece(&mut keys)?;
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
            board.iter().flatten().filter(|sign| **sign != '#').map(|sign| *sign == '?').collect();
        let numbers = Numbers::of(region);
        let optional = numbers.numbers.iter().zip(optional).filter(|(_, optional)| *optional);
        let optional = optional.fold(0, |places: Places, (number, _)| places | 1 << number);
        let kind = |given: &Given| {
            let mut covers: Vec<Places> =
                given.forms.iter().flat_map(|form| numbers.everywhere(form)).collect();
            covers.sort_unstable();
            let size = given.forms.first().map_or(0, Vec::len) as u32;
            Kind { count: given.count, size, covers }
        };
        let mut kinds: Vec<Kind> = given.iter().map(kind).collect();
        let region = numbers.numbers.iter().fold(0, |region: Places, place| region | 1 << place);
        // What stays empty is covered by as many pieces of one cell.
        let cells: u32 = kinds.iter().map(|kind| kind.count * kind.size).sum();
        if let Some(count) =
            region.count_ones().checked_sub(cells).filter(|count| (1..=optional.count_ones()).contains(count))
        {
            kinds.push(Kind { count, size: 1, covers: places(optional).map(|place| 1 << place).collect() });
        }
        let symmetries = numbers.symmetries(&kinds, optional);
        Ok(Packing { region, stride: numbers.stride, kinds, symmetries })
    }
}

/// The cells of a region and their numbers.
struct Numbers {
    cells: Grid,
    /// The number of each.
    numbers: Vec<usize>,
    stride: Option<u32>,
}

impl Numbers {
    fn of(cells: Grid) -> Numbers {
        let (height, width) = cells.size;
        let (longer, shorter) = (height.max(width), height.min(width));
        let at = |&(row, column): &Place| if height <= width { (column, row) } else { (row, column) };
        // A place that is no cell after each line keeps the ends of lines apart.
        if longer * (shorter + 1) <= Places::BITS as usize {
            let number = |cell: &Place| at(cell).0 * (shorter + 1) + at(cell).1;
            let numbers = cells.places.iter().map(number).collect();
            return Numbers { cells, numbers, stride: Some(shorter as u32 + 1) };
        }
        let mut order: Vec<Place> = cells.places.iter().map(at).collect();
        order.sort_unstable();
        let number = |cell: &Place| order.binary_search(&at(cell)).expect("it is one of them");
        let numbers = cells.places.iter().map(number).collect();
        Numbers { cells, numbers, stride: None }
    }

    /// What a form covers wherever it lies in the region.
    fn everywhere(&self, form: &Shape) -> Vec<Places> {
        let from_first = |&(row, column): &Place| (row as isize, column as isize - form[0].1 as isize);
        let lies = |first: usize| {
            form.iter().try_fold(0, |covered: Places, cell| {
                Some(covered | 1 << self.numbers[self.cells.beside(first, from_first(cell))?])
            })
        };
        (0..self.cells.len()).filter_map(lies).collect()
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
fn piece(keys: &mut Keys) -> Result<Given, VerifyError> {
    let name = keys.word("name")?;
    let is_seen = |sign: char| !sign.is_whitespace() && !sign.is_control() && sign != ':';
    if !(1..=LONGEST).contains(&name.chars().count()) || !name.chars().all(is_seen) {
        return Err(VerifyError::new("a piece has no name, or an invalid one"));
    }
    let count = keys.number("count")?;
    let (flip, rotate) = (keys.flag("flip")?, keys.flag("rotate")?);
    let grid = Grid::new(&keys.rows("shape", "o.")?, Some('.'));
    let shape = &grid.places;
    if !(1..=MOST as u64).contains(&count) || !(1..=MOST).contains(&shape.len()) {
        return Err(VerifyError::new(format!("of piece {name} there are not 1 to {MOST}, of as many cells")));
    }
    if let Some(place) = detached(shape) {
        return Err(VerifyError::at(place, format!("piece {name} is in two parts")));
    }
    let forms = forms(&grid, (flip, rotate));
    let way = WAYS.into_iter().find(|&way| self::forms(&grid, way) == forms);
    if forms.first() != Some(shape) || way != Some((flip, rotate)) || grid.trimmed().size != grid.size {
        return Err(VerifyError::new(format!("piece {name} is not in normal form")));
    }
    Ok(Given { name, count: count as u32, forms })
}

/// The ways in which a piece may lie.
fn forms(shape: &Grid, (flip, rotate): (bool, bool)) -> BTreeSet<Shape> {
    let is_turn = |turn: usize| turn.count_ones().is_multiple_of(2);
    let may_be = |turn: &usize| match (flip, rotate) {
        (true, true) => true,
        (false, true) => is_turn(*turn),
        // Left and right exchanged.
        (true, false) => [0, 2].contains(turn),
        (false, false) => *turn == 0,
    };
    let form = |turn: usize| {
        let mut form: Shape = shape.places.iter().map(|place| image(turn, shape.size, *place)).collect();
        form.sort_unstable();
        form
    };
    (0..8).filter(may_be).map(form).collect()
}
