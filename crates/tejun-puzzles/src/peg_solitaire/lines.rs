//! The lines along which pegs jump, and how boards are drawn for each.

use serde::Deserialize;
use tejun_core::InputError;
use tejun_core::input::ragged_rows;
use tejun_core::kit::Board;

use super::words::{SPACED, TRIANGLE, UNCLEAR};
use crate::{CellId, Reason, Scene};

/// The lines along which pegs jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lines {
    /// Rows and columns of squares.
    Orthogonal,
    /// Their diagonals as well.
    Both,
    /// The three lines of a lattice of triangles. It is held as rows and columns in which a hole's neighbours are
    /// those of its row and column and those of the diagonal that falls: a triangle is stairs.
    Triangular,
}

/// A row and a column.
type Place = (usize, usize);

impl Lines {
    /// The lines that are said, or else those that the drawing of a board means, and the board on them.
    ///
    /// # Errors
    /// If what is drawn means something else, or nothing for sure.
    pub fn of(said: Option<Lines>, text: &str, board: Board) -> Result<(Lines, Board), InputError> {
        let lines = match said {
            Some(lines) => lines,
            None => drawn(text)?,
        };
        match lines {
            Lines::Triangular => {
                let places = neighbourly(text)?;
                Ok((lines, board.moved(places)))
            }
            Lines::Both | Lines::Orthogonal if !text.contains('#') && is_spaced(text) => {
                Err(Reason::new(&SPACED).into())
            }
            Lines::Both | Lines::Orthogonal => Ok((lines, board)),
        }
    }

    /// Its name in files.
    #[cfg(not(target_family = "wasm"))]
    pub fn name(self) -> &'static str {
        match self {
            Lines::Orthogonal => "orthogonal",
            Lines::Both => "both",
            Lines::Triangular => "triangular",
        }
    }

    /// The ways to the neighbours of a hole: rows down and columns right.
    pub fn ways(self) -> &'static [(isize, isize)] {
        const WAYS: [(isize, isize); 8] =
            [(1, 1), (-1, -1), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1), (1, -1)];
        match self {
            Lines::Orthogonal => &WAYS[2..6],
            Lines::Both => &WAYS,
            Lines::Triangular => &WAYS[..6],
        }
    }

    /// The symmetries of a board, as [`Board::symmetries`] gives them.
    pub fn symmetries<K: Eq>(self, board: &Board, look: impl Fn(CellId) -> K) -> Vec<Vec<CellId>> {
        match self {
            Lines::Orthogonal | Lines::Both => board.symmetries(look),
            Lines::Triangular => of_triangles(board, look),
        }
    }

    /// The scene of a board. Lines that its squares do not show are roads.
    pub fn scene(self, board: &Board) -> Scene {
        let mut scene = board.scene();
        if self == Lines::Triangular {
            // From row to row, the holes shift by half of their distance.
            let shift = |row: usize, column: usize| 2 * column + scene.rows - row;
            let left = scene.cells.iter().map(|cell| shift(cell.row, cell.column)).min().unwrap_or(0);
            let columns: Vec<usize> =
                scene.cells.iter().map(|cell| shift(cell.row, cell.column) - left).collect();
            scene.columns = columns.iter().max().map_or(0, |last| last + 1);
            scene.cells.iter_mut().zip(columns).for_each(|(cell, column)| cell.column = column);
        }
        if self != Lines::Orthogonal {
            scene.roads = board.runs(self.ways()).filter(|[from, to]| from < to).collect();
        }
        scene
    }
}

/// Whether all rows of several holes have spaces between them.
fn is_spaced(text: &str) -> bool {
    let rows = || text.lines().map(str::trim).filter(|row| row.len() > 1);
    rows().next().is_some() && rows().all(|row| row.chars().skip(1).step_by(2).all(|c| c == ' '))
}

/// What a drawing means if no lines are said: squares, unless it looks like something else, which is sure only where
/// squares without a hole are drawn.
fn drawn(text: &str) -> Result<Lines, Reason> {
    if text.contains('#') {
        return Ok(Lines::Orthogonal);
    }
    if is_spaced(text) && ragged_rows(text).is_ok_and(|rows| Drawing::of(&rows).is_shifted()) {
        return Ok(Lines::Triangular);
    }
    let holes: Vec<usize> = text
        .lines()
        .map(|row| row.chars().filter(|c| !c.is_whitespace()).count())
        .filter(|&holes| holes > 0)
        .collect();
    let is_triangle =
        holes.iter().copied().eq(1..=holes.len()) || holes.iter().rev().copied().eq(1..=holes.len());
    if holes.len() >= 3 && is_triangle { Err(Reason::new(&TRIANGLE)) } else { Ok(Lines::Orthogonal) }
}

/// What is drawn of a board: all but the spaces, in as few columns as hold it.
struct Drawing {
    /// Row and column, and whether it is a hole.
    signs: Vec<(Place, bool)>,
}

