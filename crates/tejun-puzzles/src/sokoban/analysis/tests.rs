//! What is said of positions, compared with a plain search.

use tejun_core::Random;

use super::corral;
use super::deadlock::Deadlocks;
use super::map::{Cell, Map};
use super::walk::Walk;
use crate::sokoban::small_levels::{draw, explored, level, taken_by};

/// What is called dead has no solution, and where only the boxes of a corral are pushed first, as few pushes are enough.
#[test]
fn deadlocks_and_corrals_are_sound() {
    let random = &mut Random::new(1);
    let (mut seen, mut found, mut firsts, mut solvable) = (0, 0, 0, 0);
    for _ in 0..250 {
        let text = draw(random);
        let Some((puzzle, _)) = level(&text, false) else { continue };
        let map = Map::new(&puzzle.floor);
        let board = &puzzle.floor.board;
        let boxes: Vec<Cell> = board.drawn("$*").map(|cell| cell as Cell).collect();
        let man = board.only("@+", "man").unwrap() as Cell;
        let Some(graph) = explored(&map, &boxes, man, 4000) else { continue };
        solvable += usize::from(graph.least[0].is_some());
        let mut deadlocks = Deadlocks::new(&map, 200);
        for (at, pushes) in graph.pushes.iter().enumerate() {
            for &(_, to, next) in pushes {
                let (boxes, man) = &graph.states[next];
                let taken = taken_by(&map, boxes);
                if map.dead[to as usize] {
                    assert!(graph.least[next].is_none(), "{text}{boxes:?}");
                } else if deadlocks.is_seen(&map, &taken, to, *man) {
                    assert!(graph.least[next].is_none(), "{text}{boxes:?} {man}");
                    seen += 1;
                } else if deadlocks.is_found(&map, &taken, boxes, Some(to), *man) {
                    assert!(graph.least[next].is_none(), "{text}{boxes:?} {man}");
                    found += 1;
                }
            }
            let (boxes, man) = &graph.states[at];
            if graph.least[at].is_none() || boxes.iter().all(|&cell| map.is_goal[cell as usize]) {
                continue;
            }
            let taken = taken_by(&map, boxes);
            let (mut walk, mut other) = (Walk::new(&map), Walk::new(&map));
            walk.from(&map, &taken, *man);
            for mut corral in corral::corrals(&map, &taken, &walk, &mut other) {
                if corral::comes_first(&map, &taken, &walk, &mut corral) {
                    let is_first = |push: &&(Cell, Cell, usize)| {
                        let after = graph.least[push.2].map(|pushes| pushes + 1);
                        corral.boxes.contains(&push.0) && after == graph.least[at]
                    };
                    assert!(pushes.iter().any(|push| is_first(&push)), "{text}{boxes:?} {man}");
                    firsts += 1;
                }
            }
        }
    }
    assert!(seen > 1000 && found > 200 && firsts > 20 && solvable > 20, "{seen} {found} {firsts} {solvable}");
}
