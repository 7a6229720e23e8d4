//! Sokoban as a planning task.

use crate::CellId;
use tejun_core::{
    InputError,
    bits::each,
    kit::{
        Board,
        export::{Atom, Schema, Task},
    },
};

/// Where things are: sets of cells with boxes and of goals, and the cell of the man.
pub(super) struct Places {
    pub boxes: u128,
    pub goals: u128,
    pub man: CellId,
}

/// The puzzle from a position on. A step without a push costs `walk`, 0 or 1.
///
/// # Errors
/// If it is too large.
pub(super) fn task(
    board: &Board,
    beside: &[[Option<CellId>; 4]],
    places: &Places,
    walk: u32,
) -> Result<Task, InputError> {
    let mut task = Task::new("sokoban");
    let names: Vec<usize> = board.cells().map(|cell| task.object(board.name(cell), "cell")).collect();
    let on = |what: &'static str, cell: CellId| Atom(what, vec![names[cell]]);
    let is_box = |cell: CellId| places.boxes >> cell & 1 == 1;
    task.initial = board.cells().map(|cell| on(if is_box(cell) { "box" } else { "clear" }, cell)).collect();
    task.initial.push(on("man", places.man));
    task.goals = vec![each(places.goals).map(|cell| on("box", cell as CellId)).collect()];
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
