//! Random puzzles: what is certified is what the searches find.

use proptest::prelude::*;

use crate::certified::{Tally, compare, drawings};
use crate::{axis, gates, outside, symmetric};

#[test]
fn gates() {
    let least = Tally { optimal: 20, unsolvable: 15, evident: 15, reachable: 40, symmetric: 0 };
    compare(200, gates::files(), least);
}

#[test]
fn axes() {
    let least = Tally { optimal: 40, unsolvable: 10, evident: 30, reachable: 60, symmetric: 4 };
    compare(200, axis::files(), least);
}

#[test]
fn exits() {
    let least = Tally { optimal: 35, unsolvable: 10, evident: 35, reachable: 50, symmetric: 1 };
    compare(200, outside::files(), least);
}

#[test]
fn symmetric_blocks() {
    let least = Tally { optimal: 50, unsolvable: 0, evident: 20, reachable: 80, symmetric: 30 };
    compare(200, symmetric::files(), least);
}

/// Walls and blanks around them break symmetries, or do not.
#[test]
fn single_blocks() {
    let files = drawings(&['#', '.', '.', '*', '*', ' ']).prop_map(|board| {
        // Each piece has a letter of its own.
        let mut letters = 'a'..;
        let board: String =
            board.chars().map(|c| if c == '*' { letters.next().unwrap() } else { c }).collect();
        format!("puzzle = 'sliding'\nmetric = 'slides'\nboard = '''\n{board}'''\n")
    });
    compare(400, files, Tally { reachable: 200, symmetric: 50, ..Tally::default() });
}
