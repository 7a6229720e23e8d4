//! Larger sliding boards, mostly symmetric ones, compared with the plain rules: many pieces in many classes,
//! in words of every width.

use crate::common;
use crate::plain_sliding;

use std::collections::BTreeSet;

use common::AtLine;
use plain_sliding::{Plain, State};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use tejun_puzzles::{Line, Means, Registry};
use tejun_search::{Outcome, StopReason, Unwatched};

use crate::common::cases;

/// A drawing: a character for each cell, and the number of cells in a row.
#[derive(Clone, Debug)]
struct Drawing {
    cells: Vec<char>,
    columns: usize,
}

impl Drawing {
    fn text(&self) -> String {
        let rows: Vec<String> = self.cells.chunks(self.columns).map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }

    fn letters(&self) -> Vec<char> {
        let letters: BTreeSet<char> = self.cells.iter().copied().filter(|c| c.is_alphabetic()).collect();
        letters.into_iter().collect()
    }

    fn cells_of(&self, letter: char) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == letter).collect()
    }

    fn put(&mut self, cells: &[usize], letter: char) {
        cells.iter().for_each(|&cell| self.cells[cell] = letter);
    }

    /// The images of a cell under repeated application of a symmetry of the rectangle, the cell itself first.
    fn orbit(&self, symmetry: usize, cell: usize) -> Vec<usize> {
        let (rows, columns) = (self.cells.len() / self.columns, self.columns);
        let turned = |cell: &usize| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if symmetry & 1 != 0 {
                column = columns - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            Some(row * columns + column)
        };
        let rest = std::iter::successors(turned(&cell), turned).take_while(|&image| image != cell);
        std::iter::once(cell).chain(rest).collect()
    }

    /// A piece's cells after one step, if nothing blocks it.
    fn stepped(&self, letter: char, way: u8) -> Option<Vec<usize>> {
        let step = |cell: usize| {
            let there = match way {
                0 => cell.checked_sub(self.columns)?,
                1 => cell + self.columns,
                2 => cell.checked_sub(1).filter(|_| !cell.is_multiple_of(self.columns))?,
                _ => Some(cell + 1).filter(|there| !there.is_multiple_of(self.columns))?,
            };
            self.cells.get(there).filter(|&&on| on == '.' || on == letter).map(|_| there)
        };
        self.cells_of(letter).into_iter().map(step).collect()
    }
}

/// A board where every class of pieces has an image under one of the symmetries of its rectangle (holes may
/// spoil it), and a reachable goal, or none.
#[derive(Clone, Debug)]
struct Puzzle {
    board: Drawing,
    goal: Option<Drawing>,
    by_shape: bool,
    metric: &'static str,
}

fn puzzle(size: impl Strategy<Value = (usize, usize)>) -> impl Strategy<Value = Puzzle> {
    size.prop_flat_map(|(rows, columns)| {
        let symmetry = if rows == columns { 0..8usize } else { 0..4 };
        let board =
            (Just((rows, columns)), symmetry, vec(0u8..40, rows * columns), vec(any::<Index>(), 1..4));
        let walk = vec((any::<Index>(), 0u8..4), 0..40);
        let goal = (walk, vec(any::<Index>(), 0..4), any::<bool>());
        (board, goal, proptest::sample::select(vec!["moves", "slides", "steps"]))
    })
    .prop_map(|((size, symmetry, paint, holes), (walk, named, by_shape), metric)| {
        let board = board(size, symmetry, &paint, &holes);
        let goal = goal(&board, &walk, &named);
        Puzzle { board, goal, by_shape, metric }
    })
}

fn board((rows, columns): (usize, usize), symmetry: usize, paint: &[u8], holes: &[Index]) -> Drawing {
    let mut board = Drawing { cells: vec!['?'; rows * columns], columns };
    let mut letters = ('a'..='z').chain('A'..='Z').chain('\u{4e00}'..);
    // Cells that come before all their images. Their contents are copied to the images.
    let orbits: Vec<Vec<usize>> = (0..board.cells.len()).map(|cell| board.orbit(symmetry, cell)).collect();
    let order = orbits.iter().map(Vec::len).max().unwrap();
    let first = |cell: &usize| orbits[*cell].len() == order && orbits[*cell].iter().min() == Some(cell);
    for cell in (0..board.cells.len()).filter(first) {
        let above = cell.checked_sub(columns).map(|above| board.cells[above]);
        let left = (cell % columns > 0).then(|| board.cells[cell - 1]);
        let joins = |on: &char| on.is_alphabetic() && board.cells_of(*on).len() < 5;
        board.cells[cell] = match paint[cell] {
            0..10 => above.filter(joins),
            10..20 => left.filter(joins),
            39 => Some('#'),
            _ => None,
        }
        .unwrap_or_else(|| letters.next().unwrap());
    }
    #[allow(clippy::needless_range_loop, reason = "the number is an index into every orbit")]
    for image in 1..order {
        let images = |cells: Vec<usize>| cells.iter().map(|&cell| orbits[cell][image]).collect::<Vec<_>>();
        let walls = (0..board.cells.len()).filter(first).filter(|&cell| board.cells[cell] == '#');
        let walls = images(walls.collect());
        board.put(&walls, '#');
        let firsts: BTreeSet<char> =
            (0..board.cells.len()).filter(first).map(|cell| board.cells[cell]).collect();
        for letter in firsts.into_iter().filter(|&letter| letter != '#') {
            let there: Vec<usize> = images(board.cells_of(letter));
            board.put(&there, letters.next().unwrap());
        }
    }
    for cell in board.cells_of('?') {
        board.cells[cell] = letters.next().unwrap();
    }
    for hole in holes {
        let mut pieces = board.letters();
        let least = pieces.iter().map(|&letter| board.cells_of(letter).len()).min();
        pieces.retain(|&letter| Some(board.cells_of(letter).len()) == least);
        if !pieces.is_empty() {
            let cells = board.cells_of(*hole.get(&pieces));
            board.put(&cells, '.');
        }
    }
    board
}

