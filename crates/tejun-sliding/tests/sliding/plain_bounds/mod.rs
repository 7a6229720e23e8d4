//! A plain breadth-first search of sliding boards whose pieces are bounded by more than walls. All pieces are
//! told apart, and a state is the list of their first cells.

#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proptest::prelude::*;

/// A board drawn at random.
#[derive(Clone, Debug)]
pub struct Painted {
    pub board: String,
    /// A goal for one of the pieces: often of another shape, then it is none.
    pub goal: String,
    /// The letters of the pieces.
    pub pieces: Vec<char>,
}

/// Small boards of straight and other small pieces, with walls and with the cells that `signs` stand for. The goal draws
/// the first sign where the board has it, and no other.
pub fn painted(signs: &'static str) -> impl Strategy<Value = Painted> {
    (2usize..=5, 2usize..=5)
        .prop_flat_map(|(rows, columns)| {
            let paint = proptest::collection::vec(0usize..14, rows * columns);
            (Just(columns), paint, any::<[prop::sample::Index; 2]>())
        })
        .prop_map(move |(columns, paint, goal)| {
            let mut board = vec!['.'; paint.len()];
            let mut letters = 'a'..='z';
            for cell in 0..board.len() {
                let above = cell.checked_sub(columns).map_or('.', |above| board[above]);
                let left = if cell % columns > 0 { board[cell - 1] } else { '.' };
                board[cell] = match paint[cell] {
                    0..=2 if above.is_alphabetic() => above,
                    3..=5 if left.is_alphabetic() => left,
                    0..=7 => letters.next().unwrap_or('.'),
                    11 => '#',
                    paint @ 12.. => signs.chars().nth(paint - 12).unwrap_or('.'),
                    _ => '.',
                };
            }
            let mut pieces: Vec<char> = board.iter().copied().filter(|c| c.is_alphabetic()).collect();
            pieces.sort_unstable();
            pieces.dedup();
            let shown = |c: char| c == '#' || signs.starts_with(c);
            let mut wanted: Vec<char> = board.iter().map(|&c| if shown(c) { c } else { '.' }).collect();
            if !pieces.is_empty() {
                let letter = *goal[0].get(&pieces);
                let cells: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == letter).collect();
                let to = goal[1].index(board.len());
                for cell in &cells {
                    let there = to + cell - cells[0];
                    if wanted.get(there).is_some_and(|&c| c != '#') {
                        wanted[there] = letter;
                    }
                }
            }
            Painted { board: rows_of(&board, columns), goal: rows_of(&wanted, columns), pieces }
        })
}

