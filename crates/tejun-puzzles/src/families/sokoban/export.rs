//! Sokoban as a planning task.

use super::{CELLS, Sokoban, boxes, cells};
use crate::CellId;
use crate::kit::export::{Atom, Schema, Task};
use crate::vocabulary::input::InputError;

/// The puzzle from a state on. Steps without a push cost nothing in the metric `pushes`.
///
/// # Errors
/// If it is too large.
pub(super) fn task(puzzle: &Sokoban, state: &u128) -> Result<Task, InputError> {
    let mut task = Task::new("sokoban");
    let names: Vec<usize> =
        puzzle.board.cells().map(|cell| task.object(puzzle.board.name(cell), "cell")).collect();
    let on = |what: &'static str, cell: CellId| Atom(what, vec![names[cell]]);
    let is_box = |cell: CellId| boxes(state) >> cell & 1 == 1;
    task.initial =
        puzzle.board.cells().map(|cell| on(if is_box(cell) { "box" } else { "clear" }, cell)).collect();
    task.initial.push(on("man", (state >> CELLS) as CellId));
    task.goals = vec![cells(puzzle.goals).map(|cell| on("box", cell)).collect()];
    task.invariants = puzzle.board.cells().map(|cell| vec![on("box", cell), on("clear", cell)]).collect();
    task.invariants.push(puzzle.board.cells().map(|cell| on("man", cell)).collect());
    let cost = u32::from(puzzle.metric == "moves");
    for from in puzzle.board.cells() {
        for direction in 0..4 {
            let Some(to) = puzzle.beside[from][direction] else { continue };
            task.row("walk", vec![names[from], names[to]], || walk(cost))?;
            let Some(beyond) = puzzle.beside[to][direction] else { continue };
            task.row("push", vec![names[from], names[to], names[beyond]], push)?;
        }
    }
    Ok(task)
}

fn walk(cost: u32) -> Schema {
    Schema {
        cost,
        needs: vec![Atom("man", vec![0]), Atom("clear", vec![1])],
        adds: vec![Atom("man", vec![1])],
        deletes: vec![Atom("man", vec![0])],
        ..Schema::new("walk", &[("from", "cell"), ("to", "cell")])
    }
}

fn push() -> Schema {
    Schema {
        needs: vec![Atom("man", vec![0]), Atom("box", vec![1]), Atom("clear", vec![2])],
        adds: vec![Atom("man", vec![1]), Atom("clear", vec![1]), Atom("box", vec![2])],
        deletes: vec![Atom("man", vec![0]), Atom("box", vec![1]), Atom("clear", vec![2])],
        ..Schema::new("push", &[("man", "cell"), ("from", "cell"), ("to", "cell")])
    }
}