/// Some pieces at the places where a walk has taken them.
fn goal(board: &Drawing, walk: &[(Index, u8)], named: &[Index]) -> Option<Drawing> {
    let pieces = board.letters();
    if pieces.is_empty() || named.is_empty() {
        return None;
    }
    let mut goal = board.clone();
    for (piece, way) in walk {
        let letter = *piece.get(&pieces);
        if let Some(there) = goal.stepped(letter, *way) {
            let from = goal.cells_of(letter);
            goal.put(&from, '.');
            goal.put(&there, letter);
        }
    }
    let named: BTreeSet<char> = named.iter().map(|index| *index.get(&pieces)).collect();
    goal.cells.iter_mut().filter(|c| **c != '#' && !named.contains(c)).for_each(|c| *c = '.');
    Some(goal)
}

fn file(board: &str, goal: &str, by_shape: bool, metric: &str) -> String {
    let mut file = format!("puzzle = 'sliding'\nmetric = '{metric}'\nboard = '''\n{board}'''\n");
    if !goal.is_empty() {
        file += &format!("goal = '''\n{goal}'''\n");
        file += if by_shape { "goal_match = 'shape'\n" } else { "" };
    }
    file
}

/// Files of small boards.
pub(crate) fn files() -> impl Strategy<Value = String> {
    puzzle((2usize..=4, 2usize..=4)).prop_map(|puzzle| {
        let goal = puzzle.goal.as_ref().map_or(String::new(), Drawing::text);
        file(&puzzle.board.text(), &goal, puzzle.by_shape, puzzle.metric)
    })
}

/// Explores a puzzle, and solves it if it has a goal, up to the first `most` states by the plain rules.
fn agrees(board: &str, goal: &str, by_shape: bool, metric: &'static str, most: usize) {
    let instance = Registry::standard().read(&file(board, goal, by_shape, metric), None).unwrap();
    let plain = Plain::new(board, goal, by_shape, metric);
    let (levels, whole) = plain.levels(most);
    let mut options = Means::default();
    if !whole {
        options.limits.depth = levels.len() as u32 - 1;
    }

    let explored = instance.explore_at(&Line::default(), &options);
    assert_eq!(explored.outcome.stopped(), (!whole).then_some(StopReason::Depth));
    let sizes: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
    assert_eq!(explored.levels, sizes);
    let classes: BTreeSet<State> = levels.iter().flatten().map(|state| plain.least_image(state)).collect();
    assert_eq!(explored.classes, classes.len() as u64);

    if goal.is_empty() {
        return;
    }
    let report = instance.solve_at(&Line::default(), &options, &mut Unwatched).unwrap();
    let nearest = levels.iter().position(|level| level.iter().any(|state| plain.is_goal(state)));
    assert_eq!(report.value.cost, nearest.map(|depth| depth as i64));
    match report.outcome {
        Outcome::Solved(line) => assert!(instance.check(&Line(line)).solves),
        // A search from both ends can prove it although the space is larger.
        Outcome::Unsolvable => assert_eq!(nearest, None),
        Outcome::Stopped(reason, _) => assert_eq!((reason, whole), (StopReason::Depth, false)),
    }
}

fn random(puzzle: &Puzzle, most: usize) {
    let goal = puzzle.goal.as_ref().map_or(String::new(), Drawing::text);
    agrees(&puzzle.board.text(), &goal, puzzle.by_shape, puzzle.metric, most);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), ..ProptestConfig::default() })]

    #[test]
    fn boards_of_4x5_to_7x7(puzzle in puzzle((4usize..=7, 5usize..=7))) {
        random(&puzzle, 150);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    /// States of hundreds of bits.
    #[test]
    fn boards_up_to_11x11(puzzle in puzzle((8usize..=11, 8usize..=11))) {
        random(&puzzle, 40);
    }
}

/// Two classes that a symmetry swaps, whose bitboards differ in length: if there is no room for both as
/// bitboards, neither may be one.
#[test]
fn classes_that_are_images_of_each_other_are_kept_alike() {
    let four_balls = "####D#\nEI.BB#\n#IAA.#\n#.AAH#\n#CC.HG\n#F####";
    let exits = "####F#\nG....#\n#....#\n#....#\n#....E\n#D####";
    let report = {
        let instance = Registry::standard().read(&file(four_balls, exits, false, "moves"), None).unwrap();
        instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap()
    };
    assert_eq!(report.value.cost, Some(28));
    agrees(four_balls, exits, false, "moves", 1000);
    agrees(".AABCC\n.ABBC.\n.HKKMN\nIJLLNN", "", false, "moves", 1000);
    agrees("AAB.CC\nA.BBC.\nDE.FFG\n.EEF.G\nHI..JJ", "", false, "steps", 1000);
}
