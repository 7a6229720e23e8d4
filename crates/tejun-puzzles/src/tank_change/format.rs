//! Instance files of Tank Change.

use serde::Deserialize;

use super::faults::{IN_SIGHT, MOST_SQUARES, NO_TANK, OTHER_SQUARES, STRANGE, TANKS, UNEQUAL};
use super::rules::{self, Position, Roads, Rules, Side, Tanks};
#[cfg(not(target_family = "wasm"))]
use tejun_core::NormalForm;
use tejun_core::{
    InputError, Reason,
    input::{self, OTHER_SIZE, rows},
};

/// Maximum number of squares of a board.
pub(super) const MAX_SQUARES: usize = 126;

/// The keys of an instance file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    roads: Roads,
    #[serde(default)]
    first: Side,
    board: String,
    goal: Option<String>,
}

/// A drawn board: its rows, columns, the cells of its squares, and who holds them.
struct Drawing {
    rows: usize,
    columns: usize,
    cells: Vec<usize>,
    tanks: Tanks,
}

fn read(text: &str) -> Result<Drawing, InputError> {
    let rows = rows(text)?;
    let mut drawing =
        Drawing { rows: rows.len(), columns: rows[0].len(), cells: Vec::new(), tanks: Vec::new() };
    for (cell, &c) in rows.iter().flatten().enumerate() {
        let tank = match c {
            '.' => continue,
            'o' => None,
            'A' => Some(Side::A),
            'B' => Some(Side::B),
            _ => {
                let (row, column) = (cell / drawing.columns, cell % drawing.columns);
                return Err(InputError::at(row, column, Reason::new(&STRANGE).with("c", format!("{c:?}"))));
            }
        };
        drawing.cells.push(cell);
        drawing.tanks.push(tank);
    }
    Ok(drawing)
}

fn count(tanks: &Tanks, side: Side) -> usize {
    tanks.iter().filter(|&&tank| tank == Some(side)).count()
}

impl File {
    /// Builds the puzzle that the keys describe, and its start position.
    ///
    /// # Errors
    /// If the keys do not describe a puzzle; the error says where and how to fix it.
    pub fn rules(&self) -> Result<(Rules, Position), InputError> {
        let board = read(&self.board)?;
        let squares = board.cells.len();
        if squares > MAX_SQUARES {
            return Err(Reason::new(&MOST_SQUARES).with("squares", squares).with("most", MAX_SQUARES).into());
        }
        for side in [Side::A, Side::B] {
            if count(&board.tanks, side) == 0 {
                return Err(Reason::new(&NO_TANK).with("side", side.letter()).into());
            }
        }
        let goal = match &self.goal {
            Some(text) => goal(&board, text).map_err(InputError::in_goal)?,
            None => board.tanks.iter().map(|tank| tank.map(Side::other)).collect(),
        };
        let runs = rules::runs(board.rows, board.columns, &board.cells, self.roads);
        for (tanks, in_goal) in [(&board.tanks, false), (&goal, true)] {
            let Some((one, other)) = rules::in_sight(&runs, tanks) else { continue };
            let cell = board.cells[one];
            let seen = Reason::new(&IN_SIGHT).with("one", one + 1).with("other", other + 1);
            let error = InputError::at(cell / board.columns, cell % board.columns, seen);
            return Err(if in_goal { error.in_goal() } else { error });
        }
        if self.goal.is_none() && count(&board.tanks, Side::A) != count(&board.tanks, Side::B) {
            return Err(Reason::new(&UNEQUAL).into());
        }
        let Drawing { rows, columns, cells, tanks } = board;
        Ok((
            Rules {
                rows,
                columns,
                cells,
                #[cfg(not(target_family = "wasm"))]
                roads: self.roads,
                runs,
                goal,
                swap: self.goal.is_none(),
            },
            Position { tanks, turn: self.first },
        ))
    }
}

/// The puzzle in normal form.
#[cfg(not(target_family = "wasm"))]
pub(super) fn normal_form(rules: &Rules, start: &Position) -> String {
    let drawn = |tanks: &Tanks| -> Vec<String> {
        let mut signs = vec!['.'; rules.rows * rules.columns];
        for (&cell, tank) in rules.cells.iter().zip(tanks) {
            signs[cell] = tank.map_or('o', Side::letter);
        }
        signs.chunks(rules.columns).map(|row| row.iter().collect()).collect()
    };
    let puzzle = NormalForm::of("tank-change").rows("board", &drawn(&start.tanks));
    let puzzle = puzzle.word("first", &start.turn.letter().to_string()).rows("goal", &drawn(&rules.goal));
    puzzle.word("roads", rules.roads.name()).finish()
}

/// The tanks of a drawn goal.
fn goal(board: &Drawing, text: &str) -> Result<Tanks, InputError> {
    let goal = read(text)?;
    if (goal.rows, goal.columns) != (board.rows, board.columns) {
        return Err(input::other_size(&OTHER_SIZE, (goal.rows, goal.columns), (board.rows, board.columns)));
    }
    let differs = |cell: &&usize| goal.cells.contains(cell) != board.cells.contains(cell);
    if let Some(cell) = goal.cells.iter().chain(&board.cells).find(differs) {
        return Err(InputError::at(cell / board.columns, cell % board.columns, Reason::new(&OTHER_SQUARES)));
    }
    for side in [Side::A, Side::B] {
        let (has, wants) = (count(&board.tanks, side), count(&goal.tanks, side));
        if has != wants {
            let number = Reason::new(&TANKS).with("wants", wants).with("has", has);
            return Err(number.with("side", side.letter()).into());
        }
    }
    Ok(goal.tanks)
}
