//! The rules: pieces, floor, legal moves, and the puzzle as a tiling.

use tejun_search::tiling::{Kind, Tiling, cells_of};

use super::lattice::{Lattice, Place};
use super::reasons;
use super::shape::Shape;
use tejun_core::{Reason, bits::set_of};

/// A kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its name in moves.
    pub name: String,
    /// Its letter in drawings.
    pub letter: char,
    pub count: u32,
    /// The forms it may take.
    pub forms: Vec<Shape>,
}

impl Piece {
    /// Number of cells of a piece.
    pub fn size(&self) -> usize {
        self.forms[0].0.len()
    }
}

/// What is written on the board. Moves name cells by it.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// On each cell to fill.
    pub cells: Vec<String>,
    /// On cells that are left empty, with their rows and columns.
    pub empty: Vec<((usize, usize), String)>,
}

/// The region, and the pieces that must fill it.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub lattice: Lattice,
    /// The cells to fill, in reading order. Moves number them from 1, unless they have labels.
    pub places: Vec<Place>,
    /// Rows and columns of the drawing, and of the cells in it.
    pub rows: usize,
    pub columns: usize,
    pub cells: Vec<(usize, usize)>,
    /// The cells that may stay empty.
    pub optional: u128,
    pub labels: Option<Labels>,
    /// Whether pieces may be left over. They all have the same number of cells then, and no cell may stay empty.
    pub spare: bool,
    pub pieces: Vec<Piece>,
    /// For each kind of piece, every set of cells it may cover.
    pub masks: Vec<Vec<u128>>,
    /// The empty board, row by row, and the index of each cell in it.
    blank: Vec<char>,
    at: Vec<usize>,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Index into the pieces.
    pub kind: usize,
    /// The cells it covers, one bit per cell.
    pub mask: u128,
}

/// A position: the pieces on the board, in the order they were placed.
#[derive(Clone, Debug, Default)]
pub struct Position {
    pub placed: Vec<Placed>,
}

impl Position {
    pub fn filled(&self) -> u128 {
        self.placed.iter().fold(0, |filled, placed| filled | placed.mask)
    }

    /// Number of pieces of a kind on the board.
    pub fn used(&self, kind: usize) -> usize {
        self.placed.iter().filter(|placed| placed.kind == kind).count()
    }
}

/// The move that puts the piece `name` on the cells of `mask`. The text numbers cells from 1.
pub(super) fn text(name: &str, mask: u128) -> String {
    // There are at most 128 cells, so each takes three digits at most, and a separator.
    let mut text = String::with_capacity(name.len() + 4 * mask.count_ones() as usize);
    text.push_str(name);
    for (at, cell) in cells_of(mask).enumerate() {
        text.push(if at == 0 { ':' } else { ',' });
        let number = cell + 1;
        // Writing millions of formatted numbers would take longer than finding the solutions.
        for unit in [100, 10, 1].into_iter().filter(|&unit| number >= unit) {
            text.push(char::from(b'0' + (number / unit % 10) as u8));
        }
    }
    text
}

impl Rules {
    /// The rules for these pieces on these cells, in reading order, some of which may stay empty.
    pub fn new(lattice: Lattice, (places, optional): (Vec<Place>, u128), pieces: Vec<Piece>) -> Rules {
        let mut ids: Vec<Option<usize>> = vec![None; lattice.size.iter().product()];
        for (id, &place) in places.iter().enumerate() {
            ids[lattice.number(place)] = Some(id);
        }
        let masks_of = |piece: &Piece| {
            let mut masks = Vec::new();
            for form in &piece.forms {
                let by = |cell: &Place| [0, 1, 2].map(|axis| cell[axis] as isize - form.0[0][axis] as isize);
                let by: Vec<[isize; 3]> = form.0.iter().map(by).collect();
                for &first in &places {
                    // Around a short side, a piece may meet itself.
                    masks.extend(by.iter().try_fold(0, |mask, &by| {
                        let bit = 1_u128 << ids[lattice.number(lattice.beside(first, by)?)]?;
                        (mask & bit == 0).then_some(mask | bit)
                    }));
                }
            }
            if lattice.wraps(2) {
                masks.sort_unstable();
                masks.dedup();
            }
            masks
        };
        let masks = pieces.iter().map(masks_of).collect();
        let (rows, columns) = (lattice.drawn_rows(), lattice.size[2]);
        let cells: Vec<(usize, usize)> = places.iter().map(|&place| lattice.drawn(place)).collect();
        let at: Vec<usize> = cells.iter().map(|&(row, column)| row * columns + column).collect();
        let mut blank = vec!['#'; rows * columns];
        for &at in &at {
            blank[at] = '.';
        }
        let (labels, spare) = (None, false);
        Rules { lattice, places, rows, columns, cells, optional, labels, spare, pieces, masks, blank, at }
    }

