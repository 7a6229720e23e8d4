//! A knapsack: items with a weight and a worth are taken or left, one by one. A beam quickly finds a good
//! choice; an exact search, run a little at a time, proves the best one.
//!
//! `cargo run --example knapsack`

use tejun_search::layered::{Exact, Layered, beam};
use tejun_search::{Limits, Outcome, Request};

/// Weight and worth, highest worth per weight first.
const THINGS: [(u32, i64); 12] = [
    (12, 98),
    (7, 52),
    (11, 70),
    (8, 50),
    (9, 55),
    (14, 82),
    (6, 33),
    (5, 27),
    (13, 69),
    (10, 51),
    (4, 19),
    (16, 72),
];

struct Knapsack {
    holds: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The weight that still fits.
    room: u32,
    value: i64,
}

impl Layered for Knapsack {
    type State = State;
    /// Whether the item is taken.
    type Move = bool;
    type Group = ();
    type Scratch = ();

    fn scratch(&self) {}

    fn start(&self) -> (u32, State) {
        (0, State { room: self.holds, value: 0 })
    }

    fn expand(&self, layer: u32, state: &State, mut visit: impl FnMut(bool, State)) {
        let Some(&(weight, value)) = THINGS.get(layer as usize) else { return };
        visit(false, state.clone());
        if let Some(room) = state.room.checked_sub(weight) {
            visit(true, State { room, value: state.value + value });
        }
    }

    fn score(&self, layer: u32, state: &State) -> Option<i64> {
        (layer as usize == THINGS.len()).then_some(state.value)
    }

    /// The fractional relaxation: if items could be cut, one would take the next ones whole and part of one
    /// more.
    fn bound(&self, layer: u32, state: &State, _: i64, _: &mut ()) -> i64 {
        let (mut room, mut value) = (state.room, state.value);
        for &(weight, thing) in &THINGS[layer as usize..] {
            if weight > room {
                return value + thing * i64::from(room) / i64::from(weight);
            }
            room -= weight;
            value += thing;
        }
        value
    }

    fn ceiling(&self, _: u32) -> i64 {
        THINGS.iter().map(|thing| thing.1).sum()
    }

    fn value(&self, layer: u32, state: &State, scratch: &mut ()) -> i64 {
        self.bound(layer, state, i64::MAX, scratch)
    }

    fn group(&self, _: &State) {}

    fn dominates(&self, a: &State, b: &State) -> bool {
        a.room >= b.room && a.value >= b.value
    }
}

fn main() {
    let knapsack = Knapsack { holds: 50 };
    let found = beam(&knapsack, 2, Request::default()).outcome.found().expect("an empty knapsack is valid");
    println!("a beam of two finds {}", found.score);

    // The exact search only needs lines that are at least as good as the beam's.
    let mut search = Exact::new(&knapsack, found.score - 1);
    let mut limits = Limits { states: 4, ..Limits::default() };
    let best = loop {
        let answer = search.run(Request::default().limits(limits));
        match answer.outcome {
            Outcome::Solved(best) => break best,
            Outcome::Unsolvable => unreachable!("the beam found one"),
            Outcome::Stopped(..) => {
                println!("after {} states: at most {:?}", answer.stats.stored, answer.bound)
            }
        }
        limits.states += 4;
    };
    let taken: Vec<_> =
        THINGS.iter().zip(&best.moves).filter(|(_, taken)| **taken).map(|(thing, _)| thing).collect();
    println!("the best is {}: {taken:?}", best.score);
    assert!(taken.iter().map(|thing| thing.0).sum::<u32>() <= 50);
}
