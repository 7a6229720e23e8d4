//! The bound and the search, compared with plain searches.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tejun_core::Random;
use tejun_search::{Search, Space};

use super::Guided;
use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::bound::Tables;
use crate::sokoban::rules::{Sokoban, cells};
use crate::sokoban::small_levels::{draw, explored, level};
use crate::sokoban::word::{Widest, Word};

const CASES: usize = if cfg!(debug_assertions) { 300 } else { 2000 };

fn guided<'p>(puzzle: &'p Sokoban, start: &Widest) -> Guided<'p, Widest> {
    let map = Map::new(&puzzle.floor);
    let boxes: Vec<Cell> = cells(start.boxes()).map(|cell| cell as Cell).collect();
    let mut check = || ControlFlow::Continue(());
    let tables = Tables::new(&map, (&boxes, start.man() as Cell), 1 << 30, &mut check).unwrap().unwrap();
    Guided::new(puzzle, map, tables)
}

/// All positions of a level in the plain way, each with the least cost of solving it, if nothing else can.
fn costs(puzzle: &Sokoban, start: &Widest) -> HashMap<Widest, Option<u32>> {
    let mut states = vec![*start];
    let mut index = HashMap::from([(*start, 0)]);
    let mut edges = Vec::new();
    while edges.len() < states.len() {
        let from = states[edges.len()];
        let mut next = Vec::new();
        puzzle.expand_costs(&from, |_, to, cost| {
            let count = states.len();
            let at = *index.entry(to).or_insert(count);
            if at == count {
                states.push(to);
            }
            next.push((at, cost));
        });
        edges.push(next);
    }
    let mut least: Vec<Option<u32>> = states.iter().map(|state| puzzle.is_goal(state).then_some(0)).collect();
    loop {
        let mut changed = false;
        for at in (0..states.len()).rev() {
            let best = edges[at].iter().filter_map(|&(to, cost)| Some(least[to]? + cost)).min();
            if let Some(best) = best
                && least[at].is_none_or(|cost| best < cost)
            {
                (least[at], changed) = (Some(best), true);
            }
        }
        if !changed {
            return states.into_iter().zip(least).collect();
        }
    }
}

/// In no position the bound is more than a line costs, and none with a line is called lost; from the start, the search finds a
/// cheapest line.
#[test]
fn the_bound_and_the_moves_left_out_lose_nothing() {
    let random = &mut Random::new(3);
    let (mut solvable, mut exact, mut of) = (0, 0, 0);
    while solvable < CASES {
        let text = draw(random);
        for counts_steps in [false, true] {
            let Some((puzzle, start)) = level(&text, counts_steps) else { continue };
            let map = Map::new(&puzzle.floor);
            let boxes: Vec<Cell> = cells(start.boxes()).map(|cell| cell as Cell).collect();
            if explored(&map, &boxes, start.man() as Cell, 1500).is_none() {
                continue;
            }
            let guided = guided(&puzzle, &start);
            let costs = costs(&puzzle, &start);
            for (state, &cost) in &costs {
                let bound = guided.bound(state);
                if let Some(cost) = cost {
                    assert!(bound.is_some_and(|bound| bound <= cost), "{text}{state:?}: {bound:?}, {cost}");
                    (exact, of) = (exact + usize::from(bound == Some(cost)), of + 1);
                }
            }
            let found = Search::new(&guided).astar();
            assert_eq!(found.map(|line| line.cost).ok(), costs[&start], "{text}{counts_steps}");
            solvable += usize::from(costs[&start].is_some());
        }
    }
    // The bound says something.
    assert!(exact > of / 2, "{exact} {of}");
}
