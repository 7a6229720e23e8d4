//! Sokoban as a planning task.

use super::rules::Floor;
use crate::CellId;
use tejun_core::InputError;
use tejun_core::kit::export::{Atom, Schema, Task};

/// The puzzle from a position on, with boxes on these cells and the man on that.
///
/// # Errors
/// If it is too large.
pub(super) fn task(floor: &Floor, boxes: &[CellId], man: CellId) -> Result<Task, InputError> {
    let Floor { board, beside, goals, .. } = floor;
    // A step without a push.
    let walk = u32::from(floor.counts_steps);
    let mut task = Task::new("sokoban");
    let names: Vec<usize> = board.cells().map(|cell| task.object(board.name(cell), "cell")).collect();
    let on = |what: &'static str, cell: CellId| Atom(what, vec![names[cell]]);
    let is_box = |cell: CellId| boxes.contains(&cell);
    task.initial = board.cells().map(|cell| on(if is_box(cell) { "box" } else { "clear" }, cell)).collect();
    task.initial.push(on("man", man));
    task.goals = vec![if boxes.len() == goals.len() {
        goals.iter().map(|&goal| on("box", goal)).collect()
    } else {
        // Which goals stay free is left open.
        board.cells().filter(|cell| !goals.contains(cell)).map(|cell| on("clear", cell)).collect()
    }];
    task.invariants = board.cells().map(|cell| vec![on("box", cell), on("clear", cell)]).collect();
    task.invariants.push(board.cells().map(|cell| on("man", cell)).collect());
    for from in board.cells() {
        for (direction, to) in beside[from].iter().enumerate() {
            let Some(to) = *to else { continue };
            task.row("walk", vec![names[from], names[to]], || Schema { cost: walk, ..step() })?;
            let Some(beyond) = beside[to][direction] else { continue };
            task.row("push", vec![names[from], names[to], names[beyond]], push)?;
        }
    }
    Ok(task)
}

fn step() -> Schema {
    Schema {
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
