//! The rules: pieces, floor, what a move may do, and the puzzle as a tiling.

use tejun_search::tiling::{Kind, Tiling, cells_of};

use super::reasons;
use super::shape::Shape;
use crate::packed::{SYMMETRIES, turned};
use crate::sentence::Reason;

/// A kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// How moves name it.
    pub name: String,
    /// How drawings name it.
    pub letter: char,
    pub count: u32,
    /// The forms that it may take.
    pub forms: Vec<Shape>,
}

impl Piece {
    /// Cells of one.
    pub fn size(&self) -> usize {
        self.forms[0].0.len()
    }
}

/// The region, and the pieces that have to fill it.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub rows: usize,
    pub columns: usize,
    /// The cells to fill, as rows and columns, in reading order; moves name them from 1.
    pub cells: Vec<(usize, usize)>,
    pub pieces: Vec<Piece>,
    /// Of each piece, every set of cells that it may cover.
    pub masks: Vec<Vec<u128>>,
    /// The empty board, row after row, and where each cell stands in it.
    blank: Vec<char>,
    at: Vec<usize>,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// Index into the pieces.
    pub kind: usize,
    /// The cells that it covers, a bit each.
    pub mask: u128,
}

/// A position: the pieces on the board, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    pub placed: Vec<Placed>,
}

impl Position {
    pub fn filled(&self) -> u128 {
        self.placed.iter().fold(0, |filled, placed| filled | placed.mask)
    }

    /// How many pieces of a kind are on the board.
    pub fn used(&self, kind: usize) -> usize {
        self.placed.iter().filter(|placed| placed.kind == kind).count()
    }
}

/// The move that puts a piece of that name onto the cells of a mask, which it lists from 1.
pub(super) fn text(name: &str, mask: u128) -> String {
    // A hundred and some cells take three digits at most, and something between them.
    let mut text = String::with_capacity(name.len() + 4 * mask.count_ones() as usize);
    text.push_str(name);
    for (at, cell) in cells_of(mask).enumerate() {
        text.push(if at == 0 { ':' } else { ',' });
        let number = cell + 1;
        // By the million, writing formatted numbers would take longer than finding solutions.
        for unit in [100, 10, 1].into_iter().filter(|&unit| number >= unit) {
            text.push(char::from(b'0' + (number / unit % 10) as u8));
        }
    }
    text
}

impl Rules {
    /// The rules for those pieces on those cells of a rectangle; the cells in reading order.
    pub fn new(rows: usize, columns: usize, cells: Vec<(usize, usize)>, pieces: Vec<Piece>) -> Rules {
        let mut ids = vec![None; rows * columns];
        for (id, &(row, column)) in cells.iter().enumerate() {
            ids[row * columns + column] = Some(id);
        }
        let masks_of = |piece: &Piece| {
            let mut masks = Vec::new();
            for form in &piece.forms {
                let height = form.0.iter().map(|cell| cell.0).max().unwrap_or(0);
                let width = form.0.iter().map(|cell| cell.1).max().unwrap_or(0);
                for row in 0..rows.saturating_sub(height) {
                    for column in 0..columns.saturating_sub(width) {
                        let bit = |&(r, c): &(usize, usize)| {
                            ids[(row + r) * columns + column + c].map(|id| 1_u128 << id)
                        };
                        masks.extend(form.0.iter().try_fold(0, |mask, cell| Some(mask | bit(cell)?)));
                    }
                }
            }
            masks
        };
        let masks = pieces.iter().map(masks_of).collect();
        let at: Vec<usize> = cells.iter().map(|&(row, column)| row * columns + column).collect();
        let mut blank = vec!['#'; rows * columns];
        for &at in &at {
            blank[at] = '.';
        }
        Rules { rows, columns, cells, pieces, masks, blank, at }
    }

    /// All cells.
    pub fn all(&self) -> u128 {
        u128::MAX >> (128 - self.cells.len())
    }

    /// For each cell the cells beside it.
    pub fn neighbours(&self) -> Vec<u128> {
        let beside = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let of = |a: &(usize, usize)| {
            self.cells
                .iter()
                .enumerate()
                .filter(|(_, b)| beside(a, b))
                .fold(0, |mask, (id, _)| mask | 1 << id)
        };
        self.cells.iter().map(of).collect()
    }

