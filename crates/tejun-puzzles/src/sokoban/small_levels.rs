//! Small random levels, and all their positions by a plain search.

use std::collections::HashMap;
use std::sync::Arc;

use tejun_core::Random;
use tejun_core::kit::Board;
use tejun_search::Space;

use super::analysis::map::{Cell, Map, back};
use super::analysis::walk::Walk;
use super::rules::{Floor, Sokoban};
use super::word::Widest;

/// A level, if its man and boxes are closed in.
pub fn level(board: &str, counts_steps: bool) -> Option<(Sokoban, Widest)> {
    let board = Board::parse(board, " -_.$*@+", "#").ok()?;
    let board = board.room(board.only("@+", "man").ok()?).ok()?;
    let (boxes, man) = (board.drawn("$*").collect::<Vec<_>>(), board.only("@+", "man").ok()?);
    let floor = Floor::new(board, super::METRICS[usize::from(counts_steps)], counts_steps);
    let puzzle = Sokoban::new(Arc::new(floor), boxes.into_iter(), man);
    let mut start = None;
    puzzle.starts(|state| start = Some(state));
    Some((puzzle, start?))
}

/// A small room with as many boxes as goals.
pub fn draw(random: &mut Random) -> String {
    let (rows, columns) = (3 + random.below(3) as usize, 4 + random.below(3) as usize);
    let mut cells: Vec<char> =
        (0..rows * columns).map(|_| if random.below(6) == 0 { '#' } else { ' ' }).collect();
    let mut free: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == ' ').collect();
    random.shuffle(&mut free);
    let count = 2 + random.below(2) as usize;
    for &cell in free.iter().take(count) {
        cells[cell] = '$';
    }
    if let Some(&man) = free.get(count) {
        cells[man] = '@';
    }
    random.shuffle(&mut free);
    for &cell in free.iter().take(count) {
        cells[cell] = match cells[cell] {
            '$' => '*',
            '@' => '+',
            _ => '.',
        };
    }
    let wall = "#".repeat(columns + 2);
    let rows = cells.chunks(columns).map(|row| format!("#{}#\n", row.iter().collect::<String>()));
    format!("{wall}\n{}{wall}\n", rows.collect::<String>())
}

/// Boxes, ascending, and the lowest cell that the man can walk to.
pub type State = (Vec<Cell>, Cell);

/// All positions that can be reached, each with the pushes from it: of which box, to where, to which position.
pub struct Graph {
    pub states: Vec<State>,
    pub pushes: Vec<Vec<(Cell, Cell, usize)>>,
    /// The fewest pushes that solve each; `None` if nothing does.
    pub least: Vec<Option<u32>>,
}

pub fn taken_by(map: &Map, boxes: &[Cell]) -> Vec<bool> {
    let mut taken = map.only_wall();
    boxes.iter().for_each(|&cell| taken[cell as usize] = true);
    taken
}

pub fn explored(map: &Map, boxes: &[Cell], man: Cell, most: usize) -> Option<Graph> {
    let mut walk = Walk::new(map);
    let mut index = HashMap::new();
    let start = (boxes.to_vec(), walk.from(map, &taken_by(map, boxes), man));
    let mut graph = Graph { states: vec![start.clone()], pushes: Vec::new(), least: Vec::new() };
    index.insert(start, 0);
    while graph.pushes.len() < graph.states.len() {
        if graph.states.len() > most {
            return None;
        }
        let (boxes, man) = graph.states[graph.pushes.len()].clone();
        let mut taken = taken_by(map, &boxes);
        let mut reached = Walk::new(map);
        reached.from(map, &taken, man);
        let mut pushes = Vec::new();
        for (at, &cell) in boxes.iter().enumerate() {
            for side in 0..4 {
                let (behind, to) = (map.next[cell as usize][side], map.next[cell as usize][back(side)]);
                if taken[to as usize] || !reached.has(behind) {
                    continue;
                }
                let mut next = boxes.clone();
                next[at] = to;
                next.sort_unstable();
                (taken[cell as usize], taken[to as usize]) = (false, true);
                let state = (next, walk.from(map, &taken, cell));
                (taken[cell as usize], taken[to as usize]) = (true, false);
                let count = graph.states.len();
                let next = *index.entry(state.clone()).or_insert(count);
                if next == count {
                    graph.states.push(state);
                }
                pushes.push((cell, to, next));
            }
        }
        graph.pushes.push(pushes);
    }
    let is_goal = |(boxes, _): &State| boxes.iter().all(|&cell| map.is_goal[cell as usize]);
    graph.least = graph.states.iter().map(|state| is_goal(state).then_some(0)).collect();
    for pushes in 1.. {
        let is_next = |at: &usize| {
            let solved = |push: &(Cell, Cell, usize)| graph.least[push.2] == Some(pushes - 1);
            graph.least[*at].is_none() && graph.pushes[*at].iter().any(solved)
        };
        let next: Vec<usize> = (0..graph.states.len()).filter(is_next).collect();
        if next.is_empty() {
            break;
        }
        next.into_iter().for_each(|at| graph.least[at] = Some(pushes));
    }
    Some(graph)
}