impl Drawing {
    fn of(rows: &[Vec<char>]) -> Drawing {
        let signs = rows.iter().enumerate().flat_map(|(row, signs)| {
            let signs = signs.iter().enumerate().filter(|(_, sign)| **sign != ' ');
            signs.map(move |(column, sign)| ((row, column), *sign != '#'))
        });
        let mut signs: Vec<(Place, bool)> = signs.collect();
        let left = signs.iter().map(|((_, column), _)| *column).min().unwrap_or(0);
        let unit = signs.iter().fold(0, |unit, ((_, column), _)| common_divisor(column - left, unit)).max(1);
        signs.iter_mut().for_each(|((_, column), _)| *column = (*column - left) / unit);
        Drawing { signs }
    }

    /// Whether each row is shifted against the next, so that a hole lies between two others.
    fn is_shifted(&self) -> bool {
        let mut sides = self.signs.iter().map(|((row, column), _)| (row + column) % 2);
        sides.next().is_some_and(|first| sides.all(|side| side == first))
    }

    fn holes(&self) -> impl Iterator<Item = Place> {
        self.signs.iter().filter(|(_, is_hole)| *is_hole).map(|(place, _)| *place)
    }
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The rows and columns, as [`Lines::Triangular`] has them, of the holes of a drawing.
///
/// # Errors
/// If neither spaces nor `#` show which holes are neighbours, and they are no triangle.
fn neighbourly(text: &str) -> Result<Vec<Place>, InputError> {
    let rows = ragged_rows(text)?;
    let drawing = Drawing::of(&rows);
    let holes = || drawing.holes();
    if drawing.is_shifted() {
        let left = holes().map(|(row, column)| row + column).min().unwrap_or(0);
        return Ok(holes().map(|(row, column)| (row, (row + column - left) / 2)).collect());
    }
    if drawing.signs.iter().any(|(_, is_hole)| !is_hole) {
        return Ok(holes().collect());
    }
    let top = holes().next().map_or(0, |(row, _)| row);
    let row = |row: usize| holes().filter(move |place| place.0 == row).map(|place| place.1);
    let height = holes().last().map_or(0, |(row, _)| row + 1 - top);
    let widths: Vec<usize> = (top..top + height).map(|at| row(at).count()).collect();
    let first = |at: usize| row(at).next().unwrap_or(0);
    let is_whole =
        (top..top + height).all(|at| row(at).enumerate().all(|(hole, column)| column == first(at) + hole));
    let is_rhombus =
        widths.iter().all(|&width| width == widths[0]) && (top..top + height).all(|at| first(at) == 0);
    let is_pointing_up = widths.iter().copied().eq(1..=height);
    let is_pointing_down = widths.iter().rev().copied().eq(1..=height);
    let place = |(row, column): Place| match is_pointing_down && !is_rhombus {
        true => (row, row - top + column - first(row)),
        false => (row, column - first(row)),
    };
    if is_whole && (is_rhombus || is_pointing_up || is_pointing_down) {
        return Ok(holes().map(place).collect());
    }
    Err(Reason::new(&UNCLEAR).into())
}

/// The symmetries of a board of triangles, without the identity, that map holes to holes for which `look` gives the same.
fn of_triangles<K: Eq>(board: &Board, look: impl Fn(CellId) -> K) -> Vec<Vec<CellId>> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    // How far a hole is along each of the lines, which adds up to 0: two of these differ by one between neighbours.
    let along = |cell: CellId| {
        let (row, column) = board.place(cell);
        let (row, column) = (row as isize, column as isize);
        [column, row - column, -row]
    };
    let least = |places: &[(isize, isize)]| {
        let side = |side: fn(&(isize, isize)) -> isize| places.iter().map(side).min().unwrap_or(0);
        (side(|place| place.0), side(|place| place.1))
    };
    let turned = |order: [usize; 3], sign: isize| -> Vec<(isize, isize)> {
        let image = |cell| {
            let along = order.map(|line| sign * along(cell)[line]);
            (-along[2], along[0])
        };
        board.cells().map(image).collect()
    };
    let (top, left) = least(&turned(ORDERS[0], 1));
    let images = |(order, sign): ([usize; 3], isize)| -> Option<Vec<CellId>> {
        let images = turned(order, sign);
        let (above, beside) = least(&images);
        let image = |(cell, (row, column)): (CellId, (isize, isize))| {
            let place = (row - above + top, column - beside + left);
            let image = board.at(usize::try_from(place.0).ok()?, usize::try_from(place.1).ok()?)?;
            (look(cell) == look(image)).then_some(image)
        };
        images.into_iter().enumerate().map(image).collect()
    };
    let turns = ORDERS.into_iter().flat_map(|order| [(order, 1), (order, -1)]);
    let mut symmetries: Vec<Vec<CellId>> = turns.filter_map(images).collect();
    symmetries.retain(|images| !images.is_sorted());
    symmetries.sort_unstable();
    symmetries.dedup();
    symmetries
}