    /// The turns and mirror images that map the region onto itself, as permutations of its cells.
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        // Of its bounding box, which every symmetry of the region leaves as it is.
        let region = Shape::of(self.cells.iter().map(|&(r, c)| (r as i32, c as i32)));
        let rows = region.0.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        let columns = region.0.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        let cells: Vec<usize> = region.0.iter().map(|&(row, column)| row * columns + column).collect();
        let image = |symmetry, cell| cells.binary_search(&turned(rows, columns, symmetry, cell)?).ok();
        let images = |symmetry| cells.iter().map(|&cell| image(symmetry, cell)).collect();
        (0..SYMMETRIES).filter_map(images).collect()
    }

    /// The puzzle that is left in a position, as a tiling of the cells still free (ascending, so that
    /// its cell *i* is the *i*-th of them), scanned along the shorter side. Symmetries are those of
    /// the empty board.
    ///
    /// # Errors
    /// When there is nothing to fill, or the pieces have too many ways to lie.
    pub fn tiling(&self, position: &Position) -> Result<(Tiling, Vec<usize>), String> {
        let filled = position.filled();
        let free: Vec<usize> = cells_of(self.all() & !filled).collect();
        let mut index = [0; 128];
        for (i, &cell) in free.iter().enumerate() {
            index[cell] = i;
        }
        let squeezed = |mask: u128| match filled {
            0 => mask,
            _ => cells_of(mask).fold(0, |m, cell| m | 1_u128 << index[cell]),
        };
        let kind = |kind: usize| {
            let masks =
                self.masks[kind].iter().copied().filter(|mask| mask & filled == 0).map(squeezed).collect();
            Kind { count: self.left(position, kind), masks }
        };
        let kinds: Vec<Kind> = (0..self.pieces.len()).map(kind).collect();
        // An empty place after each line of the scan: then all places look alike to the tables.
        let place = |&cell: &usize| {
            let (row, column) = self.cells[cell];
            if self.rows <= self.columns {
                column * (self.rows + 1) + row
            } else {
                row * (self.columns + 1) + column
            }
        };
        let line = free.iter().map(place).collect();
        let tiling = Tiling::new(free.len(), &kinds).and_then(|tiling| tiling.along(line));
        let tiling = tiling.map_err(|error| error.to_string())?;
        let group = if position.placed.is_empty() { self.symmetries() } else { Vec::new() };
        Ok((tiling.under(&group), free))
    }

    /// A move as a line writes it.
    pub fn text(&self, placed: Placed) -> String {
        text(&self.pieces[placed.kind].name, placed.mask)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why it is not legal; the position stays what it was.
    pub fn play(&self, position: &mut Position, text: &str) -> Result<(), Reason> {
        let no_form = || Reason::new(&reasons::NO_MOVE).with("move", text);
        let (name, list) = text.rsplit_once(':').ok_or_else(no_form)?;
        let kind = self.pieces.iter().position(|piece| piece.name == name);
        let kind = kind.ok_or_else(|| Reason::new(&reasons::NO_PIECE).with("piece", name))?;
        let mut mask = 0_u128;
        for number in list.split(',') {
            let cell: usize = number.parse().map_err(|_| no_form())?;
            if cell == 0 || cell > self.cells.len() {
                return Err(Reason::new(&reasons::NO_CELL).with("cell", cell).with("most", self.cells.len()));
            }
            if mask >> (cell - 1) & 1 == 1 {
                return Err(no_form());
            }
            mask |= 1 << (cell - 1);
        }
        if self.left(position, kind) == 0 {
            return Err(Reason::new(&reasons::NONE_LEFT).with("piece", name));
        }
        if !self.masks[kind].contains(&mask) {
            return Err(Reason::new(&reasons::WRONG_FORM).with("piece", name));
        }
        if let Some(other) = position.placed.iter().find(|placed| placed.mask & mask != 0) {
            let shared = other.mask & mask;
            let cell = shared.trailing_zeros() + 1;
            let other = &self.pieces[other.kind].name;
            return Err(Reason::new(&reasons::OVERLAP)
                .with("piece", name)
                .with("other", other)
                .with("cell", cell)
                .on(cells_of(shared)));
        }
        position.placed.push(Placed { kind, mask });
        Ok(())
    }

    /// How many pieces of a kind are left.
    pub fn left(&self, position: &Position, kind: usize) -> u32 {
        self.pieces[kind].count - position.placed.iter().filter(|placed| placed.kind == kind).count() as u32
    }

    /// Whether every cell is covered.
    pub fn is_solved(&self, position: &Position) -> bool {
        position.filled() == self.all()
    }

    /// The board as rows of letters, `.` being a free cell and `#` no cell.
    pub fn grid(&self, placed: impl IntoIterator<Item = Placed>) -> Vec<String> {
        let mut grid = self.blank.clone();
        for piece in placed {
            let letter = self.pieces[piece.kind].letter;
            for cell in cells_of(piece.mask) {
                grid[self.at[cell]] = letter;
            }
        }
        // As a rule letters take a byte each.
        let text = |row: &[char]| {
            let mut text = String::with_capacity(self.columns);
            text.extend(row);
            text
        };
        grid.chunks(self.columns).map(text).collect()
    }
}