    /// Every legal move, always in the same order.
    pub fn each_move(&self, position: &Position, mut visit: impl FnMut(Placed)) {
        let filled = position.filled();
        for kind in (0..self.pieces.len()).filter(|&kind| self.left(position, kind) > 0) {
            for mask in self.masks[kind].iter().copied().filter(|mask| mask & filled == 0) {
                visit(Placed { kind, mask });
            }
        }
    }

    /// All cells.
    pub fn all(&self) -> u128 {
        u128::MAX >> (128 - self.cells.len())
    }

    /// For each cell, the set of its neighbours.
    pub fn neighbours(&self) -> Vec<u128> {
        let of = |&a: &Place| {
            let beside = (0..self.places.len()).filter(|&b| self.lattice.are_beside(a, self.places[b]));
            set_of(beside)
        };
        self.places.iter().map(of).collect()
    }

    /// The moves of the lattice that map the region to itself, and what may stay empty, as permutations of its cells.
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        let may_stay_empty = |cell: usize| self.optional >> cell & 1 == 1;
        let keeps = |images: &Vec<usize>| {
            images.iter().enumerate().all(|(cell, &image)| may_stay_empty(cell) == may_stay_empty(image))
        };
        self.lattice.symmetries(&self.places).into_iter().filter(keeps).collect()
    }

    /// The puzzle that remains in a position, as a tiling of the free cells, and these cells in ascending
    /// order: cell *i* of the tiling is the *i*-th of them. Symmetries
    /// are those of the empty board. Cells that stay empty are covered by pieces of their own, the last kind of the tiling
    /// if there are any.
    ///
    /// # Errors
    /// If there is nothing to fill, or the pieces have too many placements.
    pub fn tiling(&self, position: &Position) -> Result<(Tiling, Vec<usize>), String> {
        let mut empty = Vec::new();
        if let Some(count @ 1..) = self.empty_in_the_end(position) {
            empty.push((count, self.optional));
        }
        self.tiling_with(position, &empty)
    }

    /// The same, with so many of each of these sets of cells left empty: they are covered by pieces of their own, the last
    /// kinds of the tiling.
    ///
    /// # Errors
    /// As [`tiling`](Rules::tiling).
    pub fn tiling_with(
        &self,
        position: &Position,
        empty: &[(u32, u128)],
    ) -> Result<(Tiling, Vec<usize>), String> {
        let filled = position.filled();
        let free: Vec<usize> = cells_of(self.all() & !filled).collect();
        let mut index = [0; 128];
        for (i, &cell) in free.iter().enumerate() {
            index[cell] = i;
        }
        let squeezed = |mask: u128| match filled {
            0 => mask,
            _ => set_of(cells_of(mask).map(|cell| index[cell])),
        };
        let kind = |kind: usize| {
            let masks =
                self.masks[kind].iter().copied().filter(|mask| mask & filled == 0).map(squeezed).collect();
            Kind { count: self.left(position, kind), masks }
        };
        let mut kinds: Vec<Kind> = (0..self.pieces.len()).map(kind).collect();
        kinds.extend(empty.iter().map(|&(count, cells)| {
            let masks = cells_of(cells & !filled).map(|cell| squeezed(1 << cell)).collect();
            Kind { count, masks }
        }));
        let line = free.iter().map(|&cell| self.lattice.position(self.places[cell])).collect();
        let tiling = Tiling::new(free.len(), &kinds).and_then(|tiling| tiling.along(line));
        let tiling = tiling.map_err(|error| error.to_string())?;
        let group = if position.placed.is_empty() { self.symmetries() } else { Vec::new() };
        let tiling = tiling.under(&group);
        Ok((if self.lattice.is_broad() { tiling.by_fewest() } else { tiling }, free))
    }

    /// The name of a cell in moves.
    pub fn cell_name(&self, cell: usize) -> String {
        self.labels.as_ref().map_or_else(|| (cell + 1).to_string(), |labels| labels.cells[cell].clone())
    }

    /// Writes a move as text.
    pub fn text(&self, placed: Placed) -> String {
        self.text_of(&self.pieces[placed.kind].name, placed.mask)
    }

    /// The move that puts the piece `name` on the cells of `mask`.
    pub fn text_of(&self, name: &str, mask: u128) -> String {
        match &self.labels {
            None => text(name, mask),
            Some(labels) => {
                let cells: Vec<&str> = cells_of(mask).map(|cell| labels.cells[cell].as_str()).collect();
                format!("{name}:{}", cells.join(","))
            }
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns why the move is not legal; the position is then unchanged.
    pub fn play(&self, position: &mut Position, text: &str) -> Result<(), Reason> {
        let no_form = || Reason::new(&reasons::NO_MOVE).with("move", text);
        let (name, list) = text.rsplit_once(':').ok_or_else(no_form)?;
        let kind = self.pieces.iter().position(|piece| piece.name == name);
        let kind = kind.ok_or_else(|| Reason::new(&reasons::NO_PIECE).with("piece", name))?;
        let mut mask = 0_u128;
        for name in list.split(',') {
            let cell = match &self.labels {
                Some(labels) => {
                    let cell = labels.cells.iter().position(|label| label == name);
                    cell.ok_or_else(|| Reason::new(&reasons::NO_LABEL).with("cell", name))?
                }
                None => {
                    let number: usize = name.parse().map_err(|_| no_form())?;
                    let most = self.cells.len();
                    let known = number.checked_sub(1).filter(|&cell| cell < most);
                    known.ok_or_else(|| {
                        Reason::new(&reasons::NO_CELL).with("cell", number).with("most", most)
                    })?
                }
            };
            if mask >> cell & 1 == 1 {
                return Err(no_form());
            }
            mask |= 1 << cell;
        }
        if self.left(position, kind) == 0 {
            return Err(Reason::new(&reasons::NONE_LEFT).with("piece", name));
        }
        if !self.masks[kind].contains(&mask) {
            return Err(Reason::new(&reasons::WRONG_FORM).with("piece", name));
        }
        if let Some(other) = position.placed.iter().find(|placed| placed.mask & mask != 0) {
            let shared = other.mask & mask;
            let cell = self.cell_name(shared.trailing_zeros() as usize);
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

    /// The moves of every solution from here: the number of pieces that are left, or as many as the free cells take.
    pub fn moves_left(&self, position: &Position) -> u32 {
        match self.spare {
            false => (0..self.pieces.len()).map(|kind| self.left(position, kind)).sum(),
            true => (self.all() & !position.filled()).count_ones() / self.pieces[0].size() as u32,
        }
    }

    /// Number of pieces of a kind that are left.
    pub fn left(&self, position: &Position, kind: usize) -> u32 {
        self.pieces[kind].count - position.placed.iter().filter(|placed| placed.kind == kind).count() as u32
    }

    /// Number of cells that stay empty if all pieces that are left are placed, or enough of them; `None` if that cannot be.
    pub fn empty_in_the_end(&self, position: &Position) -> Option<u32> {
        let free = self.all() & !position.filled();
        let area = |kind: usize| self.left(position, kind) * self.pieces[kind].size() as u32;
        let area: u32 = (0..self.pieces.len()).map(area).sum();
        if self.spare {
            let is_enough = area >= free.count_ones();
            return (is_enough && free.count_ones().is_multiple_of(self.pieces[0].size() as u32))
                .then_some(0);
        }
        let empty = free.count_ones().checked_sub(area)?;
        (empty <= (free & self.optional).count_ones()).then_some(empty)
    }

    /// Whether every cell is covered, or, where some may stay empty, every other cell, by all pieces.
    pub fn is_solved(&self, position: &Position) -> bool {
        let is_covered = position.filled() | self.optional == self.all();
        is_covered && (self.optional == 0 || self.moves_left(position) == 0)
    }

    /// The board as rows of letters; `.` is a free cell and `#` is not a cell. Between layers is an empty row.
    pub fn grid(&self, placed: impl IntoIterator<Item = Placed>) -> Vec<String> {
        let mut grid = self.blank.clone();
        for piece in placed {
            let letter = self.pieces[piece.kind].letter;
            for cell in cells_of(piece.mask) {
                grid[self.at[cell]] = letter;
            }
        }
        // Most letters take one byte.
        let text = |row: &[char]| {
            let mut text = String::with_capacity(self.columns);
            text.extend(row);
            text
        };
        let mut rows: Vec<String> = grid.chunks(self.columns).map(text).collect();
        // Between layers.
        rows.iter_mut().skip(self.lattice.size[1]).step_by(self.lattice.size[1] + 1).for_each(String::clear);
        rows
    }
}