/// Cells as rows of text.
pub fn rows_of(cells: &[char], columns: usize) -> String {
    cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// A board: each piece, in the order of its letter, with what bounds it.
pub struct Plain {
    rows: i32,
    columns: i32,
    walls: BTreeSet<(i32, i32)>,
    pieces: Vec<Piece>,
}

/// A piece, told by its letter.
pub struct Piece {
    pub letter: char,
    /// Its cells at the start.
    pub cells: BTreeSet<(i32, i32)>,
    /// Its cells in the goal, if the goal names it.
    pub goal: Option<BTreeSet<(i32, i32)>>,
    /// The only steps that it may take.
    pub ways: Vec<(i32, i32)>,
    /// Cells that it may not enter.
    pub barred: BTreeSet<(i32, i32)>,
}

pub const WAYS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The cells of each character of a drawing.
pub fn drawn(text: &str) -> BTreeMap<char, BTreeSet<(i32, i32)>> {
    let mut cells: BTreeMap<char, BTreeSet<(i32, i32)>> = BTreeMap::new();
    for (row, line) in (0..).zip(text.lines()) {
        for (column, c) in (0..).zip(line.chars()) {
            cells.entry(c).or_default().insert((row, column));
        }
    }
    cells
}

impl Plain {
    /// The puzzle that a board and a goal draw. The pieces that `lined` picks, by letter, move along their longer
    /// side; each gate is its character and the letters of those that may enter it.
    pub fn new(board: &str, goal: &str, lined: impl Fn(char) -> bool, gates: &[(char, &str)]) -> Self {
        let goals = drawn(goal);
        let cells = drawn(board);
        let is_gate = |c: char| gates.iter().any(|&(gate, _)| gate == c);
        let piece = |(&letter, cells): (&char, &BTreeSet<(i32, i32)>)| {
            let span = |side: fn(&(i32, i32)) -> i32| {
                cells.iter().map(side).max().unwrap() - cells.iter().map(side).min().unwrap()
            };
            let (high, wide) = (span(|cell| cell.0), span(|cell| cell.1));
            let along = |way: &(i32, i32)| !lined(letter) || high == wide || (way.0 != 0) == (high > wide);
            let barred = gates.iter().filter(|(_, may)| !may.contains(letter));
            Piece {
                letter,
                cells: cells.clone(),
                goal: goals.get(&letter).cloned(),
                ways: WAYS.into_iter().filter(along).collect(),
                barred: barred.flat_map(|(gate, _)| drawn(board).remove(gate).unwrap_or_default()).collect(),
            }
        };
        Plain {
            rows: board.lines().count() as i32,
            columns: board.lines().next().unwrap().chars().count() as i32,
            walls: cells.get(&'#').cloned().unwrap_or_default(),
            pieces: cells.iter().filter(|(c, _)| !"#.".contains(**c) && !is_gate(**c)).map(piece).collect(),
        }
    }

    /// Lets a piece take these steps alone.
    pub fn keep(&mut self, letter: char, ways: &[(i32, i32)]) {
        let piece = self.pieces.iter_mut().find(|piece| piece.letter == letter);
        piece.expect("the board has the piece").ways = ways.to_vec();
    }

    fn first(cells: &BTreeSet<(i32, i32)>) -> (i32, i32) {
        *cells.first().unwrap()
    }

    fn moved(&self, piece: usize, head: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
        let cells = &self.pieces[piece].cells;
        let from = Self::first(cells);
        cells.iter().map(move |cell| (cell.0 - from.0 + head.0, cell.1 - from.1 + head.1))
    }

    /// What is on each cell: a piece, or a wall.
    fn taken(&self, state: &[(i32, i32)]) -> Vec<Option<usize>> {
        let mut taken = vec![None; (self.rows * self.columns) as usize];
        let mut put = |cell: (i32, i32), by| taken[(cell.0 * self.columns + cell.1) as usize] = Some(by);
        self.walls.iter().for_each(|&wall| put(wall, usize::MAX));
        for (piece, &head) in state.iter().enumerate() {
            self.moved(piece, head).for_each(|cell| put(cell, piece));
        }
        taken
    }

    /// The heads that one move of a piece leads to.
    fn reach(
        &self,
        state: &[(i32, i32)],
        taken: &[Option<usize>],
        piece: usize,
        metric: &str,
    ) -> BTreeSet<(i32, i32)> {
        let step = |head: (i32, i32), way: (i32, i32)| {
            let next = (head.0 + way.0, head.1 + way.1);
            let free = |(row, column): (i32, i32)| {
                (0..self.rows).contains(&row)
                    && (0..self.columns).contains(&column)
                    && taken[(row * self.columns + column) as usize].is_none_or(|by| by == piece)
                    && !self.pieces[piece].barred.contains(&(row, column))
            };
            self.moved(piece, next).all(free).then_some(next)
        };
        let mut reached = BTreeSet::new();
        for &way in &self.pieces[piece].ways {
            let mut next = step(state[piece], way);
            while let Some(head) = next {
                reached.insert(head);
                next = if metric == "steps" { None } else { step(head, way) };
            }
        }
        if metric == "moves" {
            let mut queue: Vec<(i32, i32)> = reached.iter().copied().collect();
            while let Some(head) = queue.pop() {
                for &way in &self.pieces[piece].ways {
                    queue.extend(step(head, way).filter(|&next| reached.insert(next)));
                }
            }
        }
        reached.remove(&state[piece]);
        reached
    }

    fn start(&self) -> Vec<(i32, i32)> {
        self.pieces.iter().map(|piece| Self::first(&piece.cells)).collect()
    }

    fn is_goal(&self, state: &[(i32, i32)]) -> bool {
        let there = |(piece, head): (&Piece, &(i32, i32))| {
            piece.goal.as_ref().is_none_or(|goal| Self::first(goal) == *head)
        };
        self.pieces.iter().zip(state).all(there)
    }

    /// The number of legal moves from the start.
    pub fn choices(&self, metric: &str) -> usize {
        let (start, taken) = (self.start(), self.taken(&self.start()));
        (0..self.pieces.len()).map(|piece| self.reach(&start, &taken, piece, metric).len()).sum()
    }

    /// The fewest moves to the goal, `Some(None)` if there is no way; `None` if more than `most` states would have
    /// to be looked at.
    pub fn solve(&self, metric: &str, most: usize) -> Option<Option<i64>> {
        let mut level = vec![self.start()];
        let mut seen: HashSet<Vec<(i32, i32)>> = level.iter().cloned().collect();
        let mut depth = 0;
        while !level.is_empty() {
            if level.iter().any(|state| self.is_goal(state)) {
                return Some(Some(depth));
            }
            let mut next = Vec::new();
            for state in &level {
                let taken = self.taken(state);
                for piece in 0..state.len() {
                    for head in self.reach(state, &taken, piece, metric) {
                        let mut after = state.clone();
                        after[piece] = head;
                        if seen.insert(after.clone()) {
                            next.push(after);
                        }
                    }
                }
            }
            if seen.len() > most {
                return None;
            }
            (level, depth) = (next, depth + 1);
        }
        Some(None)
    }
}
