//! Boards drawn in text whose cells are places for single things.

/// A row and a column, or as many of them.
pub type Place = (usize, usize);

/// Up, down, left and right, as rows down and columns across.
pub const WAYS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Where a turn or reflection, numbered from 0, the identity, to 7, takes a place of a rectangle. From 4 on, rows become columns; an
/// even number of bits turns.
pub fn image(turn: usize, (height, width): Place, (row, column): Place) -> Place {
    let is_across = turn & 4 != 0;
    let (height, width) = if is_across { (width, height) } else { (height, width) };
    let (row, column) = if is_across { (column, row) } else { (row, column) };
    (
        if turn & 1 != 0 { height - 1 - row } else { row },
        if turn & 2 != 0 { width - 1 - column } else { column },
    )
}

/// The first of some cells, ascending, that is in another part of them than the first of all. Cost: quadratic in their number.
pub fn detached(cells: &[Place]) -> Option<Place> {
    let beside = |a: Place, b: Place| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let (mut part, mut others) = (cells[..1].to_vec(), cells[1..].to_vec());
    let mut next = 0;
    while let Some(&cell) = part.get(next) {
        next += 1;
        part.extend(others.iter().filter(|&&other| beside(cell, other)));
        others.retain(|&other| !beside(cell, other));
    }
    others.first().copied()
}

/// The cells of a drawing that belong to the board, numbered in reading order.
#[derive(Clone)]
pub struct Grid {
    /// The row and the column of each cell, ascending.
    pub places: Vec<Place>,
    /// Rows and columns of the drawing.
    pub size: Place,
}

impl Grid {
    /// The cells of a drawing but those with a sign for what is none.
    pub fn new(rows: &[Vec<char>], outside: Option<char>) -> Grid {
        let all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)));
        let places = all.filter(|&(row, column)| Some(rows[row][column]) != outside).collect();
        Grid { places, size: (rows.len(), rows[0].len()) }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The cell in a row and a column.
    pub fn cell(&self, place: Place) -> Option<usize> {
        self.places.binary_search(&place).ok()
    }

    /// The cell so many rows down and columns across.
    pub fn beside(&self, cell: usize, (down, across): (isize, isize)) -> Option<usize> {
        let (row, column) = self.places[cell];
        self.cell((row.checked_add_signed(down)?, column.checked_add_signed(across)?))
    }

    /// The cell that tejun calls so: a letter for the column, a number for the row, from the top.
    pub fn named(&self, name: &str) -> Option<usize> {
        let letters = name.len() - name.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
        let (letters, number) = name.split_at(letters);
        let digits = number.parse::<usize>().ok().filter(|row| row.to_string() == number)?;
        let column = letters.bytes().try_fold(0_usize, |column, letter| {
            column.checked_mul(26)?.checked_add(usize::from(letter - b'a') + 1)
        })?;
        self.cell((digits.checked_sub(1)?, column.checked_sub(1)?))
    }

    /// The same cells, drawn without the rows and columns at the edges that have none.
    pub fn trimmed(&self) -> Grid {
        let least = |side: fn(&Place) -> usize| self.places.iter().map(side).min().unwrap_or(0);
        let (top, left) = (least(|place| place.0), least(|place| place.1));
        let places: Vec<Place> =
            self.places.iter().map(|&(row, column)| (row - top, column - left)).collect();
        let sides = |side: fn(&Place) -> usize| places.iter().map(side).max().map_or(0, |last| last + 1);
        let size = (sides(|place| place.0), sides(|place| place.1));
        Grid { places, size }
    }

    /// The turns and reflections of the drawing, but the identity, that take the board to itself, as the images of the cells.
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        let (height, width) = self.size;
        let turns = (1..8).filter(|turn| turn & 4 == 0 || height == width);
        let image = |turn: usize, place: &Place| self.cell(image(turn, self.size, *place));
        turns.filter_map(|turn| self.places.iter().map(|place| image(turn, place)).collect()).collect()
    }

    /// The turns and reflections, but the identity, that take a board of triangles to itself, as the images of the cells: the
    /// neighbours of a cell are those of its row and column, and those of the diagonal that falls.
    pub fn symmetries_of_triangles(&self) -> Vec<Vec<usize>> {
        let places: Vec<(isize, isize)> =
            self.places.iter().map(|&(row, column)| (row as isize, column as isize)).collect();
        // By a sixth: right becomes down right, and down becomes left.
        let turned = |&(row, column): &(isize, isize)| (column, column - row);
        let mut symmetries = Vec::new();
        for is_reflected in [false, true] {
            let mut images = places.clone();
            if is_reflected {
                images.iter_mut().for_each(|(row, column)| std::mem::swap(row, column));
            }
            for turns in 0..6 {
                if (turns, is_reflected) != (0, false) {
                    symmetries.extend(self.brought_back(&images));
                }
                images = images.iter().map(turned).collect();
            }
        }
        symmetries
    }

    /// The cells on which some places come to lie when they are moved to the upper left corner of the board, if all do.
    fn brought_back(&self, places: &[(isize, isize)]) -> Option<Vec<usize>> {
        let down = places.iter().map(|place| place.0).min()?;
        let across = places.iter().map(|place| place.1).min()?;
        let top = self.places.iter().map(|place| place.0).min()?;
        let left = self.places.iter().map(|place| place.1).min()?;
        let cell = |&(row, column): &(isize, isize)| {
            self.cell((top.checked_add_signed(row - down)?, left.checked_add_signed(column - across)?))
        };
        places.iter().map(cell).collect()
    }
}
