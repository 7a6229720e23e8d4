//! Three jugs of 8, 5 and 3 litres, the first one full: measure 4 litres by pouring from jug to jug.
//! Breadth-first search finds a shortest solution and everything that is reachable.
//!
//! `cargo run --example water_jugs`

use tejun_search::{Moves, Search, Space, check_space};

const SIZES: [u8; 3] = [8, 5, 3];

struct Jugs;

impl Space for Jugs {
    /// The litres in each jug.
    type State = [u8; 3];
    /// From which jug, into which jug.
    type Move = (usize, usize);
    type Cost = u32;
    // Pouring cannot always be undone.
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut([u8; 3])) {
        visit([8, 0, 0]);
    }

    fn is_goal(&self, state: &[u8; 3]) -> bool {
        state.contains(&4)
    }

    fn expand(&self, state: &[u8; 3], mut visit: impl FnMut((usize, usize), [u8; 3])) {
        for from in 0..3 {
            for to in (0..3).filter(|&to| to != from) {
                let poured = state[from].min(SIZES[to] - state[to]);
                let mut next = *state;
                next[from] -= poured;
                next[to] += poured;
                if poured > 0 {
                    visit((from, to), next);
                }
            }
        }
    }
}

fn main() {
    check_space(&Jugs, 1000).expect("the space keeps its contract");

    let path = Search::new(&Jugs).shortest().expect("the puzzle is solvable");
    println!("{} pourings, and no way has fewer:", path.moves.len());
    for ((from, to), litres) in path.moves.iter().zip(&path.states[1..]) {
        println!("  {} litres into {}: {litres:?}", SIZES[*from], SIZES[*to]);
    }
    assert_eq!(path.moves.len(), 6);

    let all = Search::new(&Jugs).explore().expect("nothing stops the search");
    println!("{} states can be reached, by pourings: {:?}", all.levels.iter().sum::<u64>(), all.levels);
}
