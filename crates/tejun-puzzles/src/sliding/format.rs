//! Instance files and short forms of sliding puzzles.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::bounds::{self, Letters};
use super::faults::{self, INVISIBLE, NO_GOAL, TOO_LARGE, TWO_PARTS};
use super::goal;
use super::model::Plan;
use super::rules::{Floor, GoalMatch, Metric, Piece, Position, Rules, Shape};
use crate::grid;
use crate::input::{self, InputError, Keys};
use crate::sentence::Reason;

/// Maximum number of cells of a board, walls included.
pub const MAX_CELLS: usize = 512;

/// The keys of an instance file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    metric: Metric,
    #[serde(default)]
    goal_match: GoalMatch,
    axis: Option<Letters>,
    #[serde(default)]
    gates: BTreeMap<String, Letters>,
    board: String,
    goal: Option<String>,
}

/// Whether a character of a drawing is no floor.
pub(super) fn is_outside(c: char) -> bool {
    c == '#' || c == ' '
}

/// The pieces drawn in `rows`, ordered by first cell: letter and cells.
pub(super) fn drawn(rows: &[Vec<char>]) -> Vec<(char, Vec<usize>)> {
    let columns = rows[0].len();
    let mut pieces: Vec<(char, Vec<usize>)> = Vec::new();
    for (cell, &c) in rows.iter().flatten().enumerate() {
        if c == '.' || is_outside(c) {
            continue;
        }
        match pieces.iter_mut().find(|(letter, _)| *letter == c) {
            Some((_, cells)) => cells.push(cell),
            None => pieces.push((c, vec![cell])),
        }
    }
    debug_assert!(pieces.iter().flat_map(|(_, cells)| cells).all(|cell| cell / columns < rows.len()));
    pieces
}

/// Rejects invisible characters, which would be read as pieces.
pub(super) fn visible(rows: &[Vec<char>]) -> Result<(), InputError> {
    let unseen = |&(_, c): &(usize, &char)| !is_outside(*c) && !input::is_visible(*c);
    match rows.iter().flatten().enumerate().find(unseen) {
        Some((at, c)) => Err(InputError::at(
            at / rows[0].len(),
            at % rows[0].len(),
            Reason::new(&INVISIBLE).with("c", format!("{c:?}")),
        )),
        None => Ok(()),
    }
}

/// Rejects a piece whose cells are not connected.
pub(super) fn connected(letter: char, cells: &[usize], columns: usize) -> Result<(), InputError> {
    let cells: Vec<(usize, usize)> = cells.iter().map(|cell| (cell / columns, cell % columns)).collect();
    match grid::detached(&cells) {
        Some((row, column)) => {
            Err(InputError::at(row, column, Reason::new(&TWO_PARTS).with("letter", letter)))
        }
        None => Ok(()),
    }
}

impl File {
    /// Builds the puzzle that the keys describe, and its start position.
    ///
    /// # Errors
    /// If the keys do not describe a puzzle; the error says where and how to fix it.
    pub fn rules(&self) -> Result<(Rules, Position), InputError> {
        let mut board = input::rows(&self.board)?;
        let (height, columns) = (board.len(), board[0].len());
        if height * columns > MAX_CELLS {
            return Err(faults::too_large(&TOO_LARGE, height, columns));
        }
        visible(&board)?;
        let gates = bounds::take_gates(&mut board, &self.gates)?;
        let inside = board.iter().flatten().map(|&c| !is_outside(c)).collect();
        let floor = Floor { rows: height, columns, inside };
        let mut pieces = Vec::new();
        let mut heads = Vec::new();
        for (letter, cells) in drawn(&board) {
            connected(letter, &cells, columns)?;
            heads.push(cells[0]);
            pieces.push(Piece { letter, shape: Shape::of(&cells, columns), axis: None });
        }
        if let Some(letters) = &self.axis {
            bounds::give_axes(&mut pieces, &heads, columns, letters)?;
        }
        let drawn_at: Vec<(usize, usize)> =
            gates.iter().map(|gate| (gate.cells[0] / columns, gate.cells[0] % columns)).collect();
        let (goal_match, metric) = (self.goal_match, self.metric);
        let mut rules = Rules { floor, pieces, gates, targets: Vec::new(), goal_match, metric };
        bounds::open_gates(&mut rules, &self.gates)?;
        let shut = bounds::passable(&rules, &drawn_at).err();
        match &self.goal {
            Some(goal) => {
                let added = goal::add(&mut rules, &mut heads, goal);
                added.map_err(|fault| shut.unwrap_or_else(|| fault.in_goal()))?;
            }
            None if self.goal_match == GoalMatch::Shape => {
                return Err(Reason::new(&NO_GOAL).into());
            }
            None => {}
        }
        bounds::passable(&rules, &drawn_at)?;
        Plan::check(&rules)?;
        let start = rules.position(heads);
        Ok((rules, start))
    }
}

