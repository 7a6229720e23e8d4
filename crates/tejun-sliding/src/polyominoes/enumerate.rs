//! Every placement of a number of polyominoes, in batches.
//!
//! The first cell that is not decided yet either stays empty or is the first cell of a piece, so each placement comes up
//! once. All placements of a set of pieces go to the same list, and of the sets that are images of each other only one
//! is kept: the one with the lowest hash. If two sets have the same hash, both are kept, which does no harm.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::board::{Board, CellSet, Placement, SPARE};
use super::shapes::{MAX_SYMMETRIES, SetHash, Shapes, scramble};
use super::workers::{GoesOn, Workers};

/// Number of parts of the enumeration that threads take in turn, at least.
const PARTS: usize = 256;
/// Number of placements between two looks at whether to go on.
const PAUSE: u32 = 1 << 12;

/// Which placements to list.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Number of pieces.
    pub pieces: u32,
    /// Maximum number of cells of a piece.
    pub most: u32,
    /// Number of lists, a power of two.
    pub lists: usize,
    /// Of so many equal shares of the sets, the one with this number.
    pub share: u64,
    pub shares: u64,
}

/// Placements in lists, all of a set of pieces in the same one.
pub struct Listed {
    /// The lists of each thread.
    parts: Vec<Vec<Vec<Placement>>>,
}

impl Listed {
    /// Number of lists.
    pub fn len(&self) -> usize {
        self.parts.first().map_or(0, Vec::len)
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        let lists = self.parts.iter().flatten();
        lists.map(|list| (list.capacity() * size_of::<Placement>()) as u64).sum()
    }

    /// Puts the placements of a list into `placements`. The high bits from [`SPARE`] on are free for marks.
    pub fn list(&self, number: usize, placements: &mut Vec<Placement>) {
        placements.clear();
        self.parts.iter().for_each(|lists| placements.extend_from_slice(&lists[number]));
    }
}

/// Lists placements. `None` if it is stopped.
pub fn list(board: &Board, shapes: &Shapes, range: Range, workers: &mut Workers) -> Option<Listed> {
    let root = Node { undecided: board.floor, placement: 0, hash: [0; MAX_SYMMETRIES], left: range.pieces };
    let mut parts = vec![root];
    for _ in 0..board.cells {
        if parts.len() >= PARTS {
            break;
        }
        let before = std::mem::take(&mut parts);
        for node in before {
            if node.undecided == 0 || node.left == 0 {
                parts.push(node);
            } else {
                node.decide(board, shapes, range.most, &mut |next| parts.push(next));
            }
        }
    }
    let next = AtomicUsize::new(0);
    let lists = Mutex::new(Vec::new());
    let done = workers.run(&|goes_on: &mut GoesOn| {
        let lists_of_one = vec![Vec::new(); range.lists];
        let mut lister =
            Lister { board, shapes, range, lists: lists_of_one, seen: 0, goes_on, stopped: false };
        while !lister.stopped {
            let Some(node) = parts.get(next.fetch_add(1, Relaxed)) else { break };
            lister.list(node);
        }
        lists.lock().expect("no thread panics here").push(lister.lists);
    });
    let parts = lists.into_inner().expect("no thread panics here");
    done.then_some(Listed { parts })
}

/// A placement of which some cells are decided.
#[derive(Clone, Copy)]
struct Node {
    undecided: CellSet,
    placement: Placement,
    hash: SetHash,
    /// Number of pieces that are still to be placed.
    left: u32,
}

impl Node {
    /// Visits what can be made of the first undecided cell, if the pieces left still have room then.
    #[inline(always)]
    fn decide(&self, board: &Board, shapes: &Shapes, most: u32, visit: &mut impl FnMut(Node)) {
        let rest = self.undecided & (self.undecided - 1);
        if rest.count_ones() >= self.left {
            visit(Node { undecided: rest, ..*self });
        }
        board.grow(self.undecided.trailing_zeros(), rest, most, &mut |piece| {
            let (undecided, left) = (self.undecided & !piece, self.left - 1);
            if undecided.count_ones() >= left {
                let hashes = shapes.hashes(piece);
                let hash = std::array::from_fn(|at| self.hash[at].wrapping_add(hashes[at]));
                visit(Node { undecided, placement: self.placement | board.piece(piece), hash, left });
            }
        });
    }
}

struct Lister<'a, 'g> {
    board: &'a Board,
    shapes: &'a Shapes,
    range: Range,
    lists: Vec<Vec<Placement>>,
    /// Number of placements, those that are not kept included.
    seen: u64,
    goes_on: &'a mut GoesOn<'g>,
    stopped: bool,
}

impl Lister<'_, '_> {
    fn list(&mut self, node: &Node) {
        if node.left == 0 {
            self.add(node);
        } else if !self.stopped {
            let (board, shapes) = (self.board, self.shapes);
            node.decide(board, shapes, self.range.most, &mut |next| self.list(&next));
        }
    }

    #[inline(always)]
    fn add(&mut self, Node { placement, hash, .. }: &Node) {
        self.seen += 1;
        if self.seen.is_multiple_of(PAUSE.into()) {
            self.stopped |= !(self.goes_on)(0);
        }
        let images = &hash[1..self.shapes.symmetries.len()];
        if images.iter().any(|&image| image < hash[0]) {
            return;
        }
        let spread = scramble(hash[0]);
        if spread % self.range.shares != self.range.share {
            return;
        }
        let list = (spread >> 32) as usize & (self.range.lists - 1);
        let may_be_symmetric = images.contains(&hash[0]);
        self.lists[list].push(placement | u64::from(may_be_symmetric) << SPARE);
    }
}

/// Number of placements by number of pieces, from none on, counted without listing them. Placements that leave no cell
/// empty are among them, as is the empty board. Cost: seconds for a board of 4x5.
pub fn count(board: &Board, most: u32) -> Vec<u64> {
    fn of(board: &Board, most: u32, free: CellSet, known: &mut HashMap<CellSet, Vec<u64>>) -> Vec<u64> {
        if free == 0 {
            return vec![1];
        }
        if let Some(numbers) = known.get(&free) {
            return numbers.clone();
        }
        let rest = free & (free - 1);
        let mut numbers = of(board, most, rest, known);
        let mut pieces = Vec::new();
        board.grow(free.trailing_zeros(), rest, most, &mut |piece| pieces.push(piece));
        for piece in pieces {
            let others = of(board, most, free & !piece, known);
            numbers.resize(numbers.len().max(others.len() + 1), 0);
            others.iter().zip(&mut numbers[1..]).for_each(|(more, number)| *number += more);
        }
        known.insert(free, numbers.clone());
        numbers
    }
    of(board, most, board.floor, &mut HashMap::new())
}
