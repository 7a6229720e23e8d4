//! Tables, compared with a plain search.

use std::ops::ControlFlow;

use tejun_core::Random;

use super::table::{Live, Table};
use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::rules::cells;
use crate::sokoban::small_levels::{draw, explored, level};
use crate::sokoban::word::Word;

/// The table of two boxes has what a search of levels with two boxes has.
#[test]
fn a_table_has_the_pushes_of_its_boxes() {
    let random = &mut Random::new(4);
    let mut values = 0;
    while values < 2000 {
        let text = draw(random);
        let Some((puzzle, start)) = level(&text, false) else { continue };
        let boxes: Vec<Cell> = cells(start.boxes()).map(|cell| cell as Cell).collect();
        if boxes.len() != 2 {
            continue;
        }
        let map = Map::new(&puzzle.floor);
        let live = Live::new(&map);
        let free = |cell: Cell| map.is_goal[cell as usize].then_some(0);
        let table: Table<2> = Table::new(&map, &live, free, &mut || ControlFlow::Continue(())).unwrap();
        let graph = explored(&map, &boxes, start.man() as Cell, usize::MAX).unwrap();
        for ((boxes, man), least) in graph.states.iter().zip(&graph.least) {
            let numbers = boxes.iter().map(|&cell| live.number(cell.into())).collect::<Option<Vec<u16>>>();
            let value = numbers.and_then(|numbers| table.value([numbers[0], numbers[1]], *man));
            assert_eq!(value, least.map(|pushes| pushes as i32), "{text}{boxes:?} {man}");
            values += usize::from(value.is_some());
        }
    }
}