/// Number of rows of a Klotski board.
const KLOTSKI_ROWS: usize = 5;
/// Number of columns of a Klotski board.
const KLOTSKI_COLUMNS: usize = 4;

/// The pieces of `klotski:LAYOUT` in reading order, each with its character and cells. One of them is a `B`.
///
/// # Errors
/// If the layout is not 20 characters, its `B`, `v` and `h` do not make whole pieces, or it does not have
/// exactly one 2x2.
pub(super) fn klotski_pieces(layout: &str) -> Result<Vec<(char, Vec<usize>)>, InputError> {
    let layout: Vec<char> = layout.chars().collect();
    if layout.len() != KLOTSKI_ROWS * KLOTSKI_COLUMNS {
        return Err(InputError::new(format!(
            "a klotski layout has 20 characters, 5 rows of 4, and this has {}",
            layout.len()
        )));
    }
    let mut claimed = vec![false; layout.len()];
    let mut pieces: Vec<(char, Vec<usize>)> = Vec::new();
    for (cell, &c) in layout.iter().enumerate() {
        let (row, column) = (cell / KLOTSKI_COLUMNS, cell % KLOTSKI_COLUMNS);
        if claimed[cell] || c == '.' {
            continue;
        }
        let (tall, wide) = match c {
            'B' => (2, 2),
            'v' => (2, 1),
            'h' => (1, 2),
            '1' => (1, 1),
            _ => {
                return Err(InputError::at(
                    row,
                    column,
                    format!(
                        "{c:?} is not a piece: a layout is made of B (2x2), v (2 tall), h (2 wide), 1 and '.'"
                    ),
                ));
            }
        };
        let mut cells = Vec::new();
        for (down, right) in (0..tall).flat_map(|down| (0..wide).map(move |right| (down, right))) {
            let part = cell + down * KLOTSKI_COLUMNS + right;
            let fits = row + down < KLOTSKI_ROWS && column + right < KLOTSKI_COLUMNS;
            if !fits || layout[part] != c || claimed[part] {
                return Err(InputError::at(
                    row,
                    column,
                    format!("the {c} that begins here is not whole: it takes {tall} rows and {wide} columns"),
                ));
            }
            claimed[part] = true;
            cells.push(part);
        }
        if c == 'B' && pieces.iter().any(|&(before, _)| before == 'B') {
            return Err(InputError::at(row, column, "this is a second 2x2 piece: a klotski layout has one"));
        }
        pieces.push((c, cells));
    }
    if pieces.iter().all(|&(c, _)| c != 'B') {
        return Err(InputError::new("a klotski layout needs a 2x2 piece, four B in a square"));
    }
    Ok(pieces)
}

/// Expands `klotski:LAYOUT` to the text of an instance file.
///
/// # Errors
/// As for [`klotski_pieces`].
pub(super) fn klotski(layout: &str) -> Result<String, InputError> {
    let mut board = vec!['.'; KLOTSKI_ROWS * KLOTSKI_COLUMNS];
    let mut goal = board.clone();
    for ((c, cells), letter) in klotski_pieces(layout)?.into_iter().zip('a'..) {
        cells.into_iter().for_each(|cell| board[cell] = letter);
        if c == 'B' {
            [13, 14, 17, 18].into_iter().for_each(|cell| goal[cell] = letter);
        }
    }
    let draw = |cells: &[char]| {
        cells.chunks(KLOTSKI_COLUMNS).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    Ok(format!("puzzle = \"sliding\"\nboard = '''\n{}'''\ngoal = '''\n{}'''\n", draw(&board), draw(&goal)))
}

/// The puzzle of `klotski:LAYOUT` and its start position.
///
/// # Errors
/// As for [`klotski_pieces`].
pub(super) fn klotski_rules(layout: &str) -> Result<(Rules, Position), InputError> {
    let (_, keys) = Keys::split(&klotski(layout)?)?;
    keys.into::<File>()?.rules()
}
