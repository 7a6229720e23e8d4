//! Random levels: boxes pulled from their goals through a random room.

use tejun_core::{Random, grid};

/// Pulls of a level.
const PULLS: u64 = 120;

/// The file of a random level. It has a solution: the pulls, backwards.
pub(super) fn draw(random: &mut Random) -> String {
    loop {
        if let Some(level) = try_draw(random) {
            return format!("puzzle = 'sokoban'\nboard = '''\n{level}'''\n");
        }
    }
}

/// A level, or `None` if the room is too small or a box was never pulled.
fn try_draw(random: &mut Random) -> Option<String> {
    let (rows, columns) = (6 + random.below(3) as usize, 7 + random.below(3) as usize);
    let inner = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        row > 0 && row + 1 < rows && column > 0 && column + 1 < columns
    };
    let mut floor: Vec<bool> = (0..rows * columns).map(|cell| inner(cell) && random.below(5) > 0).collect();
    // The part of the floor around its first cell; the rest is filled in.
    let first = floor.iter().position(|&is_floor| is_floor)?;
    let around = |cell: usize| [cell - columns, cell + columns, cell - 1, cell + 1];
    let room = grid::reached(first, rows * columns, |cell| {
        around(cell).into_iter().filter(|&next| floor[next]).collect::<Vec<_>>()
    });
    floor = room;
    let mut cells: Vec<usize> = (0..floor.len()).filter(|&cell| floor[cell]).collect();
    let count = 2 + random.below(2) as usize;
    if cells.len() < 6 * count {
        return None;
    }
    random.shuffle(&mut cells);
    let goals = cells[..count].to_vec();
    let (mut boxes, mut man) = (goals.clone(), cells[count]);
    for _ in 0..PULLS {
        let free = |cell: usize, boxes: &[usize]| floor[cell] && !boxes.contains(&cell);
        let walk = grid::reached(man, floor.len(), |cell| {
            around(cell).into_iter().filter(|&next| free(next, &boxes)).collect::<Vec<_>>()
        });
        let at = random.below(count as u64) as usize;
        let side = random.below(4) as usize;
        let beside = around(boxes[at])[side];
        // He stands beside the box and steps back, and the box follows.
        if walk[beside] {
            let back = around(beside)[side];
            if free(back, &boxes) {
                (boxes[at], man) = (beside, back);
            }
        }
    }
    if boxes.iter().any(|cell| goals.contains(cell)) {
        return None;
    }
    let drawn = |cell: usize| match (floor[cell], boxes.contains(&cell), goals.contains(&cell), cell == man) {
        (false, ..) => '#',
        (_, true, ..) => '$',
        (_, _, true, true) => '+',
        (_, _, true, false) => '.',
        (_, _, false, true) => '@',
        _ => ' ',
    };
    let row = |row: usize| (row * columns..(row + 1) * columns).map(drawn).collect::<String>();
    Some((0..rows).map(row).collect::<Vec<_>>().join("\n"))
}
