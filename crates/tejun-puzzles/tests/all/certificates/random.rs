//! Random puzzles of each family: what is certified is what the searches find.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use tejun_puzzles::Registry;
use tejun_verify::Claim;

use super::{puzzle, reaches_what_explore_reaches, says_what_solve_says};
use crate::{sliding_axis, sliding_gates, sliding_outside, sliding_symmetric, sliding_tiles, sokoban};

use crate::common::{cases, step};

/// Puzzles with more positions are left out.
const MOST: u64 = 5000;

/// How often something came up among the puzzles.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    optimal: usize,
    unsolvable: usize,
    /// Optima with evidence, because the start's bound alone does not show them.
    evident: usize,
    reachable: usize,
    /// Puzzles with positions that are images of others.
    symmetric: usize,
}

impl Tally {
    fn add(&mut self, file: &str) {
        let Some((states, classes)) = reaches_what_explore_reaches(file, MOST) else { return };
        self.reachable += 1;
        self.symmetric += usize::from(classes < states);
        let session = puzzle(file, None);
        // Sliding blocks alone may have no goal.
        if session.family().name == "sliding" && !file.contains("goal = ") {
            return;
        }
        let certificate = says_what_solve_says(file, &*session);
        match certificate.claim {
            Claim::Unsolvable => self.unsolvable += 1,
            _ => self.optimal += 1,
        }
        // Evidence begins with the number of its positions.
        let positions = certificate.evidence.iter().take(8).any(|&byte| byte > 0);
        self.evident += usize::from(certificate.claim != Claim::Unsolvable && positions);
    }
}

/// Compares random puzzles, among which each must have come up so often at least: figures for all cases.
fn compare(all: u32, files: impl Strategy<Value = String>, least: Tally) {
    let tally = RefCell::new(Tally::default());
    // The same puzzles each time: how often something comes up is no matter of luck.
    let rng_seed = RngSeed::Fixed(1);
    let config = ProptestConfig {
        cases: cases(all),
        rng_seed,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let tested = TestRunner::new(config).run(&files, |file| {
        // Half of the drawings end with blank lines, which are no rows.
        let file = match file.len() % 2 {
            0 => file,
            _ => file.replace("= '''\n", "\0").replace("'''", "\n\n\n'''").replace('\0', "= '''\n"),
        };
        if Registry::standard().read(&file, None).is_ok() {
            tally.borrow_mut().add(&file);
        }
        Ok(())
    });
    tested.unwrap_or_else(|error| panic!("{error}"));
    let tally = tally.into_inner();
    let numbers = |t: Tally| [t.optimal, t.unsolvable, t.evident, t.reachable, t.symmetric];
    assert!(
        numbers(tally).iter().zip(numbers(least)).all(|(came, least)| *came >= least / step()),
        "{tally:?}"
    );
}

/// Drawings, half of which are their own mirror image, most of these but for one cell at most.
fn drawings(cells: &'static [char]) -> impl Strategy<Value = String> {
    let cell = move || prop::sample::select(cells);
    (1..=5_usize, 1..=4_usize, any::<bool>()).prop_flat_map(move |(rows, columns, mirrored)| {
        let cells = prop::collection::vec(cell(), rows * columns);
        let other = prop::option::of((0..rows, 0..columns, cell()));
        (cells, other).prop_map(move |(cells, other)| {
            let mut rows: Vec<Vec<char>> = cells.chunks(columns).map(<[char]>::to_vec).collect();
            if mirrored {
                for row in &mut rows {
                    (0..columns / 2).for_each(|at| row[columns - 1 - at] = row[at]);
                }
                if let Some((row, column, cell)) = other {
                    rows[row][column] = cell;
                }
            }
            rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
        })
    })
}

#[test]
fn gates() {
    let least = Tally { optimal: 20, unsolvable: 15, evident: 15, reachable: 40, symmetric: 0 };
    compare(200, sliding_gates::files(), least);
}

#[test]
fn axes() {
    let least = Tally { optimal: 40, unsolvable: 10, evident: 30, reachable: 60, symmetric: 4 };
    compare(200, sliding_axis::files(), least);
}

#[test]
fn exits() {
    let least = Tally { optimal: 35, unsolvable: 10, evident: 35, reachable: 50, symmetric: 1 };
    compare(200, sliding_outside::files(), least);
}

#[test]
fn symmetric_blocks() {
    let least = Tally { optimal: 50, unsolvable: 0, evident: 20, reachable: 80, symmetric: 30 };
    compare(200, sliding_symmetric::files(), least);
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
    let files = (boards, any::<Option<u32>>()).prop_map(|(board, left)| {
        let goal = left.map(|left| {
            let peg = |(at, sign): (usize, char)| {
                if sign == 'o' && left >> (at % 32) & 1 == 0 { '.' } else { sign }
            };
            let goal: String = board.char_indices().map(peg).collect();
            format!("goal = '''\n{goal}'''\n")
        });
        format!("puzzle = 'peg-solitaire'\nboard = '''\n{board}'''\n{}", goal.unwrap_or_default())
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
