//! Random puzzles of each family: what is certified is what the searches find.

use proptest::prelude::*;

use crate::certified::{Tally, compare, drawings};
use crate::{sliding_tiles, sokoban};

#[test]
fn sokoban_levels() {
    let least = Tally { optimal: 15, unsolvable: 100, evident: 2, reachable: 100, symmetric: 5 };
    compare(400, sokoban::files(), least);
}

#[test]
fn tiles() {
    let least = Tally { optimal: 20, unsolvable: 10, evident: 5, reachable: 30, symmetric: 0 };
    compare(100, sliding_tiles::files(), least);
}

/// An optimum needs no evidence, because each jump takes one peg.
#[test]
fn jumps() {
    let boards = drawings(&['o', 'o', 'o', '.', '.', '#', ' ']);
    let jumps = prop::sample::select(vec!["orthogonal", "orthogonal", "both", "triangular"]);
    let files = (boards, any::<Option<u32>>(), jumps).prop_map(|(board, left, jumps)| {
        let goal = left.map(|left| {
            let peg = |(at, sign): (usize, char)| {
                if sign == 'o' && left >> (at % 32) & 1 == 0 { '.' } else { sign }
            };
            let goal: String = board.char_indices().map(peg).collect();
            format!("goal = '''\n{goal}'''\n")
        });
        let goal = goal.unwrap_or_default();
        format!("puzzle = 'peg-solitaire'\njumps = '{jumps}'\nboard = '''\n{board}'''\n{goal}")
    });
    let least = Tally { optimal: 100, unsolvable: 300, evident: 0, reachable: 400, symmetric: 10 };
    compare(1000, files, least);
}

#[test]
fn tanks() {
    let boards = drawings(&['o', 'o', 'o', 'o', '.', '.', 'A', 'B']);
    let roads = prop::sample::select(vec!["diagonal", "orthogonal", "both"]);
    let files = (boards, roads, prop::sample::select(vec!['A', 'B'])).prop_map(|(board, roads, first)| {
        format!("puzzle = 'tank-change'\nroads = '{roads}'\nfirst = '{first}'\nboard = '''\n{board}'''\n")
    });
    let least = Tally { optimal: 3, unsolvable: 60, evident: 3, reachable: 60, symmetric: 3 };
    compare(4000, files, least);
}
